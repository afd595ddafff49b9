"""Feasts that follow Easter, said with their date: "[Karfreitag, 18. April]", "ostegun santua,
[apirilaren 17a]". They move to those of another year, as many weeks away, so that weekdays stay.

`resolution` asks which feast a date is, `shift` how far dates may move then.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from functools import lru_cache

from surrogates.dates.calendars import Calendar
from surrogates.dates.numeric import Moment
from surrogates.folding import words_apart

EASTER = "easter"  # implied: the days between Easter Sunday and a date
_YEARS = 6  # that dates move
_BESIDE = 4  # words beside a label


def mark_easter(moment: Moment, label: str, around: tuple[str, str], calendar: Calendar) -> None:
    """Gives a day the distance to Easter Sunday of the feast that its label names, or else the
    words beside it."""
    before, after = around
    for said in (words_apart(label), words_apart(before)[-_BESIDE:], words_apart(after)[:_BESIDE]):
        for phrase, days in calendar.phrases(EASTER).items():
            if moment.value("day") is not None and _holds(said, phrase.split(), calendar.lang):
                moment.implied.setdefault(EASTER, int(days))


def _holds(said: Iterable[str], phrase: list[str], lang: str) -> bool:
    """Whether a phrase is said; a Basque one with any ending: "ostegun santutik"."""
    row, size = list(said), len(phrase)
    runs = (row[at : at + size] for at in range(len(row) - size + 1))
    if lang != "eu":
        return any(run == phrase for run in runs)
    *first, last = phrase
    return any(run[:-1] == first and run[-1].startswith(last) for run in runs)


def is_of_easter(moment: Moment, date: dt.date) -> bool:
    """Whether a date is the feast that it is said to be."""
    return moment.implied.get(EASTER) == (date - easter_sunday(date.year)).days


def easter_ways(date: dt.date) -> Iterator[int]:
    """The days from the Easter of a year to those of others."""
    first = easter_sunday(date.year)
    for years in (n for n in range(-_YEARS, _YEARS + 1) if n):
        yield (easter_sunday(date.year + years) - first).days


@lru_cache(maxsize=512)
def easter_sunday(year: int) -> dt.date:
    """By the anonymous Gregorian reckoning."""
    century = year // 100
    moon = (19 * (year % 19) + century - century // 4 - (8 * century + 13) // 25 + 15) % 30
    moon -= moon // 28 * (1 - moon // 28 * (29 // (moon + 1)) * ((21 - year % 19) // 11))
    weekday = (year + year // 4 + moon + 2 - century + century // 4) % 7
    day = moon - weekday
    month = 3 + (day + 40) // 44
    return dt.date(year, month, day + 28 - 31 * (month // 4))
