"""Operations of a curator: what waits for adjudication, who said what, and decisions.

Readers have no names here: `said` lists what each marked, in the order drawn for the dialogue.
"""

from typing import Annotated, Self

from django.http import HttpResponse
from ninja import Query, Router
from pydantic import BaseModel, BeforeValidator, Field

from annotation.models import Dialogue, Label, LayerKind
from annotation.refusals import StaleVersion
from annotation.services.adjudication import decisions
from annotation.services.corpus import best_spans
from annotation.services.corpus.differences import Case, case_of, cases_of
from annotation.services.corpus.differences import list_waiting as waiting_page
from annotation.services.labelling import spans
from webapp import access
from webapp.api.bodies import PageQuery, StretchIn, whole
from webapp.api.calls.cursors import cursor_of, place_of
from webapp.api.calls.scopes import needs
from webapp.api.calls.versions import Changed, check_match
from webapp.api.problems import problem
from webapp.api.texts import SpanOut, TurnState
from webapp.requests import PersonRequest

router = Router(tags=["adjudication"])


class DecisionIn(StretchIn):
    """Decide a difference, named by its bounds: `choice` is the place of a reader in `said`
    (1 = first) whose marks are taken, 0 takes nobody's."""

    choice: Annotated[int, Field(strict=True, ge=0, le=100), BeforeValidator(whole)]


class WaitingOut(BaseModel):
    """A dialogue with turns that wait."""

    id: int
    name: str
    waiting: int

    @classmethod
    def of(cls, row: Dialogue) -> Self:
        return cls(id=row.pk, name=row.external_id, waiting=row.waiting)  # type: ignore[attr-defined]


class WaitingPage(BaseModel):
    """A page of the list; `total` counts all dialogues that wait. `next` is the cursor of what
    comes after it; null where nothing does."""

    page: int
    size: int
    total: int
    next: str | None
    dialogues: list[WaitingOut]


class DifferenceOut(BaseModel):
    """A stretch on which readers differ; for a single reader whose word is not enough, the turn."""

    start: int
    end: int
    decided: bool
    said: list[list[SpanOut]]


class CaseOut(BaseModel):
    """A turn that readers do not agree on: its differences, what is gold so far, and the version
    to send with the next decision."""

    id: int
    text: str
    version: int
    is_gold: bool
    differences: list[DifferenceOut]
    gold: list[SpanOut]

    @classmethod
    def of(cls, case: Case, labels: dict[int, str]) -> Self:
        order = decisions.column_order(case.turn.dialogue, case.readings)
        columns = [case.readings.index(reading) for reading in order]

        def said(marks: frozenset[tuple[int, int, int]]) -> list[SpanOut]:
            return [SpanOut(start=m[0], end=m[1], label=labels[m[2]]) for m in sorted(marks)]

        return cls(
            id=case.turn.pk,
            text=case.turn.text,
            version=case.version,
            is_gold=case.is_done,
            differences=[
                DifferenceOut(
                    start=each.start,
                    end=each.end,
                    decided=case.is_decided(each),
                    said=[said(each.said[column]) for column in columns],
                )
                for each in case.compared.differences
            ],
            gold=said(case.layer.accepted),
        )


class DifferencesOut(BaseModel):
    """The turns of a dialogue that wait, or have waited."""

    id: int
    name: str
    turns: list[CaseOut]


@router.get("/projects/{slug:slug}/adjudication", response=WaitingPage)
@needs("label")
def list_waiting(request: PersonRequest, slug: str, query: Query[PageQuery]) -> WaitingPage:
    """The dialogues that wait for adjudication, without their texts."""
    project = access.project_for(request, slug, "adjudicate")
    after = place_of(query.cursor)
    rows, total = waiting_page(project, page=query.page, size=query.size, after=after)
    last = rows[-1] if len(rows) == query.size else None
    return WaitingPage(
        page=query.page,
        size=query.size,
        total=total,
        next=cursor_of(last.position, last.pk) if last is not None else None,
        dialogues=[WaitingOut.of(row) for row in rows],
    )


@router.get("/projects/{slug:slug}/adjudication/{int:pk}", response=DifferencesOut)
@needs("read", "label")
def show_differences(request: PersonRequest, slug: str, pk: int) -> DifferencesOut:
    """What the readers of a dialogue say where they differ. It is written down."""
    dialogue = access.dialogue_for(request, slug, pk, "adjudicate")
    access.log_view(request, dialogue.project, "adjudicate", [dialogue.pk], by="api", named=False)
    cases = cases_of(best_spans.dialogue_turns(dialogue), dialogue.project)
    labels = _labels(dialogue)
    turns = [CaseOut.of(case, labels) for case in cases.values() if case.state == "differ"]
    return DifferencesOut(id=dialogue.pk, name=dialogue.external_id, turns=turns)


@router.post("/projects/{slug:slug}/turns/{int:pk}/decide", response=CaseOut)
@needs("read", "label")
def decide_difference(
    request: PersonRequest, slug: str, pk: int, body: DecisionIn
) -> CaseOut | HttpResponse:
    """Decide one difference; when the last one of a turn is decided, the turn is gold."""
    turn = access.turn_for(request, slug, pk, "adjudicate")
    access.log_part(request, turn.dialogue.project, "adjudicate", [turn.dialogue_id])
    try:
        if "If-Match" in request.headers:
            check_match(request, spans.layer_of(turn, request.user, LayerKind.GOLD).version)
        decisions.take_reading(turn, request.user, **body.model_dump())
    except (StaleVersion, Changed) as refusal:
        state = TurnState.of(turn, spans.layer_of(turn, request.user, LayerKind.GOLD))
        return problem(refusal.status, refusal.code, refusal.for_people, turn=state.model_dump())
    return CaseOut.of(case_of(turn), _labels(turn.dialogue))


def _labels(dialogue: Dialogue) -> dict[int, str]:
    return dict(Label.objects.filter(project=dialogue.project).values_list("pk", "name"))
