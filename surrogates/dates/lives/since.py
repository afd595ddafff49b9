"""Years since a year: "since 2014, eleven years". Both together are the year in which it is said.

Called by `replacement`, before and behind the shift: before, for a year may not move past what is
counted since."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from surrogates.dates.calendars import Calendar
from surrogates.dates.lives.ages import Age, ages_of
from surrogates.dates.lives.now import Now
from surrogates.dates.resolution import Entry
from surrogates.dates.runs import calendars_of
from surrogates.dates.shift import Shift, full_year
from surrogates.dates.shifted import new_values
from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene

_NOW = range(2000, 2036)  # when what is said may be said
_NEAR = 1  # turns between both
_AROUND = 3  # words before and behind a year, or a count, that may say since when
_GLUED = re.compile(r"(?<=\d)(?=[^\W\d])|(?<=[^\W\d])(?=tik\b)")
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")


def forward(scene: Scene, entries: Sequence[Entry], most: int) -> int:
    """How many years the year may move forward, `most` where nothing is counted since. None at all
    where the count has no label: "hace once años" is not in days to come."""
    told = any(_counts_outside(scene, entry) for entry in entries)
    limits = [age.value - 2 for age, _ in _counted(scene, entries)]
    return min([most, *limits, *([0] if told else [])])


def _counts_outside(scene: Scene, entry: Entry) -> bool:
    """Whether years are counted outside the labels, in a turn that says a year to count from."""
    item, calendar = entry.item, entry.calendar
    if entry.dated.year is None or not _says(scene, item, calendar):
        return False
    return bool(years_outside(scene, item.turn, calendar))


def years_outside(scene: Scene, turn: int, calendar: Calendar) -> set[int]:
    """The numbers of years that are counted outside the labels of a turn."""
    units, found = calendar.phrases("unit"), set[int]()
    for count, unit in pairwise(words(_outside(scene, turn))):
        form = calendar.read_number(count) if units.get(unit) == "year" else None
        if units.get(unit) == "year" and count.isdecimal():
            found.add(int(count))
        elif form is not None:
            found.add(form.value)
    return found


def _outside(scene: Scene, turn: int) -> str:
    """The text of a turn, labels masked."""
    text = list(scene.dialogue.turns[turn].text)
    for item in scene.items_by_turn.get(turn, ()):
        text[item.start : item.end] = "|" * (item.end - item.start)
    return "".join(text)


def counts_since(
    scene: Scene, entries: Sequence[Entry], shift: Shift | None, present: Collection[int] = ()
) -> dict[int, int]:
    """What the counts of years become, by the index of their mention; one beside a year that has no
    label stays as it is. `present`: years in which the dialogue may be held."""
    new: dict[int, int] = {}
    for age, entry in _counted(scene, entries, present):
        if shift is None:
            break
        year, later = entry.dated.year, new_values(entry.dated, shift).get("year")
        if year is not None and later is not None:
            now = age.value + year + Now.of(entries, shift).moved
            new.setdefault(age.item.index, now - full_year(later))
    return new | {age.item.index: age.value for age in _beside_told(scene)}


def counts(scene: Scene, entries: Sequence[Entry]) -> Iterator[tuple[Age, int]]:
    """Counts of years, and the year since which each is counted."""
    found: dict[int, tuple[Age, Entry]] = {}
    for age, entry in _counted(scene, entries):
        last = found.get(age.item.index)
        if last is None or _apart(age, entry) < _apart(*last):
            found[age.item.index] = age, entry
    for age, entry in found.values():
        if entry.dated.year is not None:
            yield age, entry.dated.year


def _apart(age: Age, entry: Entry) -> tuple[int, int]:
    return abs(age.item.turn - entry.item.turn), abs(age.item.start - entry.item.start)


def _counts(scene: Scene, calendar: Calendar) -> Iterator[Age]:
    for age in ages_of(scene, calendar):
        if age.item.kind is Kind.NUMBER and age.unit == "year" and age.value > 1:
            yield age


def _counted(
    scene: Scene, entries: Sequence[Entry], present: Collection[int] = ()
) -> Iterator[tuple[Age, Entry]]:
    ends = {entry.dated.year for entry in entries}  # of which the present may be one
    for age in _counts(scene, entries[0].calendar) if entries else ():
        for entry in entries:
            year, item = entry.dated.year, entry.owners.get("year")
            if year is None or item is None or year + age.value not in _NOW:
                continue
            if not ends.isdisjoint((year + age.value, year - age.value)):
                continue  # it lies between two years
            near = 0 <= age.item.turn - item.turn <= _NEAR or item.turn == age.item.turn + 1
            calendar = entry.calendar
            if near and (
                _says(scene, entry.item, calendar)
                or _says(scene, age.item, calendar)
                or _follows(scene, item, age.item, calendar)
                or (item.turn == age.item.turn and year + age.value in present)
            ):
                yield age, entry


def _follows(scene: Scene, year: Item, count: Item, calendar: Calendar) -> bool:
    """Whether a count is what a year before it makes: "in [2015], so [nine] years"."""
    if year.turn != count.turn or year.end > count.start:
        return False
    said = " ".join(words(scene.between(year, count).replace("'", " ")))
    return said in calendar.phrases("thus")


def _says(scene: Scene, item: Item, calendar: Calendar) -> bool:
    """Whether words beside a mention say since when or how long ago, or that it is so by now."""
    beside = [
        *words(scene.before(item).replace("'", " "))[-_AROUND:],
        *words(_GLUED.sub(" ", item.text)),  # "[2014tik]", "[irailetik]"
        *words(scene.after(item).replace("'", " "))[:_AROUND],
    ]
    said = f" {' '.join(beside)} "
    return any(f" {cue} " in said for cue in calendar.phrases("since"))


def _beside_told(scene: Scene) -> Iterator[Age]:
    """Counts in a turn that says a year outside the labels: "desde 2014, [once] años"."""
    calendar = calendars_of(scene)[0]
    for age in _counts(scene, calendar):
        text = _outside(scene, age.item.turn)
        for match in _YEAR.finditer(text):
            led = words(text[: match.start()])[-_AROUND:]
            since = not calendar.phrases("since").keys().isdisjoint(led)
            if since and int(match[1]) + age.value in _NOW:
                yield age
