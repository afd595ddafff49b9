"""Turns that a person should read first, asked of readers from the evidence page."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from annotation.refusals import Refused
from annotation.services.evidence.remains.reading import ask_for_reading
from webapp.access import project_for
from webapp.requests import PersonRequest
from webapp.views.evidence.page import show_parts


@require_POST
def ask_readers(request: PersonRequest, slug: str) -> HttpResponse:
    """Queue the turns of the list that nobody has read."""
    project = project_for(request, slug, "release")
    try:
        ask_for_reading(project)
    except Refused as error:
        return show_parts(request, project, problem=error.for_people, status=error.status)
    return redirect(reverse("show-evidence", args=[slug]) + "#remains")
