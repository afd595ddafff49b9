"""Where dialogues stand, counted from their turns, readings and spans.

Called by `following`, for a few dialogues at a time: a page of a whole corpus reads what was
counted here and counts nothing itself.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from annotation.models import Dialogue, DialogueFigures, LayerKind, Project, Reading, Span, Turn
from annotation.services.revision.approvals import revisable
from annotation.services.revision.coverage import DIFFER, MACHINE, NOBODY, UNSETTLED, with_reader

State = DialogueFigures.State
Mark = tuple[int, int, int]  # start, end, label


@dataclass(slots=True)
class Counts:
    """A dialogue as it is now; what never changes, or costs the engine, is not among it."""

    state: State = State.UNREAD
    read_by: Counter[str] = field(default_factory=Counter)
    items: int = 0
    readers: list[int] = field(default_factory=list)
    agreement: float | None = None

    @property
    def unread(self) -> int:
        return self.read_by[NOBODY]

    @property
    def unsettled(self) -> int:
        return sum(self.read_by[how] for how in UNSETTLED)


def count_dialogues(
    project: Project, dialogues: Sequence[Dialogue], blocked: frozenset[int] = frozenset()
) -> dict[int, Counts]:
    """Counts by id, of dialogues of one project; six queries. `blocked`: ids of those with an open
    issue that blocks."""
    pks = [dialogue.pk for dialogue in dialogues]
    counts = {pk: Counts() for pk in pks}
    where: dict[int, int] = {}
    turns = with_reader(Turn.objects.filter(dialogue__in=pks), project).order_by()
    for turn, dialogue, read_by in turns.values_list("pk", "dialogue_id", "read_by"):
        where[turn] = dialogue
        counts[dialogue].read_by[read_by] += 1
    _count_spans(pks, where, counts)
    approved = revisable(project).filter(pk__in=pks, approved=True).order_by()
    still = set(approved.values_list("pk", flat=True))
    for dialogue in dialogues:
        own = counts[dialogue.pk]
        if dialogue.approved_at is None:
            own.state = _state(own)
        else:  # a label that changed, a turn that is open again or an issue stops it
            stopped = own.unread or own.unsettled or dialogue.pk in blocked
            stopped = stopped or dialogue.pk not in still
            own.state = State.HELD if stopped else State.APPROVED
    return counts


def _state(own: Counts) -> State:
    """Of a dialogue that nobody has approved."""
    if own.read_by[DIFFER]:
        return State.DIFFER
    if own.unread:
        return State.UNREAD
    return State.MODEL if own.read_by[MACHINE] else State.READ


def _count_spans(pks: Sequence[int], where: dict[int, int], counts: dict[int, Counts]) -> None:
    """Items, readers and their agreement."""
    gold: dict[int, int] = {}  # turn -> its gold reading
    readings: defaultdict[int, dict[int, set[Mark]]] = defaultdict(dict)  # finished ones of readers
    done = Reading.objects.filter(turn__dialogue__in=pks, status=Reading.Status.DONE)
    people: defaultdict[int, set[int]] = defaultdict(set)
    for pk, turn, reader, layer, is_gold in done.values_list(
        "pk", "turn_id", "reader_id", "layer", "is_gold"
    ):
        if turn not in where:
            continue  # imported since
        if is_gold:
            gold[turn] = pk
        if layer == LayerKind.READER:
            readings[turn][pk] = set()
            people[where[turn]].add(reader)
    items: defaultdict[int, set[tuple[int, int]]] = defaultdict(set)
    spans = Span.objects.filter(turn__dialogue__in=pks).exclude(status=Span.Status.REJECTED)
    for turn, reading, start, end, label in spans.order_by().values_list(
        "turn_id", "reading_id", "start", "end", "label_id"
    ):
        if reading in readings[turn]:
            readings[turn][reading].add((start, end, label))
        if turn not in gold or gold[turn] == reading:
            items[turn].add((start, end))
    agreed: Counter[int] = Counter()
    shared: Counter[int] = Counter()
    for turn, layers in readings.items():
        if len(layers) > 1:
            first, *others = layers.values()
            shared[where[turn]] += 1
            agreed[where[turn]] += all(other == first for other in others)
    for turn, places in items.items():
        if turn in where:
            counts[where[turn]].items += len(places)
    for pk, own in counts.items():
        own.readers = sorted(people[pk])
        own.agreement = agreed[pk] / shared[pk] if shared[pk] else None
