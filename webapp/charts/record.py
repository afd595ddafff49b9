"""The record's figures as shapes and sentences: a bar a day for each person, and why one is marked.

Called by the record pages. Coordinates are text with a decimal point, whatever the language.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.services.access.usage import DAYS, IDLE, MUCH, Mark, Person
from annotation.services.figures import grouped

STEP, WIDE, TALL = 6, 4, 32  # of a bar, in a box of DAYS * STEP x TALL


@dataclass(frozen=True, slots=True)
class Bar:
    x: str
    y: str
    height: str
    is_marked: bool


@dataclass(frozen=True, slots=True)
class Strip:
    """Dialogues of which a person saw text, a bar a day; as tall as the busiest day of anybody."""

    person: Person
    bars: list[Bar]
    most: int  # dialogues on the busiest day
    description: str
    reasons: list[tuple[str, str]]  # why a day is marked, and the day as an address has it


def draw_strips(people: Sequence[Person], today: date) -> list[Strip]:
    """One for each person, on the same scale."""
    most = max((_seen(each, when) for each in people for when in each.days), default=1)
    return [_strip(each, today, most) for each in people]


def _seen(person: Person, when: date) -> int:
    day = person.days.get(when)
    return max(day.opened, day.listed) if day else 0


def _strip(person: Person, today: date, most: int) -> Strip:
    marked = {mark.day for mark in person.marks}
    bars = []
    for place in range(DAYS):
        when = today - timedelta(days=DAYS - 1 - place)
        if count := _seen(person, when):
            height = max(2.0, TALL * count / max(1, most))
            bars.append(
                Bar(str(place * STEP), f"{TALL - height:.1f}", f"{height:.1f}", when in marked)
            )
    busiest = max(person.days, key=lambda when: _seen(person, when), default=today)
    n = _seen(person, busiest)
    title = ngettext(
        "At most %(n)s dialogue on a day, on %(day)s.",
        "At most %(n)s dialogues on a day, on %(day)s.",
        n,
    )
    description = title % {"n": grouped(n), "day": date_format(busiest, "MONTH_DAY_FORMAT")}
    reasons = [(reason(mark), mark.day.isoformat()) for mark in person.marks]
    return Strip(person, bars, n, description, reasons)


def reason(mark: Mark) -> str:
    """Why a day is marked, in one sentence."""
    values = {
        "day": date_format(mark.day, "MONTH_DAY_FORMAT"),
        "n": grouped(mark.count),
        "usual": grouped(round(mark.usual)),
    }
    if mark.why == IDLE:
        return _("%(day)s: opened %(n)s dialogues and did nothing in them.") % values
    if mark.why == MUCH:
        sentence = _("%(day)s: opened %(n)s dialogues; usual in this role is %(usual)s.")
    else:
        sentence = _("%(day)s: saw lines of %(n)s dialogues; usual in this role is %(usual)s.")
    return sentence % values
