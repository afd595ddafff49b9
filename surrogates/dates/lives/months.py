"""Months from the one of a birth to another that is said: all months move alike, so they stay.

`ages` asks for the months of a baby.
"""

from collections.abc import Iterable

from surrogates.dates.lives.births_told import is_birth
from surrogates.dates.resolution import Entry
from surrogates.scene import Scene


def lie_months_between(scene: Scene, age: int, entries: Iterable[Entry]) -> bool:
    """Whether so many months, or one more, lie between a birth and a month that is said."""
    months = [(e, m) for e in entries if (m := e.dated.said("month")) is not None]
    return any(
        one is not two and _apart(one, since, two, to) in (age, age + 1)
        for one, since in months
        if is_birth(scene, one, one.owners["month"])
        for two, to in months
    )


def _apart(one: Entry, since: int, two: Entry, to: int) -> int:
    """Less than a year where one of both says none."""
    years = one.dated.year, two.dated.year
    if years[0] is None or years[1] is None:
        return (to - since) % 12
    return 12 * (years[1] - years[0]) + to - since
