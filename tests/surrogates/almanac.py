"""Reads the dates of an output with names from CLDR, not with the tables under test."""

import datetime as dt
import re
from dataclasses import dataclass
from functools import lru_cache

from babel import Locale

from surrogates.dates.calendars import calendar_for
from surrogates.folding import fold

ORDINALS = {
    "en": "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
    " thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
    " twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth"
    " twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first",
    "de": "ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften"
    " zwölften dreizehnten vierzehnten fünfzehnten sechzehnten siebzehnten achtzehnten"
    " neunzehnten zwanzigsten einundzwanzigsten zweiundzwanzigsten dreiundzwanzigsten"
    " vierundzwanzigsten fünfundzwanzigsten sechsundzwanzigsten siebenundzwanzigsten"
    " achtundzwanzigsten neunundzwanzigsten dreißigsten einunddreißigsten",
}
LANGUAGES = ("es", "en", "de", "fr", "ca", "eu")


@dataclass(frozen=True)
class Said:
    """What a text says, None for what it does not say; weekday 0 is Monday."""

    day: int | None = None
    month: int | None = None
    year: int | None = None
    weekday: int | None = None


@lru_cache(maxsize=16)
def names(lang: str) -> tuple[list[str], list[str]]:
    """Folded months and weekdays; Basque ones as the stems that its endings hang on."""
    locale = Locale(lang)
    months = [fold(n) for n in locale.months["stand-alone"]["wide"].values()]
    weekdays = [fold(locale.days["stand-alone"]["wide"][i]) for i in range(7)]
    if lang == "eu":
        months, weekdays = ([n[:-1] for n in found] for found in (months, weekdays))
    return months, weekdays


@lru_cache(maxsize=8)
def numbers(lang: str) -> dict[str, int]:
    calendar = calendar_for(lang)
    found = {fold(calendar.say(n) or "?"): n for n in (*range(1, 32), *range(1960, 2035))}
    if lang == "eu":
        found |= {w + end: n for w, n in found.items() for end in ("ean", "rean", "an", "n")}
    found |= {fold(w): i for i, w in enumerate(ORDINALS.get(lang, "").split(), 1)}
    return found | {"premier": 1, "primero": 1}


def read(text: str, lang: str, *, american: bool = False) -> Said:
    """The date in a surrogate; AssertionError when its words are no date of the language."""
    key = fold(text)
    figures = re.search(r"(\d{4})[-/.](\d{2})[-/.](\d{2})", key)
    if figures:
        return Said(int(figures[3]), int(figures[2]), int(figures[1]))
    figures = re.search(r"(\d{1,2})[/.](\d{1,2})(?:[/.](\d{2,4}))?", key)
    if figures:
        first, second = int(figures[1]), int(figures[2])
        day, month = (second, first) if american else (first, second)
        return Said(day, month, full(figures[3]))
    dictated = re.search(r"(\d+) del? (\d+)$", key)
    if dictated:
        return Said(int(dictated[1]), int(dictated[2]))
    months, weekdays = names(lang)
    month = next((i for i, n in enumerate(months, 1) if n in key), None)
    weekday = next((i for i, n in enumerate(weekdays) if n in key), None)
    if month is not None:
        key = key.replace(months[month - 1], " ")
    year = re.search(r"\b(\d{4})", key)
    key = key.replace(year[1], " ") if year else key
    day = re.search(r"\d{1,2}", key)
    words = numbers(lang)
    said = [n for w, n in sorted(words.items(), key=lambda p: -len(p[0])) if f" {w} " in f" {key} "]
    worded = next((n for n in said if n <= 31), None)
    found_year = full(year[1]) if year else next((n for n in said if n > 31), None)
    return Said(int(day[0]) if day else worded, month, found_year, weekday)


def full(year: str | None) -> int | None:
    if year is None:
        return None
    return int(year) if len(year) == 4 else int(year) + (1900 if int(year) > 30 else 2000)


def year_of(said: Said) -> int:
    return said.year or 2018


def day_of(said: Said) -> dt.date:
    assert said.day is not None and said.month is not None, said
    return dt.date(year_of(said), said.month, said.day)
