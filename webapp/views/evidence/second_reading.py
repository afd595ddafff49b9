"""Turns drawn for a second reader from the evidence page."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from annotation.refusals import Refused
from annotation.services.evidence.second_readings.drawing import draw_second_readings
from annotation.services.evidence.second_readings.planning import newest_goal
from webapp.access import project_for
from webapp.forms.evidence import DrawForm
from webapp.requests import PersonRequest
from webapp.views.evidence.page import show_parts


@require_POST
def draw_turns(request: PersonRequest, slug: str) -> HttpResponse:
    """Draw as many as the form says, on what its page showed."""
    project = project_for(request, slug, "release")
    form = DrawForm(request.POST)
    if not form.is_valid():
        return show_parts(request, project, problem=form.complaint, status=422)
    goal = newest_goal(project.audit_draws.all())
    try:
        draw_second_readings(project, request.user, goal, **form.cleaned_data)
    except Refused as error:
        return show_parts(request, project, problem=error.for_people, status=error.status)
    return redirect(reverse("show-evidence", args=[slug]) + "#second_reading")
