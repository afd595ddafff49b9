"""Ages beside years: "nací en 1975, tengo 43 años" stays true when the years move.

`replacement` calls it once the shift is known and the numbers are written. Years move together, so
an age that lies between two of them stays; beside a year of birth alone it grows by what the year
lost.
"""

from collections.abc import Iterator, Sequence
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
class _Year:
    """A year that is said, and what it becomes."""

    item: Item
    old: int
    new: int
    birth: bool


def replace_ages(scene: Scene, entries: Sequence[Entry], shift: Shift) -> list[Item]:
    """Writes the ages that years tie down anew; returns those that have to stay as they were."""
    if not entries:
        return []
    calendar = entries[0].calendar
    years = list(_years(scene, entries, shift))
    stay: list[Item] = []
    for item, age in _ages(scene, calendar):
        if _between(age, years):
            stay.append(item)
            continue
        birth = next((y for y in years if y.birth and abs(y.item.turn - item.turn) <= NEAR), None)
        if birth is None:
            continue
        text = _written(item, age, age + birth.old - birth.new, calendar)
        if text:
            _set(scene, item, text)
        else:
            stay.append(item)
    return stay


def _years(scene: Scene, entries: Sequence[Entry], shift: Shift) -> Iterator[_Year]:
    for entry in entries:
        year, new = entry.dated.year, new_values(entry.dated, shift).get("year")
        item = entry.owners.get("year")
        if year is None or new is None or item is None:
            continue
        around = {
            *words(scene.before(entry.item)[-40:])[-_CUE:],
            *words(scene.after(item)[:30])[:1],
        }
        birth = not around.isdisjoint(entry.calendar.phrases("birth"))
        yield _Year(item, year, full_year(new), birth)


def _ages(scene: Scene, calendar: Calendar) -> Iterator[tuple[Item, int]]:
    """Numbers of one mention that count years of life, and their values."""
    last: Item | None = None
    for item in scene.items:
        before, last = last, item
        if item.kind not in (Kind.AGE, Kind.NUMBER):
            continue
        apart = before is None or before.turn != item.turn or item.start - before.end > _JOINED
        value = int(item.text) if item.text.isdecimal() else None
        if value is None and not digits_only(item.text):
            form = calendar.read_number(item.text)
            value = form.value if form is not None else None
        typed = scene.constraint_for(ConstraintKind.SURROGATE, item) or scene.constraint_for(
            ConstraintKind.PLACEHOLDER, item
        )
        aged = item.kind is Kind.AGE or _counts_years(scene, item, calendar)
        if value is not None and 0 < value < OLDEST and apart and aged and typed is None:
            yield item, value


def _counts_years(scene: Scene, item: Item, calendar: Calendar) -> bool:
    after, before = words(scene.after(item)[:20])[:1], words(scene.before(item)[-40:])[-_CUE:]
    years = calendar.phrases("year").keys() & calendar.phrases("unit").keys()
    cues = calendar.phrases("age").keys()
    return not (years | cues).isdisjoint(after) or not cues.isdisjoint(before)


def _between(age: int, years: Sequence[_Year]) -> bool:
    """Whether an age is the distance of two years that are said, or one less or more."""
    return any(
        one.old < two.old and abs(one.old + age - two.old) <= 1 for one in years for two in years
    )


def _written(item: Item, age: int, new: int, calendar: Calendar) -> str:
    """Another age in the form of the old one; "" where it cannot be said so."""
    if not 1 < new < OLDEST or len(str(new)) != len(str(age)) or new == age:
        return ""
    if item.text.isdecimal():
        return str(new)
    new_words, old = calendar.say(new), calendar.say(age)
    # "Veintiún años", "one year": words that agree with what they count are left alone.
    plain = old is not None and fold(old) == fold(item.text) and new % 10 != 1
    return new_words if new_words and plain else ""


def _set(scene: Scene, item: Item, text: str) -> None:
    scene.surrogates[item.index] = text
    for i, card in enumerate(scene.cards):
        if item.key in card.mentions:
            scene.cards[i] = replace(card, surrogate="")
