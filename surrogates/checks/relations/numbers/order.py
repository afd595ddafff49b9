"""Dates and numbers that were in order, at a distance or on one day of the month: still so?"""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans, in_reach, neighbours
from surrogates.dates.numeric import Moment
from surrogates.dates.reading import read_dates
from surrogates.dates.shift import full_year
from surrogates.folding import words
from surrogates.labels import Kind

NEAR = 2  # turns between dates of which one is a month after the other
_AND_TEXT = "y e o u i et ou und oder eta edo and or ni"
_AND = frozenset(_AND_TEXT.split())
_FROM, _TO = re.compile(r"[td]ik$"), re.compile(r"ra(?:ino)?$")  # Basque
_MONTHS = range(28, 32)  # their days
_EITHER = re.compile(r"\d\s?[/.\-]\s?\d\d?(?!\d)")
_CARD = re.compile(r"(\d\d)\s?/\s?(\d\d)")
_FIRST_CARD, _LAST_CARD = 15, 50  # last two figures of years in which cards end
_CARD_YEARS = 10


@dataclass(frozen=True, slots=True)
class _Day:
    span: Span
    old: Moment
    new: Moment


def ranges(spans: Spans) -> Iterator[Found]:
    """From one day to another it is as many days as it was."""
    for one, other in neighbours(spans.all):
        if (
            one.kind is not other.kind
            or one.kind is not Kind.DATE
            or not _joined(spans, one, other)
        ):
            continue
        days = _day(spans, one), _day(spans, other)
        if days[0] is None or days[1] is None:
            continue
        old = [day.old.value("day") for day in days if day is not None]
        new = [day.new.value("day") for day in days if day is not None]
        months = [day.old.value("month") for day in days if day is not None]
        if None in (*old, *new) or (None not in months and months[0] != months[1]):
            continue
        before, after = (old[1] or 0) - (old[0] or 0), (new[1] or 0) - (new[0] or 0)
        if (
            before > 0
            and after != before
            and after + 28 > before
            and not any(after + days_of == before for days_of in _MONTHS)
        ):
            yield Found(notices.RANGE_LOST, other, (one,))


def _joined(spans: Spans, one: Span, other: Span) -> bool:
    said = words(one.after)
    if not said:
        return bool(_FROM.search(one.old) and _TO.search(other.old))
    joins = spans.calendars[0].phrases("range").keys() | spans.calendars[0].phrases("join").keys()
    plain = {w for w in said if w not in _AND}
    return bool(plain & spans.calendars[0].phrases("range").keys()) and set(said) <= joins


def _day(spans: Spans, span: Span) -> _Day | None:
    """What a mention and its surrogate say, where each says one date."""
    if spans.lang == "en" and (_EITHER.search(span.old) or _EITHER.search(span.new)):
        return None  # nobody knows which is the month
    for calendar in spans.calendars[:2]:
        old, new = (read_dates(text, calendar).moments for text in (span.old, span.new))
        if len(old) == 1 and len(new) == 1 and old[0].parts.keys() == new[0].parts.keys():
            return _Day(span, old[0], new[0])
    return None


def _days(spans: Spans) -> list[_Day]:
    return [day for span in spans.of(Kind.DATE) if (day := _day(spans, span)) is not None]


def months_apart(spans: Spans) -> Iterator[Found]:
    """Whole months from one date to another they are on one day of the month still."""
    days = [d for d in spans.once(_days) if {"day", "month"} <= d.old.parts.keys()]
    told: set[int] = set()
    for one, other in in_reach(days, lambda day: day.span.turn, NEAR):
        if other.span.item.index in told:
            continue
        same = one.old.value("day") == other.old.value("day")
        if not same or one.old.value("month") == other.old.value("month"):
            continue
        if one.new.value("day") != other.new.value("day") and not _says_weekday(spans, one, other):
            told.add(other.span.item.index)
            yield Found(notices.MONTHS_LOST, other.span, (one.span,))


def days_again(spans: Spans) -> Iterator[Found]:
    """A day said alone is that of the date that it was a part of: "no, on the [15th]"."""
    days = spans.once(_days)
    units = spans.calendars[0].phrases("unit").keys()  # "3 months later" is no day
    alone = [
        d for d in days if d.old.parts.keys() == {"day"} and units.isdisjoint(words(d.span.old))
    ]
    told: set[int | None] = set()
    for one in alone:
        day = one.old.value("day")
        same = [
            d
            for d in days
            if {"day", "month", "year"} <= d.old.parts.keys()
            and d.old.value("day") == day
            and 0 <= d.span.turn - one.span.turn <= NEAR
        ]
        if (
            same
            and day not in told
            and all(d.new.value("day") != one.new.value("day") for d in same)
        ):
            told.add(day)
            yield Found(notices.DAY_LOST, same[0].span, (one.span,))


def _says_weekday(spans: Spans, one: _Day, other: _Day) -> bool:
    texts = [spans.turn_text(n) for n in range(one.span.turn, other.span.turn + 1)]
    names = spans.calendars[0].weekday_names
    return any(not names.isdisjoint(words(text)) for text in texts)


def dates_in_order(spans: Spans) -> Iterator[Found]:
    """What was before another date is before it."""
    dated = [
        (day.span, old, new)
        for day in spans.once(_days)
        if (old := _date(day.old)) is not None and (new := _date(day.new)) is not None
    ]
    dated.sort(key=lambda each: each[1:])
    for (one, old, new), (other, old_2, new_2) in pairwise(dated):
        if (old < old_2) != (new < new_2) or new > new_2:
            yield Found(notices.ORDER_LOST, other, (one,))
            return


def _date(moment: Moment) -> dt.date | None:
    year, month, day = (moment.said(name) for name in ("year", "month", "day"))
    if year is None or month is None or day is None:
        return None
    try:
        return dt.date(full_year(year), month, day)
    except ValueError:
        return None


def expiries(spans: Spans) -> Iterator[Found]:
    """The last month of a card or the like is one, and not many years away."""
    cues = {cue for c in spans.calendars[:2] for cue in c.phrases("expiry")}
    for span in spans.of(Kind.DATE):
        old, new = _CARD.fullmatch(span.old), _CARD.fullmatch(span.new)
        if old is None or new is None or not 1 <= int(old[1]) <= 12:
            continue
        asked = {*words(spans.turn_text(span.turn - 1)), *words(spans.turn_text(span.turn))}
        cued = any(word.startswith("expir") or word in cues for word in asked)
        if not cued or not _FIRST_CARD <= int(old[2]) <= _LAST_CARD:
            continue
        if int(new[1]) > 12 or abs(int(new[2]) - int(old[2])) > _CARD_YEARS:
            yield Found(notices.EXPIRY_LOST, span)
