"""Which stretch of a turn became which: the places where the released text differs, in order.

Called by `items`, `mentions` and the attack of two files. Spans of either side are hints; without
them, or where they do not fit, the words are compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from annotation.formats.types import SpanValue, TurnValue
from learning.tokens import tokenise


@dataclass(frozen=True, slots=True)
class Stretch:
    """[start, end) of the original became [new_start, new_end) of the released text."""

    start: int
    end: int
    new_start: int
    new_end: int


def align(original: TurnValue, released: TurnValue) -> tuple[Stretch, ...]:
    """The stretches that were replaced, in order; all else is the same character by character.

    Where spans of `released` mark what was replaced, those are the stretches, also where the text
    came out the same; else those of `original`, or the words that differ.
    """
    if released.spans:
        found = _between(released.text, released.spans, original.text, original.spans)
        if found is not None:
            return tuple(Stretch(b[0], b[1], a[0], a[1]) for a, b in found)
    if original.text == released.text:
        return ()
    if original.spans:
        found = _between(original.text, original.spans, released.text, ())
        if found is not None:
            pairs = [Stretch(a[0], a[1], b[0], b[1]) for a, b in found]
            return tuple(
                each
                for each in pairs
                if original.text[each.start : each.end]
                != released.text[each.new_start : each.new_end]
            )
    return _by_words(original.text, released.text)


Bounds = tuple[int, int]


def _between(
    text: str, spans: Sequence[SpanValue], other: str, hints: Sequence[SpanValue]
) -> list[tuple[Bounds, Bounds]] | None:
    """Each span of `text` with what stands for it in `other`, if all between them is the same.

    An end of a hint is preferred to the next place where what follows the span is met.
    """
    ends_of: dict[int, int] = {hint.start: hint.end for hint in hints}
    ordered = sorted(spans, key=lambda span: span.start)
    gaps = [
        text[left:right]
        for left, right in zip(
            [0, *(span.end for span in ordered)],
            [*(span.start for span in ordered), len(text)],
            strict=True,
        )
    ]
    if not other.startswith(gaps[0]):
        return None
    place, found = len(gaps[0]), []
    for span, gap, is_last in zip(
        ordered, gaps[1:], [*[False] * (len(ordered) - 1), True], strict=True
    ):
        end = ends_of.get(place, -1)
        fits = other.startswith(gap, end) and (not is_last or end + len(gap) == len(other))
        if end < place or not fits:
            end = len(other) - len(gap) if is_last else other.find(gap, place + bool(gap))
            if not gap and not is_last:
                end = min(len(other), place + span.end - span.start)
        if end < place or not other.startswith(gap, end):
            return None
        found.append(((span.start, span.end), (place, end)))
        place = end + len(gap)
    return found if place == len(other) else None


def _by_words(one: str, two: str) -> tuple[Stretch, ...]:
    first, second = tokenise(one), tokenise(two)
    matcher = SequenceMatcher(
        None, [one[t.start : t.end] for t in first], [two[t.start : t.end] for t in second], False
    )
    stretches = []
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            continue
        start = first[a].start if a < len(first) else len(one)
        new_start = second[c].start if c < len(second) else len(two)
        stretches.append(
            Stretch(
                start,
                first[b - 1].end if b > a else start,
                new_start,
                second[d - 1].end if d > c else new_start,
            )
        )
    return tuple(stretches)
