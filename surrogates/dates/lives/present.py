"""The year in which a dialogue is held, as its ages and births tell it ("68, nació en 1958"), or
what is counted since a year ("since 2014, ten years").

`replacement` asks before dates get their years: a weekday that is said with a day alone agrees with
several, and one of them contradicts the ages.
"""

from collections.abc import Iterator, Sequence

from surrogates.dates.lives.ages import NEAR, NOW, Age, ages_of
from surrogates.dates.lives.births_told import is_birth
from surrogates.dates.lives.since import counts
from surrogates.dates.resolution import Entry, agrees
from surrogates.labels import Kind
from surrogates.scene import Scene


def present_years(scene: Scene, entries: Sequence[Entry]) -> frozenset[int]:
    """The years that an age and the year of a birth near it make, or a year and what is counted
    since; none where none does."""
    if not entries:
        return frozenset()
    counted = {since + count.value for count, since in counts(scene, entries)}
    ages = [a for a in ages_of(scene, entries[0].calendar) if a.unit == "year"]
    ages = [a for a in ages if a.item.kind is Kind.AGE]
    births = [e for e in entries if not _is_of_these_days(scene, e)]
    years = (year for age in ages for entry in births for year in _years(age, entry, entries))
    last = max((e.dated.year or 0 for e in entries if _is_whole(scene, e)), default=0)
    years = (year for year in years if year >= last - 1)  # a parent's age at a birth
    since = {year for now in counted for year in _near(now, entries)}
    # What is counted tells it better than an age, which may be one of long ago.
    return frozenset(y for y in years if not since or {y - 1, y, y + 1} & since) | since


def _is_of_these_days(scene: Scene, entry: Entry) -> bool:
    """Whether a day is said with its weekday, and is none of birth."""
    dated = entry.dated
    weekday = dated.said("weekday") is not None and dated.said("day") is not None
    return weekday and not is_birth(scene, entry, entry.item)


def _is_whole(scene: Scene, entry: Entry) -> bool:
    """Whether a day is said with its year, and is none of birth."""
    said = {"day", "month", "year"} <= entry.dated.moment.parts.keys()
    return said and not is_birth(scene, entry, entry.owners["year"])


def _near(year: int, entries: Sequence[Entry]) -> Iterator[int]:
    """A year, or the one beside it where a weekday is of that: "nearly forty years"."""
    said = [e.dated.moment for e in entries if e.dated.year is None]
    fits = [y for y in (year, year + 1, year - 1) if any(agrees(moment, y) for moment in said)]
    yield fits[0] if fits else year


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
