"""Ages beside dates: "nací en 1975, tengo 43 años" stays true when the dates move.

`replacement` calls it once the shift is known and the numbers are written. All dates move by the
same days, so an age between two full dates is what lies between the new ones, and one between two
years stays; beside a year of birth alone it grows by what the year lost.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from surrogates.codes import ConstraintKind
from surrogates.dates.calendars import Calendar
from surrogates.dates.resolution import Entry
from surrogates.dates.shift import Shift, full_year, new_values
from surrogates.folding import digits_only, fold, words
from surrogates.labels import Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene

NEAR = 2  # turns between a year of birth and the age that is said with it
OLDEST = 120
_CUE = 4  # words before a year or an age that may say what it is
_JOINED = 3  # characters between the pieces of one number


@dataclass(frozen=True, slots=True)
class Age:
    """How long a life has lasted, in one mention."""

    item: Item
    number: str  # that the mention begins with, or is
    value: int
    unit: str  # "year", "month", "week" or "day"


@dataclass(frozen=True, slots=True)
class _Year:
    """A year that is said, and what it becomes."""

    item: Item
    old: int
    new: int
    birth: bool


@dataclass(frozen=True, slots=True)
class _Day:
    """A date, and what it becomes."""

    turn: int
    old: dt.date
    new: dt.date
    birth: bool
    whole: bool  # said with its year


def replace_ages(scene: Scene, entries: Sequence[Entry], shift: Shift) -> list[Item]:
    """Writes the ages that dates tie down anew; returns those that have to stay as they were."""
    if not entries:
        return []
    calendar = entries[0].calendar
    years, days = list(_years(scene, entries, shift)), list(_days(scene, entries, shift))
    stay: list[Item] = []
    ages = list(ages_of(scene, calendar))
    tied: dict[int, int] = {}
    for age in ages:
        new = _between_days(age, [day for day in days if day.whole])
        if new is None and age.unit == "year":
            new = _by_years(age, years)
        if new is None and age.unit == "day" and _lasts(age, days):
            new = age.value
        if new is not None:
            tied[age.item.index] = new
    tied |= _a_year_apart(ages, tied)
    for age in ages:
        new = tied.get(age.item.index)
        if new is None:
            continue
        text = written(age, new, calendar)
        if text:
            set_age(scene, age.item, text)
        else:
            stay.append(age.item)
    return stay


def _a_year_apart(ages: Sequence[Age], tied: Mapping[int, int]) -> dict[int, int]:
    """New values of ages a year from one that dates tie down: "66, y cumple 67"."""
    return {
        age.item.index: age.value + new - other.value
        for age in ages
        for other in ages
        if age.item.index not in tied
        and age.unit == other.unit == "year"
        and abs(age.value - other.value) == 1
        and (new := tied.get(other.item.index)) is not None
    }


def _months(one: dt.date, two: dt.date) -> int:
    """Whole months from one day to a later one."""
    return (two.year - one.year) * 12 + two.month - one.month - (two.day < one.day)


_WHOLE: dict[str, Callable[[dt.date, dt.date], int]] = {
    "year": lambda one, two: _months(one, two) // 12,
    "month": _months,
    "week": lambda one, two: (two - one).days // 7,
    "day": lambda one, two: (two - one).days,
}


def _between_days(age: Age, days: Sequence[_Day]) -> int | None:
    """What lies between two new dates, where the age lies between the old ones; a birth first."""
    whole = _WHOLE[age.unit]
    pairs = [
        (not one.birth, whole(one.new, two.new))
        for one in days
        for two in days
        if one.old < two.old and whole(one.old, two.old) == age.value
    ]
    return min(pairs)[1] if pairs else None


def _lasts(age: Age, days: Sequence[_Day]) -> bool:
    """Whether so many nights, or days with the last one, lie between two days said near."""
    near = [day.old for day in days if abs(day.turn - age.item.turn) <= NEAR]
    return any((two - one).days in (age.value, age.value - 1) for one in near for two in near)


def _by_years(age: Age, years: Sequence[_Year]) -> int | None:
    """The same between two years, one more or less; beside a birth alone what its year lost."""
    if any(
        one.old < two.old and abs(one.old + age.value - two.old) <= 1
        for one in years
        for two in years
    ):
        return age.value
    births = (y for y in years if y.birth and abs(y.item.turn - age.item.turn) <= NEAR)
    return next((age.value + birth.old - birth.new for birth in births), None)


def _years(scene: Scene, entries: Sequence[Entry], shift: Shift) -> Iterator[_Year]:
    for entry in entries:
        year, new = entry.dated.year, new_values(entry.dated, shift).get("year")
        item = entry.owners.get("year")
        if year is not None and new is not None and item is not None:
            yield _Year(item, year, full_year(new), _is_birth(scene, entry, item))


def _days(scene: Scene, entries: Sequence[Entry], shift: Shift) -> Iterator[_Day]:
    for entry in entries:
        date, item = entry.dated.date, entry.owners.get("year")
        if date is not None:
            new = date + dt.timedelta(days=shift.days)
            birth = item is not None and _is_birth(scene, entry, item)
            yield _Day(entry.item.turn, date, new, birth, whole=item is not None)


def _is_birth(scene: Scene, entry: Entry, year: Item) -> bool:
    around = {
        *words(scene.before(entry.item)[-40:])[-_CUE:],
        *words(scene.after(year)[:30])[:1],
    }
    return not around.isdisjoint(entry.calendar.phrases("birth"))


def ages_of(scene: Scene, calendar: Calendar) -> Iterator[Age]:
    last: Item | None = None
    for item in scene.items:
        before, last = last, item
        if item.kind not in (Kind.AGE, Kind.NUMBER):
            continue
        apart = before is None or before.turn != item.turn or item.start - before.end > _JOINED
        apart = apart or (before is not None and before.kind is Kind.DATE)
        typed = scene.constraint_for(ConstraintKind.SURROGATE, item) or scene.constraint_for(
            ConstraintKind.PLACEHOLDER, item
        )
        age = _read(scene, item, calendar) if apart and typed is None else None
        if age is not None and age.value > 0 and (age.unit != "year" or age.value < OLDEST):
            yield age


def _read(scene: Scene, item: Item, calendar: Calendar) -> Age | None:
    """ "66", "66 años", "treinta y dos", "7 months"; None where nothing of a life is counted."""
    units = calendar.phrases("unit") | calendar.phrases("night")
    for end in reversed([*(m.start() for m in re.finditer(r"[ -]", item.text)), len(item.text)]):
        number, within = item.text[:end], words(item.text[end:])
        value = _value(number, calendar)
        if value is None:
            continue
        unit = units.get(next(iter((*within, *words(scene.after(item)[:20]))), ""), "")
        if unit in ("", "year") and (item.kind is Kind.AGE or not within):
            aged = item.kind is Kind.AGE or _counts_years(scene, item, calendar)
            unit = "year" if aged else ""
        return Age(item, number, value, unit) if unit else None
    return None


def _value(number: str, calendar: Calendar) -> int | None:
    if number.isdecimal():
        return int(number)
    form = None if digits_only(number) else calendar.read_number(number)
    return form.value if form is not None else None


def _counts_years(scene: Scene, item: Item, calendar: Calendar) -> bool:
    after, before = words(scene.after(item)[:20])[:1], words(scene.before(item)[-40:])[-_CUE:]
    years = calendar.phrases("year").keys() & calendar.phrases("unit").keys()
    cues = calendar.phrases("age").keys()
    return not (years | cues).isdisjoint(after) or not cues.isdisjoint(before)


def written(age: Age, new: int, calendar: Calendar) -> str:
    """Another age in the form of the old one; "" where it cannot be said so, or is the same."""
    text, number = age.item.text, age.number
    if not 1 < new < OLDEST or len(str(new)) != len(str(age.value)) or new == age.value:
        return ""
    if number.isdecimal():
        return str(new) + text[len(number) :]
    new_words, old = calendar.say(new), calendar.say(age.value)
    # "Veintiún años", "one year": words that agree with what they count are left alone.
    plain = old is not None and fold(old) == fold(number) and new % 10 != 1
    return new_words + text[len(number) :] if new_words and plain else ""


def set_age(scene: Scene, item: Item, text: str) -> None:
    scene.surrogates[item.index] = text
    for i, card in enumerate(scene.cards):
        if item.key in card.mentions:
            scene.cards[i] = replace(card, surrogate="")
