"""Classes of a school that is named: a "Grundschule" has a 3b and no 7b.

`cued_kinds` asks which numbers are such; `house_numbers` writes them like floors.
"""

import re
from collections.abc import Iterator, Sequence

from surrogates import draw
from surrogates.folding import fold, words_apart
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import numerals_of
from surrogates.numbers.identifiers.doors import other_letter
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Dialogue

_CLASS = re.compile(
    r"(?P<year>1?\d)(?P<order>\.?[ºª°]|\.|st|nd|rd|th|r|n|t|è|é|e|(?:è|e)me)?"
    r"(?P<gap>\s?)(?P<group>[a-f])?",
    re.IGNORECASE,
)
# Endings of an ordinal in figures, by the number; those of other languages are alike for all.
_ORDERS = {
    "ca": {1: "r", 2: "n", 3: "r", 4: "t", 0: "è"},
    "en": {1: "st", 2: "nd", 3: "rd", 0: "th"},
}


def classes_said(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> Iterator[int]:
    """Indices of the numbers that are classes of a school of the dialogue: with a letter, or an
    ordinal in a turn that says the school or beside it."""
    said = list(_said(dialogue))
    if not any(f" {cue}" in text for text in said for cue in lexicon.cues("school_years")):
        return
    for item in items:
        if item.kind not in (Kind.NUMBER, Kind.ID):
            continue
        figures = _CLASS.fullmatch(item.text.strip())
        word = numerals_of(lexicon).ordinals.get(fold(item.text))
        year = int(figures["year"]) if figures else word.value if word is not None else 0
        group = figures["group"] if figures else ""
        if not (group or word or (figures and figures["order"])):
            continue
        if year and _years(
            said if group else said[max(item.turn - 1, 0) : item.turn + 2], year, lexicon
        ):
            yield item.index


def _said(dialogue: Dialogue) -> Iterator[str]:
    """The folded words of each turn, elided ones apart ("d'ESO")."""
    return (f" {' '.join(words_apart(turn.text))} " for turn in dialogue.turns)


def class_anew(scene: Scene, text: str) -> str:
    """Another class in figures; "" for what is none."""
    said = _CLASS.fullmatch(text.strip())
    year = other_class(scene, said["year"]) if said and (said["group"] or said["order"]) else ""
    if said is None or not year:
        return ""
    orders = _ORDERS.get(scene.lexicon.lang, {})
    order, group = said["order"] or "", said["group"] or ""
    if order and orders and order != ".":
        order = orders.get(int(year), orders[0])
    return f"{year}{order}{said['gap']}{other_letter(scene, group) if group else ''}"


def _years(said: Sequence[str], number: int, lexicon: Lexicon) -> range:
    """The years of the school with fewest that is said and has this one; none for no such."""
    cues = lexicon.cues("school_years").items()
    told = (value for cue, value in cues if any(f" {cue}" in text for text in said))
    schools = [range(int(v.split("-")[0]), int(v.split("-")[1]) + 1) for v in told]
    own = min((each for each in schools if number in each), key=len, default=range(0))
    return own if len(own) > 1 else range(0)


def other_class(scene: Scene, digits: str) -> str:
    """Another class of the school that a dialogue names, as many years on as the others; "" where
    it names none that has this class."""
    own = _years(list(_said(scene.dialogue)), int(digits), scene.lexicon)
    if not own:
        return ""
    later = draw.Stream(scene.seed("class", str(own))).choice(range(1, len(own)))
    return str(own[(own.index(int(digits)) + later) % len(own)])
