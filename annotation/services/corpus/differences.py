"""What several readers said of a turn, and which turns wait for adjudication.

Called by adjudication, its page and `history`. A turn waits when all who are to read it have, and
nothing is settled: `gold` has settled those on which the readers agree.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from annotation.models import Batch, Dialogue, LayerKind, Project, QueryItem, Reading, Span, Turn
from annotation.services.corpus.gold import settle_turn
from annotation.services.corpus.order import Place, page_of
from learning.readings.adjudication import (
    Compared,
    Difference,
    Layer,
    Mark,
    compare,
    is_decided,
    is_finished,
)

DONE, READER, GOLD = Reading.Status.DONE, LayerKind.READER, LayerKind.GOLD


@dataclass(slots=True)
class Case:
    """A turn with its finished readings, in the order in which they were begun, and its gold."""

    turn: Turn
    # "differ" the readers do, or the only one's word is not enough; "agree" they do; "single" one
    # reader's word counts; "reading" further readers are to come; "unread".
    state: str
    readings: list[Reading] = field(default_factory=list)
    marks: dict[int, list[Span]] = field(default_factory=dict)  # by reading
    gold: Reading | None = None
    layer: Layer = field(default_factory=Layer)
    compared: Compared = field(default_factory=lambda: compare([]))

    @property
    def version(self) -> int:
        return self.gold.version if self.gold else 0

    @property
    def is_done(self) -> bool:
        return self.gold is not None and self.gold.status == DONE

    @property
    def open(self) -> list[Difference]:
        """The differences that are still to be decided."""
        if self.is_done:
            return []
        return [each for each in self.compared.differences if not is_decided(self.layer, each)]

    def is_decided(self, difference: Difference) -> bool:
        return self.is_done or is_decided(self.layer, difference)


def unsettled(project: Project) -> QuerySet[Any, Any]:
    """Turns that wait, as rows of `turn` and `turn__dialogue`; one query for any use of it.

    Readings that are not gold are few, and turns are many: the project is asked of the former.
    What one reader said before her word counted by itself still waits.
    """
    settled = Reading.objects.filter(turn=OuterRef("turn"), is_gold=True)
    here = Turn.objects.filter(pk=OuterRef("turn"), dialogue__project=project)
    finished = Reading.objects.filter(layer=READER, status=DONE, is_gold=False)
    rows = (
        finished.filter(~Exists(settled), Exists(here))
        .order_by()
        .values("turn", "turn__dialogue")
        .annotate(said=Count("pk"))
    )
    item = "turn__query_item"
    to_come = Q(**{f"{item}__status": QueryItem.Status.OPEN, f"{item}__readers__gt": F("said")})
    return rows.exclude(to_come)


def count_waiting(project: Project) -> int:
    return unsettled(project).count()


def waiting_dialogues(project: Project) -> QuerySet[Dialogue]:
    held = unsettled(project).values("turn__dialogue")
    return project.dialogues.filter(pk__in=held).order_by("position", "pk")


def list_waiting(
    project: Project, *, page: int, size: int, after: Place | None = None
) -> tuple[list[Dialogue], int]:
    """A page (1 = first) of the dialogues that wait, each with its `waiting` turns, and how many
    there are; three queries.

    after: the place of the dialogue behind which the page begins, whatever its number. It may be
    settled by now.
    """
    waiting = waiting_dialogues(project)
    rows = page_of(waiting, page=page, size=size, after=after)
    turns = unsettled(project).filter(turn__dialogue__in=[row.pk for row in rows])
    counts: dict[int, int] = {}
    for dialogue in turns.values_list("turn__dialogue", flat=True):
        counts[dialogue] = counts.get(dialogue, 0) + 1
    for row in rows:
        row.waiting = counts.get(row.pk, 0)  # type: ignore[attr-defined]
    return rows, waiting.count()


def cases_of(turns: Sequence[Turn], project: Project) -> dict[int, Case]:
    """The cases by turn id; four queries whatever the number of turns."""
    pks = [turn.pk for turn in turns]
    readings = Reading.objects.filter(turn__in=pks).filter(Q(layer=GOLD) | Q(status=DONE))
    by_turn: dict[int, list[Reading]] = {pk: [] for pk in pks}
    for reading in readings.order_by("pk"):
        by_turn[reading.turn_id].append(reading)
    labels = {label.pk: label for label in project.labels.all()}
    spans: dict[int, list[Span]] = {}
    for span in Span.objects.filter(reading__in=[r.pk for some in by_turn.values() for r in some]):
        span.label = labels[span.label_id]
        spans.setdefault(span.reading_id or 0, []).append(span)
    asked = QueryItem.objects.filter(turn__in=pks, status=QueryItem.Status.OPEN)
    # Of a turn that came labelled and is read again nobody but the second reader has a seat.
    items = {
        turn: readers + (number == Batch.APART)
        for turn, readers, number in asked.values_list("turn", "readers", "batch__number")
    }
    anything = next((pk for pk, label in labels.items() if label.key), None)
    return {
        turn.pk: _case(turn, by_turn[turn.pk], spans, items.get(turn.pk, 0), project, anything)
        for turn in turns
    }


def case_of(turn: Turn) -> Case:
    return cases_of([turn], turn.dialogue.project)[turn.pk]


def marks_of(spans: Iterable[Span], status: str = Span.Status.ACCEPTED) -> frozenset[Mark]:
    return frozenset(Mark(s.start, s.end, s.label_id) for s in spans if s.status == status)


def settle_layers(turns: Iterable[Turn]) -> None:
    """After a change to the gold layers of these turns (of one project): finish or open each by
    what it holds, and say what is gold."""
    turns = list(turns)
    if not turns:
        return
    now, moved = timezone.now(), []
    cases = [case for case in cases_of(turns, turns[0].dialogue.project).values() if case.gold]
    for case in cases:
        gold, finished = cast(Reading, case.gold), is_finished(case.layer, case.compared)
        if finished != case.is_done:
            gold.status = Reading.Status.DONE if finished else Reading.Status.OPEN
            gold.done_at = now if finished else None
            gold.is_gold = gold.is_gold and finished
            moved.append(gold)
    Reading.objects.bulk_update(moved, ["status", "done_at", "is_gold"], batch_size=500)
    for case in cases:
        settle_turn(case.turn)


def _case(
    turn: Turn,
    readings: list[Reading],
    spans: dict[int, list[Span]],
    expected: int,
    project: Project,
    anything: int | None,
) -> Case:
    gold = next((each for each in readings if each.layer == GOLD), None)
    readers = [each for each in readings if each.layer == READER]
    alone = len(readers) == 1 and not readers[0].is_gold and not (gold and project.single_is_gold)
    whole = Mark(0, len(turn.text), anything) if alone and anything and turn.text else None
    compared = compare([marks_of(spans.get(each.pk, [])) for each in readers], whole)
    state = "single" if len(readers) == 1 else "agree"
    if not readers:
        state = "unread"
    elif expected > len(readers):
        state = "reading"
    elif compared.differences:
        state = "differ"
    rows = spans.get(gold.pk, []) if gold else []
    return Case(
        turn=turn,
        state=state,
        readings=readers,
        marks={
            each.pk: [s for s in spans.get(each.pk, []) if s.status == Span.Status.ACCEPTED]
            for each in readers
        },
        gold=gold,
        layer=Layer(marks_of(rows), marks_of(rows, Span.Status.REJECTED)),
        compared=compared,
    )
