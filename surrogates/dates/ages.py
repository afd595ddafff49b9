"""Ages beside dates: "nací en 1975, tengo 43 años" stays true when the dates move.

`replacement` asks it once the shift is known. All dates move by the same days, so an age between
two full dates is what lies between the new ones, and one between two years stays; beside a year of
birth alone it grows by what the year lost. `ages_apart` moves the others and writes them all.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from surrogates.codes import ConstraintKind
from surrogates.dates.calendars import Calendar, Form
from surrogates.dates.numeric import Part
from surrogates.dates.resolution import Entry
from surrogates.dates.runs import is_one_number
from surrogates.dates.shift import Shift, full_year, new_values
from surrogates.dates.writing import in_case_of, write_part
from surrogates.folding import digits_only, fold, words
from surrogates.labels import Kind
from surrogates.languages.cardinals import say
from surrogates.rewrite import Item
from surrogates.scene import Scene

NEAR = 2  # turns between a year of birth and the age that is said with it
OLDEST = 120
_NOW = range(2000, 2036)  # when what is said may be said
_CUE = 4  # words before a year or an age that may say what it is
_LEAD = 2  # words before a date that may open an answer: "nací el"
_FIGURES = re.compile(r"(\d{1,3})(\D*)")
_COUNTED = (Kind.AGE, Kind.NUMBER)


@dataclass(frozen=True, slots=True)
class Age:
    """How long a life has lasted, in one mention."""

    item: Item
    number: str  # that the mention begins with, or is
    value: int
    unit: str  # "year", "month", "week" or "day"
    counts: bool = False  # the unit is said behind it: "veintiún años"
    about: bool = False  # a round ten with words behind it: "ochenta y pico"


@dataclass(frozen=True, slots=True)
class _Year:
    """A year that is said, and what it becomes."""

    item: Item
    old: int
    new: int
    birth: bool
    alone: bool  # no month is said with it


@dataclass(frozen=True, slots=True)
class _Day:
    """A date, and what it becomes."""

    turn: int
    old: dt.date
    new: dt.date
    birth: bool
    whole: bool  # said with its year


def ages_of_dates(scene: Scene, entries: Sequence[Entry], shift: Shift) -> dict[int, int]:
    """What the ages that dates tie down become, by the index of their mention."""
    if not entries:
        return {}
    years, days = list(_years(scene, entries, shift)), list(_days(scene, entries, shift))
    tied: dict[int, int] = {}
    said = list(ages_of(scene, entries[0].calendar))
    for age in said:
        new = _between_days(age, [day for day in days if day.whole])
        if new is None and age.unit == "year":
            new = _between_years(age, years)
        if new is None and age.unit == "day" and _lasts(age, days):
            new = age.value
        if new is not None:
            tied[age.item.index] = new
    # A birth whose age is known is of nobody else: "72, born in 1953", "her husband, 76".
    known = {age.value for age in said if age.item.index in tied}
    ends = {*(year.old for year in years), *(day.old.year for day in days if day.whole)}
    births = [y for y in years if not _has_age(y, known, ends)]
    for age in said:
        if age.item.index not in tied and age.unit == "year":
            new = _since_birth(age, births, len({y.old for y in years}) == 1)
            if new is not None:
                tied[age.item.index] = new
    return tied


def _has_age(birth: _Year, known: Iterable[int], ends: Iterable[int]) -> bool:
    """Whether an age that two dates tie down is the one of this birth."""
    return any(0 <= end - birth.old - age <= 1 for age in known for end in ends)


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


def _between_years(age: Age, years: Sequence[_Year]) -> int | None:
    """The same between two years, one more or less."""
    between = any(
        one.old < two.old and abs(one.old + age.value - two.old) <= 1
        for one in years
        for two in years
    )
    return age.value if between else None


def _since_birth(age: Age, years: Sequence[_Year], only: bool) -> int | None:
    """Beside a birth what its year lost, and beside the `only` year that the dialogue says, where
    both together are a year of these days."""
    near = [y for y in years if abs(y.item.turn - age.item.turn) <= NEAR]
    near = [y for y in near if y.old + age.value in _NOW]
    births = [y for y in near if y.birth]
    if age.item.kind is Kind.AGE and only:
        births += [y for y in near if y.alone]
    return next((age.value + birth.old - birth.new for birth in births), None)


def _years(scene: Scene, entries: Sequence[Entry], shift: Shift) -> Iterator[_Year]:
    for entry in entries:
        year, new = entry.dated.year, new_values(entry.dated, shift).get("year")
        item = entry.owners.get("year")
        if year is not None and new is not None and item is not None:
            alone = entry.dated.said("month") is None
            yield _Year(item, year, full_year(new), _is_birth(scene, entry, item), alone)


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
    asked: Sequence[str] = ()
    if entry.item.turn and len(words(scene.before(entry.item))) <= _LEAD:  # "When was he born?"
        asked = words(scene.dialogue.turns[entry.item.turn - 1].text)
    return not {*around, *asked}.isdisjoint(entry.calendar.phrases("birth"))


def ages_of(scene: Scene, calendar: Calendar) -> Iterator[Age]:
    counted = [item for item in scene.items if item.kind in _COUNTED]
    pieces = {
        item.index
        for pair in pairwise(counted)
        if _are_one(scene, *pair, calendar)
        for item in pair
    }
    for item in counted:
        typed = scene.constraint_for(ConstraintKind.SURROGATE, item) or scene.constraint_for(
            ConstraintKind.PLACEHOLDER, item
        )
        if item.index in pieces or typed is not None:
            continue
        age = _read(scene, item, calendar)
        if age is not None and age.value > 0 and (age.unit != "year" or age.value < OLDEST):
            yield age


def _are_one(scene: Scene, one: Item, two: Item, calendar: Calendar) -> bool:
    """Whether two mentions are pieces of one number: "[cincuenta] y [cuatro]"."""
    if one.turn != two.turn:
        return False
    said = scene.dialogue.turns[one.turn].text[one.start : two.end]
    return not scene.between(one, two).strip(" -") or is_one_number(said, calendar)


def _read(scene: Scene, item: Item, calendar: Calendar) -> Age | None:
    """ "66", "66 años", "treinta y dos", "7 months"; None where nothing of a life is counted."""
    units = calendar.phrases("unit") | calendar.phrases("night")
    figures = re.match(r"\d+(?=[^\W\d_])", item.text)  # "68yo"
    ends = {len(item.text), *(m.start() for m in re.finditer(r"[ -]", item.text))}
    ends |= {figures.end()} if figures is not None else set()
    for end in sorted(ends, reverse=True):
        number, within = item.text[:end], words(item.text[end:])
        if any(w.isdecimal() or calendar.read_number(w) for w in within):
            continue  # "30-35"
        form = _form(number, calendar)
        if form is None:
            continue
        said = units.get(next(iter((*within, *words(scene.after(item)[:20]))), ""), "")
        unit = said
        if unit in ("", "year") and (item.kind is Kind.AGE or not within):
            aged = item.kind is Kind.AGE or _counts_years(scene, item, calendar)
            unit = "year" if aged else ""
        about = bool(within) and not said and form.value > 10 and form.value % 10 == 0
        return Age(item, number, form.value, unit, bool(said), about) if unit else None
    return None


def _form(number: str, calendar: Calendar) -> Form | None:
    """ "66", "6th", "sixty six", "sixth"."""
    figures = _FIGURES.fullmatch(number)
    if figures is not None:
        ending = fold(figures[2])
        known = not ending or ending in calendar.suffixes
        return Form(int(figures[1]), "") if known else None
    return None if digits_only(number) else calendar.read_number(number)


def _counts_years(scene: Scene, item: Item, calendar: Calendar) -> bool:
    after, before = words(scene.after(item)[:20])[:1], words(scene.before(item)[-40:])[-_CUE:]
    years = calendar.phrases("year").keys() & calendar.phrases("unit").keys()
    cues = calendar.phrases("age").keys()
    return not (years | cues).isdisjoint(after) or not cues.isdisjoint(before)


def written(age: Age, new: int, calendar: Calendar) -> str:
    """Another age in the form of the old one; "" where it cannot be said so, or is the same."""
    if not 1 < new < OLDEST or len(str(new)) != len(str(age.value)) or new == age.value:
        return ""
    if age.about and new % 10:
        return ""
    number = _written(age, new, calendar)
    return number + age.item.text[len(age.number) :] if number else ""


def _written(age: Age, new: int, calendar: Calendar) -> str | None:
    number, size = age.number, len(age.number)
    figures = _FIGURES.fullmatch(number)
    if figures is not None:
        if not figures[2] or calendar.lang != "en":
            return f"{new}{figures[2]}"
        part = Part(0, size, "day", age.value, "figure", suffix=figures[2])
        return write_part(part, number, new, calendar)
    form = calendar.read_number(number)
    if form is not None and (form.variant != "cardinal" or form.ending):
        part = Part(0, size, "day", age.value, "word", form)
        return write_part(part, number, new, calendar)
    # "Veintiún años", "tengo veintiuno": in the place that the old words show, or else the unit.
    places = [p for p in (False, True) if _plain(_say(age.value, calendar, p)) == _plain(number)]
    said = _say(new, calendar, places[0] if len(places) == 1 else age.counts)
    if "-" in _say(age.value, calendar, False) and "-" not in number:
        said = said.replace("-", " ")  # "sixty six"
    return in_case_of(said, number)


def _say(value: int, calendar: Calendar, before_noun: bool) -> str:
    known = calendar.say(value) is not None
    return say(calendar.lexicon, value, before_noun=before_noun) if known else ""


def _plain(number: str) -> str:
    return fold(number).replace("-", " ")


def set_age(scene: Scene, item: Item, text: str) -> None:
    scene.surrogates[item.index] = text
    for i, card in enumerate(scene.cards):
        if item.key in card.mentions:
            scene.cards[i] = replace(card, surrogate="")
