"""Ages beside dates: "nací en 1975, tengo 43 años" stays true when the dates move.

`replacement` asks it once the shift is known, and `births` how far births move besides. An age
between two full dates is what lies between the new ones, one between two years grows as the birth
moves back; beside a year of birth alone it grows by what the year lost. `ages_apart` moves the
others and writes them all.
"""

import datetime as dt
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from surrogates.codes import ConstraintKind
from surrogates.dates.calendars import Calendar, Form
from surrogates.dates.lives.births_told import is_birth
from surrogates.dates.lives.months import lie_months_between
from surrogates.dates.lives.now import Now
from surrogates.dates.resolution import Entry
from surrogates.dates.runs import is_in_pieces
from surrogates.dates.shift import Shift, full_year
from surrogates.dates.shifted import moved, new_values
from surrogates.folding import digits_only, fold, words, words_apart
from surrogates.labels import Kind
from surrogates.languages.numerals import numerals_of
from surrogates.languages.numerals.ordinals import read_ordinal
from surrogates.rewrite import Item
from surrogates.scene import Scene

NEAR = 2  # turns between a year of birth and the age that is said with it
OLDEST = 120
_WHEN = ((False, False), (True, False), (False, True))
NOW = range(2000, 2036)  # when what is said may be said
_WITH = 3  # words between an age and when it is reached
_CUE = 4  # words before a year or an age that may say what it is
DECADE = "s"  # "in her 30s"
ORDINAL = "ordinal_word"  # the variant of "eightieth"
DIGITS = "digits"  # of "five-oh"
ORDINALS = frozenset({".", "e", "eme"})  # "zum 67. Geburtstag", "son 30e anniversaire"
FIGURES = re.compile(r"(\d{1,3})(\D*)")
_FEW = 16
_SHORT = ("month", "week")  # units in which the age of a baby is asked for
_COUNTED = (Kind.AGE, Kind.NUMBER)


@dataclass(frozen=True, slots=True)
class Age:
    """How long a life has lasted, in one mention."""

    item: Item
    number: str  # that the mention begins with, is, or says behind "about"
    value: int
    unit: str  # "year", "month", "week" or "day"
    counts: bool = False  # the unit is said behind it: "veintiún años"
    about: bool = False  # a round ten with words about it: "ochenta y pico", "mid forties"
    start: int = 0  # of the number in the mention


@dataclass(frozen=True, slots=True)
class Year:
    """A year that is said, and what it becomes."""

    item: Item
    old: int
    new: int
    birth: bool
    alone: bool  # no month is said with it
    entry: Entry


@dataclass(frozen=True, slots=True)
class Day:
    """A date, and what it becomes."""

    turn: int
    old: dt.date
    new: dt.date
    birth: bool
    whole: bool  # said with its year
    entry: Entry

    @property
    def told(self) -> bool:
        """Whether a weekday or the ages of the dialogue tell its year."""
        dated = self.entry.dated
        return dated.lived or dated.said("weekday") == self.old.weekday()


def ages_of_dates(scene: Scene, entries: Sequence[Entry], shift: Shift) -> dict[int, int]:
    """What the ages that dates tie down become, by the index of their mention."""
    if not entries:
        return {}
    years, days = list(years_of(scene, entries, shift)), list(days_of(scene, entries, shift))
    tied: dict[int, int] = {}
    calendar, now = entries[0].calendar, now_of(scene, entries, days, shift)
    said = list(ages_of(scene, calendar))
    for age in said:
        # A baby's months lie within the year that dates leave unsaid.
        short = age.unit in ("week", "month") and age.item.kind is Kind.AGE
        new = _in_month(scene, age, entries, (years, days), shift)
        if new is None:
            new = _between_days(age, [day for day in days if short or day.whole or day.told])
        if new is None and age.unit == "month" and age.item.kind is Kind.AGE:
            new = age.value if lie_months_between(scene, age.value, entries) else None
        if new is None and age.unit == "year":
            new = _between_years(age, years)
        if new is not None:
            tied[age.item.index] = new
    # A birth whose age is known is of nobody else: "72, born in 1953", "her husband, 76".
    known = {
        age.value
        for age in said
        if age.item.index in tied and (not now.told or _may_be_now(scene, age, calendar))
    }
    ends = {*(year.old for year in years), *(d.old.year for d in days if d.whole or d.told)}
    births = [y for y in years if not _has_age(y, known, ends)]
    decades = any(entry.dated.said("decade") is not None for entry in entries)
    only = len({y.old for y in years}) == 1 and not decades  # "in the eighties, at 20"
    for age in said:
        birth = birth_near(age, births, only, now) if age.unit == "year" else None
        if birth is not None:  # beside a birth what its year lost
            new = age.value + birth.old - birth.new + now.moved
            tied.setdefault(age.item.index, new)
    return tied


def now_of(scene: Scene, entries: Sequence[Entry], days: Sequence[Day], shift: Shift) -> Now:
    today = [day for day in days if day.told or (day.whole and _is_today(scene, day.entry))]
    said = [day for day in days if day.told or (day.whole and not day.birth)]
    return Now.of(entries, shift, (d.old.year for d in said), (d.old.year for d in today))


def _is_today(scene: Scene, entry: Entry) -> bool:
    cues = entry.calendar.phrases("today").keys()
    return not cues.isdisjoint(words_apart(scene.before(entry.item))[-_CUE:])


def _may_be_now(scene: Scene, age: Age, calendar: Calendar) -> bool:
    """Whether it is no age of long ago ("j'avais [quatre] ans"), and no few years of something."""
    said = words_apart(scene.before(age.item))[-_CUE:]
    long_ago = not calendar.phrases("then").keys().isdisjoint(said)
    return not long_ago and (age.item.kind is Kind.AGE or age.value >= _FEW)


def _has_age(birth: Year, known: Iterable[int], ends: Iterable[int]) -> bool:
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


def _between_days(age: Age, days: Sequence[Day]) -> int | None:
    """What lies between two new dates, where the age lies between the old ones; a birth first."""
    whole = _WHOLE[age.unit]
    pairs = [
        (not one.birth, two.birth, whole(one.new, two.new)) for one, two in days_around(age, days)
    ]
    return min(pairs)[-1] if pairs else None


def _in_month(
    scene: Scene,
    age: Age,
    entries: Iterable[Entry],
    said: tuple[Sequence[Year], Sequence[Day]],
    shift: Shift,
) -> int | None:
    """At a birthday in a month the year of which only the present one tells: "she'll be [93] in
    [January]", born in [1932], on [28 November 2024]; "I was [86] in [March]"."""
    years, days = said
    now = [
        (day.old, day.new) for day in days if (day.whole or day.entry.dated.lived) and not day.birth
    ]
    for year in years:
        month = new_values(year.entry.dated, shift).get("month")
        if year.entry.dated.date is None and month is not None and not year.birth:
            old = dt.date(year.old, year.entry.dated.said("month") or 1, 1)
            now.append((old, dt.date(year.new, month, 1)))
    births = [year for year in years if year.alone]
    for entry in entries if now and births and age.unit == "year" else ():
        month = entry.dated.said("month")
        if month is None or entry.dated.moment.parts.keys() != {"month"}:
            continue
        if not is_said_with(scene, age.item, entry.item):
            continue
        new_month = new_values(entry.dated, shift)["month"]
        for birth in births:
            for old, new in now:
                for which in _WHEN:
                    if _year_of(old, month, *which) - birth.old == age.value:
                        return _year_of(new, new_month, *which) - birth.new
    return None


def _year_of(now: dt.date, month: int, past: bool, again: bool) -> int:
    """The year in which a month comes next, or was last; `again`: it is that month, and another."""
    return now.year + (month < now.month or (again and month == now.month)) - past


def is_said_with(scene: Scene, one: Item, two: Item) -> bool:
    """Whether few words of one sentence part two mentions: "[ten] this [Saturday]"."""
    first, second = sorted((one, two), key=lambda item: (item.turn, item.start))
    if first.turn != second.turn:
        return False
    gap = scene.between(first, second)
    return len(words(gap)) <= _WITH and not re.search(r"[.,;:!?]", gap)


def _between_years(age: Age, years: Sequence[Year]) -> int | None:
    """The same between two years, one more or less, and what a birth moved back besides."""
    grown = [
        (not one.birth, two.birth, age.value + one.entry.dated.born - two.entry.dated.born)
        for one, two in years_around(age, years)
    ]
    return min(grown)[-1] if grown else None


def years_around(age: Age, years: Sequence[Year]) -> list[tuple[Year, Year]]:
    return [
        (one, two)
        for one in years
        for two in years
        if one.old < two.old and abs(one.old + age.value - two.old) <= 1
    ]


def days_around(age: Age, days: Sequence[Day]) -> list[tuple[Day, Day]]:
    whole = _WHOLE[age.unit]
    return [
        (one, two)
        for one in days
        for two in days
        if one.old < two.old and whole(one.old, two.old) == age.value
    ]


def birth_near(age: Age, years: Sequence[Year], only: bool, now: Now) -> Year | None:
    """The year of the birth that an age is counted from: one near it, or the `only` year that the
    dialogue says, where both together are a year of these days."""
    near = [
        y
        for y in years
        if abs(y.item.turn - age.item.turn) <= NEAR
        # The only year of a dialogue is of whoever is so old, however far away: "72", "1953".
        or (only and y.birth and age.item.kind is Kind.AGE)
    ]
    near = [y for y in near if y.old + age.value in NOW and now.suits(y.old + age.value, age.value)]
    near.sort(key=lambda y: (abs(y.item.turn - age.item.turn), abs(y.item.start - age.item.start)))
    births = [y for y in near if y.birth]
    if age.item.kind is Kind.AGE and only:
        births += [y for y in near if y.alone]
    if age.item.kind is Kind.AGE:
        alone = [y for y in near if y.alone]
        births += [y for late in (0, 1) for y in alone if y.old + age.value + late in now.told]
    return next(iter(births), None)


def years_of(scene: Scene, entries: Sequence[Entry], shift: Shift) -> Iterator[Year]:
    for entry in entries:
        year, new = entry.dated.year, new_values(entry.dated, shift).get("year")
        item = entry.owners.get("year")
        if year is not None and new is not None and item is not None:
            alone = entry.dated.said("month") is None
            birth = is_birth(scene, entry, item)
            yield Year(item, year, full_year(new), birth, alone, entry)


def days_of(scene: Scene, entries: Sequence[Entry], shift: Shift) -> Iterator[Day]:
    for entry in entries:
        date, item = entry.dated.date, entry.owners.get("year")
        if date is not None:
            new = moved(date, entry.dated, shift)
            birth = item is not None and is_birth(scene, entry, item)
            yield Day(entry.item.turn, date, new, birth, item is not None, entry)


def ages_of(scene: Scene, calendar: Calendar) -> Iterator[Age]:
    counted = [item for item in scene.items if item.kind in _COUNTED and not item.stays]
    pieces = {
        item.index
        for pair in pairwise(counted)
        if is_in_pieces(scene, *pair, calendar)
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


def counts_before(scene: Scene, cues: Container[str], calendar: Calendar) -> Iterator[Age]:
    """Numbers that count years and do not say so: "tiene [tres] más"."""
    for item in scene.items:
        form = form_of(item.text, calendar) if item.kind is Kind.NUMBER else None
        plain = re.split(r"[.,;:!?]", scene.after(item))[0]
        if form is not None and form.value > 0 and words(plain)[:1] and words(plain)[0] in cues:
            yield Age(item, item.text, form.value, "year")


def _read(scene: Scene, item: Item, calendar: Calendar) -> Age | None:
    """ "66", "66 años", "treinta y dos", "7 months"; None where nothing of a life is counted."""
    starts = [0, _lead(item.text, calendar)]
    found = (_read_from(scene, item, start, calendar) for start in dict.fromkeys(starts))
    return next((age for age in found if age is not None), None)


def _lead(text: str, calendar: Calendar) -> int:
    """Where the number begins behind words such as "about"."""
    about = {*calendar.phrases("about"), *calendar.phrases("roughly")}
    tokens = re.finditer(r"[^\W_]+", text)
    return next((m.start() for m in tokens if fold(m.group()) not in about), 0)


def _read_from(scene: Scene, item: Item, start: int, calendar: Calendar) -> Age | None:
    text = item.text[start:]
    figures = re.match(r"\d+(?=[^\W\d_])", text)  # "68yo"
    ends = {len(text), *(m.start() for m in re.finditer(r"[ -]", text))}
    ends |= {figures.end()} if figures is not None else set()
    for end in sorted(ends, reverse=True):
        number, within = text[:end], words(text[end:])
        if any(w.isdecimal() or calendar.read_number(w) for w in within):
            continue  # "30-35"
        form = form_of(number, calendar)
        if form is None:
            continue
        units = calendar.phrases("unit") | calendar.phrases("night")
        said = units.get(next(iter((*within, *words(scene.after(item)[:20]))), ""), "")
        unit = said or (_asked(scene, item, units) if not within else "")
        if unit in ("", "year") and (item.kind is Kind.AGE or not within):
            aged = item.kind is Kind.AGE or _counts_years(scene, item, calendar)
            unit = "year" if aged else ""
        about = bool(start or form.variant == "name" or (within and not said))
        about = about and form.value > 10 and form.value % 10 == 0
        return Age(item, number, form.value, unit, bool(said), about, start) if unit else None
    return None


def _asked(scene: Scene, item: Item, units: Mapping[str, str]) -> str:
    """The unit that the question before an answer asks for: "¿Cuántos meses tiene?" - "[Ocho]."."""
    if item.kind is not Kind.AGE or not item.turn or scene.before(item).strip():
        return ""
    asked = scene.dialogue.turns[item.turn - 1].text
    last = re.split(r"[.!?]\s", asked[: asked.rfind("?") + 1])[-1]
    return next((unit for w in words(last) if (unit := units.get(w, "")) in _SHORT), "")


def form_of(number: str, calendar: Calendar) -> Form | None:
    """ "66", "6th", "sixty six", "sixth", "30s", "thirties"."""
    figures = FIGURES.fullmatch(number)
    if figures is not None:
        ending, value = fold(figures[2]), int(figures[1])
        if ending == DECADE and calendar.lang == "en" and value % 10 == 0:
            return Form(value, "name")
        known = not ending or ending in ORDINALS or ending in calendar.suffixes
        return Form(value, "") if known else None
    decade = calendar.phrases("decade_name").get(fold(number))
    if decade is not None:
        return Form(int(decade), "name")
    ordinal = read_ordinal(numerals_of(calendar.lexicon), number)
    if ordinal is not None:
        return Form(ordinal, ORDINAL)
    said = re.fullmatch(r"([^\W\d_]+)[ -]([^\W\d_]+)", number)
    if said is not None:  # "the big five-oh"
        tens, zero = (numerals_of(calendar.lexicon).parse(word) for word in said.groups())
        if tens is not None and 0 < tens < 10 and zero == 0:
            return Form(tens * 10, DIGITS, said[2])
    return None if digits_only(number) else calendar.read_number(number)


def _counts_years(scene: Scene, item: Item, calendar: Calendar) -> bool:
    after, before = words(scene.after(item)[:20])[:1], words(scene.before(item)[-40:])[-_CUE:]
    years = {form for form, unit in calendar.phrases("unit").items() if unit == "year"}
    cues = calendar.phrases("age").keys()
    years |= calendar.phrases("anniversary").keys()
    return not (years | cues).isdisjoint(after) or not cues.isdisjoint(before)
