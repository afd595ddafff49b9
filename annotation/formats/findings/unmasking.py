"""What was replaced in a line of which only the replaced text is told: asterisks, a sign for each
letter, as Philter writes them, or stretches that something else stands for.

Called by `placing`. Only what can be read in one way is answered.
"""

import re
from collections.abc import Sequence

from annotation.formats.findings.documents import Finding
from annotation.formats.other_tools.placeholders import find_placeholders

_MASK = "*"
# Between hidden stretches that are one item: blanks, and the signs inside numbers and addresses.
_JOINT = re.compile(r"\s*|[-'’./@_:+() ]{1,3}")

Stretch = tuple[int, int, Finding]


class Unalignable(ValueError):
    """The line is no version of the original."""


class Ambiguous(Unalignable):
    """It is one in several ways."""


def unmask(
    original: str,
    line: str,
    offset: int,
    marks: Sequence[Finding],
    *,
    speaker: str = "",
    told: bool = False,
) -> list[Stretch]:
    """The stretches of the original that were replaced, each with what is told of it.

    marks: findings that count in a text in which the line begins at `offset`; told: they are all
    that there is. Raises Unalignable, Ambiguous.
    """
    for head in ("", f"{speaker}: "):
        whole = head + original
        try:
            found = _stretches(whole, line, offset, marks, told=told)
        except Ambiguous:
            raise
        except Unalignable:
            continue
        ahead = len(head)
        return [(max(s - ahead, 0), e - ahead, each) for s, e, each in found if e > ahead]
    raise Unalignable


def _stretches(
    original: str, line: str, offset: int, marks: Sequence[Finding], *, told: bool
) -> list[Stretch]:
    if original == line:
        return []
    if not told and (hidden := _hidden(original, line)) is not None:
        return [(start, end, Finding(start, end, "")) for start, end in hidden]
    listed = sorted(marks, key=lambda each: each.start)
    gaps = [(each.start - offset, each.end - offset) for each in listed]
    if not told:
        places = find_placeholders(line)
        listed = [Finding(each.start, each.end, each.name) for each in places]
        gaps = [(each.start, each.end) for each in places]
    fitted = fit_once(line, gaps, original)
    return [(*at, each) for at, each in zip(fitted, listed, strict=True)]


def _hidden(original: str, line: str) -> list[tuple[int, int]] | None:
    """The stretches that asterisks hide, whole words, where each sign hides one; None elsewhere."""
    if len(original) != len(line):
        return None
    at = [n for n, (one, other) in enumerate(zip(original, line, strict=True)) if one != other]
    if not at or any(line[n] != _MASK for n in at):
        return None
    runs: list[list[int]] = []
    for n in at:
        if runs and n < runs[-1][1]:
            continue
        start, end = n, n + 1
        while start > 0 and original[start - 1].isalnum() and original[start].isalnum():
            start -= 1
        while end < len(original) and original[end - 1].isalnum() and original[end].isalnum():
            end += 1
        if runs and (start <= runs[-1][1] or _JOINT.fullmatch(original, runs[-1][1], start)):
            runs[-1][1] = max(end, runs[-1][1])
        else:
            runs.append([start, end])
    return [(start, end) for start, end in runs]


def fit_once(pattern: str, gaps: Sequence[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """The stretches of `text` for which the gaps of `pattern` stand, all between being the same.

    A gap stands for one character or more. Raises Unalignable where there are none, Ambiguous where
    some could begin or end elsewhere, too: the first fit from the left is not that from the right.
    """
    if not gaps:
        raise Unalignable
    edges = [0, *(at for gap in gaps for at in gap), len(pattern)]
    if edges != sorted(edges):
        raise Unalignable
    literals = [pattern[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)]
    first, *inner, last = literals
    begin, stop = len(first), len(text) - len(last)
    if stop <= begin or not text.startswith(first) or not text.endswith(last):
        raise Unalignable
    if not all(inner):
        raise Ambiguous
    left, at = [], begin
    for literal in inner:
        place = text.find(literal, at + 1, stop)
        if place < 0:
            raise Unalignable
        left.append(place)
        at = place + len(literal)
    if at >= stop:
        raise Unalignable
    right, at = [], stop
    for literal in reversed(inner):
        place = text.rfind(literal, begin + 1, at - 1)
        right.append(place)
        at = place
    if left != right[::-1]:
        raise Ambiguous
    starts = [begin, *(place + len(lit) for place, lit in zip(left, inner, strict=True))]
    return list(zip(starts, [*left, stop], strict=True))
