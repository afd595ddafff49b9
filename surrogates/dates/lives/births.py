"""Births whose ages are said move by some years more than the other dates, so that the ages move.

All births of a dialogue move by the same years: order and differences of the ages stay.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from surrogates import draw
from surrogates.dates.calendars import Calendar
from surrogates.dates.lives import school
from surrogates.dates.lives.ages import (
    Age,
    ages_of,
    ages_of_dates,
    birth_near,
    days_around,
    days_of,
    now_of,
    years_around,
    years_of,
)
from surrogates.dates.lives.ages_apart import (
    CLOSE,
    GROWN_UP,
    RETIRED,
    STAGES,
    is_round,
    stage,
    stays_told,
)
from surrogates.dates.lives.legal import is_legal, of_trades
from surrogates.dates.lives.writing import written
from surrogates.dates.resolution import Entry
from surrogates.dates.shift import Shift, full_year
from surrogates.dates.shifted import new_values
from surrogates.folding import words_apart
from surrogates.labels import Kind
from surrogates.scene import Scene

_USUAL, _FARTHEST = 3, 6  # years
_BESIDE = 20  # signs between a day and its weekday
_TOLD = 3  # words before a weekday of which one says that a day was one: "das war ein [Freitag]"
_ROUNDLY = 13  # where a birthday is said to be a round one, the years of the shift included
Cost = tuple[int, ...]


def move_births(scene: Scene, entries: Sequence[Entry], shift: Shift, step: int) -> None:
    """Sets how far births move besides, in steps of so many years; not at all where no other age
    would suit."""
    calendar = entries[0].calendar
    ages = [age for age in ages_of(scene, calendar) if age.unit == "year"]
    laws = [age for age in ages if is_legal(scene, age, calendar)]
    others = {age.value for age in ages if age not in laws}
    # "Now 17, and 18 in June": of age then. Who is 60 may retire at 66 or at 65.
    reached = [a for a in laws if not others or not others.isdisjoint((a.value - 1, a.value))]
    # "Born in 1958, retired at 65, in 2023".
    years = list(years_of(scene, entries, shift))
    reached += [a for a in laws if a not in reached and years_around(a, years)]
    ages = [age for age in ages if age not in laws or age in reached]
    births = _births(scene, entries, shift, ages)
    births += _weekdays(scene, entries, births)
    for entry in births:
        entry.dated.birth = True
    if not births:
        return
    stream = draw.Stream(scene.seed("births", "", [age.item for age in ages]))
    most = _ROUNDLY if any(is_round(scene, calendar, age.value) for age in ages) else _FARTHEST
    near, far = range(-_USUAL, _USUAL + 1), range(_USUAL + 1, most + 1)
    options = [*stream.shuffled(near), *stream.shuffled([*far, *(-n for n in far)])]
    options = [years for years in options if years % step == 0]
    fixed = {a.item.index for a in ages if a in reached or stays_told(scene, a, calendar)}
    fixed |= {a.item.index for a in ages if a.value == 1 and a.counts}  # "un año"
    limits = of_trades(scene).union(age.value for age in laws)
    apart = list(_years_told(scene, entries, births, shift, calendar))
    costs: dict[int, Cost] = {}
    for years in options:
        _set(births, years)
        cost = _cost(scene, entries, births, shift, ages, fixed, limits, calendar)
        untold = sum(_years_between(one, two, shift) != told for one, two, told in apart)
        costs[years] = (untold, *cost)
    _set(births, min(options, key=costs.__getitem__))  # the first in keyed order


def _weekdays(scene: Scene, entries: Sequence[Entry], births: Sequence[Entry]) -> list[Entry]:
    """Weekdays of a birth that is said before: "el 6 de abril de 2019, un [sábado]", "am 3.5.1971.
    Das war ein [Montag]", "born 3/5/1971." - "On a [Monday], was it?"."""
    told = []
    for one, other in pairwise(entries):
        day, weekday = one.dated.date, other.dated.moment.value("weekday")
        alone = other.dated.date is None and "weekday" in other.dated.alone
        if one not in births or not alone or day is None or day.weekday() != weekday:
            continue
        beside = one.item.turn == other.item.turn and other.item.start - one.item.end < _BESIDE
        past = one.calendar.phrases("was").keys()
        was = not past.isdisjoint(words_apart(scene.before(other.item))[-_TOLD:])
        if beside or (was and other.item.turn - one.item.turn <= 1):
            other.dated.date = day
            told.append(other)
    return told


def _years_told(
    scene: Scene,
    entries: Sequence[Entry],
    births: Sequence[Entry],
    shift: Shift,
    calendar: Calendar,
) -> Iterator[tuple[Entry, Entry, int]]:
    """A birth, a date of its turn and the age between them, where that is said without a label:
    "wird am [30. September 2025] sechs, [2019] geboren"."""
    for birth in births:
        text = scene.outside_text[birth.item.turn]
        said = {form.value for w in text.split() if (form := calendar.read_number(w)) is not None}
        said |= {int(word) for word in text.split() if word.isdecimal()}
        for other in entries:
            if other not in births and other.item.turn == birth.item.turn:
                years = _years_between(birth, other, None)
                if years in said:
                    yield birth, other, years


def _years_between(birth: Entry, other: Entry, shift: Shift | None) -> int:
    """The years from a birth to a date, once they have moved; 0 where one says none."""
    years = [entry.dated.said("year") for entry in (birth, other)]
    if shift is not None:
        years = [new_values(entry.dated, shift).get("year") for entry in (birth, other)]
    return full_year(years[1]) - full_year(years[0]) if years[0] and years[1] else 0


def _set(births: Iterable[Entry], years: int) -> None:
    for entry in births:
        entry.dated.born = years


def _births(
    scene: Scene, entries: Sequence[Entry], shift: Shift, ages: Sequence[Age]
) -> list[Entry]:
    """Where ages begin: dates that words call a birth, else the first of two that an age parts."""
    years = list(years_of(scene, entries, shift))
    days = [day for day in days_of(scene, entries, shift) if day.whole]
    short = [a for a in ages_of(scene, entries[0].calendar) if a.unit != "year"]
    babies = [one.entry for age in short for one, _ in days_around(age, days)]
    present = now_of(scene, entries, list(days_of(scene, entries, shift)), shift)
    found: list[tuple[int, Entry]] = []  # with the year of which its age is said
    only = len({y.old for y in years}) == 1
    for age in ages:
        parted = [
            *(
                (one.birth, one.old.year, one.entry, two.old.year)
                for one, two in days_around(age, days)
            ),
            *((one.birth, one.old, one.entry, two.old) for one, two in years_around(age, years)),
        ]
        near = birth_near(age, years, only, present)
        if near is not None and (near.birth or only):
            parted.append((near.birth, near.old, near.entry, near.old + age.value))
        cued = [(now, entry) for birth, _, entry, now in parted if birth]
        if not cued and age.item.kind is Kind.AGE and parted:
            _, _, entry, now = min(parted, key=lambda each: each[1])
            cued = [(now, entry)]
        found += cued
    births: list[Entry] = []
    for _, entry in found:
        if entry not in (*births, *babies):
            births.append(entry)
    if not births:
        return []
    # "Noé est né en 2016, et Inès en 2019": one of them is told by what the other's age tells.
    nows = {now for now, _ in found}
    for year in years:
        told = any(
            abs(year.old + age.value - now) <= 1
            for age in ages
            if age.item.kind is Kind.AGE
            for now in nows - {year.old}
        )
        # What lies between two births may be said: "Jahrgang 1960, zwei Jahre jünger".
        if year.entry not in (*births, *babies) and (told or (year.birth and year.alone)):
            births.append(year.entry)
    return births


def _cost(
    scene: Scene,
    entries: Sequence[Entry],
    births: Sequence[Entry],
    shift: Shift,
    ages: Sequence[Age],
    fixed: set[int],
    limits: frozenset[int],
    calendar: Calendar,
) -> Cost:
    """What a move would make false, gravest first."""
    new = ages_of_dates(scene, entries, shift)
    tied = [(a, new[a.item.index]) for a in ages if a.item.index in new]
    moves = {age.value: now - age.value for age, now in tied}
    along = [
        (age, age.value + moves[near])
        for age in ages
        if age.item.index not in new and age.item.kind is Kind.AGE and moves
        for near in [min(moves, key=lambda value: abs(value - age.value))]
        if abs(near - age.value) <= CLOSE
    ]
    every = [*tied, *along]

    days = [day for day in days_of(scene, entries, shift) if day.whole]

    def leaves(stages: Sequence[int]) -> int:
        return sum(stage(age.value, stages) != stage(now, stages) for age, now in every)

    return (
        sum(now != age.value for age, now in tied if age.item.index in fixed),
        sum((age.value > law) != (now > law) for age, now in every for law in limits),
        leaves((0, 1, GROWN_UP)),
        sum(not school.keeps_class(scene, calendar, a.value, now, days) for a, now in every),
        sum(now % 10 > 0 and is_round(scene, calendar, age.value) for age, now in every),
        sum(now != age.value and not written(age, now, calendar) for age, now in tied),
        sum(now == age.value for age, now in every if age.item.index not in fixed)
        + sum(y.old == y.new for y in years_of(scene, births, shift)),
        leaves((0, 1, GROWN_UP, RETIRED)),
        leaves(STAGES),
        sum(abs(now - age.value) > _USUAL for age, now in tied),
    )
