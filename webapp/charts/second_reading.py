"""The stairs of a second reading: from how many turns that hold an item on reading may stop, by in
how many something was missed, and where it stands. Called by the evidence page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from annotation.services.evidence.second_readings.page import Seen
from annotation.services.evidence.second_readings.words import short
from annotation.services.figures import grouped

LEFT, RIGHT, LAST = 44.0, 660.0, 615.0  # of the axis, and where the last stair stands
FLOOR, STEP = 188, 40  # of the line without a miss, and up to the next


@dataclass(frozen=True, slots=True)
class Label:
    x: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One number of misses: its height, and that of the words beside it."""

    y: int
    text_y: int
    text: str


@dataclass(frozen=True, slots=True)
class Stairs:
    title: str
    zone: str  # path of what is enough
    stairs: str
    lines: Sequence[Line]
    labels: Sequence[Label]  # below the axis
    shown: str  # what is said in the zone
    read: str = ""  # path from the beginning to where it stands
    ahead: str = ""  # and from there to the end
    x: str = ""
    y: int = 0


def draw_second_reading(seen: Seen) -> Stairs:
    """The drawing of what a second reader has met."""
    return draw_stairs(seen.report)


def draw_stairs(report: Mapping[str, Any]) -> Stairs:
    """A point only where something was judged and no more was missed than there are stairs."""
    ends: Sequence[int] = report["ends"]
    scale = (LAST - LEFT) / ends[-1]

    def at(turns: int) -> str:
        return f"{min(RIGHT, LEFT + turns * scale):.1f}"

    stairs = f"M{at(ends[0])} {FLOOR}"
    for missed, following in enumerate([*ends[1:], None]):
        stairs += f"V{FLOOR - STEP * missed - STEP // 2}"
        stairs += f"H{at(following)}" if following is not None else f"H{RIGHT:.1f}"
    drawing = Stairs(
        title=_title(report),
        zone=f"{stairs}V{FLOOR}Z",
        stairs=stairs,
        lines=[
            Line(FLOOR - STEP * missed, FLOOR - STEP * missed + 4, grouped(missed))
            for missed in range(len(ends))
        ],
        labels=[Label(at(turns), grouped(turns)) for turns in ends],
        shown=_("stop: %(recall)s is shown") % {"recall": short(report["recall"])},
    )
    if not report["turns"]["judged"] or report["holding_missed"] >= len(ends):
        return drawing
    missed = report["holding_missed"]
    y, x = FLOOR - STEP * missed, at(report["comes_to"])
    return Stairs(
        drawing.title, drawing.zone, stairs, drawing.lines, drawing.labels, drawing.shown,
        read=f"M{LEFT:g} {y}H{x}",
        ahead=f"M{x} {y}H{at(ends[missed])}" if report["outcome"] == "open" else "",
        x=x, y=y,
    )  # fmt: skip


def _title(report: Mapping[str, Any]) -> str:
    """The drawing in words."""
    names = ("none", "one", "two", "three")
    values = dict(zip(names, map(grouped, report["ends"]), strict=True))
    return _(
        "%(met)s turns that hold an item, something missed in %(missed)s. Reading may stop at "
        "%(none)s with no miss, %(one)s with one, %(two)s with two, %(three)s with three."
    ) % {
        **values,
        "met": grouped(report["holding"]),
        "missed": grouped(report["holding_missed"]),
    }
