"""Alarms about labels that are missing: a manager reads them on the overview and closes them."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from annotation.services.corpus import integrity
from webapp import access
from webapp.requests import PersonRequest


@require_POST
def close_alarm(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    alarm = access.alarm_for(request, slug, pk, "manage")
    integrity.close_alarm(alarm, request.user)
    return redirect("show-overview", slug)
