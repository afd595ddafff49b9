"""The year in which a dialogue is held, as its ages and births tell it: "68, nació en 1958".

`replacement` asks before dates get their years: a weekday that is said with a day alone agrees with
several, and one of them contradicts the ages.
"""

from collections.abc import Iterator, Sequence

from surrogates.dates.lives.ages import NEAR, NOW, Age, ages_of
from surrogates.dates.resolution import Entry
from surrogates.labels import Kind
from surrogates.scene import Scene


def present_years(scene: Scene, entries: Sequence[Entry]) -> frozenset[int]:
    """The years that an age and the year of a birth near it make; none where none does."""
    if not entries:
        return frozenset()
    ages = [a for a in ages_of(scene, entries[0].calendar) if a.unit == "year"]
    ages = [a for a in ages if a.item.kind is Kind.AGE]
    years = (year for age in ages for entry in entries for year in _years(age, entry, entries))
    return frozenset(years)


def _years(age: Age, entry: Entry, entries: Sequence[Entry]) -> Iterator[int]:
    year, item = entry.dated.year, entry.owners.get("year")
    if year is None or item is None or abs(item.turn - age.item.turn) > NEAR:
        return
    moment = entry.dated.moment
    birth = moment.value("month"), moment.value("day")
    now = _day_of_call(entry, entries)
    for late in (0, 1):
        if year + age.value + late not in NOW:
            continue
        # Where both days are known, one of the two years it is.
        if None in (*birth, *now) or late == (now < birth):
            yield year + age.value + late


def _day_of_call(birth: Entry, entries: Sequence[Entry]) -> tuple[int | None, int | None]:
    """Month and day of the first date without a year, which lies in the year of the dialogue."""
    for entry in entries:
        moment = entry.dated.moment
        said = moment.value("month"), moment.value("day")
        if entry is not birth and entry.dated.year is None and None not in said:
            return said
    return None, None
