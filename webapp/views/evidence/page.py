"""The page of the evidence: what was measured of the project, part by part, and measurements to
start and to cancel."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Lane, Measurement, Project
from annotation.refusals import Refused
from annotation.services.evidence import measurements
from annotation.services.evidence.attacks.shown import Attacks
from annotation.services.evidence.finding import finding_of
from annotation.services.evidence.head import read_head
from annotation.services.jobs.lifecycle import cancel_job
from annotation.services.jobs.workers import worker_alive
from annotation.services.release.exports import destroyed_on
from annotation.services.release.now import Now
from webapp.access import measurement_for, project_for
from webapp.charts.recall import draw_hundred
from webapp.forms.evidence import TablesForm
from webapp.requests import PersonRequest
from webapp.views.evidence.parts import read_sections


@require_GET
def show_evidence(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "evidence")
    return show_parts(request, project)


@require_POST
def start_measurement(request: PersonRequest, slug: str, kind: str) -> HttpResponse:
    project = project_for(request, slug, "release")
    try:
        form = TablesForm(request.POST)
        options = form.cleaned_data if kind == Measurement.Kind.TABLES and form.is_valid() else {}
        measurements.start_measurement(project, request.user, kind, options)
    except Refused as error:
        return show_parts(request, project, problem=error.for_people, status=error.status)
    return redirect("show-evidence", project.slug)


@require_POST
def start_all(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "release")
    measurements.start_all(project, request.user)
    return redirect("show-evidence", project.slug)


@require_POST
def cancel_measurement(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Give it up: what it has found so far goes; older figures stay."""
    cancel_job(measurement_for(request, slug, pk, "release"))
    return redirect("show-evidence", slug)


def show_parts(
    request: PersonRequest, project: Project, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """All parts, with why something that was asked was not done."""
    now = Now(project, counted=True)
    sections = read_sections(now)
    measured = [each for _section, parts in sections for each in parts if each.part.kind]
    tried = [each.seen for each in measured if isinstance(each.seen, Attacks)]
    missing = sum(each.row is None for each in measured)
    head = read_head(project, now)
    context = {
        "project": project,
        "tab": "release",
        "head": head,
        "hundred": draw_hundred(head.hundred),
        "sections": sections,
        "found": finding_of(
            now,
            tried[0] if tried else None,
            missing=missing,
            parts=len(measured),
        ),
        "all_at_work": all(each.working for each in measured),
        "alive": worker_alive(Lane.MEASURES),
        "destroyed": destroyed_on(project),
        "problem": problem,
    }
    return render(request, "evidence/show_evidence.html", context, status=status)
