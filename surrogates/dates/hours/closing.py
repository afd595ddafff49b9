"""Hours at which a shop or an office closes: those of the evening, whoever says no part of the day;
and those before school and work, which move by an hour at most.

"Cerramos a las ocho" is twenty hours, and so is what lies shortly before it."""

import re
from collections.abc import Iterable

from surrogates.dates.hours.clock import HALF_DAY, Clock, Hour
from surrogates.folding import words

_BEFORE, _BEHIND = 4, 2  # words around an hour that may say so
_LAST = 3  # hours before closing time in which what is said is of the same half of the day
CLOSES = range(13, 22)  # hours at which doors shut


def closes(clock: Clock) -> bool:
    cues = clock.calendar.phrases("closing").keys()
    before = re.split(r"[.;:!?]", clock.before.replace("'", " "))[-1]
    after = re.split(r"[,.;:!?]", clock.after.replace("'", " "))[0]
    return not cues.isdisjoint((*words(before)[-_BEFORE:], *words(after)[:_BEHIND]))


def is_early(clock: Clock) -> bool:
    """Whether the words around say what is done first: "drops her off ... on his way to work"."""
    before = re.split(r"[.;:!?]", clock.before)[-1]
    after = re.split(r"[.;:!?]", clock.after)[0]
    said = f" {' '.join(words(before))} | {' '.join(words(after))} "
    return any(f" {' '.join(words(cue))} " in said for cue in clock.calendar.phrases("early"))


def before_closing(clocks: Iterable[Clock]) -> set[int]:
    """The ids of the hours that are of the evening since doors close then, or soon after."""
    clocks = list(clocks)
    shut = [h.value for c in clocks if closes(c) for h in c.hours if _is_bare(h)]
    return {
        id(hour)
        for clock in clocks
        for hour in clock.hours
        if _is_bare(hour) and any(0 <= value - hour.value <= _LAST for value in shut)
    }


def _is_bare(hour: Hour) -> bool:
    """Whether nothing says which half of the day it is of."""
    return not hour.high and not hour.of_24 and hour.value < HALF_DAY
