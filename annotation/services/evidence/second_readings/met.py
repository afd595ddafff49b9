"""What second readers have met so far: each drawn turn compared with the first reading of it.
Called by the report, the gate, and whoever draws more."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from django.db.models import Q

from annotation.evidence.audit.sequential import Goal, Outcome, Read, judge
from annotation.models import AuditDraw, AuditTurn, LayerKind, Project, QueryItem, Reading, Span
from annotation.services.storage.snapshots import one_snapshot
from learning.metrics.precision_recall import covered
from learning.types import Span as SpanValue
from learning.types import overlaps

READ, SKIPPED, WAITING = "read", "skipped", "waiting"
DONE = Reading.Status.DONE
Bounds = list[SpanValue]


@dataclass(frozen=True, slots=True)
class MetTurn:
    """A drawn turn. `state`: read, skipped, or waiting for its second reader; counts of items that
    the second reader met, the first lacked, and that a curator is still to decide."""

    row: AuditTurn
    state: str
    changed: bool = False  # the first reading holds something else now than when it was drawn
    met: int = 0
    missed: int = 0
    undecided: int = 0
    first: int = 0  # items of the first reading, of the second, and of both
    second: int = 0
    both: int = 0
    model: int = 0  # proposed by a model or another tool, and marked by neither
    second_pk: int | None = None  # the second reading, and what a curator has decided since
    gold_pk: int | None = None

    @property
    def as_read(self) -> Read:
        return Read(self.met, self.missed, self.row.weight)


@dataclass
class Met:
    """All drawn turns of a project, in the order in which they are judged."""

    turns: list[MetTurn]
    draws: list[AuditDraw]

    @property
    def drawn(self) -> int:
        return sum(draw.turns for draw in self.draws)

    @property
    def erased(self) -> int:
        """Drawn turns that are no more; what they held is gone from every figure."""
        return self.drawn - len(self.turns)

    @cached_property
    def states(self) -> Counter[str]:
        return Counter(each.state for each in self.turns)

    @cached_property
    def judged(self) -> list[MetTurn]:
        """Those that were read, of sheets that are through, one after the other: in which order a
        sheet's turns are read is the reader's matter, which sheets count is not."""
        through: list[MetTurn] = []
        for _sheet, group in groupby(self.turns, key=lambda each: each.row.sheet):
            sheet = list(group)
            if any(each.state == WAITING for each in sheet):
                break
            through += [each for each in sheet if each.state == READ]
        return through

    @property
    def drawn_left(self) -> int:
        """Turns that were drawn and are not judged yet: to be read, or read beyond those."""
        return len(self.turns) - self.states[SKIPPED] - len(self.judged)

    def judge(self, goal: Goal) -> Outcome:
        return judge(goal, (each.as_read for each in self.judged))


@one_snapshot()
def read_met(project: Project) -> Met:
    """Every drawn turn with what came of it; six queries."""
    draws = list(AuditDraw.objects.filter(project=project).order_by("pk"))
    if not draws:
        return Met([], [])
    rows = list(
        AuditTurn.objects.filter(draw__project=project)
        .select_related("turn__query_item")
        .order_by("sheet", "pk")
    )
    here = Q(turn__audit_turn__draw__project=project)
    readings: defaultdict[int, list[Reading]] = defaultdict(list)
    for reading in Reading.objects.filter(here).order_by("done_at", "pk"):
        readings[reading.turn_id].append(reading)
    spans: defaultdict[int, Bounds] = defaultdict(list)  # by reading
    machine: defaultdict[int, Bounds] = defaultdict(list)  # by turn
    theirs = Span.objects.filter(Q(status=Span.Status.ACCEPTED) | Q(reading=None), here)
    for reading_pk, turn, start, end in theirs.order_by("start", "end").values_list(
        "reading", "turn", "start", "end"
    ):
        (machine[turn] if reading_pk is None else spans[reading_pk]).append(
            SpanValue(start, end, "")
        )
    turns = [_turn(row, readings[row.turn_id], spans, machine[row.turn_id]) for row in rows]
    return Met(turns, draws)


def _turn(
    row: AuditTurn,
    readings: Sequence[Reading],
    spans: Mapping[int, Bounds],
    machine: Bounds,
) -> MetTurn:
    first = [SpanValue(start, end, "") for start, end in row.first]
    now = spans.get(row.reading_id or 0, [])
    changed = [(each.start, each.end) for each in now] != [tuple(each) for each in row.first]
    item: QueryItem | None = getattr(row.turn, "query_item", None)
    others = [r for r in readings if r.layer == LayerKind.READER and r.reader_id not in row.readers]
    done = next((each for each in others if each.status == DONE), None)
    if done is None or item is None or item.status == QueryItem.Status.OPEN:
        is_skipped = item is None or item.status != QueryItem.Status.OPEN
        return MetTurn(row, SKIPPED if is_skipped else WAITING, changed)
    said, text = list(spans.get(done.pk, [])), row.turn.text
    gold = next((each for each in readings if _decided_after(each, row)), None)
    missed = [each for each in said if not covered(text, each, first)]
    undecided = 0
    if gold is not None:  # a curator has said since what there is
        truth = spans.get(gold.pk, [])
        wrong = [each for each in missed if not _beside(each, truth)]
        said = [each for each in said if each not in wrong]
        # What the second reader overlooked as well, and the curator saw, was missed, too.
        more = [s for s in truth if not _beside(s, said) and not covered(text, s, first)]
        missed = [each for each in missed if each not in wrong] + more
        said += more
    elif not any(each.is_gold for each in readings):
        undecided = len(missed)
    own = spans.get(done.pk, [])
    return MetTurn(
        row,
        READ,
        changed,
        met=len(said),
        missed=len(missed),
        undecided=undecided,
        first=len(first),
        second=len(own),
        both=sum(1 for _pair in _pairs(first, own)),
        model=sum(not _beside(each, [*first, *own]) for each in machine),
        second_pk=done.pk,
        gold_pk=gold.pk if gold is not None else None,
    )


def _decided_after(reading: Reading, row: AuditTurn) -> bool:
    """An adjudication that is not the word on which the turn rested when it was drawn."""
    is_gold = reading.layer == LayerKind.GOLD and reading.status == DONE
    return is_gold and reading.pk != row.reading_id


def _beside(span: SpanValue, others: Sequence[SpanValue]) -> bool:
    return any(overlaps(span, other) for other in others)


def _pairs(first: Sequence[SpanValue], second: Sequence[SpanValue]) -> Iterator[SpanValue]:
    """Items that both marked, in the order of the text: any character in common, each once."""
    left = list(second)
    for each in first:
        other = next((s for s in left if overlaps(each, s)), None)
        if other is not None:
            left.remove(other)
            yield each
