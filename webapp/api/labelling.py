"""Operations of a person who labels: steps on a turn, each saved as it is made.

The rules are the site's: an asked turn is taken if it is free, and labels on one that others have
are kept as one's own. A turn becomes gold on the site, when its reading is finished.
"""

from collections.abc import Callable

from django.http import HttpResponse
from ninja import Router

from annotation.models import Turn
from annotation.refusals import Refused, StaleVersion
from annotation.services.labelling import dialogues, spans
from webapp import access
from webapp.api.bodies import SpanIn, StepIn, StretchIn
from webapp.api.calls.scopes import needs
from webapp.api.calls.versions import Changed, check_match
from webapp.api.problems import problem
from webapp.api.texts import TurnState
from webapp.requests import PersonRequest

router = Router(tags=["labelling"])
TURN = "/projects/{slug:slug}/turns/{int:pk}"


@router.post(TURN + "/spans", response=TurnState)
@needs("label")
def add_span(request: PersonRequest, slug: str, pk: int, body: SpanIn) -> TurnState | HttpResponse:
    """Label a stretch; your labels that it overlaps give way, proposals under it are decided."""
    turn = access.turn_for(request, slug, pk, "label")
    labels = {label.name: label for label in turn.dialogue.project.labels.all()}
    if body.label not in labels:
        raise Refused("This project has no label of that name.", code="unknown_label")
    step = body.model_dump() | {"label": labels[body.label]}
    return _step(request, turn, lambda: spans.add_span(turn, request.user, **step))


@router.post(TURN + "/clear", response=TurnState)
@needs("label")
def clear_span(
    request: PersonRequest, slug: str, pk: int, body: StretchIn
) -> TurnState | HttpResponse:
    """Take away your labels that touch a stretch; a proposal accepted there is open again."""
    turn = access.turn_for(request, slug, pk, "label")
    step = body.model_dump()
    return _step(request, turn, lambda: spans.clear_span(turn, request.user, **step))


@router.post(TURN + "/proposals/{int:span}/accept", response=TurnState)
@needs("label")
def accept_proposal(
    request: PersonRequest, slug: str, pk: int, span: int, body: StepIn
) -> TurnState | HttpResponse:
    """Take a proposal as your label; what it overlaps gives way."""
    return _decide(request, slug, pk, span, body, accept=True)


@router.post(TURN + "/proposals/{int:span}/reject", response=TurnState)
@needs("label")
def reject_proposal(
    request: PersonRequest, slug: str, pk: int, span: int, body: StepIn
) -> TurnState | HttpResponse:
    """Say that a proposal is wrong."""
    return _decide(request, slug, pk, span, body, accept=False)


def _decide(
    request: PersonRequest, slug: str, pk: int, span: int, body: StepIn, *, accept: bool
) -> TurnState | HttpResponse:
    proposal = access.proposal_for(request, slug, pk, span, "label")
    turn = proposal.turn
    step = body.model_dump() | {"proposal": proposal, "accept": accept}
    return _step(request, turn, lambda: spans.decide_proposal(turn, request.user, **step))


def _step(
    request: PersonRequest, turn: Turn, step: Callable[[], object]
) -> TurnState | HttpResponse:
    """Take the turn, do the step, and answer with the turn as it is now; stale steps get it too."""
    dialogues.take_turn(turn, request.user)
    try:
        if "If-Match" in request.headers:
            check_match(request, spans.layer_of(turn, request.user).version)
        step()
    except (StaleVersion, Changed) as refusal:
        state = TurnState.of(turn, spans.layer_of(turn, request.user))
        return problem(refusal.status, refusal.code, refusal.for_people, turn=state.model_dump())
    return TurnState.of(turn, spans.layer_of(turn, request.user))
