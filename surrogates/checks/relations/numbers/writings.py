"""One date in two writings ("6 June 1998", "06.06.98") is one still, wherever the month stands."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans, each_once
from surrogates.dates.calendars import Calendar
from surrogates.dates.numeric import Moment
from surrogates.dates.reading import read_dates
from surrogates.labels import Kind

_MONTHS = 12
_EITHER = re.compile(r"(?<![\d/.\-])\d\d?[/.\-]\d\d?(?!\d)")
_MOST = 40  # dates of a dialogue that are compared: each with each
_Day = tuple[int, int, int]  # month, day, the last two figures of the year or -1


def one_date(spans: Spans) -> Iterator[Found]:
    """In one order of day and month at least, dates that were one are one, and all are dates."""
    calendar = spans.calendars[0]
    dates = each_once(spans.of(Kind.DATE))[:_MOST]
    first: Found | None = None
    for order in _orders(spans, calendar, dates):
        days = [(s, _day(s.old, calendar, order), _day(s.new, calendar, order)) for s in dates]
        if any(old and old[0] > _MONTHS for _, old, _ in days):
            continue  # it was not said so
        said = [(s, old, new) for s, old, new in days if old is not None and new is not None]
        wrong = [Found(notices.DAY_LOST, s, ()) for s, _, new in said if new[0] > _MONTHS]
        wrong += [
            Found(notices.DAY_LOST, other, (one,))
            for (one, old, new), (other, old_2, new_2) in combinations(said, 2)
            if _is_one(old, old_2) and not _is_one(new, new_2)
        ]
        if not wrong:
            return
        first = first or wrong[0]
    if first is not None:
        yield first


def _orders(spans: Spans, calendar: Calendar, dates: Sequence[Span]) -> tuple[bool, ...]:
    """Whether the month may stand first: in English as dates in words have it, else either way."""
    if spans.lang != "en":
        return (False,)
    moments = [m for s in dates for m in read_dates(s.old, calendar).moments if _in_words(m)]
    said = set(map(_month_stands_first, moments))
    return tuple(said) if len(said) == 1 else (False, True)


def _in_words(moment: Moment) -> bool:
    return {"month", "day"} <= moment.parts.keys() and moment.parts["month"].style == "word"


def _month_stands_first(moment: Moment) -> bool:
    return moment.parts["month"].start < moment.parts["day"].start


def _day(text: str, calendar: Calendar, month_first: bool) -> _Day | None:
    """The one day of a month that a text says."""
    moments = read_dates(text, calendar, month_first=month_first).moments
    month, day, year = (moments[0].said(n) if moments else None for n in ("month", "day", "year"))
    if len(moments) != 1 or month is None or day is None:
        return None
    if _EITHER.search(text) and _month_stands_first(moments[0]) is not month_first:
        month, day = day, month  # read so as no month is a 24th
    return month, day, year % 100 if year is not None else -1


def _is_one(one: _Day, other: _Day) -> bool:
    return one[:2] == other[:2] and (one[2] == other[2] or -1 in (one[2], other[2]))
