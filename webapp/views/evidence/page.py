"""The page of the evidence: what was measured of the project, part by part, and measurements to
start and to cancel."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Lane, Project
from annotation.refusals import Refused
from annotation.services.evidence import measurements, parts
from annotation.services.jobs.lifecycle import cancel_job
from annotation.services.jobs.workers import worker_alive
from webapp.access import measurement_for, project_for
from webapp.charts.recall import draw_recall
from webapp.requests import PersonRequest

# What is drawn of a part: its name -> a function of what it shows.
DRAWN: dict[str, Callable[[Any], object]] = {"recall": draw_recall}


@require_GET
def show_evidence(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "evidence")
    return _page(request, project)


@require_POST
def start_measurement(request: PersonRequest, slug: str, kind: str) -> HttpResponse:
    project = project_for(request, slug, "release")
    try:
        measurements.start_measurement(project, request.user, kind)
    except Refused as error:
        return _page(request, project, problem=error.for_people, status=error.status)
    return redirect("show-evidence", project.slug)


@require_POST
def cancel_measurement(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Give it up: what it has found so far goes; older figures stay."""
    cancel_job(measurement_for(request, slug, pk, "release"))
    return redirect("show-evidence", slug)


def _page(
    request: PersonRequest, project: Project, *, problem: str = "", status: int = 200
) -> HttpResponse:
    shown = parts.read_parts(project)
    context = {
        "project": project,
        "tab": "release",
        "parts": shown,
        "drawn": {
            each.part.name: DRAWN[each.part.name](each.seen)
            for each in shown
            if each.part.name in DRAWN
        },
        "alive": worker_alive(Lane.MEASURES),
        "problem": problem,
    }
    return render(request, "evidence/show_evidence.html", context, status=status)
