"""Recall as pictures: 100 items as squares, and shares with their intervals as dots on one scale.

Coordinates are whole numbers or tenths. Called by the release page and the evidence page.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from annotation.services.evidence.found.page import Found, Recall

ACROSS, STEP = 25, 20  # squares in a row, from one to the next
LEFT, RIGHT = 4.0, 396.0
STARTS = (0.8, 0.6, 0.4, 0.2, 0.0)  # of the scale: quarters of what follows are whole


@dataclass(frozen=True, slots=True)
class Square:
    kind: str  # replaced, left, unknown
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Hundred:
    """Of 100 items; with the sentence that says the same."""

    squares: list[Square]
    replaced: int
    left: int
    unknown: int
    words: str


@dataclass(frozen=True, slots=True)
class Whisker:
    low: float
    mid: float
    high: float


@dataclass(frozen=True, slots=True)
class Line:
    """One row: what it is of, the model's dot, a reader's dot below it, and the figures."""

    found: Found
    model: Whisker | None
    reader: Whisker | None
    figure: str  # "84.0"; "" where it is too few to say
    range: str  # "74.8–90.4"
    words: str


@dataclass(frozen=True, slots=True)
class Chart:
    """All rows on one scale, from `start` to 100 %."""

    labels: list[Line]
    people: list[Line]
    strata: list[Line]
    whole: list[Line]
    ticks: list[tuple[float, str]]
    limit: float
    limit_words: str


def draw_hundred(counts: Mapping[str, int] | None) -> Hundred | None:
    """The squares in reading order: replaced, left, unknown."""
    if counts is None:
        return None
    kinds = [name for name in ("replaced", "left", "unknown") for _n in range(counts[name])]
    squares = [
        Square(kind, 2 + STEP * (place % ACROSS), 2 + STEP * (place // ACROSS))
        for place, kind in enumerate(kinds)
    ]
    words = _(
        "Of 100 items at least %(replaced)s are replaced, %(left)s are expected to be left, "
        "%(unknown)s more may be"
    )
    return Hundred(squares, counts["replaced"], counts["left"], counts["unknown"], words % counts)


def draw_recall(seen: Recall) -> Chart:
    """Every share of the part."""
    rows = [*seen.labels, *seen.people, *seen.strata, *seen.whole]
    known = [s["low"] for row in rows for s in (row.share, row.other) if s and not s.get("few")]
    start = next(begin for begin in STARTS if begin <= min(known, default=1.0))

    def lines(found: Iterable[Found]) -> list[Line]:
        return [_line(row, start) for row in found]

    ticks = [start + (1 - start) * part / 4 for part in range(5)]
    limit = 1 - seen.limits.missed
    return Chart(
        lines(seen.labels),
        lines(seen.people),
        lines(seen.strata),
        lines(seen.whole),
        [(_place(tick, start), number_format(round(100 * tick), 0)) for tick in ticks],
        _place(max(limit, start), start),
        _hundredths(limit, 0),
    )


def _line(row: Found, start: float) -> Line:
    share = row.share or row.other
    few = share is None or bool(share.get("few"))
    if few or share is None:
        words = _("%(title)s: too few to say") % {"title": row.title}
        return Line(row, None, None, "", "", words)
    figure = _hundredths(share["value"])
    low, high = _outwards(share)
    words = _("%(title)s: %(share)s percent found, between %(low)s and %(high)s") % {
        "title": row.title,
        "share": figure,
        "low": low,
        "high": high,
    }
    model, reader = _whisker(row.share, start), _whisker(row.other, start)
    return Line(row, model, reader, figure, f"{low}–{high}", words)


def _outwards(share: Mapping[str, Any]) -> tuple[str, str]:
    """Both ends of an interval in per cent, rounded away from what they bound."""
    low = math.floor(round(1000 * share["low"], 6)) / 10
    high = math.ceil(round(1000 * share["high"], 6)) / 10
    return str(number_format(low, 1)), str(number_format(high, 1))


def _whisker(share: Mapping[str, Any] | None, start: float) -> Whisker | None:
    if share is None or share.get("few"):
        return None
    return Whisker(*(_place(share[name], start) for name in ("low", "value", "high")))


def _place(share: float, start: float) -> float:
    return round(LEFT + (RIGHT - LEFT) * max(0.0, share - start) / (1 - start), 1)


def _hundredths(share: float, decimals: int = 1) -> str:
    return str(number_format(round(100 * share, decimals), decimals))
