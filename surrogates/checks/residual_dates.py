"""Times and dates said again without a label: "[half past two]", "half two is fine".

The labelled one moves, so the other one tells it and contradicts it. A date in figures whose month
may be its day is told by both readings: "[06/05/2025]. Is that the fifth of June?". Called by
`issues` on the finished dialogue.
"""

import re
from collections.abc import Iterator

from surrogates import notices
from surrogates.checks.residual_numbers import NEAR, raise_again
from surrogates.dates.calendars import Calendar
from surrogates.dates.hours.clock import read_clock
from surrogates.dates.hours.lasting import lasts
from surrogates.dates.hours.minutes import minutes_in
from surrogates.dates.numeric import Moment
from surrogates.dates.reading import read_dates
from surrogates.dates.runs import calendars_of
from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.rewrite import Item, outside
from surrogates.scene import Scene

_MONTHS = 12
_NUMERIC = re.compile(r"\d{1,2}([/.\-])\d{1,2}(?:\1\d{2,4})?")
_WHOLE = re.compile(r"\s\w|\d[.:h]\d")  # a time of several words, or with its minutes
_BEFORE = re.compile(r"(?<![^\W_])([^\W\d_]{2,3})\s$")
Day = tuple[int, int]  # day and month


def inspect(scene: Scene) -> None:
    """Raises DATE_AGAIN for every unlabelled time or date that is a labelled one, said near it."""
    calendar = calendars_of(scene)[0]
    moved = [i for i in scene.items if i.index not in scene.kept and _has_moved(scene, i)]
    times = [(i, _said(scene, i, calendar)) for i in moved if i.kind is Kind.TIME]
    dates = [(i, _days(i, calendar)) for i in moved if i.kind is Kind.DATE]
    for turn, start, text in outside(scene.dialogue, scene.items) if times or dates else ():
        for item, said in times:
            if not (said and item.turn <= turn <= item.turn + NEAR):
                continue
            for place in {*_again(text, said, calendar), *_at(text, item, calendar)}:
                raise_again(
                    scene, notices.DATE_AGAIN, item, turn, start + place[0], start + place[1]
                )
        near = [(i, days) for i, days in dates if days and i.turn <= turn <= i.turn + NEAR]
        for moment in read_dates(text, calendar).moments if near else ():
            owner = next((i for i, days in near if _day(moment) in days), None)
            if owner is not None:
                begin = min(part.start for part in moment.parts.values())
                end = max(part.end for part in moment.parts.values())
                raise_again(scene, notices.DATE_AGAIN, owner, turn, start + begin, start + end)


def _has_moved(scene: Scene, item: Item) -> bool:
    return item.kind in (Kind.TIME, Kind.DATE) and fold(scene.surrogates[item.index]) != fold(
        item.text
    )


def _said(scene: Scene, item: Item, calendar: Calendar) -> str:
    """How a time is said, with the article before it: one word alone may be any number; or ""."""
    if read_clock(item.text, *scene.around(item), calendar) is None:
        return ""
    if _WHOLE.search(item.text):
        return item.text
    led = _BEFORE.search(scene.before(item))
    known = ("article", fold(led[1])) in scene.lexicon.agreement if led is not None else False
    return f"{led[1]} {item.text}" if led is not None and known else ""


def _again(text: str, said: str, calendar: Calendar) -> Iterator[tuple[int, int]]:
    """Where a time is said as it was, and is no length of time."""
    for match in re.finditer(rf"(?<![\w:.]){re.escape(said)}(?!\w|[:.h]\d)", text, re.IGNORECASE):
        if not lasts(match[0], text[: match.start()], text[match.end() :], calendar):
            yield match.span()


def _at(text: str, item: Item, calendar: Calendar) -> Iterator[tuple[int, int]]:
    """Where a time is said in another way: "half two" for "[half past two]", "16h30"."""
    labelled = {value for *_, value in minutes_in(item.text, calendar)}
    for start, end, value in minutes_in(text, calendar) if len(labelled) == 1 else ():
        if value in labelled and not lasts(text[start:end], text[:start], text[end:], calendar):
            yield start, end


def _days(item: Item, calendar: Calendar) -> frozenset[Day]:
    """The day and month of a labelled date; of one in figures, the other way round, too."""
    moments = read_dates(item.text, calendar).moments
    days = {day for moment in moments if (day := _day(moment)) is not None}
    if _NUMERIC.fullmatch(item.text):
        days |= {(month, day) for day, month in days if day <= _MONTHS}
    return frozenset(days)


def _day(moment: Moment) -> Day | None:
    day, month = moment.said("day"), moment.said("month")
    return (day, month) if day is not None and month is not None else None
