"""How many times one amount is another, as it is said near them: "the half", "dos noches", "x3",
"al mes"."""

import re

from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.languages.numerals import Numerals
from surrogates.numbers.sums.values import numbers_in, time_units
from surrogates.rewrite import Item, outside
from surrogates.scene import Scene

_AROUND = 60  # characters before the first and after the second
_FIGURE = re.compile(r"(?<![\d.,])\d{1,2}(?![\d.,:/]*\d)")
_FACTORS = ("times", "fraction", "repeat")
_NOUN = re.compile(r"\s*[^\W\d_]{3,}")
_EARLIER = 3  # turns before a price in which it is said how many there are
_LABELLED = "\x00"
# How many of a unit of time another one has, where words name both; a month alone is of a year,
# and a year is of months.
_TIMES = {("month",): 12, ("year",): 12, ("week", "year"): 52, ("day", "week"): 7}


def counts_near(scene: Scene, one: Item, two: Item, numerals: Numerals) -> set[int]:
    """The counts, parts and multiples that are said outside the labels around two items."""
    text = text_around(scene, one, two)
    counts = {int(m.group()) for m in _FIGURE.finditer(text)}
    counts |= {reading.value for _, _, reading in numbers_in(text, numerals)}
    said = f" {' '.join(words(text.replace('-', ' ')))} "
    units = {unit for form, unit in time_units(scene.lexicon).items() if f" {form} " in said}
    counts |= {times for named, times in _TIMES.items() if units.issuperset(named)}
    factors = (w for w in numerals.words if w.klass in _FACTORS)
    counts |= {
        int(n) for form, n in scene.lexicon.cues("count_word").items() if f" {form} " in said
    }
    return counts | {w.value for w in factors if f" {numerals.key(w.form)} " in said}


def count_before(scene: Scene, one: Item, times: int, numerals: Numerals) -> bool:
    """Whether so many of something were spoken of some turns before an item, outside the labels:
    "three nights, then", and later "[90] a night, [270] in all"."""
    for turn, _, text in outside(scene.dialogue, replaced(scene)):
        if not 0 <= one.turn - turn <= _EARLIER:
            continue
        spoken = ((end, reading.value) for _, end, reading in numbers_in(text, numerals))
        figures = ((m.end(), int(m.group())) for m in _FIGURE.finditer(text))
        if any(n == times and _NOUN.match(text[end:]) for end, n in (*spoken, *figures)):
            return True
    return False


def replaced(scene: Scene, turn: int | None = None) -> list[Item]:
    """The items (of a turn) that become others: a count that stays is read like other words."""
    items = scene.items if turn is None else scene.items_by_turn.get(turn, ())
    return [
        item
        for item in items
        if item.kind is not Kind.NUMBER
        or item.index not in scene.told
        or scene.surrogates.get(item.index) != item.text
    ]


def text_around(scene: Scene, one: Item, two: Item) -> str:
    """The text from before one item until after another, labels masked."""
    lines = []
    for number in range(one.turn, two.turn + 1):
        end = two.end + _AROUND if number == two.turn else None
        start = max(0, one.start - _AROUND) if number == one.turn else 0
        lines.append(masked(scene, number)[start:end])
    return "\n".join(lines)


def masked(scene: Scene, turn: int) -> str:
    """The text of a turn without what is replaced in it, at the same places."""
    text = list(scene.dialogue.turns[turn].text)
    for item in replaced(scene, turn):
        text[item.start : item.end] = _LABELLED * (item.end - item.start)
    return "".join(text)
