"""Figures to shapes: the learning curve and bars as coordinates that a template writes into SVG.

Coordinates are text with a decimal point, whatever the language of the page; figures follow it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotation.services.figures import grouped, of_hundred
from annotation.services.learning.page import Point

LEFT, RIGHT, TOP, BOTTOM = 44, 680, 16, 224
NARROW = 300  # the right end on a phone
DEEP, SHALLOW = 164, 140  # where the curve's axis lies, and on a phone


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis; a minor one gives way on a phone."""

    at: str
    text: str
    minor: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    x: str
    y: str
    last: bool
    arrow: str = ""  # a path: so much at least


@dataclass(frozen=True, slots=True)
class Curve:
    """A drawn learning curve: a path, dots, ticks on both axes, and words for who cannot see it."""

    path: str
    right: int  # where the axis ends
    deep: int  # where it lies
    dots: list[Dot]
    x_ticks: list[Tick]
    y_ticks: list[Tick]
    label: str
    label_x: str
    label_y: str
    label_anchor: str
    description: str


def draw_curve(points: Sequence[Point], right: int = RIGHT, deep: int = DEEP) -> Curve | None:
    """How many of 100 personal words are found, as the sentence beside it says, over read turns,
    in a view box of `right` + 16 by `deep` + 48; None without a point."""
    points = [point for point in points if point.recall or not point.f1]  # what nobody measured
    if not points:
        return None
    floor, top, rise = _range([point.recall for point in points])
    step = _step(max(point.turns for point in points))
    most = step * -(-max(point.turns for point in points) // step)

    def x(turns: float) -> float:
        return LEFT + (right - LEFT) * turns / max(1, most)

    def y(share: float) -> float:
        return deep - (deep - TOP) * (share - floor) / (top - floor)

    places = [(x(point.turns), y(point.recall)) for point in points]
    last_x, last_y = places[-1]
    label = of_hundred(points[-1].recall)
    if right > NARROW:
        label = _("%(n)s of 100") % {"n": label}
    label = f"≥ {label}" if points[-1].is_bound else label
    has_room = last_x + 10 + 8 * len(label) <= right + 16  # beside the point, else above it
    levels = [floor + rise * number for number in range(round((top - floor) / rise) + 1)]
    return Curve(
        path="M" + " L".join(f"{left:.1f} {top:.1f}" for left, top in places),
        right=right,
        deep=deep,
        dots=[
            Dot(
                f"{left:.1f}",
                f"{top:.1f}",
                point is points[-1],
                _arrow(left, top) if point.is_bound and point is not points[-1] else "",
            )
            for point, (left, top) in zip(points, places, strict=True)
        ],
        x_ticks=[
            Tick(
                f"{x(turns):.1f}",
                grouped(turns),
                place % 2 == 1,
            )
            for place, turns in enumerate(range(0, most + 1, step))
        ],
        y_ticks=[Tick(f"{y(level):.1f}", grouped(round(100 * level))) for level in levels],
        label=label,
        label_x=f"{last_x + 10:.1f}" if has_room else f"{min(last_x + 8, right + 16):.1f}",
        label_y=f"{last_y + 4:.1f}" if has_room else f"{max(12, last_y - 12):.1f}",
        label_anchor="start" if has_room else "end",
        description=describe_curve(points),
    )


def _arrow(x: float, y: float) -> str:
    """Upwards from a point: it may be better than that."""
    tip = max(TOP - 10.0, y - 26)
    return f"M{x:.1f} {y - 8:.1f}V{tip:.1f}m-4 5l4 -5l4 5"


def describe_curve(points: Sequence[Point]) -> str:
    first, last = points[0], points[-1]
    values = {
        "n": len(points),
        "first": _of_hundred(first),
        "last": _of_hundred(last),
        "low": grouped(first.turns),
        "high": grouped(last.turns),
    }
    if first is last:
        return (
            _(
                "One round so far: of 100 personal words it finds %(last)s, "
                "with %(high)s read turns."
            )
            % values
        )
    return (
        _(
            "Found of 100 personal words, over %(n)s rounds: %(first)s with %(low)s read turns, "
            "%(last)s with %(high)s read turns."
        )
        % values
    )


def _of_hundred(point: Point) -> str:
    found = of_hundred(point.recall)
    return _("at least %(f1)s") % {"f1": found} if point.is_bound else found


def _range(shares: Sequence[float]) -> tuple[float, float, float]:
    """The ends of the axis, a round tenth or more beyond the points, and how far its ticks are
    apart; from nothing on, unless all points lie high."""
    floor = max(0, int(min(shares) * 10 - 0.5)) if min(shares) >= 0.4 else 0
    top = min(10, int(max(shares) * 10 + 1.3))
    wide = top - floor > 5
    if wide and (top - floor) % 2:
        floor, top = (floor, top + 1) if top < 10 else (floor - 1, top)
    return floor / 10, top / 10, 0.2 if wide else 0.1


def _step(most: int) -> int:
    """A round distance of ticks, so that there are three to six of them."""
    size = 1
    while most / size > 6:
        size = size * 5 // 2 if str(size)[0] == "2" else size * 2
    return size


def percent(part: float, whole: float) -> str:
    """A bar's width in a view box of 100, at least a sliver for what is not nothing."""
    return f"{max(1.0 if part else 0.0, 100 * part / whole):.1f}" if whole else "0"
