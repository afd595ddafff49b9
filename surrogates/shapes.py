"""Cuts the digits and number words of a mention into slots with digit domains.

A slot is what one written word or figure says; a variable is one digit (or letter) of the value.
Which digits a word can say depends on its neighbours: "treinta y" needs 1-9 after it, and "treinta"
alone ends in 0 [surrogates, digit shapes].
"""

import re
from dataclasses import dataclass, field

from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon, NumberWord
from surrogates.numbers import word_table
from surrogates.rewrite import Item
from surrogates.scene import Scene

DIGITS = frozenset("0123456789")
LETTERS = frozenset("ABCDEFGHJKLMNPQRSTVWXYZ")
_TOKEN = re.compile(r"\d|[^\W\d_]+")


@dataclass
class Variable:
    """One digit or letter: what it was and what it may become."""

    was: str
    domain: frozenset[str]


@dataclass
class Slot:
    """[start, end) in the item's text; `values` are variables in reading order."""

    start: int
    end: int
    style: str  # "figure" | "word" | "letter" | "spoken"
    values: list[int] = field(default_factory=list)
    word: NumberWord | None = None
    bound: bool = False  # an IV with more of the number after it


@dataclass
class Shape:
    """The slots of one item."""

    item: Item
    slots: list[Slot]

    @property
    def values(self) -> list[int]:
        return [v for slot in self.slots for v in slot.values]


def read_shape(scene: Scene, item: Item, variables: list[Variable]) -> Shape:
    """Slots of an item; variables are appended. Domains of words are set by `bind`."""
    lexicon = scene.lexicon
    table = word_table(lexicon)
    slots: list[Slot] = []
    repeat = 1
    for start, end, token in _tokens(item.text, lexicon):
        key = fold(token)
        entry = table.get(key)
        if token.isdecimal():
            slots.append(Slot(start, end, "figure", [_new(variables, token, DIGITS)]))
        elif entry is not None and entry.klass == "repeat":
            repeat = entry.value
            continue
        elif entry is not None and entry.klass in ("I", "II", "III", "IV"):
            slot = Slot(start, end, "word", word=entry)
            if repeat > 1 and entry.klass == "I":
                slot.values = [_new(variables, str(entry.value), DIGITS)] * repeat
            slots.append(slot)
        elif key == "y" and slots and slots[-1].word is not None:
            continue  # "treinta y cuatro": a conjunction, not a letter
        elif item.kind in (Kind.ID, Kind.CARD, Kind.LETTER) and entry is None:
            slots += _letters(token, key, start, end, lexicon, variables)
        repeat = 1
    return Shape(item, slots)


def _tokens(text: str, lexicon: Lexicon) -> list[tuple[int, int, str]]:
    """Figures one by one, words whole; "i griega" and other spoken letters of two words too."""
    found = [(m.start(), m.end(), m.group()) for m in _TOKEN.finditer(text)]
    joined: list[tuple[int, int, str]] = []
    i = 0
    while i < len(found):
        if i + 1 < len(found):
            pair = text[found[i][0] : found[i + 1][1]]
            if fold(pair) in lexicon.spoken_letters:
                joined.append((found[i][0], found[i + 1][1], pair))
                i += 2
                continue
        joined.append(found[i])
        i += 1
    return joined


def _letters(
    token: str, key: str, start: int, end: int, lexicon: Lexicon, variables: list[Variable]
) -> list[Slot]:
    letter = lexicon.spoken_letters.get(key)
    if letter is not None and len(letter) == 1 and len(key) > 1:
        return [Slot(start, end, "spoken", [_new(variables, letter.upper(), LETTERS)])]
    return [
        Slot(start + i, start + i + 1, "letter", [_new(variables, c.upper(), LETTERS)])
        for i, c in enumerate(token)
        if c.isalpha() and c.isascii()
    ]


def _new(variables: list[Variable], was: str, domain: frozenset[str]) -> int:
    variables.append(Variable(was, domain))
    return len(variables) - 1


def bind(scene: Scene, shapes: list[Shape], variables: list[Variable]) -> None:
    """Gives the word slots of a group their variables, from how neighbouring words join."""
    flat = [(shape, slot) for shape in shapes for slot in shape.slots]
    # Class II is 10-29 in Spanish, 10-19 in English: the table says which.
    teens = frozenset(str(w.value // 10) for w in scene.lexicon.number_words if w.klass == "II")
    owed = False  # the slot before is open and this one completes it
    for i, (shape, slot) in enumerate(flat):
        if slot.word is None or slot.values:
            owed = False
            continue
        after = flat[i + 1] if i + 1 < len(flat) else None
        joint = _joint(scene, shape, slot, *after) if after is not None else None
        follower = after[1].word if after is not None and not after[1].values else None
        owed = _bind_word(slot, slot.word, follower, joint, owed, variables, teens)


def _bind_word(
    slot: Slot,
    word: NumberWord,
    follower: NumberWord | None,
    joint: str | None,
    owed: bool,
    variables: list[Variable],
    teens: frozenset[str],
) -> bool:
    """Sets the variables of one word; True when the next word completes it."""
    unit_next = follower is not None and follower.klass == "I" and follower.value > 0
    if word.klass == "I":
        domain = DIGITS - {"0"} if owed else DIGITS
        slot.values = [_new(variables, str(word.value), domain)]
        return False
    if word.klass == "II":
        first, second = str(word.value // 10), str(word.value % 10)
        slot.values = [_new(variables, first, teens), _new(variables, second, DIGITS)]
        return False
    if word.klass == "III":
        low = "3456789" if word.value >= 30 else "23456789"
        slot.values = [_new(variables, str(word.value // 10), frozenset(low))]
        if unit_next and joint in ("y", "-", " "):
            # Spanish joins with "y" only; English with a hyphen or a blank.
            return True
        slot.values.append(_new(variables, "0", frozenset("0")))
        return False
    slot.values = [_new(variables, str(word.value // 100), DIGITS - {"0"})]
    whole = joint == " " and follower is not None and follower.klass in ("I", "II", "III")
    if whole and follower is not None and follower.klass in ("II", "III"):
        slot.bound = True
        return False
    slot.values.append(_new(variables, "0", frozenset("0")))
    if whole and unit_next:
        slot.bound = True
        return True
    slot.values.append(_new(variables, "0", frozenset("0")))
    return False


def _joint(scene: Scene, shape: Shape, slot: Slot, other: Shape, next_slot: Slot) -> str | None:
    """What stands between two slots: "y", "-", " " or None for anything else."""
    if shape.item.turn != other.item.turn:
        return None
    text = scene.dialogue.turns[shape.item.turn].text
    gap = text[shape.item.start + slot.end : other.item.start + next_slot.start]
    if scene.lexicon.lang == "es":
        if fold(gap).strip() == "y":
            return "y"
        follows_tens = slot.word is not None and slot.word.klass == "III"
        return " " if gap.isspace() and not follows_tens else None
    return "-" if gap == "-" else " " if gap.isspace() else None
