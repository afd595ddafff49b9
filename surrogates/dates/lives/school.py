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
_MONTHS = range(8, 11)  # in which schools begin
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


def told(scene: Scene, calendar: Calendar, value: int) -> bool:
    """Whether a class outside the labels is called by an age: "bi urteko gelan"."""
    phrases = [(phrase.split(), side) for phrase, side in calendar.phrases("class_of").items()]
    for line in scene.outside_text if phrases else ():
        said = line.split()
        for at, word in enumerate(said):
            number = calendar.read_number(word) if not word.isdecimal() else None
            if value != (int(word) if word.isdecimal() else number and number.value):
                continue
            if any(
                said[at + 1 : at + 1 + len(phrase)] == phrase
                if side == "after"
                else said[max(at - len(phrase), 0) : at] == phrase
                for phrase, side in phrases
            ):
                return True
    return False


def begins(scene: Scene, item: Item, month: int | None, calendar: Calendar) -> bool:
    """Whether school begins in a month, as words beside it say: "zur Einschulung im [August]"."""
    if month not in _MONTHS:
        return False
    cues = calendar.phrases("school_start")
    before = " ".join(words(scene.before(item).replace("'", " "))[-_AROUND:])
    after = " ".join(words(scene.after(item).replace("'", " "))[:_AROUND])
    return any(f" {cue} " in f" {side} " for cue in cues for side in (before, after))
