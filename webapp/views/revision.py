"""Revise: the surrogates of a dialogue beside the original, its issues, and approval."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.errors import Refused
from annotation.models import Dialogue
from annotation.services import approvals, replacement, revision
from annotation.services.coverage import coverage_of
from annotation.services.training import active_run, start_run
from webapp.access import dialogue_for, log_access, project_for
from webapp.requests import PersonRequest

DIALOGUES_A_PAGE = 50


class DecideForm(forms.Form):
    """One issue, named by its place, and what a person does about it."""

    code = forms.CharField(max_length=40)
    turn = forms.IntegerField(min_value=0)
    start = forms.IntegerField(min_value=0)
    action = forms.ChoiceField(choices=[("accept", ""), ("dismiss", "")])
    reason = forms.CharField(max_length=300, required=False)


class EditForm(forms.Form):
    """Mentions (their keys, with spaces between) and their new surrogate."""

    mentions = forms.CharField(max_length=20_000)
    kind = forms.ChoiceField(choices=[("surrogate", ""), ("redraw", ""), ("placeholder", "")])
    text = forms.CharField(max_length=replacement.LONGEST_SURROGATE, required=False)

    def clean_mentions(self) -> list[str]:
        return str(self.cleaned_data["mentions"]).split()


@require_GET
def revise_next(request: PersonRequest, slug: str) -> HttpResponse:
    """The first dialogue that is not approved; the list with `?all`, or when nothing is left."""
    project = project_for(request, slug, "revise")
    first = approvals.next_dialogue(project)
    if first is not None and "all" not in request.GET and not request.headers.get("HX-Request"):
        return redirect("revise-dialogue", project.slug, first.pk)
    context = {
        "project": project,
        "tab": "revise",
        "coverage": coverage_of(project),
        "run": active_run(project),
        "first": first,
    }
    if request.headers.get("HX-Request"):
        return render(request, "revision/_coverage.html", context)
    page = Paginator(approvals.revisable(project), DIALOGUES_A_PAGE).get_page(
        request.GET.get("page")
    )
    approvals.count_unread(list(page))
    done, total = approvals.progress_of(project)
    context |= {"dialogues": page, "done": done, "total": total}
    return render(request, "revision/revise_next.html", context)


@require_POST
def tag_corpus(request: PersonRequest, slug: str) -> HttpResponse:
    """Let the newest model read every turn that no person has read."""
    project = project_for(request, slug, "revise")
    start_run(project, user=request.user, kind="tag")
    if request.headers.get("HX-Request"):
        context = {"project": project, "coverage": coverage_of(project), "run": active_run(project)}
        return render(request, "revision/_coverage.html", context)
    return redirect("revise-next", project.slug)


@require_GET
def revise_dialogue(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """The page of one dialogue: originals are shown, so the visit is logged."""
    dialogue = dialogue_for(request, slug, pk, "revise")
    log_access(request, dialogue.project, "revise", dialogue)
    return render(request, "revision/revise_dialogue.html", _context(dialogue))


@require_POST
def decide_issue(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Accept a fix, or dismiss an issue with a reason."""
    dialogue = dialogue_for(request, slug, pk, "revise")
    form = DecideForm(request.POST)
    if not form.is_valid():
        return _refused(request, dialogue, _("This request was not complete; nothing was changed."))
    said = _("Accepted.") if form.cleaned_data["action"] == "accept" else _("Dismissed.")
    return _step(
        request,
        dialogue,
        lambda: replacement.decide(dialogue, request.user, **form.cleaned_data),
        said,
    )


@require_POST
def edit_surrogate(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Another surrogate for some mentions: typed, drawn again, or a placeholder."""
    dialogue = dialogue_for(request, slug, pk, "revise")
    form = EditForm(request.POST)
    if not form.is_valid():
        return _refused(request, dialogue, _("This request was not complete; nothing was changed."))
    return _step(
        request,
        dialogue,
        lambda: replacement.edit(dialogue, request.user, **form.cleaned_data),
        _("Changed."),
    )


@require_POST
def undo_decision(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Take back the newest decision."""
    dialogue = dialogue_for(request, slug, pk, "revise")
    return _step(
        request, dialogue, lambda: replacement.undo(dialogue), _("Taken back."), undo=False
    )


@require_POST
def approve_dialogue(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Say that the dialogue may leave."""
    dialogue = dialogue_for(request, slug, pk, "revise")
    return _step(
        request,
        dialogue,
        lambda: replacement.approve(dialogue, request.user),
        _("Approved."),
        undo=False,
    )


def _context(dialogue: Dialogue, **more: Any) -> dict[str, Any]:
    page = revision.page_of(dialogue)
    return {
        "project": dialogue.project, "tab": "revise", "dialogue": dialogue, "page": page, **more
    }  # fmt: skip


def _step(
    request: PersonRequest,
    dialogue: Dialogue,
    step: Callable[[], object],
    said: str,
    *,
    undo: bool = True,
) -> HttpResponse:
    try:
        step()
    except Refused as error:
        return _refused(request, dialogue, error.for_people, error.status)
    return render(request, "revision/_dialogue.html", _context(dialogue, said=said, undo=undo))


def _refused(
    request: PersonRequest, dialogue: Dialogue, problem: str, status: int = 422
) -> HttpResponse:
    context = _context(dialogue, problem=problem)
    return render(request, "revision/_dialogue.html", context, status=status)
