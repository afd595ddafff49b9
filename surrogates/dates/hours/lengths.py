"""Numbers that say how long something takes, or when: "en [quince] minutos", "a las [cinco]".

`engine` calls it before there is a scene. Hours and days move together, so what lies between them
stays true where it stays: see `numbers.left_as_said`. Years are none, for they may be somebody's
age.
"""

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import dropwhile, pairwise
from typing import NamedTuple

from surrogates.dates.calendars import Calendar
from surrogates.dates.hours.clock import read_clock
from surrogates.dates.hours.lasting import lasts
from surrogates.dates.runs import calendars_of
from surrogates.folding import PARTICLES, fold, words, words_apart
from surrogates.labels import Kind, is_duration_label
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import LENGTH, MINUTES, Item
from surrogates.scene import Scene
from surrogates.types import Dialogue

_NEXT = re.compile(r"(?:\s+|-)([^\W\d_]+(?:['’\s]+[^\W\d_]+){0,2})")
_WORD = re.compile(r"[^\W\d_]+")
_ORDINAL = re.compile(r"\d\.$")  # "am [3.] Tag", "[2.] astea"
_SIGN = re.compile(r"\s?([^\W\d_]+(?:['’][^\W\d_]+)?)")
_ARTICLES = (("la",), ("las",), ("les",))
_PARTITIVE = (("de", "las"), ("de", "les"))  # "[cuatro] de las [veinte]" are things
_AFTER_HOUR = frozenset({"y", "menos", "i", "de", "del", "en", "h", "o", "a", "per", "por"})
_MINUTES = re.compile(r"(?i)\s?(?::|\.|h|uhr|y|i|et|eta|und|menos|menys|moins)\s?")
_HOURS_AND_MINUTES = re.compile(r"(?i)\d{1,2}\s?h(?:\s?\d{2})?(?:\s?min)?\.?")
_HOURS = 12
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
    clocks = _clocks(scene, items, units, calendars[0])
    stays = {index: LENGTH for index, unit in units.items() if unit and index not in clocks}
    names = calendars[0].phrases("unit").keys()
    alone = (i for i in items if is_duration_label(i.label) and fold(i.text) in names)
    stays |= {item.index: LENGTH for item in alone}  # "for another [year]" says no number
    for one, two in reversed(list(pairwise(items))):
        # "De [dos] a [tres] días": the first counts them, too.
        counts = one.index in units and stays.get(two.index) == LENGTH
        if counts and _goes_on(scene, one, two, calendars[0]):
            stays[one.index] = LENGTH
    for one, two in pairwise(items):
        if one.index in clocks and two.index in units and _MINUTES.fullmatch(_gap(scene, one, two)):
            stays[two.index] = MINUTES
            clocks.discard(two.index)
    items = [replace(i, kind=Kind.TIME) if i.index in clocks else i for i in items]
    return [replace(i, stays=stays[i.index]) if i.index in stays else i for i in items]


def _clocks(
    scene: Scene, items: Sequence[Item], units: Mapping[int, Unit | None], calendar: Calendar
) -> set[int]:
    """The numbers that say when."""
    parts = {
        two.index
        for one, two in pairwise(items)
        if one.index in units and words_apart(_gap(scene, one, two)) in _PARTITIVE
    }
    numbers = [item for item in items if item.index in units and item.index not in parts]
    clocks = {
        item.index
        for item in numbers
        for unit in [units[item.index] or Unit("", calendar)]
        if _says_when(scene, item, unit.calendar, unit.word)
    }
    if clocks or any(item.kind is Kind.TIME for item in items):
        # "At [five].", where hours are spoken of.
        clocks |= {item.index for item in numbers if _follows_at(scene, item, calendar)}
    return clocks


def _follows_at(scene: Scene, item: Item, calendar: Calendar) -> bool:
    led = words_apart(scene.before(item))[-1:]
    after = scene.after(item).lstrip()
    if not led or led[0] not in calendar.phrases("at") or (after and after[0] not in ".,;?!"):
        return False
    clock = read_clock(item.text, scene.before(item), after, calendar)
    return clock is not None and 0 < clock.hours[0].value <= _HOURS and item.text.islower()


def _gap(scene: Scene, one: Item, two: Item) -> str:
    return scene.between(one, two) if one.turn == two.turn else "-"


def _is_number(item: Item) -> bool:
    return item.kind is Kind.NUMBER and not item.cue


def _unit(scene: Scene, item: Item, calendars: Sequence[Calendar]) -> Unit | None:
    """The unit that a number counts, as the first language that knows it reads it."""
    if _ORDINAL.search(item.text):
        return None
    # Spanish "segundo" is no Basque second.
    ordinals = {form for calendar in calendars for form in _forms(calendar, "ordinal")}
    if _HOURS_AND_MINUTES.fullmatch(item.text.strip()):
        return Unit("h", calendars[0])  # "[1h38] de trajet"
    for calendar in calendars:
        units = _units(calendar)
        said = words_apart(item.text)
        known = _known(calendar)
        if not _reads(item.text, calendar) and not all(
            w in known or _reads(w, calendar) for w in said
        ):
            continue
        word = next((w for w in reversed(said) if w in units), "")
        if word in ordinals and (word == fold(item.text) or ordinals.issuperset(said)):
            word = ""  # "the [second] week", "el [segon primera]"
        word = word or _counted(scene, item, units, calendar)
        if word and _has_its_marks(word, item.text + scene.after(item), calendar):
            return Unit(word, calendar)
    return None


def _has_its_marks(unit: str, text: str, calendar: Calendar) -> bool:
    """Whether the first word of a text that is folded like a unit is it: Catalan "més" is none."""
    said = next((w for w in _WORD.findall(text) if fold(w) == unit), "").casefold()
    rows = (r for r in calendar.lexicon.rows("date_words") if r["kind"] in ("unit", "night"))
    return said.isascii() or any(row["form"].casefold() == said for row in rows)


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
    behind = list(words_apart(beside[1])) if beside is not None else []
    last = words_apart(item.text)[-1:]
    if last and last[0] in _parts(calendar):
        joins = calendar.phrases("join").keys() | calendar.phrases("about").keys()
        behind = list(dropwhile(lambda word: word in joins and word not in units, behind))
    elif not (last and _reads(last[0], calendar)) and not _reads(item.text, calendar):
        return ""
    if {" ".join(behind[:2]), *behind[:1]} & calendar.phrases("workday").keys():
        return behind[0]  # "[ten] working days"
    return behind[0] if behind and behind[0] in units else ""


@lru_cache(maxsize=16)
def _parts(calendar: Calendar) -> frozenset[str]:
    """ "Half", "quarter"."""
    return _forms(calendar, "fraction") | calendar.phrases("part").keys()


@lru_cache(maxsize=16)
def _known(calendar: Calendar) -> frozenset[str]:
    return calendar.known_words | _units(calendar) | _parts(calendar)


@lru_cache(maxsize=64)
def _forms(calendar: Calendar, kind: str) -> frozenset[str]:
    """Words of a class of numbers.tsv."""
    rows = calendar.lexicon.rows("numbers")
    return frozenset(fold(r["form"]) for r in rows if r["class"] == kind)


def says_part_of_hour(text: str, calendar: Calendar) -> bool:
    """Whether a part of an hour is said and no hour: "half past", "viertel vor"."""
    said, fractions = words(text), _forms(calendar, "fraction")
    small = {*calendar.phrases("past"), *PARTICLES, "a", "y", "et", "i"}
    return not fractions.isdisjoint(said) and small.union(fractions).issuperset(said)


def _says_when(scene: Scene, item: Item, calendar: Calendar, unit: str) -> bool:
    """Whether a number says when: "a las [17] horas", "à [14] heures", "um [neun] Uhr"."""
    before, after = scene.around(item)
    if not _is_led(item, before, after, calendar, unit):
        return False
    clock = read_clock(item.text, before, after, calendar)
    return clock is not None and len(clock.hours) == 1


def _is_led(item: Item, before: str, after: str, calendar: Calendar, unit: str) -> bool:
    """Whether the words around a number are those of an hour."""
    led = words_apart(before)[-_LEAD:]
    beside = _SIGN.match(after)
    behind = " ".join(words_apart(beside[1])) if beside is not None else ""
    if unit in calendar.phrases("counted_hour"):
        cues = calendar.phrases("before_hour")
        leads = any(f" {' '.join(led)}".endswith(f" {cue}") for cue in cues)
        return leads and not lasts(item.text, before, after, calendar)
    if behind in calendar.phrases("oclock"):
        return True
    noon = calendar.phrases("before_noon").keys()
    if led[-1:] not in _ARTICLES or noon.isdisjoint(led[-2:-1]):
        return False
    hours = calendar.phrases("unit").get(unit) == ""  # or minutes, which are masculine
    return hours or not behind or behind in _AFTER_HOUR | calendar.phrases("past").keys()


def _goes_on(scene: Scene, one: Item, two: Item, calendar: Calendar) -> bool:
    """Whether two numbers are the ends of a range, or one or the other: "entre [10] y [15]"."""
    if one.turn != two.turn or not _reads(one.text, calendar):
        return False
    gap = scene.between(one, two)
    said = words_apart(gap)
    if not said:
        return gap.strip() in ("-", "–")
    led = not _forms(calendar, "from").isdisjoint(words_apart(scene.before(one))[-1:])
    ends = _forms(calendar, "to")
    ends = _forms(calendar, "or") | (ends if led else ends - _forms(calendar, "join"))
    return ends.issuperset(said)
