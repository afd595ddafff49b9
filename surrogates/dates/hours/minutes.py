"""Times of the day as minutes, however they are said: "half two", "14:30", "half past two".

`residual_dates` compares with it what stands outside the labels.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from surrogates.dates.calendars import Calendar
from surrogates.dates.hours.clock import HALF_DAY, hour_forms
from surrogates.folding import fold, words

_FIGURES = re.compile(r"(?<![\d.,:/])(\d{1,2})(?::|\.|\s?h\s?)([0-5]\d)(?![\d:/]|[.,]\d|\s?[€$£%])")
_WORD = re.compile(r"[^\W_]+")
_LONGEST = 6  # words of a time
_HOUR, _DAY = 60, 60 * HALF_DAY


def minutes_in(text: str, calendar: Calendar) -> Iterator[tuple[int, int, int]]:
    """(start, end, minutes since midnight or noon) of each time with minutes, or on the hour by a
    word that says so."""
    for match in _FIGURES.finditer(text):
        if int(match[1]) < 2 * HALF_DAY:
            yield *match.span(), (_HOUR * int(match[1]) + int(match[2])) % _DAY
    forms = _forms(calendar)
    tokens = [(m.start(), m.end(), fold(m.group())) for m in _WORD.finditer(text)]
    at = 0
    while at < len(tokens):
        for size in range(min(_LONGEST, len(tokens) - at), 1, -1):
            value = forms.get(" ".join(token[2] for token in tokens[at : at + size]))
            if value is not None:
                yield tokens[at][0], tokens[at + size - 1][1], value
                at += size - 1
                break
        at += 1


@lru_cache(maxsize=16)
def _forms(calendar: Calendar) -> dict[str, int]:
    """Folded ways to say a time -> its minutes."""
    hours: dict[int, set[str]] = {n: {str(n), calendar.say(n) or ""} for n in range(1, 13)}
    for form, (hour, _) in hour_forms(calendar).items():
        if 0 < hour <= HALF_DAY:
            hours[hour].add(form)
    rows = [r for r in calendar.lexicon.rows("date_words") if r["kind"] == "clock_form"]
    return {
        " ".join(words(re.sub(r"\W+", " ", form))): (_HOUR * hour + int(row["value"])) % _DAY
        for row in rows
        for hour in range(1, 13)
        for one in hours[hour]
        for two in hours[hour % HALF_DAY + 1]
        for form in [row["form"].format(h=one, n=two)]
        if one and two
    }
