"""Where the readers of a turn differ, and what deciding that makes of the adjudicated layer.

Called by `services.adjudication.decisions`. A decision is kept as marks: every mark of a reader is
taken up (accepted) or turned down (rejected), so that whether a difference is decided can be read
from the layer alone, whoever takes back which step.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from learning.types import Bounds, overlaps


class Mark(NamedTuple):
    """What a reader says of a stretch; code-point offsets, end exclusive."""

    start: int
    end: int
    label: int  # its id


@dataclass(frozen=True, slots=True)
class Difference:
    """A stretch on which readers differ: marks that hang together by overlap."""

    start: int
    end: int
    said: tuple[frozenset[Mark], ...]  # by each reader, in their order
    marks: frozenset[Mark]  # said there, or one over the whole turn (`compare`)


@dataclass(frozen=True, slots=True)
class Compared:
    """The readings of one turn: what all of them say, and where they differ, in order."""

    agreed: frozenset[Mark]
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Layer:
    accepted: frozenset[Mark] = frozenset()
    rejected: frozenset[Mark] = frozenset()

    @property
    def known(self) -> frozenset[Mark]:
        return self.accepted | self.rejected


def compare(readings: Sequence[frozenset[Mark]], whole: Mark | None = None) -> Compared:
    """Compare what readers said of a turn.

    `whole` makes the turn one difference: for a reader whose word is not enough by itself. It is a
    mark over the whole turn, to be turned down where the reader found nothing.
    """
    if whole is not None:
        marks = frozenset[Mark]().union(*readings)
        one = Difference(whole.start, whole.end, tuple(readings), marks or frozenset({whole}))
        return Compared(frozenset(), (one,))
    if not readings:
        return Compared(frozenset(), ())
    agreed = readings[0].intersection(*readings[1:])
    groups: list[list[Mark]] = []
    reach = -1
    for mark in sorted(readings[0].union(*readings[1:]) - agreed):
        if mark.start >= reach:
            groups.append([])
        groups[-1].append(mark)
        reach = max(reach, mark.end)
    return Compared(agreed, tuple(_difference(frozenset(group), readings) for group in groups))


def _difference(marks: frozenset[Mark], readings: Sequence[frozenset[Mark]]) -> Difference:
    start, end = min(mark.start for mark in marks), max(mark.end for mark in marks)
    return Difference(start, end, tuple(reading & marks for reading in readings), marks)


def is_decided(layer: Layer, difference: Difference) -> bool:
    """Whether every mark of the difference was taken up or turned down."""
    return difference.marks <= layer.known


def is_finished(layer: Layer, compared: Compared) -> bool:
    """Whether the layer says what the turn holds. One without any mark was not begun, or was
    taken back: what the readers agree on speaks for itself then."""
    return bool(layer.known) and compared.agreed.union(
        *(each.marks for each in compared.differences)
    ) <= covered(layer, compared)


def covered(layer: Layer, compared: Compared) -> frozenset[Mark]:
    """The marks that the layer has an opinion on; an agreed one that it leaves out counts where
    an accepted mark stands in its place."""
    under = {mark for mark in compared.agreed if _touches(mark, layer.accepted)}
    return layer.known | under


def decide(
    layer: Layer, compared: Compared, difference: Difference, chosen: frozenset[Mark]
) -> Layer:
    """The layer with these marks of the difference, and with nothing else in its stretch."""
    gone = {mark for mark in layer.accepted if overlaps(mark, difference)}
    turned_down = difference.marks - chosen
    # What a mark that goes had covered beyond this difference is open again.
    freed = {mark for mark in layer.rejected if _touches(mark, gone)} - difference.marks
    accepted = (layer.accepted - gone) | chosen
    return with_agreed(Layer(accepted, (layer.rejected - freed - chosen) | turned_down), compared)


def edit(layer: Layer, compared: Compared, start: int, end: int, label: int | None) -> Layer:
    """The layer with a label on [start, end), or with none: what stood there gives way."""
    layer = _shown(layer, compared)
    bounds = Bounds(start, end)
    gone = {mark for mark in layer.accepted if overlaps(mark, bounds)}
    new = frozenset[Mark]() if label is None else frozenset({Mark(start, end, label)})
    accepted = (layer.accepted - gone) | new
    answered = {mark for mark in compared.agreed if overlaps(mark, bounds)}
    # Every difference that the stretch touches is decided by it.
    for difference in compared.differences:
        if overlaps(difference, bounds):
            answered |= difference.marks
    return Layer(accepted, (layer.rejected | answered) - accepted)


def move(layer: Layer, compared: Compared, old: Bounds, new: Bounds) -> Layer | None:
    """The layer with other bounds for the label that stands on `old`; None where none does."""
    here = {mark for mark in _shown(layer, compared).accepted if mark[:2] == old}
    if not here:
        return None
    cleared = edit(layer, compared, *old, None)
    return edit(cleared, compared, *new, here.pop().label)


def _shown(layer: Layer, compared: Compared) -> Layer:
    """What an edit begins with: what is agreed, and the marks of a turn's only reader; of several,
    nothing is taken unchosen."""
    layer = with_agreed(layer, compared)
    for each in compared.differences:
        if len(each.said) == 1 and not is_decided(layer, each):
            layer = decide(layer, compared, each, each.said[0])
    return layer


def with_agreed(layer: Layer, compared: Compared) -> Layer:
    """The layer with what all readers say, except what was turned down or gave way."""
    free = {
        mark
        for mark in compared.agreed - layer.rejected
        if mark in layer.accepted or not _touches(mark, layer.accepted)
    }
    return Layer(layer.accepted | free, layer.rejected)


def _touches(mark: Mark, others: Iterable[Mark]) -> bool:
    return any(overlaps(mark, other) for other in others)
