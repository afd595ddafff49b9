"""The team's figures as shapes: turns read over the days, the agreement matrix, bars of labels.

Coordinates are text with a decimal point, whatever the language of the page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Label
from annotation.services.figures import grouped
from annotation.services.team.agreement import Compared, Report
from annotation.services.team.progress import Person
from annotation.services.team.words import FEW_ITEMS
from webapp.charts.curve import BOTTOM, TOP, Tick, percent
from webapp.templatetags.team import share

LEFT, RIGHT = 8, 704  # figures of the axis stand inside, so that long ones have room
HIGH, LOW = 0.9, 0.8  # of kappa: marked as good, marked as needing a look


@dataclass(frozen=True, slots=True)
class DayLine:
    """Readings finished so far, day by day, in a box of 720 x 256, with room above for a figure."""

    path: str
    x_ticks: list[Tick]
    y_ticks: list[Tick]
    last_x: str
    last_y: str
    label: str
    description: str


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    mark: str
    turns: int  # on which it rests


@dataclass(frozen=True, slots=True)
class LabelFigure:
    """A label as it looks, how far readers agree on it, in words and as the width of a bar, and on
    how many items that rests."""

    name: str
    key: str
    family: str
    alpha: str = ""
    width: str = ""
    items: int = 0

    @property
    def is_few(self) -> bool:
        return self.items < FEW_ITEMS


@dataclass(frozen=True, slots=True)
class Judged:
    """Readers by what was agreed."""

    heads: list[tuple[str, int, str]]  # name, turns and kappa of each
    # The first is all labels together; each cell holds precision, recall and F1.
    rows: list[tuple[LabelFigure, list[tuple[str, str, str]]]]


FEWEST_DAYS = 3  # with turns read; fewer make a straight line, which says nothing


# Columns of the table of people that stand there only where somebody has a figure in them.
COLUMNS = {
    "skipped": "skipped",
    "flagged": "flagged",
    "questions": "questions",
    "median": "median_seconds",
    "seconds": "seconds",
    "days": "days",
}


def columns_of(people: Sequence[Person]) -> list[str]:
    """The columns that say something; one of noughts alone says nothing, nor does a pace of people
    who read on one day only: it is what they read."""
    said = [name for name, of in COLUMNS.items() if any(getattr(each, of) for each in people)]
    return [name for name in said if name != "days" or any(len(each.days) > 1 for each in people)]


def draw_days(days: Mapping[date, int]) -> DayLine | None:
    """The sum over the days, which come in order; None before there are days enough for a line."""
    if len(days) < FEWEST_DAYS:
        return None
    first, last = min(days) - timedelta(days=1), max(days)
    length, total = (last - first).days, sum(days.values())
    step = _step(total)
    most = step * -(-total // step)

    def x(day: date) -> float:
        return LEFT + (RIGHT - LEFT) * (day - first).days / length

    def y(count: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * count / most

    points, so_far = [(x(first), y(0))], 0
    for day, count in days.items():
        before = day - timedelta(days=1)
        if before not in days and before > first:  # days off are level
            points.append((x(before), y(so_far)))
        so_far += count
        points.append((x(day), y(so_far)))
    return DayLine(
        path="M" + " L".join(f"{left:.1f} {top:.1f}" for left, top in points),
        x_ticks=[
            Tick(f"{x(day):.1f}", date_format(day, "MONTH_DAY_FORMAT"), minor=0 < place < 4)
            for place, day in enumerate(_days_of_axis(first, last))
        ],
        y_ticks=[Tick(f"{y(count):.1f}", grouped(count)) for count in range(0, most + 1, step)],
        last_x=f"{points[-1][0]:.1f}",
        last_y=f"{points[-1][1]:.1f}",
        label=grouped(total),
        description=ngettext(
            "%(n)s turn read from %(first)s to %(last)s.",
            "%(n)s turns read from %(first)s to %(last)s.",
            total,
        )
        % {"n": grouped(total), "first": date_format(min(days)), "last": date_format(last)},
    )


def _days_of_axis(first: date, last: date) -> list[date]:
    """At most five days, evenly; the first and the last of them always."""
    length = (last - first).days
    count = min(4, length)
    return [first + timedelta(days=length * number // count) for number in range(count + 1)]


def _step(total: int) -> int:
    """A round distance of ticks: 1, 2 or 5 times a power of ten, so that there are at most five."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if total <= 5 * factor * size:
                return factor * size
        size *= 10


def draw_matrix(report: Report) -> tuple[list[str], list[tuple[str, list[Cell | None]]]]:
    """Kappa of each reader with each other and with what was agreed: heads, and rows by reader.

    Where nobody was ever judged otherwise, what was agreed is what they said, and tells nothing.
    """
    measured = report.measured
    judged = any(each.kappa < 1 for each in measured.gold.values())
    gold = measured.gold if judged else {}
    pairs: dict[tuple[str, str], Compared] = {}
    for pair in measured.pairs:
        pairs[pair.left, pair.right] = pairs[pair.right, pair.left] = pair
    names = sorted({name for key in pairs for name in key} | set(gold))
    rows = [
        (
            name,
            [_cell(pairs.get((name, other))) if other != name else None for other in names]
            + ([_cell(gold.get(name))] if gold else []),
        )
        for name in names
    ]
    return names + ([_("Agreed")] if gold else []), rows


def draw_label_figures(report: Report, labels: Mapping[str, Label]) -> list[LabelFigure]:
    """Each label on which readers can agree, the one with the lowest alpha first; those with too
    few items to say anything last."""
    measured = report.measured
    items = measured.label_items
    alphas = {name: measured.label_alpha.get(name, 1.0) for name in measured.spans["per_label"]}
    return [
        LabelFigure(
            name,
            *_look(labels.get(name)),
            share(alpha),
            percent(max(0.0, alpha), 1),
            items.get(name, 0),
        )
        for name, alpha in sorted(
            alphas.items(),
            key=lambda each: (items.get(each[0], 0) < FEW_ITEMS, each[1], each[0]),
        )
    ]


def draw_judged(figures: Mapping[str, Compared], labels: Mapping[str, Label]) -> Judged | None:
    """Each reader (by name) by what was agreed; None without any."""
    if not figures:
        return None
    names = sorted({name for row in figures.values() for name in row.spans["per_label"]})
    nothing: dict[str, float] = {}
    return Judged(
        [(name, row.turns, share(row.kappa)) for name, row in figures.items()],
        [
            (
                LabelFigure("", "", "other"),
                [_prf(row.spans["micro"]) for row in figures.values()],
            ),
            *(
                (
                    LabelFigure(name, *_look(labels.get(name))),
                    [_prf(row.spans["per_label"].get(name, nothing)) for row in figures.values()],
                )
                for name in names
            ),
        ],
    )


def _prf(row: Mapping[str, float]) -> tuple[str, str, str]:
    """Precision, recall and F1; empty for a label that is in neither's turns."""
    if not row:
        return "", "", ""
    return share(row["precision"]), share(row["recall"]), share(row["f1"])


def _look(label: Label | None) -> tuple[str, str]:
    return (label.key, label.family) if label else ("", "other")


def _cell(compared: Compared | None) -> Cell:
    if compared is None:
        return Cell("", "none", 0)
    mark = "hi" if compared.kappa >= HIGH else "lo" if compared.kappa < LOW else ""
    return Cell(share(compared.kappa), mark, compared.turns)


def draw_labels(
    people: Sequence[Person], labels: Sequence[Label]
) -> list[tuple[Label, list[tuple[str, int, str]]]]:
    """Each person's name, how often she gave each label, and the width of its bar: her own most is
    full."""
    most = [max(person.labels.values(), default=0) for person in people]
    return [
        (
            label,
            [
                (
                    person.name,
                    person.labels.get(label.name, 0),
                    percent(person.labels.get(label.name, 0), top),
                )
                for person, top in zip(people, most, strict=True)
            ],
        )
        for label in labels
        if any(label.name in person.labels for person in people)
    ]
