"""Where two readers of a turn differ, span by span. Called by `learning.readings.agreement`."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from learning.types import Span, overlaps

Kind = Literal["missing", "bounds", "label"]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Overlapping spans of two readers that are not the same.

    missing: one side has nothing there; bounds: the same labels elsewhere; label: other labels.
    """

    turn: int
    left: str
    right: str
    kind: Kind
    left_spans: tuple[Span, ...]
    right_spans: tuple[Span, ...]


def differences(
    turn: int, left: str, right: str, one: tuple[Span, ...], other: tuple[Span, ...]
) -> list[Disagreement]:
    """Where the spans of two readers (by name) on a turn are not the same."""
    disagreements: list[Disagreement] = []
    if one == other:
        return disagreements
    for mine, hers in clusters(one, other):
        if {(s.start, s.end, s.label) for s in mine} == {(s.start, s.end, s.label) for s in hers}:
            continue
        kind: Kind = "label"
        if not mine or not hers:
            kind = "missing"
        elif {span.label for span in mine} == {span.label for span in hers}:
            kind = "bounds"
        disagreements.append(Disagreement(turn, left, right, kind, mine, hers))
    return disagreements


def gather(disagreements: Iterable[Disagreement]) -> list[list[Disagreement]]:
    """Those of one turn that are about the same stretch, whoever the two readers are."""
    groups: list[list[Disagreement]] = []
    # Disagreements of a turn stand together.
    for _turn, of_turn in groupby(disagreements, key=lambda disagreement: disagreement.turn):
        reach = -1
        for disagreement in sorted(of_turn, key=_stretch):
            start, end = _stretch(disagreement)
            if start >= reach:
                groups.append([])
            groups[-1].append(disagreement)
            reach = max(reach, end)
    return groups


def _stretch(disagreement: Disagreement) -> tuple[int, int]:
    spans = (*disagreement.left_spans, *disagreement.right_spans)
    return min(span.start for span in spans), max(span.end for span in spans)


def clusters(
    left: Iterable[Span], right: Iterable[Span]
) -> list[tuple[tuple[Span, ...], tuple[Span, ...]]]:
    """The spans of two sides that hang together by overlap, in order; a side may be empty."""
    groups: list[tuple[list[Span], list[Span]]] = []
    reach = -1
    sided = [(span, 0) for span in left] + [(span, 1) for span in right]
    for span, side in sorted(sided, key=lambda each: (each[0].start, each[0].end, each[1])):
        if span.start >= reach:
            groups.append(([], []))
        groups[-1][side].append(span)
        reach = max(reach, span.end)
    return [(tuple(one), tuple(other)) for one, other in groups]


def confusions(disagreements: Iterable[Disagreement]) -> Counter[tuple[str, str]]:
    """How often two labels stand against each other, each pair in the order of the alphabet."""
    pairs: Counter[tuple[str, str]] = Counter()
    for disagreement in disagreements:
        if disagreement.kind == "label":
            pairs.update(
                {
                    (min(one.label, other.label), max(one.label, other.label))
                    for one in disagreement.left_spans
                    for other in disagreement.right_spans
                    if overlaps(one, other) and one.label != other.label
                }
            )
    return pairs
