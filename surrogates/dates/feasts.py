"""Feasts that carry a label of their own: "[24 de junio], por [San Juan]".

One is a date like any other, which the shift moves onto another feast: `resolution` asks it whether
there is one on a day, `replacement` leaves what is the same day for everybody.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from surrogates.dates.calendars import Calendar
from surrogates.dates.numeric import Moment, Part
from surrogates.folding import apply_case, case_pattern, fold, words
from surrogates.languages.lexicon import Lexicon

FEAST = "feast"  # the name of its part; the value is its day in the year, as 624
_WORD = re.compile(r"[^\W\d_]+")


class _Feast(NamedTuple):
    form: str
    said: tuple[str, ...]  # its words
    like: frozenset[str]  # the words around that it suits
    day: int


@lru_cache(maxsize=16)
def _feasts(calendar: Calendar) -> tuple[_Feast, ...]:
    return tuple(
        _Feast(
            row["form"],
            _said(row["form"]),
            frozenset(row["like"].split()),
            _day(row["month"], row["day"]),
        )
        for row in calendar.lexicon.rows("feast_days")
    )


@lru_cache(maxsize=16)
def _longest_first(calendar: Calendar) -> list[_Feast]:
    return sorted(_feasts(calendar), key=lambda f: -len(f.form))


def _said(text: str) -> tuple[str, ...]:
    return words(re.sub(r"\W", " ", text))


def _day(month: int | str, day: int | str) -> int:
    return 100 * int(month) + int(day)


def read_feast(text: str, calendar: Calendar) -> Moment | None:
    """The feast that a mention says, with no other word than those that lead to it."""
    part = _find(text, calendar)
    if part is None:
        return None
    said = words(f"{text[: part.start]} {text[part.end :]}")
    days = (unit for unit, value in calendar.phrases("unit").items() if value == "day")
    if not {*calendar.phrases("join"), *calendar.phrases("lead"), *days}.issuperset(said):
        return None
    month, day = divmod(part.value, 100)
    return Moment({FEAST: part}, {"month": month, "day": day})


def add_feast(text: str, moments: Iterable[Moment], calendar: Calendar) -> None:
    """Gives a date the feast that its mention says with it: "[24 de junio, San Juan]"."""
    part = _find(text, calendar)
    month, day = divmod(part.value, 100) if part is not None else (0, 0)
    for moment in moments:
        if part and moment.value("day") == day and moment.value("month") in (None, month):
            moment.parts[FEAST] = part
            moment.implied.setdefault("month", month)


def _find(text: str, calendar: Calendar) -> Part | None:
    found = list(_WORD.finditer(text))
    said = tuple(fold(m.group()) for m in found)
    for feast in _longest_first(calendar):
        form = feast.said
        for at in range(len(said) - len(form) + 1):
            end = at + len(form)
            if said[at:end] == form:
                span = found[at].start(), found[end - 1].end()
                return Part(*span, FEAST, feast.day, "word")
    return None


def write_feast(old: str, month: int, day: int, calendar: Calendar) -> str | None:
    """The feast on a new day, which the words around the old one suit; None where there is none."""
    said = _said(old)
    same = [f for f in _feasts(calendar) if f.said == said]
    for feast in _feasts(calendar):
        if feast.day == _day(month, day) and any(feast.like >= one.like for one in same):
            known = any(one.form == old for one in same)
            return feast.form if known else apply_case(feast.form, case_pattern(old))
    return None


def names_a_feast(text: str, lexicon: Lexicon) -> bool:
    """Whether a mention says a feast of the table."""
    said = f" {' '.join(_said(text))} "
    return any(name in said for name in _names(lexicon))


@lru_cache(maxsize=16)
def _names(lexicon: Lexicon) -> frozenset[str]:
    """The folded words of the feasts, the companions' too, with blanks around."""
    rows = (row for each in (lexicon, *lexicon.companions) for row in each.rows("feast_days"))
    return frozenset(f" {' '.join(_said(row['form']))} " for row in rows)
