"""Weeks by their number ("KW 12", "semana 12", "12. astea"): they move as the dates around do.

Called by `replacement`, which gives the shift in days, or none where the dialogue has no date.
"""

import datetime as dt
import re
from collections.abc import Iterable, Mapping

from surrogates import draw
from surrogates.languages.cardinals import parse, say
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene

_NAMES = r"kw|kalenderwoche|woche|week|wk|semana|setmana|semaine|sem|astea"
_WEEK = re.compile(
    rf"(?P<before>(?:{_NAMES})\.?\s*(?:n[º°o.]+\s*)?)(?P<number>\d{{1,2}}|[^\W\d_][\w\s-]*)"
    rf"|(?P<ordinal>\d{{1,2}})(?P<behind>(?:\.|st|nd|rd|th|[aeª])?\s*(?:{_NAMES}))",
    re.IGNORECASE,
)
_USUAL = 2023  # a year of 52 weeks, where none is said
_LEAST, _MOST = 6, 40  # weeks that a number moves where nothing else does


def names_week(item: Item, lexicon: Lexicon) -> bool:
    return _read(item.text, lexicon) is not None


def _read(text: str, lexicon: Lexicon) -> tuple[int, int, int] | None:
    """The number of a week, and where it stands."""
    match = _WEEK.fullmatch(text)
    if match is None:
        return None
    start, end = match.span("number" if match["number"] else "ordinal")
    said = text[start:end]
    number = int(said) if said.isdecimal() else parse(lexicon, said)
    return None if number is None else (number, start, end)


def replace_weeks(
    scene: Scene, items: Iterable[Item], dates: Mapping[dt.date, dt.date], days: int | None
) -> None:
    """Writes the number of the week that many days later, in the year that the dates are of, or of
    the new date of one that lies in it; the placeholder stays where that is the same week or
    none."""
    items = list(items)
    year = next((date.year for date in dates), _USUAL)
    weeks = {old.isocalendar()[:2]: new.isocalendar().week for old, new in dates.items()}
    if days is None:
        stream = draw.Stream(scene.seed("weeks", "", items))
        days = 7 * (_LEAST + stream.below(_MOST - _LEAST))
    for item in items:
        read = _read(item.text, scene.lexicon)
        if read is None or not 1 <= read[0] <= 52:
            continue
        number, start, end = read
        monday = dt.date.fromisocalendar(year, number, 1) + dt.timedelta(days=days)
        new = weeks.get((year, number), monday.isocalendar().week)
        if new != number:
            figures = item.text[start:end].isdecimal()
            text = str(new) if figures else say(scene.lexicon, new)
            scene.surrogates[item.index] = item.text[:start] + text + item.text[end:]
