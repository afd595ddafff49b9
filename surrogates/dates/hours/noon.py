"""Noon said as a word of its own: "al mediodía" becomes "a las once" where other hours move."""

import re
from functools import lru_cache

from surrogates.dates.calendars import Calendar
from surrogates.folding import fold, words

NOON = 12
BOUNDS = (9, 15)  # hours that still are about noon
_ALONE = "noon"  # of hours.tsv: follows a preposition outside; "at_noon" holds it


@lru_cache(maxsize=16)
def _forms(calendar: Calendar) -> dict[str, str]:
    rows = calendar.lexicon.rows("hours")
    return {
        fold(r["form"]): r["variant"]
        for r in rows
        if is_noon(r["variant"]) and int(r["value"]) == NOON
    }


def is_noon(variant: str) -> bool:
    return variant in (_ALONE, "at_noon")


def noon_variant(text: str, before: str, calendar: Calendar) -> str:
    """How a mention says noon, "" where it does not, or not so that an hour could stand there."""
    variant = _forms(calendar).get(fold(text), "")
    led = [] if re.search(r"[.,;:!?¿¡]\s*$", before) else words(before)[-1:]
    fits = not led or led[0] in calendar.phrases("before_noon")
    return variant if fits or variant != _ALONE else ""


def names_midnight(text: str, calendar: Calendar) -> bool:
    """Whether a mention says midnight, the end of a day wherever its hours move."""
    noon = calendar.phrases("noon")
    return any(noon.get(word) == "0" for word in words(text))


def names_noon(text: str, calendar: Calendar) -> bool:
    """Whether a mention says noon or midnight and no hour."""
    said = fold(text)
    return said in _forms(calendar) or not set(words(said)).isdisjoint(calendar.phrases("noon"))
