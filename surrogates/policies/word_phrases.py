"""What `word` draws as a whole, because its words lean on each other: numbers and dates.

"Noventa y cinco" becomes another number of the same build, never "noventa y cero"; each part of a
date becomes another that a calendar has, independently of the rest.
"""

import re
from functools import lru_cache

from surrogates import draw
from surrogates.dates.calendars import Calendar, Form
from surrogates.dates.numeric import Part
from surrogates.dates.reading import read_dates
from surrogates.dates.writing import write_part, write_parts
from surrogates.folding import WORD, apply_case, case_pattern, fold
from surrogates.languages.cardinals import say, word_table
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene

_GAP = re.compile(r"[\s\-]+")
_LONGEST = 8  # words of a year
_FIRST, _LAST = 1, 28  # days that every month has
_NEAR = 9  # years
_LATEST = 2035
Stretch = tuple[int, int, str]  # start and end in the mention, and what is written there


def date_drawn(scene: Scene, item: Item, calendar: Calendar) -> tuple[str, bool] | None:
    """A date with other parts, and whether one was kept; None where the mention is no date."""
    reading = read_dates(item.text, calendar)
    parts = [part for moment in reading.moments for part in moment.parts.values()]
    if not parts or reading.figures_left or reading.unknown or reading.impossible:
        return None
    if any(part.name == "clock" for part in parts):
        return None
    spoken = not any(part.name == "month" and part.style != "word" for part in parts)
    written: list[tuple[Part, str]] = []
    for part in parts:
        seed = draw.token_seed(scene.key, scene.dialogue.id, item.key, part.start)
        if draw.Stream(seed, "q").unit() >= scene.q:
            continue
        value = draw.Stream(seed).choice(_others(part))
        text = write_part(part, item.text[part.start : part.end], value, calendar, spoken)
        if text is None:
            return None
        written.append((part, text))
    return write_parts(item.text, 0, written, calendar.lang), len(written) < len(parts)


def _others(part: Part) -> list[int]:
    """Values that a part of a date may have instead, all of them in the calendar."""
    if part.name == "day":
        values = range(_FIRST, _LAST + 1)
    elif part.name == "month":
        values = range(1, 13)
    elif part.name == "weekday":
        values = range(7)
    elif part.name == "decade":
        step = part.value - part.value % 100
        values = range(step + 20, step + 100, 10)
    elif part.value > 99:
        values = range(part.value - _NEAR, max(min(part.value + _NEAR, _LATEST), part.value) + 1)
    else:
        values = range(max(part.value - _NEAR, 0), min(part.value + _NEAR, 99) + 1)
    return [value for value in values if value != part.value]


def numbers_drawn(scene: Scene, item: Item, calendar: Calendar) -> list[Stretch]:
    """Other numbers for those that are said in several words, or in one that no list has."""
    tokens = [m for m in WORD.finditer(item.text) if not any(map(str.isdecimal, m.group()))]
    stretches: list[Stretch] = []
    i = 0
    while i < len(tokens):
        used = 1
        for last in range(min(i + _LONGEST, len(tokens)) - 1, i - 1, -1):
            gaps = zip(tokens[i:last], tokens[i + 1 : last + 1], strict=True)
            if not all(_GAP.fullmatch(item.text[a.end() : b.start()]) for a, b in gaps):
                continue
            if last == i and fold(tokens[i].group()) in word_table(scene.lexicon):
                continue
            form = calendar.read_number(item.text[tokens[i].start() : tokens[last].end()])
            if form is not None:
                stretches += _drawn(scene, item, calendar, form, tokens[i : last + 1])
                used = last - i + 1
                break
        i += used
    return stretches


def _drawn(
    scene: Scene, item: Item, calendar: Calendar, form: Form, tokens: list[re.Match[str]]
) -> list[Stretch]:
    old = tuple(fold(m.group()) for m in tokens)
    entry = word_table(scene.lexicon).get(old[-1])
    gender = "f" if entry is not None and entry.gender == "f" else "m"
    options = _alike(calendar, form, old, gender)
    if not options:
        return []
    start, end = tokens[0].start(), tokens[-1].end()
    seed = draw.token_seed(scene.key, scene.dialogue.id, item.key, start)
    if draw.Stream(seed, "q").unit() >= scene.q:
        return [(start, end, item.text[start:end])]
    text = item.text[start:end]
    chosen = draw.Stream(seed).choice(options)
    for match, word in reversed(list(zip(tokens, chosen, strict=True))):
        new = apply_case(word, case_pattern(match.group()))
        if match.group()[:1].isupper():
            new = new[:1].upper() + new[1:]
        text = text[: match.start() - start] + new + text[match.end() - start :]
    return [(start, end, text)]


@lru_cache(maxsize=4096)
def _alike(
    calendar: Calendar, form: Form, old: tuple[str, ...], gender: str
) -> list[tuple[str, ...]]:
    """Numbers of the same length and build, in words; those that share no word come first."""
    numbers = _size(form)
    build = _build(calendar.lexicon, old)
    found: list[tuple[str, ...]] = []
    for number in numbers:
        if number == form.value:
            continue
        said = _say(calendar, form, number, gender)
        new = tuple(m.group() for m in WORD.finditer(said)) if said else ()
        if len(new) == len(old) and _build(calendar.lexicon, tuple(map(fold, new))) == build:
            found.append(new)
    values = word_table(calendar.lexicon)
    if not found and len(old) > 1:  # "soixante et onze" has no like
        joins = [word for word in old if word not in word_table(calendar.lexicon)]
        for number in numbers:
            said = _say(calendar, form, number, gender) if number != form.value else None
            new = tuple(m.group() for m in WORD.finditer(said)) if said else ()
            table = word_table(calendar.lexicon)
            if len(new) == len(old) and [w for w in map(fold, new) if w not in table] == joins:
                found.append(new)
    apart = [
        new
        for new in found
        if not any(fold(a) == b and b in values for a, b in zip(new, old, strict=True))
    ]
    return apart or found


def _size(form: Form) -> range:
    if form.variant != "cardinal":
        return range(1, 32)
    digits = len(str(form.value))
    return range(10 ** (digits - 1), min(10**digits, 10_000)) if digits < 5 else range(0)


def _say(calendar: Calendar, form: Form, number: int, gender: str) -> str | None:
    if form.variant != "cardinal":
        return calendar.ordinal(number, form)
    if form.ending:
        return calendar.inflect(number, form.ending)
    return say(calendar.lexicon, number, gender=gender)


def _build(lexicon: Lexicon, words: tuple[str, ...]) -> tuple[str, ...]:
    """The classes of number words, and the words that join them as they are."""
    table = word_table(lexicon)
    if len(words) == 1:
        return ("",)
    return tuple(table[word].klass if word in table else word for word in words)
