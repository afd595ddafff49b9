"""Classes of a school: a "Grundschule" that is named has a 3b and no 7b; where none is, a class is
known by the words beside it or by a child's age, and as many years on as the ages are.

`cued_kinds` asks which numbers are such; `house_numbers` writes those of a named school like
floors, `policies.entity` asks for the others when the ages are drawn.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set

from surrogates import draw
from surrogates.folding import fold, words_apart
from surrogates.labels import Kind
from surrogates.languages.cardinals import parse
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import numerals_of
from surrogates.numbers.identifiers.doors import GROUP, other_letter
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Dialogue

_CLASS = re.compile(
    r"(?P<year>1?\d)(?P<order>\.?[ºª°]|\.|st|nd|rd|th|r|n|t|è|é|e|(?:è|e)me)?"
    r"(?P<gap>\s?)(?P<group>[a-f])?",
    re.IGNORECASE,
)
_YEARS = range(1, 14)
_SCHOOL_AGES = range(5, 20)
_OLDER = range(4, 9)  # years that a child is older than its class
_BESIDE = 2  # words of a cue
_OF = frozenset({"de", "d"})
_AGED = "age"  # value of a cue that says so only where a child's age is said
_STEPS = (1, -1, 2, -2)
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


def classes_unnamed(
    dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon, houses: Set[int]
) -> set[int]:
    """Indices of the classes of a school that nobody names: "class [3A]", and "aus der [4b]" where
    a child's age or another class is said; `houses` are none unless a word says so."""
    cues = lexicon.cues("school_class")
    ages = [age for item in items if (age := _age(item.kind, item.text, lexicon)) in _SCHOOL_AGES]
    found: set[int] = set()
    led: dict[int, int] = {}
    for item in items:
        said = _CLASS.fullmatch(item.text.strip())
        if item.kind not in (Kind.NUMBER, Kind.ID) or not (said and said["group"]):
            continue
        text = dialogue.turns[item.turn].text
        before = words_apart(text[: item.start])
        before = before[:-1] if before[-1:] and before[-1] in _OF else before
        after = (words_apart(text[item.end :]) or ("",))[0]
        beside = (before[-1:] or ("",))[0], after if text[item.end : item.end + 1] == " " else ""
        if int(said["year"]) in _YEARS and any(cues.get(word, _AGED) == "" for word in beside):
            found.add(item.index)
        elif _ends(words_apart(text[: item.start]), cues):
            led[item.index] = int(said["year"])
    near = {n for n, year in led.items() if any(age - year in _OLDER for age in ages)} - houses
    aged = set(led) if found else near
    return found | aged


def _ends(said: Sequence[str], cues: Mapping[str, str]) -> bool:
    """Whether words end with a cue of a class whose pupils' age is said."""
    return any(cues.get(" ".join(said[-size:])) == _AGED for size in (1, _BESIDE))


def _age(kind: Kind, text: str, lexicon: Lexicon) -> int:
    """The years that a mention says an age in; 0 where it is none."""
    said = re.match(r"\d+", text) if kind is Kind.AGE else None
    first = text.split(" ")[0] if kind is Kind.AGE else ""
    return int(said[0]) if said else (parse(lexicon, text) or parse(lexicon, first) or 0)


def replace_classes(scene: Scene, items: Sequence[Item]) -> None:
    """Writes such classes, all as many years on as the ages of the children."""
    classes = [item for item in items if item.cue == GROUP]
    said = {item.index: m for item in classes if (m := _CLASS.fullmatch(item.text.strip()))}
    years = [int(match["year"]) for match in said.values()]
    free = [n for n in _STEPS if all(year + n in _YEARS for year in years)]
    moved = set(_moved(scene)) if classes else set()
    step = moved.pop() if len(moved) == 1 else 0
    if not moved and not step and free and not any(_told_ages(scene)):
        step = draw.Stream(scene.seed("classes", str(years))).choice(free)
    orders = _ORDERS.get(scene.lexicon.lang, {})
    for item in classes:
        match = said[item.index]
        year = int(match["year"]) + step
        year = year if year in _YEARS else int(match["year"])
        order = match["order"] or ""
        order = orders.get(year, orders[0]) if order and orders and order != "." else order
        text = f"{year}{order}{match['gap']}{other_letter(scene, match['group'])}"
        scene.surrogates[item.index] = text
        scene.add_card(str(Kind.NUMBER), [item], text)


def _told_ages(scene: Scene) -> Iterator[tuple[int, int]]:
    """The ages of children, and what became of them."""
    for item in scene.items:
        old, new = (_age(item.kind, text, scene.lexicon) for text in (
            item.text, scene.surrogates.get(item.index, "")))  # fmt: skip
        if old in _SCHOOL_AGES and new:
            yield old, new


def _moved(scene: Scene) -> Iterator[int]:
    return (new - old for old, new in _told_ages(scene))
