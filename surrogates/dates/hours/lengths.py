"""Numbers that say how long something takes, whatever their label: "llegamos en [quince] minutos".

`engine` calls it before there is a scene. Hours and days move together, so what lies between them
stays true where it stays: see `numbers.left_as_said`. An hour on the clock ("a las [17] horas") is
none, nor are years, which may be somebody's age.
"""

import re
from collections.abc import Container, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import dropwhile, pairwise
from typing import NamedTuple

from surrogates.dates.calendars import Calendar
from surrogates.dates.hours.lasting import lasts
from surrogates.dates.runs import calendars_of
from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import LENGTH, Item
from surrogates.scene import Scene
from surrogates.types import Dialogue

_NEXT = re.compile(r"(?:\s+|-)([^\W\d_]+(?:['’\s]+[^\W\d_]+){0,2})")
_ORDINAL = re.compile(r"\d\.$")  # "am [3.] Tag", "[2.] astea"
_ARTICLES = (("las",), ("les",))
_DAY = 24  # hours
_LEAD = 3  # words before a number that may lead to an hour on the clock


class Unit(NamedTuple):
    """A unit of time, and the language that has it."""

    word: str
    calendar: Calendar


def tell_lengths(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> list[Item]:
    """The items; numbers that count minutes, hours, days, nights, weeks or months stay, and those
    that say when are times."""
    if not any(map(_is_number, items)):
        return list(items)
    scene = Scene(dialogue, lexicon, b"", list(items))
    calendars = calendars_of(scene)
    units = {i.index: _unit(scene, i, calendars) for i in items if _is_number(i)}
    clocks = {i.index for i in items if (unit := units.get(i.index)) and _says_when(scene, i, unit)}
    lengths = {index for index, unit in units.items() if unit is not None} - clocks
    for one, two in reversed(list(pairwise(items))):
        # "De [dos] a [tres] días": the first counts them, too.
        if two.index in lengths and _is_number(one) and _goes_on(scene, one, two, calendars[0]):
            lengths.add(one.index)
    items = [replace(i, kind=Kind.TIME) if i.index in clocks else i for i in items]
    return [replace(i, stays=LENGTH) if i.index in lengths else i for i in items]


def _is_number(item: Item) -> bool:
    return item.kind is Kind.NUMBER and not item.cue


def _plain(text: str) -> tuple[str, ...]:
    return words(re.sub("['’-]", " ", text))


def _unit(scene: Scene, item: Item, calendars: Sequence[Calendar]) -> Unit | None:
    """The unit that a number counts, as the first language that knows it reads it."""
    if _ORDINAL.search(item.text):
        return None
    for calendar in calendars:
        units = _units(calendar)
        said = _plain(item.text)
        known = calendar.known_words | units | _parts(calendar)
        if not _reads(item.text, calendar) and not all(
            w in known or _reads(w, calendar) for w in said
        ):
            continue
        word = next((w for w in reversed(said) if w in units), "")
        word = word or _counted(scene, item, units, calendar)
        if word:
            return Unit(word, calendar)
    return None


@lru_cache(maxsize=16)
def _units(calendar: Calendar) -> frozenset[str]:
    counted = {**calendar.phrases("unit"), **calendar.phrases("night")}
    short = {unit for unit, value in counted.items() if value != "year"}
    return frozenset(short | calendar.phrases("counted_hour").keys())


def _reads(text: str, calendar: Calendar) -> bool:
    """Whether a text is a number that counts, and no ordinal."""
    if text.isdecimal():
        return True
    number = calendar.read_number(text)
    return number is not None and number.variant == "cardinal" and not number.ending


def _counted(scene: Scene, item: Item, units: Container[str], calendar: Calendar) -> str:
    """The unit right behind a number, or behind a part of one: "un [quart] d'heure"."""
    beside = _NEXT.match(scene.after(item))
    behind = list(_plain(beside[1])) if beside is not None else []
    last = _plain(item.text)[-1:]
    if last and last[0] in _parts(calendar):
        joins = calendar.phrases("join").keys() | calendar.phrases("about").keys()
        behind = list(dropwhile(lambda word: word in joins and word not in units, behind))
    elif not (last and _reads(last[0], calendar)) and not _reads(item.text, calendar):
        return ""
    return behind[0] if behind and behind[0] in units else ""


@lru_cache(maxsize=16)
def _parts(calendar: Calendar) -> frozenset[str]:
    """ "Half", "quarter"."""
    rows = calendar.lexicon.rows("numbers")
    fractions = {fold(r["form"]) for r in rows if r["class"] == "fraction"}
    return frozenset(fractions | calendar.phrases("part").keys())


def _says_when(scene: Scene, item: Item, unit: Unit) -> bool:
    """Whether hours say when: "a las [17] horas", "à [14] heures"."""
    figure, calendar = item.text.strip(), unit.calendar
    number = int(figure) if figure.isdecimal() else None
    if number is not None and number > _DAY:
        return False
    before, after = scene.before(item), scene.after(item)
    led = _plain(before)[-_LEAD:]
    if unit.word in calendar.phrases("counted_hour"):
        cues = calendar.phrases("before_hour")
        clock = any(f" {' '.join(led)}".endswith(f" {cue}") for cue in cues)
        return clock and not lasts(item.text, before, after, calendar)
    hours = calendar.phrases("unit").get(unit.word) == ""  # or minutes, which are masculine
    return hours and led[-1:] in _ARTICLES and led[-2:-1] in _leads(calendar)


@lru_cache(maxsize=16)
def _leads(calendar: Calendar) -> frozenset[tuple[str, ...]]:
    return frozenset((word,) for word in calendar.phrases("before_noon"))


def _goes_on(scene: Scene, one: Item, two: Item, calendar: Calendar) -> bool:
    """Whether two numbers are the ends of a range, or one or the other: "entre [10] y [15]"."""
    if one.turn != two.turn or not _reads(one.text, calendar):
        return False
    rows = calendar.lexicon.rows("numbers")

    def of(kind: str) -> set[str]:
        return {fold(r["form"]) for r in rows if r["class"] == kind}

    gap = scene.between(one, two)
    said = _plain(gap)
    if not said:
        return gap.strip() in ("-", "–")
    from_ = not of("from").isdisjoint(_plain(scene.before(one))[-1:])
    ends = of("or") | (of("to") if from_ else of("to") - of("join"))
    return ends.issuperset(said)
