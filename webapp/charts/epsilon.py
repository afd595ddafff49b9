"""What p buys, drawn as figure 1 of [Adelani20]: epsilon over p, and F1 where it was measured.

Called by the evidence page. Coordinates are text with a decimal point, as in `curve`.
"""

import math
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext as _

from annotation.evidence.bounds.names import list_title
from annotation.services.evidence.epsilon.page import Shown
from annotation.services.figures import grouped, short_share
from webapp.charts.curve import Tick
from webapp.charts.utility import strategy_title

LEFT, TOP = 44, 28
WIDE, NARROW = (960, 236), (340, 130)  # width of the view box, and where the axis lies
MARGIN = 180  # what F1 has at the right, where there is room
APART = 14  # lines of it
FROM = 0.5  # p, at the left end


@dataclass(frozen=True, slots=True)
class Drawn:
    """One list's curve, with what is said of it at its left end."""

    path: str
    text: str
    y: str
    thin: bool  # the second one


@dataclass(frozen=True, slots=True)
class Point:
    """F1 of a strategy, at the right end: there all items are replaced."""

    y: str
    text_y: str
    text: str


@dataclass(frozen=True, slots=True)
class EpsilonDrawing:
    width: int
    height: int
    right: int  # where the axis ends
    foot: int  # where it lies
    under: int  # its figures
    below: int  # its name
    lines: list[Drawn]
    x_ticks: list[Tick]
    y_ticks: list[Tick]
    f1: list[Point]
    f1_curve: str  # path of F1 over p, of `word`; "" where it was not measured
    f1_dots: list[tuple[str, str]]  # its points
    now: str  # x of the project's own p; "" where it is not known or lies to the left
    now_text: str
    description: str


def draw_epsilon(shown: Shown) -> list[EpsilonDrawing]:
    """The drawing for a screen and the one for a phone; none without a list that words are drawn
    from."""
    return [_draw(shown, *size) for size in (WIDE, NARROW)] if shown.lines else []


def _draw(shown: Shown, width: int, foot: int) -> EpsilonDrawing:
    f1 = _f1(shown, foot) if width >= WIDE[0] else []
    right = width - (MARGIN if f1 else 16)
    top = max(2, math.ceil(max(line.points[0][1] for line in shown.lines) / 2) * 2)
    step = max(2, math.ceil(top / 8) * 2)

    def x(p: float) -> float:
        return LEFT + (right - LEFT) * (p - FROM) / (1 - FROM)

    def y(epsilon: float) -> float:
        return foot - (foot - TOP) * epsilon / top

    lines = [
        Drawn(
            "M" + " L".join(f"{x(p):.1f} {y(epsilon):.1f}" for p, epsilon in line.points),
            f"{_(list_title(line.name))}: {grouped(line.size)}",
            f"{y(line.points[0][1]) - 6:.1f}",
            place > 0,
        )
        for place, line in enumerate(shown.lines)
    ]
    p = shown.p if shown.p is not None and shown.p >= FROM else None
    dots = [
        (f"{x(at):.1f}", f"{foot - (foot - TOP) * f1_at:.1f}")
        for at, f1_at in shown.f1_curve
        if at >= FROM
    ]
    return EpsilonDrawing(
        width,
        foot + 44,
        right,
        foot,
        foot + 18,
        foot + 38,
        lines,
        [Tick(f"{x(n / 10):.1f}", short_share(n / 10, 1) if n < 10 else "1") for n in range(5, 11)],
        [Tick(f"{y(n):.1f}", grouped(n)) for n in range(0, top + 1, step)],
        f1,
        "M" + " L".join(f"{x} {y}" for x, y in dots) if dots else "",
        dots,
        f"{x(p):.1f}" if p is not None else "",
        _("p now: %(p)s") % {"p": short_share(p, 3)} if p is not None else "",
        _describe(shown),
    )


def _f1(shown: Shown, foot: int) -> list[Point]:
    """F1 from 0 at the foot to 1 at the top, the best first; words of points that are close make
    way downwards, and upwards again where the foot is reached."""
    best_first = sorted((shown.f1 or {}).items(), key=lambda each: (-each[1], each[0]))
    places = [foot - (foot - TOP) * f1 for _name, f1 in best_first]
    words = list(accumulate(places, lambda above, y: max(y, above + APART)))
    limit = float(foot)
    for at in reversed(range(len(words))):
        words[at] = min(words[at], limit)
        limit = words[at] - APART
    return [
        Point(f"{y:.1f}", f"{word:.1f}", f"F1 {strategy_title(name)} {short_share(f1)}")
        for (name, f1), y, word in zip(best_first, places, words, strict=True)
    ]


def _describe(shown: Shown) -> str:
    """The same in words: where it begins and where it stands at .9 and .99; and F1."""
    told = []
    for line in shown.lines:
        at = dict(line.points)
        values = {
            "name": _(list_title(line.name)),
            "half": short_share(at[0.5], 1),
            "ninety": short_share(at[0.9], 1),
            "most": short_share(at[0.99], 1),
        }
        told.append(_("%(name)s: %(half)s at .5, %(ninety)s at .9, %(most)s at .99") % values)
    if shown.f1_curve:
        points = (f"{short_share(f1)} ({short_share(p)})" for p, f1 in shown.f1_curve)
        told.append(
            _("F1 of word, dashed, with p in brackets: %(points)s") % {"points": ", ".join(points)}
        )
    return "; ".join(told)
