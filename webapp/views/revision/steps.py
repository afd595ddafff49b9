"""The steps of revision: decide an issue, change an entity, teach, undo, redo, approve.

An answer to a script holds only what the step changed; without scripts the page is loaded again.
"""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from annotation.models import Dialogue
from annotation.refusals import Refused
from annotation.services.revision import decisions, entity_changes, issue_decisions, lexicon
from annotation.services.revision import page as revision
from annotation.services.revision.plans import Plan, plan, replan
from webapp.access import dialogue_for
from webapp.forms.revision import ChangeForm, DecideForm, StepForm, TeachForm
from webapp.requests import PersonRequest, asks_for
from webapp.views.revision.page import context_of, shown_again


def step_view(
    form_class: type[StepForm],
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A view of one step: it gets the dialogue and the checked form, or is never called."""

    def wrap(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @require_POST
        @wraps(view)
        def answer(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
            dialogue = dialogue_for(request, slug, pk, "revise")
            form = form_class(request.POST)
            if not form.is_valid():
                sentence = _("This request was not complete; nothing was changed.")
                return _refused(request, dialogue, sentence)
            return view(request, dialogue, form)

        return answer

    return wrap


@step_view(DecideForm)
def decide_issue(request: PersonRequest, dialogue: Dialogue, form: DecideForm) -> HttpResponse:
    """Accept a fix, here or for every issue of its kind, or dismiss an issue with a reason."""
    answer, state = form.answer(), form.cleaned_data["state"]
    return _step(
        request,
        dialogue,
        lambda now: issue_decisions.decide(dialogue, request.user, answer, state=state, now=now),
        _("Accepted.") if answer.action == "accept" else _("Rejected."),
    )


@step_view(ChangeForm)
def change_entity(request: PersonRequest, dialogue: Dialogue, form: ChangeForm) -> HttpResponse:
    """Another surrogate for some mentions, or other company, or another gender."""
    wanted, state = form.wanted(), form.cleaned_data["state"]
    return _step(
        request,
        dialogue,
        lambda now: entity_changes.change(dialogue, request.user, wanted, state=state, now=now),
        _("Changed."),
    )


@step_view(TeachForm)
def teach_lexicon(request: PersonRequest, dialogue: Dialogue, form: TeachForm) -> HttpResponse:
    """A fact about the language, for every dialogue of the project that says the word."""

    def teach(now: Plan) -> None:
        fact = lexicon.check_fact(*form.fact())
        decisions.teach(dialogue, request.user, fact, state=form.cleaned_data["state"], now=now)

    return _step(request, dialogue, teach, _("The lexicon knows it now."))


@step_view(StepForm)
def undo_decision(request: PersonRequest, dialogue: Dialogue, form: StepForm) -> HttpResponse:
    """Take back the newest decision, or the approval."""
    state = form.cleaned_data["state"]
    return _step(
        request,
        dialogue,
        lambda now: decisions.undo(dialogue, state, now),
        _("Taken back."),
        toast="redo",
    )


@step_view(StepForm)
def redo_decision(request: PersonRequest, dialogue: Dialogue, form: StepForm) -> HttpResponse:
    """Make the decision again that was taken back last."""
    state = form.cleaned_data["state"]
    return _step(
        request, dialogue, lambda now: decisions.redo(dialogue, state, now), _("Done again.")
    )


@step_view(StepForm)
def approve_dialogue(request: PersonRequest, dialogue: Dialogue, form: StepForm) -> HttpResponse:
    """Say that the dialogue may leave."""
    state = form.cleaned_data["state"]
    return _step(
        request,
        dialogue,
        lambda now: issue_decisions.approve(dialogue, request.user, state=state, now=now),
        _("Approved."),
    )


def _step(
    request: PersonRequest,
    dialogue: Dialogue,
    step: Callable[[Plan], object],
    said: str,
    *,
    toast: str = "undo",
) -> HttpResponse:
    """Take the step and answer with what changed; a refusal changes nothing."""
    before = plan(dialogue)
    try:
        step(before)
    except Refused as error:
        return _refused(request, dialogue, error.for_people, error.status)
    if not request.htmx:
        page = reverse("revise-dialogue", args=[dialogue.project.slug, dialogue.pk])
        hidden = {"hide": "1"} if request.POST.get("hide") else {}
        return redirect(f"{page}?{urlencode(hidden)}" if hidden else page)
    context = context_of(
        dialogue,
        originals=shown_again(request, dialogue),
        now=replan(before),
        before=before,
        said=said,
        toast=toast,
        part=True,
    )
    context["cards"] = revision.changed_cards(before, context["page"])
    answer = render(request, "revision/_step.html", context)
    answer.headers["HX-Reswap"] = "none"  # each part names its own place
    return answer


def _refused(
    request: PersonRequest, dialogue: Dialogue, problem: str, status: int = 422
) -> HttpResponse:
    """The sentence beside what was typed; where the page is out of date, on the latest page."""
    form = StepForm(request.POST)
    panel = form.cleaned_data.get("panel") if form.is_valid() else ""
    if panel and request.htmx and status != 409:
        answer = render(request, "revision/_problem.html", {"problem": problem}, status=status)
        answer.headers["HX-Retarget"] = f"#problem-{panel}"
        answer.headers["HX-Reswap"] = "innerHTML"
        return answer
    context = context_of(dialogue, originals=shown_again(request, dialogue), problem=problem)
    part = asks_for(request, "revision")
    template = "_dialogue.html" if part else "revise_dialogue.html"
    return render(request, f"revision/{template}", context, status=status)
