"""Numbers of a dialogue before and after, and what they count."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from surrogates.dates.calendars import Calendar
from surrogates.dates.reading import read_dates
from surrogates.dates.runs import calendars_of
from surrogates.folding import words, words_apart
from surrogates.labels import Kind, kind_of
from surrogates.languages.numerals import Numerals, spoken_in
from surrogates.numbers.sums.values import CENTS, MONEY, PERCENT, Amount, read_amount, unit_of
from surrogates.rewrite import Item
from surrogates.scene import Scene

ONE = CENTS  # values are in hundredths
_BEHIND = 2  # words behind a number that may name the time that it counts
_YEARS = range(1900, 2100)


class Sort(StrEnum):
    AGE = "age"
    YEAR = "year"  # of the calendar
    SPAN = "span"  # years that pass
    COUNT = "count"
    MONEY = "money"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in one mention; values are in hundredths."""

    item: Item
    old: int
    new: int
    sort: Sort
    bare: bool = True  # no noun behind it says what it counts
    timed: bool = False  # a unit of time stands behind it: "tres al día", "diez días"
    amount: Amount | None = field(default=None, compare=False)
    numerals: Numerals | None = field(default=None, compare=False)

    @property
    def turn(self) -> int:
        return self.item.turn

    @property
    def key(self) -> tuple[str, int, int]:
        """What mentions share that say one value."""
        apart = self.sort if self.sort in (Sort.AGE, Sort.YEAR) else ""
        return apart, self.old, self.new


def quantities(scene: Scene) -> list[Quantity]:
    """The numbers that became others, or stayed, in their order."""
    calendars = calendars_of(scene)
    spoken = spoken_in(scene.dialogue.lang, scene.lexicon)
    rows = _dictated(scene, spoken)
    found: list[Quantity] = []
    for item in scene.items:
        shown = scene.surrogates.get(item.index, "[")
        if shown.startswith("[") or item.index in scene.kept or item.index in rows:
            continue
        if item.kind is Kind.DATE and kind_of(item.label) is Kind.DATE:
            found += _year(item, shown, calendars[0])
        elif kind_of(item.label) in (Kind.AGE, Kind.NUMBER):
            made = list(_number(scene, item, shown, calendars[0], spoken))
            found += made or _count_word(scene, item, shown)
    return found


def _dictated(scene: Scene, spoken: tuple[Numerals, ...]) -> set[int]:
    """Numbers with nothing said between them, which are pieces of one; "[forty-eight], [48]" is one
    said twice."""

    def values(item: Item) -> list[int]:
        read = (read_amount(item.text, numerals, scene.lexicon) for numerals in spoken)
        return [amount.value for amount in read if amount is not None]

    return {
        item.index
        for one, two in pairwise(scene.items)
        if one.turn == two.turn and kind_of(one.label) is kind_of(two.label) is Kind.NUMBER
        if not words(scene.between(one, two)) and set(values(one)).isdisjoint(values(two))
        for item in (one, two)
    }


def _year(item: Item, shown: str, calendar: Calendar) -> Iterator[Quantity]:
    said = [_year_of(text, calendar) for text in (item.text, shown)]
    if all(said):
        yield Quantity(item, said[0] * ONE, said[1] * ONE, Sort.YEAR)


def _year_of(text: str, calendar: Calendar) -> int:
    """The year that a text says without a day or a month, which tell more."""
    moments = read_dates(text, calendar, year_cue=True).moments
    years = [m.said("year") if m.parts.keys() == {"year"} else None for m in moments]
    year = years[0] if len(years) == 1 else None
    return year if year is not None and year in _YEARS else 0


def _count_word(scene: Scene, item: Item, shown: str) -> Iterator[Quantity]:
    """ "Zu [sechst]", which stays."""
    known = scene.lexicon.cues("count_word")
    value = known.get(" ".join(words(item.text)), "")
    if value.isdecimal() and shown == item.text:
        yield Quantity(item, int(value) * ONE, int(value) * ONE, Sort.COUNT)


def _number(
    scene: Scene, item: Item, shown: str, calendar: Calendar, spoken: tuple[Numerals, ...]
) -> Iterator[Quantity]:
    before, after = scene.around(item)
    for numerals in spoken:
        old = read_amount(item.text, numerals, scene.lexicon)
        new = read_amount(shown, numerals, scene.lexicon)
        if old is None or new is None:
            continue
        unit = unit_of(old, before, after, numerals, scene.lexicon)
        if unit == PERCENT:
            return
        behind = words_apart(item.text[old.end :] + after)[:_BEHIND]
        units = calendar.phrases("unit") | calendar.phrases("night")
        time = units.get(behind[0], "other" if behind[0] in units else "") if behind else ""
        sort = Sort.COUNT
        if unit == MONEY:
            sort = Sort.MONEY
        elif kind_of(item.label) is Kind.AGE:
            if time not in ("", "year"):
                return  # a baby's months
            sort = Sort.AGE
        elif time == "year":
            sort = Sort.SPAN
        following = words(after)[:1] if after[:1].isspace() and after.lstrip()[:1].isalpha() else ()
        bare = numerals.joiners.issuperset(following)
        timed = any(word in units for word in behind)
        yield Quantity(item, old.value, new.value, sort, bare, timed, old, numerals)
        return
