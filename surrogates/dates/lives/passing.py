"""Years that passed between a year that is said and the present: "acabé en 2018, con 22; tengo 29".

`ages_apart` keeps true what ages say of them; `replacement` asks once the shift is known.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from surrogates import notices
from surrogates.dates.calendars import Calendar
from surrogates.dates.lives.ages import Age
from surrogates.dates.lives.births_told import is_birth
from surrogates.dates.lives.now import Now
from surrogates.dates.lives.since import years_outside
from surrogates.dates.resolution import Entry
from surrogates.dates.shift import Shift, full_year
from surrogates.dates.shifted import moved, new_values
from surrogates.folding import words, words_apart
from surrogates.rewrite import Item
from surrogates.scene import Scene

_LONGEST = 105
_THEN = 4  # words before an age that may say that it was one long ago
_NEAR = 3  # turns between a year and an age that was one then


@dataclass(frozen=True, slots=True)
class Passed:
    """So many years by now since a year that a turn says, before and after the shift."""

    item: Item
    old: int
    new: int
    birth: bool

    @property
    def turn(self) -> int:
        return self.item.turn


def passed_years(
    scene: Scene, entries: Sequence[Entry], shift: Shift, present: Collection[int]
) -> Iterator[Passed]:
    """The years that passed since each year, as far as the present is told: by what ages and
    counts make, else by the last day that is said with its year."""
    now = _now(scene, entries, shift, present)
    for entry in entries:
        year, new = entry.dated.year, new_values(entry.dated, shift).get("year")
        item = entry.owners.get("year")
        if now is None or year is None or new is None or item is None:
            continue
        birth = is_birth(scene, entry, item)
        date, late = entry.dated.date, (0, 0)
        if birth and date is not None:  # who had a birthday by now
            days = _day_before(now[0], date), _day_before(now[1], moved(date, entry.dated, shift))
            late = int(days[0]), int(days[1])
        then = now[0].year - year - late[0], now[1].year - full_year(new) - late[1]
        if 0 < then[0] < _LONGEST:
            yield Passed(entry.item, *then, birth)


def tell_counts(scene: Scene, passed: Iterable[Passed], calendar: Calendar) -> None:
    """Raises an issue where years counted outside the labels no longer lead to the present: "in
    [2017], so eight years"."""
    for each in passed:
        moves = not each.birth and each.old != each.new
        if moves and each.old in years_outside(scene, each.turn, calendar):
            scene.raise_issue(notices.YEARS_UNLIKE, each.item)


def _day_before(one: dt.date, two: dt.date) -> bool:
    return (one.month, one.day) < (two.month, two.day)


def _now(
    scene: Scene, entries: Sequence[Entry], shift: Shift, present: Collection[int]
) -> tuple[dt.date, dt.date] | None:
    """A day of the present year, and what it becomes; the last one where only the year is told."""
    now = Now.of(entries, shift)
    told = now.told or present
    if len(told) == 1:
        (year,) = told
        days = [e.dated for e in entries if e.dated.lived and e.dated.date is not None]
        found = [(d.date, moved(d.date, d, shift)) for d in days if d.date is not None]
        return next(iter(found), (dt.date(year, 12, 31), dt.date(year + now.moved, 12, 31)))
    whole = [
        (e.dated.date, moved(e.dated.date, e.dated, shift))
        for e in entries
        if e.dated.date is not None
        and "year" in e.owners
        and not is_birth(scene, e, e.owners["year"])
    ]
    return max(whole, default=None)


def sums_said(
    scene: Scene, ages: Sequence[Age], passed: Sequence[Passed], calendar: Calendar
) -> Iterator[tuple[int, int, int]]:
    """(age now, age then, years since): "81", "when he was 27", "his son, 54". Below zero: years
    that passed since a year, "in 2018, at 22", "29 now"; of an age now that nobody says, but a
    birth does."""
    cues = calendar.phrases("then").keys()
    values = {age.value for age in ages if age.unit == "year"}
    for age in ages:
        before = words_apart(scene.before(age.item)[-40:])[-_THEN:]
        said = {*before, *words(scene.after(age.item))[:1], " ".join(before[-2:])}
        if age.unit != "year" or cues.isdisjoint(said):
            continue
        for now in values:
            if now - age.value in values - {age.value}:
                yield now, age.value, now - age.value
        for each in passed:
            near = abs(each.turn - age.item.turn) <= _NEAR
            if near and not each.birth and age.value + each.old in values:
                yield age.value + each.old, age.value, -each.old
            if each.birth and each.old not in values and each.old - age.value in values:
                yield -each.old, age.value, each.old - age.value
