"""Every item of a release with what stands for it, and what of it stayed. Called by the attacks."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from annotation.evidence.attacks.alignment import Stretch, align
from annotation.evidence.types import Pair
from annotation.formats.types import TurnValue
from surrogates.folding import fold
from surrogates.labels import Kind, kind_of


@dataclass(frozen=True, slots=True)
class Item:
    """One item that somebody really said. `surrogate` is what stands in its place; `parts` are the
    places in the released turn where its own characters stayed."""

    dialogue: int  # its place in the target
    turn: int
    label: str
    lang: str
    original: str
    surrogate: str
    parts: tuple[tuple[int, int], ...]

    @property
    def kind(self) -> Kind:
        return kind_of(self.label)

    @property
    def is_replaced(self) -> bool:
        """Whether no character of it was left where it stood."""
        return not self.parts

    @property
    def has_value(self) -> bool:
        """Whether a value stands in its place as a whole, and no sign in brackets."""
        return self.is_replaced and not self.surrogate.startswith("[")

    @property
    def is_same(self) -> bool:
        return self.original == self.surrogate


@dataclass(frozen=True, slots=True)
class Turned:
    """One turn before and after, with the places that were replaced."""

    dialogue: int
    turn: int
    lang: str
    original: TurnValue
    released: TurnValue
    stretches: tuple[Stretch, ...]

    def place(self, offset: int) -> int | None:
        """Where a character of the original stands in the released text; None if replaced."""
        shift = 0
        for each in self.stretches:
            if offset < each.start:
                break
            if offset < each.end:
                return None
            shift = each.new_end - each.end
        return offset + shift


def turns_of(pairs: Sequence[Pair]) -> Iterator[Turned]:
    """Every turn, in order."""
    for number, pair in enumerate(pairs):
        turns = zip(pair.original.turns, pair.released.turns, strict=True)
        for at, (before, after) in enumerate(turns):
            yield Turned(number, at, pair.original.lang, before, after, align(before, after))


def items_of(pairs: Sequence[Pair], wanted: Callable[[str], bool] | None = None) -> list[Item]:
    """Every item of the originals, of labels that are wanted; all by default."""
    return [
        item
        for turned in turns_of(pairs)
        if turned.original.spans
        for item in items_in(turned)
        if wanted is None or wanted(item.label)
    ]


def items_in(turned: Turned) -> Iterator[Item]:
    """The items of one turn."""
    for span in turned.original.spans:
        touching = [s for s in turned.stretches if s.start < span.end and span.start < s.end]
        parts = tuple(_left(turned, span.start, span.end, touching))
        places = [*((s.new_start, s.new_end) for s in touching), *parts]
        if not places:
            continue
        start, end = min(p[0] for p in places), max(p[1] for p in places)
        yield Item(
            turned.dialogue,
            turned.turn,
            span.label,
            turned.lang,
            turned.original.text[span.start : span.end],
            turned.released.text[start:end],
            parts,
        )


def each_once(items: Iterable[Item], class_of: Callable[[Item], str]) -> list[Item]:
    """Items with a value, one mention of each text of a class in a dialogue: further ones repeat
    the same draw."""
    seen: dict[tuple[int, str, str], Item] = {}
    for item in items:
        if item.has_value:
            seen.setdefault((item.dialogue, class_of(item), fold(item.original)), item)
    return list(seen.values())


def _left(
    turned: Turned, start: int, end: int, touching: Iterable[Stretch]
) -> Iterator[tuple[int, int]]:
    """What of [start, end) was not replaced, in the released text; blanks are nothing."""
    at = start
    for each in [*touching, Stretch(end, end, 0, 0)]:
        if at < each.start and turned.original.text[at : each.start].strip():
            new = turned.place(at)
            if new is not None:
                yield new, new + each.start - at
        at = max(at, each.end)
