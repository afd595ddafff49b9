"""School classes tell an age: who is 13 and in "2.º de ESO" does not become 11.

Called by `ages_apart` and `births` for the ages, by `anchors` for the month in which school begins.
"""

import re
from functools import lru_cache

from surrogates.dates.calendars import Calendar
from surrogates.folding import words
from surrogates.rewrite import Item
from surrogates.scene import Scene

_STEP = 1  # years that an age moves at most beside its class
_AROUND = 6  # words between a month and what begins in it


def limits(scene: Scene, calendar: Calendar, value: int) -> tuple[int, int] | None:
    """The first and the last age that one may become beside the classes that the dialogue names
    outside its labels; None where no class is of that age."""
    ranges = [each for each in _classes(tuple(scene.outside_text), calendar) if _holds(each, value)]
    if not ranges:
        return None
    lows, highs = zip(*ranges, strict=True)
    return max(*lows, value - _STEP), min(*highs, value + _STEP)


def suits(scene: Scene, calendar: Calendar, value: int, new: int) -> bool:
    """Whether an age may become another one beside the classes that are named."""
    found = limits(scene, calendar, value)
    return found is None or _holds(found, new)


def _holds(ages: tuple[int, int], value: int) -> bool:
    return ages[0] <= value <= ages[1]


@lru_cache(maxsize=64)
def _classes(lines: tuple[str, ...], calendar: Calendar) -> list[tuple[int, int]]:
    text = re.sub(r"['’\s]+", " ", f" {' | '.join(lines)} ")
    found: list[tuple[int, int]] = []
    for phrase, value in calendar.phrases("school").items():
        if f" {phrase} " in text:
            low, high = value.split("-")
            found.append((int(low), int(high)))
    return found


def begins(scene: Scene, item: Item, calendar: Calendar) -> bool:
    """Whether school begins on a date, as the words beside it say: "zur Einschulung im [Mai]"."""
    cues = calendar.phrases("school_start")
    before = " ".join(words(scene.before(item).replace("'", " "))[-_AROUND:])
    after = " ".join(words(scene.after(item).replace("'", " "))[:_AROUND])
    return any(f" {cue} " in f" {side} " for cue in cues for side in (before, after))
