"""What another tool replaced in a text, found by aligning it with its replaced version.

Called by `versions`. Offsets are code points; the original is never changed.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from annotation.formats.other_tools.placeholders import find_placeholders
from annotation.formats.types import SpanValue, overlaps

MOST = 4_000_000  # pairs of tokens that are compared; a turn beyond it is no turn
_TOKEN = re.compile(r"\w+|[^\w\s]")
_WORD = re.compile(r"\w+")
# What may stand between two replaced stretches that are one item: "Ana López", "a.b@c", "A-N-A".
_JOINT = re.compile(r"\s*|[-'’./@_:]*")
# What is one item if a part of it was replaced: 18:30, a.b@c.es, Müller-Lüdenscheidt.
_UNIT = re.compile(
    r"(?<!\d)\d+(?:[-.,/:]\d+)+|[^\s@<>()]{1,64}@[\w.-]{0,250}\w"
    r"|(?<![^\W_])[^\W_]+(?:[-_][^\W_]+)+"
)


@dataclass(frozen=True, slots=True)
class Swap:
    """[start, end) of the original, for which [new_start, new_end) of the replaced text stands."""

    start: int
    end: int
    new_start: int
    new_end: int  # new_start where it was taken out
    label: str = ""  # as the tool says it
    confidence: float | None = None
    sure: bool = False  # a mark or placeholder, and all around it the same


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    key: str
    label: str | None = None  # of a stretch that the tool marked


class Unalignable(ValueError):
    """The two texts are not versions of one."""


def align(
    original: str,
    replaced: str,
    *,
    before: Sequence[SpanValue] = (),
    after: Sequence[SpanValue] = (),
    names: Collection[str] = (),
) -> list[Swap]:
    """The replaced stretches in order.

    before, after: spans that the tool marked in the original or in the replaced text; without any,
    the placeholders count. Where the rest of the text is the same, these alone are replaced;
    elsewhere words are compared. Raises Unalignable.
    """
    marks = [_mark(span) for span in sorted(after, key=lambda span: span.start)]
    marks = marks or [
        SpanValue(each.start, each.end, each.name) for each in find_placeholders(replaced, names)
    ]
    if before:
        known = sorted(before, key=lambda span: span.start)
        gaps = _fit(original, [(span.start, span.end) for span in known], replaced)
        if gaps is not None:
            return [
                Swap(span.start, span.end, *gap, span.label, span.confidence, sure=True)
                for span, gap in zip(known, gaps, strict=True)
            ]
    elif marks:
        gaps = _fit(replaced, [(mark.start, mark.end) for mark in marks], original)
        if gaps is not None:
            swaps = [
                Swap(*gap, mark.start, mark.end, mark.label, mark.confidence, sure=True)
                for mark, gap in zip(marks, gaps, strict=True)
            ]
            # What looks like a placeholder and stood in the original too is none.
            return [
                s
                for s in swaps
                if after or _texts(s, original, replaced)[0] != replaced[s.new_start : s.new_end]
            ]
    return _compare(original, replaced, marks, before)


def _mark(span: SpanValue) -> SpanValue:
    return replace(span, extra={})


def _texts(swap: Swap, original: str, replaced: str) -> tuple[str, str]:
    return original[swap.start : swap.end], replaced[swap.new_start : swap.new_end]


def _fit(pattern: str, gaps: Sequence[tuple[int, int]], text: str) -> list[tuple[int, int]] | None:
    """Stretches of `text` that stand where `gaps` do in `pattern`, all between being the same.

    The first that fit, whole words where possible; None where none do or gaps touch.
    """
    edges = [0, *(at for gap in gaps for at in gap), len(pattern)]
    literals = [pattern[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)]
    first, *inner, last = literals
    stop = len(text) - len(last)
    if not all(inner) or not text.startswith(first) or not text.endswith(last):
        return None
    for whole in (True, False):
        at, places = len(first), list[tuple[int, int]]()
        for literal in inner:
            place = text.find(literal, at + 1, stop)
            while place >= 0 and whole and _cuts(text, place):
                place = text.find(literal, place + 1, stop)
            if place < 0:
                break
            places.append((at, place))
            at = place + len(literal)
        if len(places) == len(inner) and at < stop:
            return [*places, (at, stop)]
    return None


def _cuts(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


def _compare(
    original: str, replaced: str, marks: Sequence[SpanValue], before: Sequence[SpanValue]
) -> list[Swap]:
    """The stretches whose words differ; a mark is one word that equals none."""
    left, right = _tokens(original, ()), _tokens(replaced, marks)
    swaps: list[Swap] = []
    blocks = _blocks([t.key for t in left], [t.key for t in right])
    if blocks and not left:
        raise Unalignable("words where there were none")
    units = [match.span() for match in _UNIT.finditer(original)]
    for i1, i2, j1, j2 in _with_words(blocks, left, right, units):
        label = next((t.label for t in right[j1:j2] if t.label is not None), None)
        start, end = left[i1].start, left[i2 - 1].end
        if j1 < j2:
            places = right[j1].start, right[j2 - 1].end
        else:
            places = (right[j1 - 1].end,) * 2 if j1 else (0, 0)
        swap = Swap(start, end, *places, label or "")
        swap = swap if label else replace(swap, label=_label_there(before, swap))
        joined = swaps and label is None and not swaps[-1].label and not swap.label
        if joined and _is_joint(original, replaced, swaps[-1], swap):
            swap = replace(swap, start=swaps[-1].start, new_start=swaps[-1].new_start)
            swaps.pop()
        swaps.append(swap)
    return swaps


def _with_words(
    blocks: Sequence[tuple[int, int, int, int]],
    left: Sequence[_Token],
    right: Sequence[_Token],
    units: Sequence[tuple[int, int]],
) -> list[tuple[int, int, int, int]]:
    """The blocks with a word in them; one that was put in takes a word of the original beside it,
    and a part of a unit all of it. Signs alone are a change of the tool's own, and no item.
    """
    unit = [
        next((start for start, end in units if start <= token.start < end), None) for token in left
    ]
    anchors: list[tuple[int, int, int, int]] = []
    for number, (i1, i2, j1, j2) in enumerate(blocks):
        if any(map(_has_word, right[j1:j2])):
            low = anchors[-1][1] if anchors else 0
            high = blocks[number + 1][0] if number + 1 < len(blocks) else len(left)
            while i1 > low and not any(map(_has_word, left[i1:i2])):
                i1, j1 = i1 - 1, j1 - 1
            while i2 < high and not any(map(_has_word, left[i1:i2])):
                i2, j2 = i2 + 1, j2 + 1
            while low < i1 < i2 and unit[i1] is not None and unit[i1 - 1] == unit[i1]:
                i1, j1 = i1 - 1, j1 - 1
            while i1 < i2 < high and unit[i2] is not None and unit[i2 - 1] == unit[i2]:
                i2, j2 = i2 + 1, j2 + 1
            if i1 == i2:  # nothing is left between this and the one before
                i1, _, j1, _ = anchors.pop()
        anchors.append((i1, i2, j1, j2))
    return [
        (i1, i2, j1, j2)
        for i1, i2, j1, j2 in anchors
        if any(map(_has_word, [*left[i1:i2], *right[j1:j2]]))
    ]


def _label_there(spans: Sequence[SpanValue], swap: Swap) -> str:
    return next((span.label for span in spans if overlaps(span, swap)), "")


def _is_joint(original: str, replaced: str, one: Swap, other: Swap) -> bool:
    between = original[one.end : other.start], replaced[one.new_end : other.new_start]
    return all(_JOINT.fullmatch(text) for text in between)


def _has_word(token: _Token) -> bool:
    return token.label is not None or bool(_WORD.match(token.key))


def _tokens(text: str, marks: Sequence[SpanValue]) -> list[_Token]:
    """Words and signs with their places; blanks and cases do not count."""
    tokens, at = list[_Token](), 0
    for number, mark in enumerate(marks):
        tokens += _plain(text, at, mark.start)
        tokens.append(_Token(mark.start, mark.end, f"\0{number}", mark.label))
        at = mark.end
    return tokens + _plain(text, at, len(text))


def _plain(text: str, start: int, end: int) -> list[_Token]:
    return [
        _Token(match.start(), match.end(), match[0].casefold())
        for match in _TOKEN.finditer(text, start, end)
    ]


def _blocks(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Where two rows of words differ, as (left from, to, right from, to). Raises Unalignable."""
    size = min(len(left), len(right))
    low = next((i for i in range(size) if left[i] != right[i]), size)
    high = 0
    while high < size - low and left[-1 - high] == right[-1 - high]:
        high += 1
    left, right = left[low : len(left) - high], right[low : len(right) - high]
    if len(left) * len(right) > MOST:
        raise Unalignable("too long to be compared")
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks())
    if len(left) == len(right) and sum(map(str.__eq__, left, right)) >= same:
        places = [i for i in range(len(left)) if left[i] != right[i]]
        rows = [(i, i + 1, i, i + 1) for i in places]
    else:
        rows = [tuple(op[1:]) for op in matcher.get_opcodes() if op[0] != "equal"]  # type: ignore[misc]
    merged: list[tuple[int, int, int, int]] = []
    for i1, i2, j1, j2 in rows:
        if merged and merged[-1][1] == i1 and merged[-1][3] == j1:
            i1, j1 = merged[-1][0], merged[-1][2]
            merged.pop()
        merged.append((i1, i2, j1, j2))
    return [(i1 + low, i2 + low, j1 + low, j2 + low) for i1, i2, j1, j2 in merged]
