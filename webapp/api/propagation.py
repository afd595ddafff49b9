"""Operations on every occurrence of a stretch: what would change, and changing it as one step.

Answers hold ids and offsets, no text, and of those dialogues alone that the person may read.
"""

from typing import Annotated, Literal
from uuid import UUID

from django.http import HttpResponse
from ninja import Query, Router
from pydantic import BaseModel, Field

from annotation.models import Label, Turn
from annotation.refusals import Refused, StaleVersion
from annotation.services.labelling import propagation, spans
from annotation.services.labelling.occurrences import SHOWN
from annotation.services.labelling.propagation import Choice, Matching, Question
from webapp import access
from webapp.api.bodies import Body, Number
from webapp.api.calls.scopes import needs
from webapp.api.problems import problem
from webapp.api.texts import PlanOut, TurnState
from webapp.requests import PersonRequest

router = Router(tags=["labelling"])
TURN = "/projects/{slug:slug}/turns/{int:pk}"
HitId = Annotated[str, Field(pattern=r"^\d{1,19}:\d{1,10}-\d{1,10}$")]
Kind = Literal["new", "clear", "relabel", "overlaps", "proposed", "denied", "finished"]


class PlanQuery(BaseModel):
    """Which words, and what to do: `label` is a label's name; without it labels are cleared.

    `scope`: how far to look. `capitals`, `accents`, `endings`: whether they may differ.
    """

    start: int = Field(ge=0, le=2**31 - 1)
    end: int = Field(ge=0, le=2**31 - 1)
    label: str = Field("", max_length=80)
    scope: Literal["turn", "dialogue", "project"] = "dialogue"
    capitals: bool = True
    accents: bool = True
    endings: bool = True


class ApplyIn(Body):
    """The question again, the token of the plan that you saw, and what you choose of it.

    `kinds`: whole kinds of occurrences; `without` and `also`: single ones by id, left out of their
    kind or taken in without it.
    """

    op_id: UUID
    token: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    start: Number
    end: Number
    label: Annotated[str, Field(max_length=80)] = ""
    scope: Literal["turn", "dialogue", "project"] = "dialogue"
    capitals: bool = True
    accents: bool = True
    endings: bool = True
    kinds: list[Kind]
    without: Annotated[list[HitId], Field(max_length=SHOWN)] = []
    also: Annotated[list[HitId], Field(max_length=SHOWN)] = []


class Applied(BaseModel):
    """What the step changed, and the turn of the question as it is now."""

    occurrences: int
    turns: int
    turn: TurnState


@router.get(TURN + "/propagate", response=PlanOut)
@needs("label")
def plan_propagation(
    request: PersonRequest, slug: str, pk: int, query: Query[PlanQuery]
) -> PlanOut:
    """Every occurrence of a stretch's words and what stands there; changes nothing."""
    turn = access.turn_for(request, slug, pk, "label")
    plan = propagation.plan_propagation(turn, request.user, _question(request, turn, query))
    return PlanOut.of(plan)


@router.post(TURN + "/propagate/apply", response=Applied)
@needs("label")
def apply_propagation(
    request: PersonRequest, slug: str, pk: int, body: ApplyIn
) -> Applied | HttpResponse:
    """Label or clear what you chose, as one step; 409 `stale` with the plan as it is now, if it is
    not the one that you saw."""
    turn = access.turn_for(request, slug, pk, "label")
    question = _question(request, turn, body)
    choice = Choice(body.op_id, body.token, body.kinds, body.without, body.also)
    try:
        step = propagation.apply_propagation(turn, request.user, question, choice)
    except StaleVersion as refusal:
        plan = PlanOut.of(propagation.plan_propagation(turn, request.user, question))
        return problem(refusal.status, refusal.code, refusal.for_people, plan=plan.model_dump())
    occurrences, turns = propagation.count_changed(step)
    state = TurnState.of(turn, spans.layer_of(turn, request.user))
    return Applied(occurrences=occurrences, turns=turns, turn=state)


def _question(request: PersonRequest, turn: Turn, asked: PlanQuery | ApplyIn) -> Question:
    return Question(
        only=access.limited_to(request),
        start=asked.start,
        end=asked.end,
        scope=asked.scope,
        label=_label(turn, asked.label) if asked.label else None,
        matching=Matching(asked.capitals, asked.accents, asked.endings),
    )


def _label(turn: Turn, name: str) -> Label:
    label = turn.dialogue.project.labels.filter(name=name).first()
    if label is None:
        raise Refused("This project has no label of that name.", code="unknown_label")
    return label
