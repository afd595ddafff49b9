"""The state of training as a partial that asks again while something runs; start and cancel."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Project
from annotation.services.jobs.lifecycle import cancel_job
from annotation.services.runs.starting import start_run
from annotation.services.team.overview import training_status
from webapp.access import project_for, run_for
from webapp.requests import PersonRequest, asks_for


@require_GET
def show_status(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "overview")
    return _status(request, project)


@require_POST
def start_training(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "train")
    start_run(project, user=request.user)
    return _status(request, project)


@require_POST
def cancel_training(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    run = run_for(request, slug, pk, "train")
    cancel_job(run)
    return _status(request, run.project)


def _status(request: PersonRequest, project: Project) -> HttpResponse:
    """The part; who waited is told when nothing runs any more. Without a script, the page."""
    if request.method == "POST" and not asks_for(request, "status"):
        return redirect("show-overview", project.slug)
    status = training_status(project, request.user)
    response = render(request, "training/_status.html", status)
    if not (status["run"] and status["run"].is_active):
        response["HX-Trigger"] = "run-settled"
    return response
