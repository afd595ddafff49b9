"""Steps on a turn of a dialogue, asked or not: each is saved as it is made.

A step answers with the active turn (`labelling/_turn.html`) and names other turns of the dialogue
that it changed, nearest first, in the header `X-Changed-Turns`. A refusal is the same answer with
a sentence and a status.
"""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Assignment, QueryItem, Span, Step, Turn
from annotation.refusals import Refused
from annotation.services.labelling import dialogues, spans, steps
from annotation.services.labelling import page as desk
from webapp import access
from webapp.forms.steps import AboveForm, MoveForm, SpanForm, StepForm, StretchForm, TurnsForm
from webapp.requests import PersonRequest


@require_GET
def open_turn(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """One turn of the dialogue to be labelled; looking changes nothing."""
    turn = access.turn_for(request, slug, pk, "label")
    return answer_turn(request, turn, asked_item(request, turn))


@require_GET
def show_turns(request: PersonRequest, slug: str) -> HttpResponse:
    """Turns as the context shows them, those that a step has changed; in the order asked for."""
    project = access.project_for(request, slug, "label")
    turns = access.readable(request, Turn.objects.filter(dialogue__project=project))
    form = TurnsForm(request.GET, turns=turns)
    if not form.is_valid():
        return HttpResponse(status=422)
    shown = form.turns()
    access.log_part(request, project, "label", [shown[0].dialogue_id])
    around = desk.changed_context(shown, request.user)
    return render(request, "labelling/_contexts.html", {"project": project, "around": around})


@require_POST
def add_span(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    turn = access.turn_for(request, slug, pk, "label")
    form = SpanForm(request.POST, project=turn.dialogue.project)
    return change_turn(request, turn, form, spans.add_span)


@require_POST
def decide_proposal(
    request: PersonRequest, slug: str, pk: int, span: int, verb: str
) -> HttpResponse:
    turn = access.turn_for(request, slug, pk, "label")
    proposal = Span.objects.filter(pk=span, turn=turn, reading=None).first()

    def decide(turn: Turn, user: object, **step: object) -> Step:
        if proposal is None or verb not in {"accept", "reject"}:
            raise Refused(_("This proposal is not here any more."), code="unknown_proposal")
        accept = verb == "accept"
        return spans.decide_proposal(turn, user, proposal=proposal, accept=accept, **step)  # type: ignore[arg-type]

    return change_turn(request, turn, StepForm(request.POST), decide)


def step_view(
    form_class: type[StepForm], service: Callable[..., Step]
) -> Callable[..., HttpResponse]:
    """A view that takes one step on a turn."""

    @require_POST
    def take_step(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
        turn = access.turn_for(request, slug, pk, "label")
        return change_turn(request, turn, form_class(request.POST), service)

    return take_step


move_span = step_view(MoveForm, spans.move_span)
clear_span = step_view(StretchForm, spans.clear_span)
accept_proposals = step_view(AboveForm, spans.accept_proposals)
undo_step = step_view(StepForm, steps.undo_step)
redo_step = step_view(StepForm, steps.redo_step)


def change_turn(
    request: PersonRequest, turn: Turn, form: StepForm, service: Callable[..., Step]
) -> HttpResponse:
    """Check the form, do the step, answer with the turn as it is now.

    Who has the turn is `dialogues.take_turn`'s to say; the labels are saved in any case.
    """
    item = asked_item(request, turn)
    if not form.is_valid():
        return answer_turn(request, turn, item, form.complaint, 422)
    form.check_reader(request)
    mine = None
    try:
        mine = dialogues.take_turn(turn, request.user)
        step = service(turn, request.user, **form.step())
    except Refused as refusal:
        return answer_turn(request, turn, item, refusal.for_people, refusal.status)
    response = answer_turn(request, turn, item, mine=mine, step=step)
    if others := desk.changed_near(step, turn):
        response.headers["X-Changed-Turns"] = ",".join(map(str, others))
    return response


def asked_item(request: PersonRequest, turn: Turn) -> QueryItem | None:
    """The item of the page from which the request comes, if it asks about this turn."""
    page = request.POST.get("item") or request.GET.get("item") or ""
    item: QueryItem | None = getattr(turn, "query_item", None)
    return item if item is not None and str(item.pk) == page else None


def answer_turn(
    request: PersonRequest,
    turn: Turn,
    item: QueryItem | None,
    message: str = "",
    status: int = 200,
    *,
    mine: Assignment | None = None,
    step: Step | None = None,
) -> HttpResponse:
    access.log_part(request, turn.dialogue.project, "label", [turn.dialogue_id])
    if item is not None:
        active = desk.asked_turn(item, request.user, mine=mine, step=step)
    else:
        active = desk.active_turn(turn, request.user, step=step)
    context = {"project": turn.dialogue.project, "asked": active, "message": message}
    return render(request, "labelling/_turn.html", context, status=status)
