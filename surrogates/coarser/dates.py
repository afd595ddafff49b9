"""Dates as months, quarters and spans of years: "12/05/2016" becomes "05/2016", "mayo" a quarter.

A date is read by itself: one that stands in several mentions, a relative one and a day or a weekday
alone have nothing coarser here.
"""

import re
from collections.abc import Iterator

from surrogates.coarser.phrases import Coarser, phrase
from surrogates.dates.calendars import Calendar, calendar_of
from surrogates.dates.numeric import Moment
from surrogates.dates.reading import read_dates
from surrogates.dates.shift import full_year
from surrogates.folding import words
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene

_YEARS = 5  # in a span
_FIGURES = re.compile(r"[\d./\- ]+")


def coarser_dates(scene: Scene, item: Item) -> Iterator[Coarser]:
    """The month of a day, the quarter of a month, five years of a year."""
    calendar = calendar_of(scene.lexicon)
    reading = read_dates(item.text, calendar, year_cue=True)
    if len(reading.moments) != 1 or reading.figures_left or reading.unknown:
        return
    moment = reading.moments[0]
    day, month, year = (moment.said(name) for name in ("day", "month", "year"))
    year = full_year(year) if year is not None else None
    text = ""
    if month is not None and day is not None:
        text = _month(item.text, moment, calendar, month, year)
    elif month is not None:
        text = _quarter(scene.lexicon, month, year)
    elif year is not None and day is None:
        low = year - year % _YEARS
        text = phrase(scene.lexicon, "years").format(low=low, high=low + _YEARS - 1)
    if text:
        yield Coarser(text, frozenset(words(text)))


def _month(text: str, moment: Moment, calendar: Calendar, month: int, year: int | None) -> str:
    """The month of a day, in figures where the date was."""
    said = moment.parts["month"]
    if said.style == "figure" and year is not None and _FIGURES.fullmatch(text):
        sign = next((c for c in text if c in "/.-"), "/")
        parts = [f"{month:02d}", f"{year:04d}"]
        if moment.parts["year"].start < said.start:
            parts.reverse()
        return sign.join(parts)
    name = calendar.lexicon.months[month - 1]
    if year is None:
        return name
    return phrase(calendar.lexicon, "month_year").format(month=name, year=year)


def _quarter(lexicon: Lexicon, month: int, year: int | None) -> str:
    name = phrase(lexicon, "quarter", str((month + 2) // 3))
    if year is None:
        return name
    return phrase(lexicon, "quarter_year").format(quarter=name, year=year)
