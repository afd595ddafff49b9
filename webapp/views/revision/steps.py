"""The steps of revision: decide an issue, change an entity, teach, undo, redo, approve.

An answer to a script holds only what the step changed; without scripts the page is loaded again.
"""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from annotation.models import Dialogue, User
from annotation.refusals import Refused
from annotation.services.glance.listing import Row
from annotation.services.revision import (
    decisions,
    entity_changes,
    issue_decisions,
    lexicon,
)
from annotation.services.revision import page as revision
from annotation.services.revision.plans import Plan, plan, replan
from webapp.access import dialogue_for
from webapp.forms.glance import listed_by
from webapp.forms.revision import ApproveForm, ChangeForm, DecideForm, StepForm, TeachForm
from webapp.requests import PersonRequest, asks_for
from webapp.views.revision.page import context_of, following_of, shown_again

Form = TypeVar("Form", bound=StepForm)
Take = Callable[[Dialogue, User, Form, Plan], str | None]


def step_view(
    form_class: type[Form],
    said: str | Promise = "",
    *,
    toast: str = "undo",
    goes_on: bool = False,
) -> Callable[[Take[Form]], Callable[..., HttpResponse]]:
    """A view of one step, which is told with `said`, or with what it returns; with `goes_on` the
    next dialogue is opened after it, if one is left.

    The step gets the checked form and the plan that there was, or is never called.
    """

    def wrap(take: Take[Form]) -> Callable[..., HttpResponse]:
        @require_POST
        @wraps(take)
        def answer(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
            dialogue = dialogue_for(request, slug, pk, "revise")
            form = form_class(request.POST)
            if not form.is_valid():
                sentence = _("This request was not complete; nothing was changed.")
                return _refused(request, dialogue, sentence)
            before = plan(dialogue)
            following = following_of(request, dialogue) if goes_on else None
            try:
                told = take(dialogue, request.user, form, before) or said
            except Refused as error:
                return _refused(request, dialogue, error.for_people, error.status)
            if following is not None:
                return _onwards(request, dialogue, following)
            return _changed(request, dialogue, before, str(told), toast)

        return answer

    return wrap


@step_view(DecideForm)
def decide_issue(dialogue: Dialogue, user: User, form: DecideForm, now: Plan) -> str:
    """Accept a fix, here or for every issue of its kind, or dismiss an issue with a reason."""
    answer = form.answer()
    issue_decisions.decide(dialogue, user, answer, state=form.state_seen, now=now)
    return _("Accepted.") if answer.action == "accept" else _("Rejected.")


@step_view(ChangeForm, gettext_lazy("Changed."))
def change_entity(dialogue: Dialogue, user: User, form: ChangeForm, now: Plan) -> None:
    """Another surrogate for some mentions, or other company, or another gender."""
    entity_changes.change(dialogue, user, form.wanted(), state=form.state_seen, now=now)


@step_view(TeachForm, gettext_lazy("Added to the lexicon."))
def teach_lexicon(dialogue: Dialogue, user: User, form: TeachForm, now: Plan) -> None:
    """A fact about the language, for every dialogue of the project that says the word."""
    fact = lexicon.check_fact(*form.fact())
    decisions.teach(dialogue, user, fact, state=form.state_seen, now=now)


@step_view(StepForm, gettext_lazy("Taken back."), toast="redo")
def undo_decision(dialogue: Dialogue, user: User, form: StepForm, now: Plan) -> None:
    """Take back the newest decision, or the approval."""
    decisions.undo(dialogue, form.state_seen, now)


@step_view(StepForm, gettext_lazy("Done again."))
def redo_decision(dialogue: Dialogue, user: User, form: StepForm, now: Plan) -> None:
    """Make the decision again that was taken back last."""
    decisions.redo(dialogue, form.state_seen, now)


@step_view(ApproveForm, gettext_lazy("Approved."), goes_on=True)
def approve_dialogue(dialogue: Dialogue, user: User, form: ApproveForm, now: Plan) -> None:
    """Let the dialogue leave, with a word of reason where a warning is open, and go on."""
    reason = form.cleaned_data["reason"]
    issue_decisions.approve(dialogue, user, reason=reason, state=form.state_seen, now=now)


def _onwards(request: PersonRequest, dialogue: Dialogue, following: Row) -> HttpResponse:
    """To the next dialogue, which says what was approved."""
    where = _page_of(request, dialogue, following.pk, approved=str(dialogue.pk))
    if not request.htmx:
        return redirect(where)
    return HttpResponse(status=204, headers={"HX-Redirect": where})


def _page_of(request: PersonRequest, dialogue: Dialogue, pk: int, **said: str) -> str:
    """The address of a dialogue's page, beside this one: in the same list, as much hidden."""
    said |= {"list": listed_by(request).query, "hide": "1" if request.POST.get("hide") else ""}
    query = urlencode({name: value for name, value in said.items() if value})
    page = reverse("revise-dialogue", args=[dialogue.project.slug, pk])
    return f"{page}?{query}" if query else page


def _changed(
    request: PersonRequest, dialogue: Dialogue, before: Plan, said: str, toast: str
) -> HttpResponse:
    """What a step changed; without scripts the page."""
    if not request.htmx:
        return redirect(_page_of(request, dialogue, dialogue.pk))
    context = context_of(
        request,
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
    answer.headers["HX-Trigger"] = "kept"  # the guided story may go on
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
    originals = shown_again(request, dialogue)
    context = context_of(request, dialogue, originals=originals, problem=problem)
    part = asks_for(request, "revision")
    template = "_dialogue.html" if part else "revise_dialogue.html"
    return render(request, f"revision/{template}", context, status=status)
