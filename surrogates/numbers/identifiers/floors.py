"""Floors and doors in two spans ("[tercero] [B]"), which are those of "[3º B]" wherever it is said.

A class of school is said so, too. `cued_kinds` asks; `house_numbers` writes them, span by span.
"""

import re
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise

from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import numerals_of
from surrogates.rewrite import Item
from surrogates.scene import SPELLING_JOINERS
from surrogates.types import Dialogue

_HIGHEST = 20
_NUMBERS = (Kind.NUMBER, Kind.ID)
_FLOOR = re.compile(r"(\d{1,2})(\.?[ºª°]|\.)?\s*([a-z])?")


def floors_in_two(
    dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon, known: Set[int]
) -> set[int]:
    """Indices of the floors and doors; `known` are the mentions that say both."""
    whole = {_said(item.text, lexicon) for item in items if item.index in known}
    pairs = {
        (one.index, two.index): (value, letter)
        for one, two in pairwise(items)
        if one.kind in _NUMBERS and two.kind in (*_NUMBERS, Kind.LETTER)
        if (letter := _letter(two.text)) and are_beside(dialogue, one, two)
        if (value := _floor(one.text, lexicon, whole, letter))
    }
    if not pairs:
        return set()
    rows = set(_spelled(dialogue, items))
    pairs = {pair: floor for pair, floor in pairs.items() if pair[1] not in rows}
    floors = {value for value, _ in pairs.values()}
    again = {i.index for i in items if i.kind in _NUMBERS and _order(i.text, lexicon) in floors}
    return again.union(*pairs)


def are_beside(dialogue: Dialogue, one: Item, two: Item) -> bool:
    """Whether nothing but a blank or a comma stands between two mentions."""
    text = dialogue.turns[one.turn].text
    return one.turn == two.turn and not text[one.end : two.start].strip(" ,")


def _floor(text: str, lexicon: Lexicon, whole: Set[tuple[int, str]], letter: str) -> int:
    """The floor that a number says: an ordinal, or what is one in another mention; 0 for none."""
    order = _order(text, lexicon)
    value = order or numerals_of(lexicon).parse(text) or (int(text) if text.isdecimal() else 0)
    return value if order or (value, letter) in whole else 0


def _order(text: str, lexicon: Lexicon) -> int:
    """The value of an ordinal that nothing is said with; 0 for anything else."""
    figures = _FLOOR.fullmatch(fold(text.strip()))
    if figures is not None:
        return int(figures[1]) if figures[2] and not figures[3] else 0
    word = numerals_of(lexicon).ordinals.get(" ".join(words(text)))
    fits = word is not None and word.klass == "ordinal" and word.value <= _HIGHEST
    return word.value if word is not None and fits else 0


def _said(text: str, lexicon: Lexicon) -> tuple[int, str]:
    """Floor and door of a mention that says both, as far as it says them."""
    figures = _FLOOR.fullmatch(fold(text.strip()))
    if figures is not None:
        return int(figures[1]), figures[3] or ""
    first, *last = words(text) or ("",)
    return _order(first, lexicon), _letter(last[-1]) if last else ""


def _letter(text: str) -> str:
    letter = fold(text.strip(" ."))
    return letter if len(letter) == 1 and letter.isalpha() else ""


def _spelled(dialogue: Dialogue, items: Sequence[Item]) -> Iterator[int]:
    """Letters that spell: in a row, or with a word that begins so."""
    for one, two in pairwise((*items, None)):
        assert one is not None
        text = dialogue.turns[one.turn].text[one.end :]
        if not SPELLING_JOINERS.isdisjoint(words(text)[:1]):
            yield one.index
        row = two is not None and {one.kind, two.kind} == {Kind.LETTER}
        if two is not None and row and are_beside(dialogue, one, two):
            yield from (one.index, two.index)
