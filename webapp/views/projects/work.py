"""The line about work in progress at the foot of a project's pages, and the list of all work."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET
from django_htmx.http import HttpResponseStopPolling

from annotation.models import Erasure, Export, Import, Job, Project, SourceTraining, TrainingRun
from annotation.services.jobs.line import WorkLine, work_line, work_lines
from webapp.access import project_for
from webapp.requests import BESIDE, POLL, PersonRequest

# Where a job is looked after and who may go there; how it is cancelled and who may do that.
PLACES: dict[type[Job], tuple[str, str]] = {
    TrainingRun: ("show-overview", "overview"),
    Export: ("show-release", "release"),
    Import: ("show-import", "import"),
    SourceTraining: ("list-sources", "manage"),
    Erasure: ("show-erasing", "manage"),
}
CANCELS: dict[type[Job], tuple[str, str]] = {
    TrainingRun: ("cancel-training", "train"),
    Import: ("cancel-import", "import"),
}
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
    line = work_line(project, request.user, request.GET.get("followed", ""))
    context = {
        "project": project,
        "row": _row(request, project, line) if line else None,
        "every": SOON if line and line.job.is_active else LATER,
    }
    return render(request, "jobs/_line.html", context)


@require_GET
def show_work(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "overview")
    rows = [_row(request, project, line) for line in work_lines(project, request.user)]
    return render(request, "jobs/show_work.html", {"project": project, "rows": rows})


def _row(request: PersonRequest, project: Project, line: WorkLine) -> dict[str, object]:
    """A line with the addresses that the person may go to from it."""
    job = line.job
    name, right = PLACES[type(job)]
    stop, may = CANCELS.get(type(job), ("", ""))
    own = [project.slug, job.pk]
    reach = {Import: own, SourceTraining: []}.get(type(job), [project.slug])
    stops = job.is_active and may in request.rights
    return {
        "line": line,
        "state": line.state.name.lower(),
        "url": reverse(name, args=reach) if right in request.rights else "",
        "cancel": reverse(stop, args=own) if stops else "",
    }
