"""What the API says of dialogues, turns and labels. `of` makes an answer from rows."""

from typing import Self

from pydantic import BaseModel

from annotation.models import Span, Turn
from annotation.services.labelling.dialogues import DialogueRow
from annotation.services.labelling.occurrences import SHOWN, Hit, Plan
from annotation.services.labelling.spans import Layer
from webapp.api.bodies import Answer


class DialogueOut(BaseModel):
    """A dialogue in the list; `split` is pool (to be labelled), test or aside."""

    id: int
    name: str
    turns: int
    split: str
    approved: bool

    @classmethod
    def of(cls, row: DialogueRow) -> Self:
        return cls(
            id=row.dialogue.pk,
            name=row.dialogue.external_id,
            turns=row.turns,
            split=row.dialogue.split,
            approved=row.dialogue.approved_at is not None,
        )


class DialoguePage(BaseModel):
    """A page of the list; `total` counts all dialogues of the project. `next` is the cursor of what
    comes after it; null where nothing does."""

    page: int
    size: int
    total: int
    next: str | None
    dialogues: list[DialogueOut]


class SpanOut(Answer):
    """A label that you gave; code points, end exclusive."""

    start: int
    end: int
    label: str

    @classmethod
    def of(cls, span: Span) -> Self:
        return cls.made_of(span, label=span.label.name)


class ProposalOut(SpanOut):
    """A label that the model proposes and you have not decided."""

    id: int
    confidence: float | None


class TurnState(BaseModel):
    """Your labels on a turn, what is proposed, and the version to send with the next step."""

    id: int
    version: int
    spans: list[SpanOut]
    proposals: list[ProposalOut]

    @classmethod
    def of(cls, turn: Turn, layer: Layer) -> Self:
        return cls(
            id=turn.pk,
            version=layer.version,
            spans=[SpanOut.of(span) for span in layer.spans],
            proposals=[ProposalOut.of(span) for span in layer.proposals],
        )


class TurnOut(BaseModel):
    """A turn with its text, and your state of it."""

    speaker: str
    text: str
    state: TurnState

    @classmethod
    def of(cls, turn: Turn, layer: Layer) -> Self:
        return cls(speaker=turn.speaker, text=turn.text, state=TurnState.of(turn, layer))


class DialogueText(BaseModel):
    """A dialogue with the texts of its turns, in order."""

    id: int
    name: str
    lang: str
    split: str
    turns: list[TurnOut]


class HitOut(BaseModel):
    """An occurrence: where it stands, of what kind it is, and the label that stands there, if any.

    `other_form`: not the same letters, capitals aside.
    """

    id: str
    dialogue: int
    turn: int
    start: int
    end: int
    kind: str
    label: str | None
    other_form: bool

    @classmethod
    def of(cls, hit: Hit) -> Self:
        place = hit.place
        return cls(
            id=hit.id,
            dialogue=place.turn.dialogue,
            turn=place.turn.pk,
            start=place.start,
            end=place.end,
            kind=hit.kind,
            label=hit.other.name if hit.other else None,
            other_form=place.is_other_form,
        )


class PlanOut(Answer):
    """What can be changed: the first 200 occurrences, and how many there are of each kind.

    `totals` counts each scope, to 5,001 at most; `settled` occurrences stay as they are, `bare`
    ones have no label that could be cleared. `token` is sent back to change them.
    """

    token: str
    scope: str
    totals: dict[str, int]
    counts: dict[str, int]
    settled: int
    bare: int
    occurrences: list[HitOut]

    @classmethod
    def of(cls, plan: Plan) -> Self:
        return cls.made_of(plan, occurrences=[HitOut.of(hit) for hit in plan.hits[:SHOWN]])
