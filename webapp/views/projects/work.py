"""The line about work in progress at the foot of every page, and the list of all work: of the
page's project, or of all projects that the person is in."""

from collections.abc import Mapping

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET
from django_htmx.http import HttpResponseStopPolling

from annotation.models import (
    Erasure,
    Export,
    Import,
    Job,
    Measurement,
    Project,
    SourceTraining,
    TrainingRun,
)
from annotation.services.jobs.line import (
    State,
    WorkLine,
    own_line,
    own_lines,
    work_line,
    work_lines,
)
from annotation.services.projects.creation import may_create
from annotation.services.team.activity import outcome_of
from annotation.services.team.meanwhile import batch_waits
from webapp.access import project_for, rights_everywhere
from webapp.requests import BESIDE, POLL, PersonRequest, asks_for

# Where a job is looked after and who may go there; how it is cancelled and who may do that.
PLACES: dict[type[Job], tuple[str, str]] = {
    TrainingRun: ("show-overview", "overview"),
    Export: ("show-release", "release"),
    Import: ("show-import", "import"),
    SourceTraining: ("list-sources", "manage"),
    Erasure: ("show-erasing", "manage"),
    Measurement: ("show-evidence", "evidence"),
}
CANCELS: dict[type[Job], tuple[str, str]] = {
    TrainingRun: ("cancel-training", "train"),
    Import: ("cancel-import", "import"),
    SourceTraining: ("cancel-source-training", "manage"),
    Export: ("cancel-export", "release"),
    Measurement: ("cancel-measurement", "release"),
    Erasure: ("put-off-erasure", "manage"),  # its rows are gone: it is done later, at all events
}
# What a model that has done its work shows, by its kind, and who may see it.
RESULTS: dict[str, tuple[str, str]] = {
    TrainingRun.Kind.SEED: ("label-next", "label"),
    TrainingRun.Kind.ROUND: ("show-learning", "overview"),
    TrainingRun.Kind.LARGE: ("show-learning", "overview"),
    TrainingRun.Kind.TAG: ("revise-next", "revise"),
}
# Which pages, by their tab, are about a kind of job: its work is told there before other work.
ABOUT: dict[str, type[Job]] = {"release": Export, "evidence": Measurement}
Rights = Mapping[int, frozenset[str]]  # by the id of each project
SOON, LATER = 3, 20  # seconds until a page asks again


@require_GET
def show_line(request: PersonRequest, slug: str) -> HttpResponse:
    """What the page shows at its foot: one job, or nothing. The foot of a page that is still open
    when its project goes, or its person loses it, takes itself away."""
    try:
        project = project_for(request, slug, "overview")
    except Http404:
        if request.headers.get(POLL) != BESIDE:
            raise
        return HttpResponseStopPolling()
    followed, at = request.GET.get("followed", ""), request.GET.get("at", "")
    line = work_line(project, request.user, followed, ABOUT.get(at))
    return _foot(request, line, {project.pk: request.rights}, project)


@require_GET
def show_own_line(request: PersonRequest) -> HttpResponse:
    """The same on a page of no project."""
    rights = rights_everywhere(request)
    line = own_line(rights, request.user, request.GET.get("followed", ""))
    return _foot(request, line, rights)


@require_GET
def show_work(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "overview")
    rights = {project.pk: request.rights}
    return _list(request, work_lines(project, request.user), rights, project)


@require_GET
def show_own_work(request: PersonRequest) -> HttpResponse:
    rights = rights_everywhere(request)
    return _list(request, own_lines(rights, request.user), rights)


def _list(
    request: PersonRequest, lines: list[WorkLine], rights: Rights, project: Project | None = None
) -> HttpResponse:
    """The list asks again by itself, as the foot of the other pages does."""
    rounds = [line for line in lines if line.state == State.DONE and _is_round(line.job)]
    older = rounds[1:] if project and len(rounds) > 2 else []
    context = {
        "project": project,
        "tab": "overview",  # of which the list is the rest
        "rows": [_row(request, line, rights) for line in lines if line not in older],
        "older": [_row(request, line, rights) for line in older],
        "is_idle": not any(line.job.is_active for line in lines),
        "every": SOON if any(line.job.is_active for line in lines) else LATER,
    }
    page = "_list.html" if asks_for(request, "work") else "show_work.html"
    return render(request, f"jobs/{page}", context)


def _is_round(job: Job) -> bool:
    return isinstance(job, TrainingRun) and job.kind == TrainingRun.Kind.ROUND


def _foot(
    request: PersonRequest,
    line: WorkLine | None,
    rights: Rights,
    project: Project | None = None,
) -> HttpResponse:
    context = {
        "project": project,
        "row": _row(request, line, rights) if line else None,
        "batch": _batch_url(request, line, rights) if line else "",
        "at": at if (at := request.GET.get("at", "")) in ABOUT else "",
        "every": SOON if line and line.job.is_active else LATER,
    }
    return render(request, "jobs/_line.html", context)


def _row(request: PersonRequest, line: WorkLine, rights: Rights) -> dict[str, object]:
    """A line with its project, and the addresses that the person may go to from it."""
    job = line.job
    project = job.project  # type: ignore[attr-defined]
    name, right = PLACES[type(job)]
    stop, may = CANCELS.get(type(job), ("", ""))
    if project is None:  # a source model that she teaches from a file of her own
        held = frozenset({"manage"}) if may_create(request.user) else frozenset()
    else:
        held = rights[project.pk]
    is_source = isinstance(job, SourceTraining)
    stops = job.is_active and not job.is_put_off and may in held
    if is_source:
        stops = stops and job.requested_by_id == request.user.pk
    slug = [project.slug] if project else []
    reach = {Import: [*slug, job.pk], SourceTraining: []}.get(type(job), slug)
    return {
        "line": line,
        "state": line.state.name.lower(),
        "project": project,
        "outcome": outcome_of(job) if line.state == State.DONE else "",
        "took": _took(job),
        "left": line.minutes * 60 if line.minutes else None,
        "url": _result(line, held) or (reverse(name, args=reach) if right in held else ""),
        "cancel": reverse(stop, args=[job.pk] if is_source else [*slug, job.pk]) if stops else "",
    }


def _result(line: WorkLine, held: frozenset[str]) -> str:
    """What a model made that is done, where it is not the page that looks after models."""
    job = line.job
    if line.state != State.DONE or not isinstance(job, TrainingRun):
        return ""
    name, right = RESULTS[job.kind]
    return reverse(name, args=[job.project.slug]) if right in held else ""


def _took(job: Job) -> float | None:
    """Seconds from its beginning to its end, one at least; None before its end."""
    if job.started_at is None or job.finished_at is None:
        return None
    return max(1.0, (job.finished_at - job.started_at).total_seconds())


def _batch_url(request: PersonRequest, line: WorkLine, rights: Rights) -> str:
    """Where the batch is that the job has chosen, for who may label and has not begun it."""
    job = line.job
    if line.state != State.DONE or not isinstance(job, TrainingRun):
        return ""
    if "label" not in rights[job.project_id]:
        return ""
    slug = job.project.slug
    return reverse("label-next", args=[slug]) if batch_waits(job.project, request.user) else ""
