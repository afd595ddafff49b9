"""Operations on many turns: every layer and gold with who said what, labels and proposals at once.

Answers hold ids, offsets and labels, and no text.
"""

from typing import Annotated, Literal, Self
from uuid import UUID

from ninja import Query, Router
from pydantic import BaseModel, Field

from annotation.formats.findings.placing import PROGRAM
from annotation.models import LayerKind, Span
from annotation.refusals import Refused
from annotation.services.corpus import layers
from annotation.services.review import by_programs
from webapp import access
from webapp.api.bodies import Body, Number
from webapp.api.calls.cursors import cursor_of, place_of
from webapp.api.calls.once import once
from webapp.api.calls.scopes import needs
from webapp.api.texts import SpanOut
from webapp.requests import PersonRequest

router = Router(tags=["layers"])
MOST_TURNS, MOST_SPANS = 500, 5000  # of one call
Name = Annotated[str, Field(min_length=1, max_length=80)]


class LayersQuery(BaseModel):
    """`names`: the readers' names; without them they are numbers, the same all through a dialogue.
    `dialogue`: one dialogue alone."""

    size: int = Field(20, ge=1, le=100)
    cursor: str = Field("", max_length=60)
    dialogue: int | None = Field(None, ge=0, le=2**31 - 1)
    names: bool = False


class LayerOut(BaseModel):
    """What one reader, or adjudication, says of a turn. `is_gold`: it is what the turn holds."""

    reader: str
    layer: Literal["reader", "gold"]
    is_gold: bool
    spans: list[SpanOut]


class TurnLayersOut(BaseModel):
    """`blind`: it is being read a second time, and nothing is told of the first."""

    id: int
    position: int
    blind: bool
    layers: list[LayerOut]


class DialogueLayers(BaseModel):
    id: int
    name: str
    split: str
    turns: list[TurnLayersOut]


class LayersPage(BaseModel):
    next: str | None
    dialogues: list[DialogueLayers]


class StretchOf(Body):
    """A stretch in code points, end exclusive, with a label's name."""

    start: Number
    end: Number
    label: Annotated[str, Field(max_length=80)]


class Proposed(StretchOf):
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None


class TurnIn(Body):
    """A turn, the version of your labels on it that you saw, and what is to be labelled."""

    turn: Number
    version: Number
    spans: Annotated[list[StretchOf], Field(min_length=1, max_length=MOST_SPANS)]


class SpansIn(Body):
    """Labels on many turns. The same `op_id` twice is applied once."""

    op_id: UUID
    turns: Annotated[list[TurnIn], Field(min_length=1, max_length=MOST_TURNS)]


class ProposedTurn(Body):
    """A turn and all that the program proposes on it; none takes back what it proposed before."""

    turn: Number
    spans: Annotated[list[Proposed], Field(max_length=MOST_SPANS)]


class ProposalsIn(Body):
    """`program`: its name and version, which stands on each of its proposals."""

    program: Name
    turns: Annotated[list[ProposedTurn], Field(min_length=1, max_length=MOST_TURNS)]


class SpansDone(BaseModel):
    dialogues: int
    turns: int
    spans: int


class ProposalsDone(BaseModel):
    proposed: int
    taken_back: int


class ProposalsQuery(BaseModel):
    size: int = Field(200, ge=1, le=1000)
    cursor: str = Field("", max_length=60)
    source: Literal["", "model", "program"] = ""


class ProposedOut(SpanOut):
    """`program`: who proposed it where that was no model of the project; `run`: of the model."""

    id: int
    turn: int
    dialogue: int
    confidence: float | None
    program: str | None
    run: int | None

    @classmethod
    def of(cls, span: Span) -> Self:
        return cls.made_of(
            span,
            id=span.pk,
            turn=span.turn_id,
            dialogue=span.turn.dialogue_id,
            label=span.label.name,
            program=span.extra.get(PROGRAM),
            run=span.run_id,
        )


class ProposalsPage(BaseModel):
    next: str | None
    proposals: list[ProposedOut]


@router.get("/projects/{slug:slug}/layers", response=LayersPage)
@needs("read")
def list_layers(request: PersonRequest, slug: str, query: Query[LayersQuery]) -> LayersPage:
    """What every reader says of every turn, and what is gold: dialogues in their order. For
    curators and managers."""
    project = access.project_for(request, slug, "adjudicate")
    place = place_of(query.cursor)
    rows = layers.dialogues_after(project, place, query.size, only=query.dialogue)
    found = layers.layers_in(rows)
    last = rows[-1] if len(rows) == query.size else None
    return LayersPage(
        next=cursor_of(last.position, last.pk) if last is not None else None,
        dialogues=[
            DialogueLayers(
                id=row.pk,
                name=row.external_id,
                split=row.split,
                turns=_turns(found[row.pk], named=query.names),
            )
            for row in rows
        ],
    )


def _turns(turns: list[layers.TurnLayers], *, named: bool) -> list[TurnLayersOut]:
    numbers: dict[int, str] = {}

    def who(layer: layers.ReadingLayer) -> str:
        reading = layer.reading
        if named:
            return reading.reader.get_username()
        return numbers.setdefault(reading.reader_id, str(len(numbers) + 1))

    return [
        TurnLayersOut(
            id=each.turn.pk,
            position=each.turn.position,
            blind=each.is_blind,
            layers=[
                LayerOut(
                    reader=who(layer),
                    layer="gold" if layer.reading.layer == LayerKind.GOLD else "reader",
                    is_gold=layer.reading.is_gold,
                    spans=[SpanOut.of(span) for span in layer.spans],
                )
                for layer in each.layers
            ],
        )
        for each in turns
    ]


@router.post("/projects/{slug:slug}/spans", response=SpansDone)
@needs("label")
@once(200)
def add_spans(request: PersonRequest, slug: str, body: SpansIn) -> SpansDone:
    """Label stretches of many turns as yours, all or none: as one step for each dialogue, which can
    be undone on the site."""
    project = access.project_for(request, slug, "label")
    turns = access.turns_for(request, project, [each.turn for each in body.turns])
    wanted = [
        by_programs.TurnLabels(
            turns[each.turn],
            each.version,
            [by_programs.Stretch(s.start, s.end, s.label) for s in each.spans],
        )
        for each in body.turns
    ]
    _check_number(wanted)
    steps = by_programs.add_spans(project, request.user, wanted, op_id=body.op_id)
    spans = sum(len(each.stretches) for each in wanted)
    return SpansDone(dialogues=len(steps), turns=len(wanted), spans=spans)


def _check_number(wanted: list[by_programs.TurnLabels]) -> None:
    if len({each.turn.pk for each in wanted}) < len(wanted):
        raise Refused("A turn stands in the call twice.", code="twice")
    if sum(len(each.stretches) for each in wanted) > MOST_SPANS:
        raise Refused(f"A call takes at most {MOST_SPANS} labels.", code="too_many")


@router.post("/projects/{slug:slug}/proposals", response=ProposalsDone)
@needs("label")
@once(200)
def put_proposals(request: PersonRequest, slug: str, body: ProposalsIn) -> ProposalsDone:
    """Propose labels on many turns in the name of a program, all or none; they take the place of
    what it proposed on these turns before. For curators and managers."""
    project = access.project_for(request, slug, "train")
    turns = access.turns_for(request, project, [each.turn for each in body.turns])
    wanted = {
        turns[each.turn]: [
            by_programs.Stretch(s.start, s.end, s.label, s.confidence) for s in each.spans
        ]
        for each in body.turns
    }
    proposed, gone = by_programs.put_proposals(project, body.program, wanted)
    return ProposalsDone(proposed=proposed, taken_back=gone)


@router.get("/projects/{slug:slug}/proposals", response=ProposalsPage)
@needs("read")
def list_proposals(
    request: PersonRequest, slug: str, query: Query[ProposalsQuery]
) -> ProposalsPage:
    """What models and programs propose, decided or not. For curators and managers."""
    project = access.project_for(request, slug, "adjudicate")
    place = place_of(query.cursor)
    rows = by_programs.list_proposals(
        project, size=query.size, after=place[1] if place else 0, source=query.source
    )
    last = rows[-1] if len(rows) == query.size else None
    return ProposalsPage(
        next=cursor_of(0, last.pk) if last is not None else None,
        proposals=[ProposedOut.of(span) for span in rows],
    )
