"""The pages of a motivated intruder: a dialogue as it would leave, a clock, and a form. She sees
nothing else of the project."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from annotation.models import IntruderTry, Project
from annotation.refusals import NothingToDo, Refused
from annotation.services.evidence.remains import intruder
from webapp.access import log_part, own_try_for, project_for
from webapp.forms.intruder import AnswerForm
from webapp.requests import PersonRequest


@require_GET
def show_intruder(request: PersonRequest, slug: str) -> HttpResponse:
    """Where she begins, goes on, and sees how many she has tried."""
    project = project_for(request, slug, "intrude")
    return _page(request, project)


@require_POST
def take_try(request: PersonRequest, slug: str) -> HttpResponse:
    """The next dialogue, drawn by chance; her clock runs from here."""
    project = project_for(request, slug, "intrude")
    try:
        row = intruder.take_dialogue(project, request.user)
    except (Refused, NothingToDo) as refusal:
        return _page(request, project, problem=refusal.for_people, status=refusal.status)
    return redirect("show-try", slug, row.pk)


@require_GET
def show_try(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    row = own_try_for(request, slug, pk, "intrude")
    if row.answered_at is not None:
        return redirect("show-intruder", slug)
    # The page is asked for again before its form is sent: that belongs to the same view.
    log_part(request, row.project, "intrude", [row.dialogue_id])
    return _form(request, row, AnswerForm())


@sensitive_post_parameters()
@require_POST
def answer_try(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    row = own_try_for(request, slug, pk, "intrude")
    form = AnswerForm(request.POST)
    if not form.is_valid():
        log_part(request, row.project, "intrude", [row.dialogue_id])
        return _form(request, row, form)
    try:
        intruder.answer_try(row, form.cleaned_data)
    except Refused as refusal:
        return _page(request, row.project, problem=refusal.for_people, status=refusal.status)
    messages.success(request, _("Kept. Somebody who knows the original scores it."))
    return redirect("show-intruder", slug)


def _page(
    request: PersonRequest, project: Project, *, problem: str = "", status: int = 200
) -> HttpResponse:
    mine = project.intruder_tries.filter(intruder=request.user)
    context = {
        "project": project,
        "tab": "intruder",
        "tried": mine.exclude(answered_at=None).count(),
        "open": intruder.open_try(project, request.user),
        "problem": problem,
    }
    return render(request, "evidence/show_intruder.html", context, status=status)


def _form(request: PersonRequest, row: IntruderTry, form: AnswerForm) -> HttpResponse:
    context = {
        "project": row.project,
        "tab": "intruder",
        "row": row,
        "released": intruder.released_text(row),
        "form": form,
        "seconds": int((timezone.now() - row.opened_at).total_seconds()),
    }
    status = 422 if form.errors else 200
    return render(request, "evidence/show_try.html", context, status=status)
