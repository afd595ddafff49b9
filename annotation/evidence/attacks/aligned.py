"""What became of each item of a release: the text before and after, lined up turn by turn.

Called by the attacks that ask how often a claim about an item is right.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Pair
from annotation.formats.types import SpanValue, TurnValue
from surrogates.folding import fold, words


@dataclass(frozen=True, slots=True)
class Item:
    """One item where it stands in the released turn; `released` is `original` where it stayed."""

    turn: int
    start: int  # in the released turn
    label: str
    original: str
    released: str

    @property
    def stays(self) -> bool:
        """Whether a reader of the release still sees the original, in whatever case."""
        return fold(self.original) == fold(self.released)

    @property
    def form(self) -> str:
        """The words that a reader sees, folded."""
        return form_of(self.released)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A replaced stretch: [start, end) in the original turn, [new_start, new_end) after."""

    start: int
    end: int
    new_start: int
    new_end: int
    label: str


def form_of(text: str) -> str:
    """A form as mentions are compared: folded words, or the signs where there are no words."""
    return " ".join(words(text)) or text.strip()


def items_of(pair: Pair, number: int = 1) -> list[Item]:
    """Every item of a dialogue in order: what was replaced, and what should have been and stayed.

    Of a gold item that was replaced in part, what is left is an item of its own. `number` names the
    dialogue in errors. Raises EvidenceError where the two do not align.
    """
    return [
        item
        for place, (before, after, stretches) in enumerate(aligned_turns(pair, number))
        for item in _items_of_turn(place, before, after, stretches)
    ]


def aligned_turns(
    pair: Pair, number: int = 1
) -> Iterator[tuple[TurnValue, TurnValue, list[Stretch]]]:
    """Turns before and after, with what was replaced. Raises EvidenceError as `items_of`."""
    before, after = pair.original.turns, pair.released.turns
    if len(before) != len(after):
        raise EvidenceError(
            f"Dialogue {number} has {len(before)} turns before and {len(after)} after; "
            "expected as many."
        )
    for place, (one, other) in enumerate(zip(before, after, strict=True), 1):
        stretches = _stretches(one, other)
        if stretches is None:
            raise EvidenceError(
                f"Turn {place} of dialogue {number} differs outside what was replaced; "
                "expected the same words."
            )
        yield one, other, stretches


def outside(text: str, spans: Sequence[SpanValue | Stretch], new: bool = False) -> str:
    """A turn's text without the spans, a blank in the place of each."""
    parts, place = [], 0
    for span in spans:
        start, end = (
            (span.new_start, span.new_end)
            if new and isinstance(span, Stretch)
            else (span.start, span.end)
        )
        parts.append(text[place:start])
        place = max(place, end)
    return " ".join([*parts, text[place:]])


def _stretches(before: TurnValue, after: TurnValue) -> list[Stretch] | None:
    """What was replaced, or None where the turns do not align.

    Where no span says it although the texts differ, all labelled items count as replaced.
    """
    if after.spans:
        ends: dict[int, list[int]] = {}
        for span in before.spans:
            ends.setdefault(span.start, []).append(span.end)
        found = _cut(before.text, _gaps(after), ends)
        if found is None:
            return None
        return [
            Stretch(start, end, span.start, span.end, span.label)
            for (start, end), span in zip(found, after.spans, strict=True)
        ]
    if before.text == after.text:
        return []
    found = _cut(after.text, _gaps(before), {})
    if found is None:
        return None
    return [
        Stretch(span.start, span.end, start, end, span.label)
        for (start, end), span in zip(found, before.spans, strict=True)
    ]


def _gaps(turn: TurnValue) -> list[str]:
    bounds = [0, *(place for span in turn.spans for place in (span.start, span.end))]
    return [
        turn.text[start:end]
        for start, end in zip(bounds[::2], [*bounds[1::2], len(turn.text)], strict=True)
    ]


def _cut(text: str, gaps: list[str], ends: dict[int, list[int]]) -> list[tuple[int, int]] | None:
    """Stretches of a text that leave exactly these gaps; known `ends` of a start come first."""
    if not text.startswith(gaps[0]):
        return None
    failed: set[tuple[int, int]] = set()

    def walk(index: int, start: int) -> list[tuple[int, int]] | None:
        if index == len(gaps):
            return [] if start == len(text) else None
        if (index, start) in failed:
            return None
        gap = gaps[index]
        for end in _candidates(text, gap, start, ends, last=index == len(gaps) - 1):
            rest = walk(index + 1, end + len(gap))
            if rest is not None:
                return [(start, end), *rest]
        failed.add((index, start))
        return None

    return walk(1, len(gaps[0]))


def _candidates(
    text: str, gap: str, start: int, ends: dict[int, list[int]], last: bool
) -> Iterator[int]:
    if last:
        end = len(text) - len(gap)
        if end > start and text.endswith(gap):
            yield end
        return
    for end in ends.get(start, ()):
        if text.startswith(gap, end):
            yield end
    end = text.find(gap, start + 1)
    while end >= 0:
        yield end
        end = text.find(gap, end + 1)


def _items_of_turn(
    place: int, before: TurnValue, after: TurnValue, stretches: list[Stretch]
) -> Iterator[Item]:
    made = [
        Item(
            place,
            s.new_start,
            s.label,
            before.text[s.start : s.end],
            after.text[s.new_start : s.new_end],
        )
        for s in stretches
    ]
    for span in before.spans:
        for start, end in _left(span, stretches):
            said = before.text[start:end]
            if not words(said):
                continue
            moved = sum(
                (s.new_end - s.new_start) - (s.end - s.start) for s in stretches if s.end <= start
            )
            made.append(Item(place, start + moved, span.label, said, said))
    return iter(sorted(made, key=lambda item: item.start))


def _left(span: SpanValue, stretches: list[Stretch]) -> Iterator[tuple[int, int]]:
    """The parts of a gold item that no replaced stretch covers."""
    start = span.start
    for each in stretches:
        if each.end <= start or each.start >= span.end:
            continue
        if each.start > start:
            yield start, each.start
        start = each.end
    if start < span.end:
        yield start, span.end
