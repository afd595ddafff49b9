"""The weekday of a birthday: "er wurde am [Montag] [sieben]", where the birth is said, too.

Called by `replacement` once the shift is known, before births move. The year in which it is said
does not move: an age grows by what the year of birth lost.
"""

import datetime as dt
from collections.abc import Sequence

from surrogates.dates.lives.ages import Age, ages_of, is_said_with
from surrogates.dates.resolution import Entry
from surrogates.dates.shift import Dated
from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.scene import Scene

_CLAUSE = 40  # characters around a weekday that say that somebody turned so old on it


def tie_birthdays(scene: Scene, entries: Sequence[Entry]) -> None:
    """Sets of which birthday a weekday is that stands alone."""
    births = {e.dated.date: e.dated for e in entries if e.dated.date and e.dated.year is not None}
    if len(births) != 1:
        return
    ((date, birth),) = births.items()
    ages = [a for a in ages_of(scene, entries[0].calendar) if a.item.kind is Kind.AGE]
    said = [e for e in entries if e.dated is not birth and e.dated.year is None]
    for entry in said:
        again = entry.dated.date
        if again is not None and again in {_birthday(date, date.year + a.value) for a in ages}:
            entry.dated.birthday = birth, again.year  # "el 13, que cumple 90", born on a 13th
            birth.birth = True
    for entry in entries:
        for age in ages if _is_alone(entry.dated) else ():
            day = _birthday(date, date.year + age.value)
            if day.weekday() == entry.dated.said("weekday") and _says_birthday(scene, entry, age):
                entry.dated.birthday = birth, day.year
                birth.birth = True
                _tie_others(entries, entry.dated)


def _tie_others(entries: Sequence[Entry], tied: Dated) -> None:
    """The same day said again moves with it, and all others where no date says how they move."""
    dates = {e.dated.date for e in entries if e.dated.date is not None}
    for dated in (entry.dated for entry in entries if _is_alone(entry.dated)):
        if len(dates) == 1 or dated.said("weekday") == tied.said("weekday"):
            dated.birthday = tied.birthday


def _is_alone(dated: Dated) -> bool:
    return dated.date is None and dated.moment.parts.keys() == {"weekday"}


def _birthday(birth: dt.date, year: int) -> dt.date:
    leap = (birth.month, birth.day) == (2, 29)
    return dt.date(year, 3, 1) if leap else birth.replace(year=year)


def _says_birthday(scene: Scene, entry: Entry, age: Age) -> bool:
    item = entry.item
    if age.unit != "year" or age.item.turn != item.turn:
        return False
    if is_said_with(scene, age.item, item):
        return True  # "they'll be [ten] this [Saturday]"
    around = f"{scene.before(item)[-_CLAUSE:]} {scene.after(item)[:_CLAUSE]}"
    return not entry.calendar.phrases("age").keys().isdisjoint(words(around))
