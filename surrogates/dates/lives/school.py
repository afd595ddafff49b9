"""School classes tell an age: who is 13 and in "2.º de ESO" does not become 11.

Called by `ages_apart` and `births` for the ages, by `anchors` for the months in which school begins
and ends and for its holidays, and by `engine`, before there is a scene, for classes under a label
of numbers.
"""

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from surrogates.dates.calendars import Calendar
from surrogates.dates.lives.ages import Day
from surrogates.dates.runs import calendars_of
from surrogates.folding import fold, words, words_apart
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import CLASS, Item
from surrogates.scene import Scene
from surrogates.types import Dialogue

_WIDEST = 2  # years between the first and the last age in a class of one year
_STEP = 1  # years that an age moves at most beside its class
_BEGINS, _ENDS = range(8, 11), range(5, 8)  # months in which schools do
_HOLIDAYS = frozenset(
    (month, day)
    for month, days in ((7, range(1, 32)), (8, range(1, 32)), (12, range(22, 32)), (1, range(1, 7)))
    for day in days
)
_BEFORE, _BEHIND = 2, 3  # words around a number that may say that it is a class
_CLAUSE = re.compile(r"[.,;:!?¿¡]")
_SENTENCE = re.compile(r"[.;:!?]\s")
_AROUND = 6  # words between a month and what begins in it
_SAID = 8  # the same within one sentence
_CLASSES = 13  # years of school
_LETTERS = frozenset("abcdefg")
_CLASS = 2  # words of a mention that name a class
_CUES = ("", "house")  # of numbers: "pasa a [quinto]" is no floor beside an age for it
_ORDINAL = re.compile(r"(?<!\w)(\d{1,2})(?: ?[ºª°]|o|er|r|n|t|st|nd|rd|th)(?!\w)")
_FRENCH = re.compile(r"(?<=\d)eme(?!\w)")
_LETTERED = re.compile(r" (?:klasse )?(\d{1,2})[a-e](?= )")  # "in der 3b"
_COHORTS = {"en": 9, "de": 10}  # the month from which on one is born for the next year; else 1
_SHORT = 3  # letters of a class that is also another word ("eso")


def limits(scene: Scene, calendar: Calendar, value: int) -> tuple[int, int] | None:
    """The first and the last age that one may become beside the classes that the dialogue names
    outside its labels; None where no class is of that age."""
    ranges = _told(scene, calendar, value)
    if not ranges:
        return None
    lows, highs = zip(*ranges, strict=True)
    return max(*lows, value - _STEP), min(*highs, value + _STEP)


def _told(scene: Scene, calendar: Calendar, value: int) -> list[tuple[int, int]]:
    """First and last ages of the classes for an age that the dialogue names."""
    labelled = {item.turn for item in scene.items if item.stays == CLASS}
    texts = (scene.dialogue.turns[turn].text for turn in sorted(labelled))
    spoken = (f" {' '.join(words_apart(text))} " for text in texts)
    lines = (*scene.outside_text, *spoken)
    return [each for each in _classes(lines, calendar) if _holds(each, value)]


def suits(scene: Scene, calendar: Calendar, value: int, new: int) -> bool:
    """Whether an age may become another one beside the classes that are named."""
    found = limits(scene, calendar, value)
    return found is None or _holds(found, new)


def keeps_class(
    scene: Scene, calendar: Calendar, value: int, new: int, days: Iterable[Day]
) -> bool:
    """Whether dates leave somebody in the class of one year that is named: by the years of school
    between a birth and a date where both are said, at the same age where a date alone is."""
    if all(last - first > _WIDEST for first, last in _told(scene, calendar, value)):
        return True
    days = list(days)
    pairs = [
        _school_years(one.old, two.old, calendar) == _school_years(one.new, two.new, calendar)
        for one in days
        for two in days
        if one.birth and not two.birth and one.old.year + value - two.old.year in (-1, 0)
    ]
    if pairs or all(day.birth for day in days):
        return all(pairs) and suits(scene, calendar, value, new)
    return new == value  # the present is told


def _school_years(birth: dt.date, now: dt.date, calendar: Calendar) -> int:
    """Years of school from the one in which somebody is born until now."""
    cohort = birth.year + (birth.month >= _COHORTS.get(calendar.lang, 1))
    return now.year + (now.month >= _BEGINS.start) - cohort


def _holds(ages: tuple[int, int], value: int) -> bool:
    return ages[0] <= value <= ages[1]


@lru_cache(maxsize=64)
def _classes(lines: tuple[str, ...], calendar: Calendar) -> list[tuple[int, int]]:
    text = re.sub(r"['’\s]+", " ", f" {' | '.join(lines)} ")
    plain, ordinal = _plain(text), _ORDINAL.sub(r"\1º", text)
    if calendar.lang == "de":
        plain = _LETTERED.sub(r" klasse \1", plain)
    found: list[tuple[int, int]] = []
    for phrase, ages in _ages_of(calendar).items():
        if f" {phrase} " in (ordinal if "º" in phrase else plain):
            found += ages
    return found


def _plain(text: str) -> str:
    """A folded text without what makes its figures ordinals: "3º de primaria", "en 6ème"."""
    return _FRENCH.sub("e", _ORDINAL.sub(r"\1", text))


@lru_cache(maxsize=16)
def _ages_of(calendar: Calendar) -> dict[str, list[tuple[int, int]]]:
    """Each class as one says it -> the ages of who is in it."""
    return {phrase: _ranges(value) for phrase, value in calendar.phrases("school").items()}


def _ranges(value: str) -> list[tuple[int, int]]:
    """First and last ages: "12-13", or of two schools, "6-7 12-13"."""
    spans = (span.split("-") for span in value.split())
    return [(int(low), int(high)) for low, high in spans]


def tell_classes(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> list[Item]:
    """The items; numbers that say a class of school stay, where somebody is of an age for it ("en
    [tercero], tienen [ocho] años"), and one that is put right with them."""
    numbers = [item for item in items if item.kind is Kind.NUMBER and item.cue in _CUES]
    if not numbers:
        return list(items)
    scene = Scene(dialogue, lexicon, b"", list(items))
    calendar = calendars_of(scene)[0]
    ages = [age for item in items if (age := _age(item, calendar)) is not None]
    classes = {
        item.index
        for item in numbers
        if _says_class(scene, item, ages, calendar) or _is_lettered(scene, item, calendar)
    }
    turns = {item.turn for item in numbers if item.index in classes}
    ordinals = {fold(r["form"]) for r in lexicon.rows("numbers") if r["class"] == "ordinal"}
    for item in numbers:
        beside = _CLAUSE.split(scene.before(item))[-1] + _CLAUSE.split(scene.after(item))[0]
        near = any(abs(item.turn - turn) <= 1 for turn in turns)
        if near and not beside.strip() and fold(item.text) in ordinals:
            classes.add(item.index)  # "¿[Segundo]?" - "En [tercero]."
    return [replace(i, stays=CLASS, cue="") if i.index in classes else i for i in items]


def _says_class(scene: Scene, item: Item, ages: Sequence[int], calendar: Calendar) -> bool:
    if not ages:
        return False
    before, said = words_apart(scene.before(item))[-_BEFORE:], words_apart(item.text)
    around = [*before, *said, *words_apart(scene.after(item))[:_BEHIND]]
    # "4e B", "LH 4. mailan"
    last = len(before) + len(said) - (len(said) > 1 and len(said[-1]) == 1 and said[-1].isalpha())
    last = min(last, len(before) + _CLASS)
    return any(
        _covers(around, phrase.split(), len(before), last)
        for phrase, spans in _ages_of(calendar).items()
        if any(_holds(span, age) for span in spans for age in ages)
    )


def _is_lettered(scene: Scene, item: Item, calendar: Calendar) -> bool:
    """Whether a number in words and a letter name a class, where school is spoken of: "aus der
    [drei b]"; those in figures are identifiers."""
    number, letter = item.text[:-1].strip(" -"), item.text[-1:]
    form = calendar.read_number(number) if number.isalpha() else None
    lettered = form is not None and 0 < form.value <= _CLASSES and fold(letter) in _LETTERS
    return lettered and _at_school(scene, calendar)


def _at_school(scene: Scene, calendar: Calendar) -> bool:
    cues = calendar.phrases("at_school").keys()
    return any(not cues.isdisjoint(words_apart(turn.text)) for turn in scene.dialogue.turns)


def _age(item: Item, calendar: Calendar) -> int | None:
    """The years that a mention says an age in: "8", "ocho", "ocho años"."""
    if item.kind is not Kind.AGE:
        return None
    figures = re.match(r"\d+", item.text)
    if figures is not None:
        return int(figures[0])
    number = calendar.read_number(item.text) or calendar.read_number(item.text.split(" ")[0])
    return number.value if number is not None else None


def _covers(said: Sequence[str], phrase: Sequence[str], first: int, end: int) -> bool:
    """Whether a phrase stands among some words and holds all from the first on, up to an end."""
    size = len(phrase)
    starts = range(max(end - size, 0), first + 1)
    return any(list(said[start : start + size]) == list(phrase) for start in starts)


def told(scene: Scene, calendar: Calendar, value: int) -> bool:
    """Whether a class outside the labels is called by an age: "bi urteko gelan"."""
    phrases = [(phrase.split(), side) for phrase, side in calendar.phrases("class_of").items()]
    for line in scene.outside_text if phrases else ():
        said = line.split()
        for at, word in enumerate(said):
            number = calendar.read_number(word) if not word.isdecimal() else None
            if value != (int(word) if word.isdecimal() else number and number.value):
                continue
            if any(
                said[at + 1 : at + 1 + len(phrase)] == phrase
                if side == "after"
                else said[max(at - len(phrase), 0) : at] == phrase
                for phrase, side in phrases
            ):
                return True
    return False


def pins_month(scene: Scene, item: Item, month: int | None, calendar: Calendar) -> bool:
    """Whether school begins or ends in a month, as words beside it say: "zur Einschulung im
    [August]", "starts Year 7 in [September]", "el curso acaba en [junio]"."""
    if month not in _BEGINS and month not in _ENDS:
        return False
    cues, verbs = ("school_start", "begins") if month in _BEGINS else ("school_end", "ends")
    before, after = (side.replace("'", " ") for side in scene.around(item))
    sides = " ".join(words(before)[-_AROUND:]), " ".join(words(after)[:_AROUND])
    if any(f" {cue} " in f" {side} " for cue in calendar.phrases(cues) for side in sides):
        return True
    last, first = words(_SENTENCE.split(before)[-1]), words(_SENTENCE.split(after)[0])
    said = f" {' '.join(last[-_SAID:])} | {' '.join(first[:_SAID])} "
    classes = (p for p in calendar.phrases("school") if len(p) > _SHORT)
    what = (*calendar.phrases("school_year"), *classes)
    return any(f" {verb} " in said for verb in calendar.phrases(verbs)) and any(
        f" {phrase} " in said for phrase in what
    )


def holidays(scene: Scene, calendar: Calendar) -> frozenset[tuple[int, int]]:
    """Months and days on which no school is open, where the dialogue speaks of one."""
    return _HOLIDAYS if _at_school(scene, calendar) else frozenset()
