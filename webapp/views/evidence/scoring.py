"""What intruders found out, beside the originals, for those who may see these; and the limit of
how many people a dialogue must fit."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.refusals import Refused
from annotation.services.evidence.remains import intruder
from annotation.services.evidence.remains import measuring as remains
from webapp.access import log_part, log_view, project_for, try_for
from webapp.forms.intruder import FewestForm, ScoreForm
from webapp.requests import PersonRequest


@require_GET
def list_tries(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "originals")
    context = {
        "project": project,
        "tab": "release",
        "rows": list(intruder.answered(project)),
        "state": intruder.intruder_state(project),
    }
    return render(request, "evidence/list_tries.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def score_try(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """An answer beside the original; its score is saved from here."""
    row = try_for(request, slug, pk, "originals")
    form, problem, status = ScoreForm(row, request.POST or None), "", 200
    if request.method == "POST" and form.is_valid():
        try:
            intruder.score_try(row, form.cleaned_data, request.user)
        except Refused as refusal:
            problem, status = refusal.for_people, refusal.status
        else:
            return redirect("list-tries", slug)
    write = log_view if request.method != "POST" else log_part
    write(request, row.project, "score", [row.dialogue_id])
    context = {
        "project": row.project,
        "tab": "release",
        "row": row,
        "form": form,
        "original": intruder.original_text(row),
        "problem": problem,
    }
    status = 422 if form.errors else status
    return render(request, "evidence/score_try.html", context, status=status)


@require_POST
def set_fewest(request: PersonRequest, slug: str) -> HttpResponse:
    """How many people a dialogue must fit; what is no number from 0 to 100 changes nothing."""
    project = project_for(request, slug, "manage")
    form = FewestForm(request.POST)
    if form.is_valid():
        remains.set_fewest_people(project, form.cleaned_data["people"])
    return redirect("show-evidence", slug)
