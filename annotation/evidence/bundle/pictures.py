"""Where the marks of the sheet's drawings stand: a square of 100 items, and intervals on a line.

Called by who fills the sheet's template. Plain geometry, in the units of an SVG's own view box.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotation.evidence.bundle.counts import ABOVE, BELOW, OF_FEW

REPLACED, LEFT, UNKNOWN = "r", "l", "u"
COLUMNS, STEP = 25, 20
WIDTH, EDGE = 300.0, 4.0  # of a line that shows a share from 0 to 1


@dataclass(frozen=True, slots=True)
class Square:
    """One of a hundred items."""

    kind: str  # r: replaced, l: expected to be left, u: may be left
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Marks:
    """An interval on a line, as places along it; any may be missing. A bound has no `mid`: it is
    open from `start` to `end`, and the share is somewhere between."""

    mid: float | None
    low: float | None
    high: float | None
    chance: float | None
    start: float | None = None
    end: float | None = None

    @property
    def is_drawn(self) -> bool:
        """Whether there is a share to draw; chance alone is none."""
        return self.mid is not None or self.start is not None


def of_hundred(items: int, expected: float, most: float) -> dict[str, int] | None:
    """Of 100 items in a file: replaced at least, expected to be left, and what more may be left.

    `items`: replaced ones. They are known: what may be left comes beside them, so the least share
    is theirs of both together, as on the release page. None where nothing was replaced.
    """
    if items <= 0:
        return None
    replaced = math.floor(round(100 * items / (items + max(expected, most)), 6))
    left = min(100 - replaced, round(100 * expected / (items + expected)))
    return {"replaced": replaced, "left": left, "unknown": 100 - replaced - left}


def squares(picture: Mapping[str, int]) -> list[Square]:
    """The hundred squares of a picture, row by row: replaced ones first."""
    kinds = [REPLACED] * picture["replaced"] + [LEFT] * picture["left"]
    kinds += [UNKNOWN] * (100 - len(kinds))
    return [
        Square(kind, 2 + STEP * (number % COLUMNS), 2 + STEP * (number // COLUMNS))
        for number, kind in enumerate(kinds)
    ]


def marks(share: object, chance: object = None) -> Marks:
    """Where a share with its interval stands: `share` as `Share.to_json`, a number, or None."""
    row: Mapping[str, Any] = share if isinstance(share, Mapping) else {"value": share}
    bound, edge = row.get("bound"), _place(row.get("value"))
    if bound == OF_FEW:
        return Marks(None, None, None, None)
    low, high, by_chance = _place(row.get("low")), _place(row.get("high")), _place(chance)
    if bound in (BELOW, ABOVE):
        start, end = (_place(0), edge) if bound == BELOW else (edge, _place(1))
        return Marks(None, low, high, by_chance, start, end)
    return Marks(edge, low, high, by_chance)


def _place(value: object) -> float | None:
    if not isinstance(value, int | float) or isinstance(value, bool) or math.isnan(value):
        return None
    return round(EDGE + (WIDTH - 2 * EDGE) * min(1.0, max(0.0, float(value))), 1)
