"""Numbers that are houses because of what stands beside them: their street, or the house next door.

"[Olmo] [17]", "al lado, en el [15]"; "[1140] [Magnolia]", "[1410] [Magnolia]": one is taken for the
other, as "[27 bis]" and "[27]" are. `cued_kinds` asks, beside `house_numbers`, which knows those
that say it themselves.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise

from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.numbers.identifiers.floors import are_beside
from surrogates.numbers.identifiers.house_numbers import (
    NAMED,
    NEAR,
    are_neighbours,
    figure_said,
    is_inflected,
    is_next_door,
    is_swapped,
    never_counted,
)
from surrogates.rewrite import Item
from surrogates.types import Dialogue

_IN_THE = (frozenset(("in", "en")), frozenset(("der", "el")))


def houses_beside(
    dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon, known: Set[int]
) -> set[int]:
    """Indices of the numbers that are houses; `known` are those that are known to be."""
    figures = {
        item.index: figure
        for item in items
        if item.kind is Kind.NUMBER
        and (figure := figure_said(item.text.strip(), lexicon)).isdecimal()
    }
    turns = {item.index: item.turn for item in items}
    own = {*_beside_streets(dialogue, items, figures), *_named(dialogue, items, figures)}
    beside = {
        figures[index]
        for index in known & figures.keys()
        if is_next_door(dialogue.turns[turns[index]].text, lexicon)
    }
    if not own and not beside:
        return set()
    numbers = [item for item in items if item.index in figures]
    found = set(_swapped(dialogue, numbers, lexicon, figures, own))
    found |= set(_next_door(dialogue, numbers, lexicon, figures, own | found))
    found |= {i.index for i in numbers if i.index in own and not i.text.strip().isdecimal()}
    said = {figures[index] for index in found} | beside
    streets = (i for i in items if i.kind is Kind.STREET or i.index in known)
    told = said.union(*(re.findall(r"\d+", figure_said(i.text, lexicon)) for i in streets))
    again = {
        i.index
        for i in numbers
        if figures[i.index] in said and (_at(dialogue, i) or not _counts(dialogue, i, lexicon))
    }
    return found | again | {index for index in own if figures[index] in told}


def _beside_streets(
    dialogue: Dialogue, items: Sequence[Item], figures: Mapping[int, str]
) -> Iterator[int]:
    """Numbers right before or behind the name of a street."""
    for pair in pairwise(items):
        for street, number in (pair, pair[::-1]):
            if street.kind is not Kind.STREET or number.index not in figures:
                continue
            if are_beside(dialogue, *pair) and not re.search(r"\d", street.text):
                yield number.index


def _named(dialogue: Dialogue, items: Sequence[Item], figures: Mapping[int, str]) -> Iterator[int]:
    """Numbers that are said to be one, right after a street is named: "number [17]"."""
    turns = {item.turn + n for item in items if item.kind is Kind.STREET for n in (0, 1)}
    for item in items:
        said = NAMED.search(fold(dialogue.turns[item.turn].text[: item.start]))
        house = said is not None and (item.turn in turns or said[0].startswith("haus"))
        if house and item.index in figures:
            yield item.index


def _next_door(
    dialogue: Dialogue,
    numbers: Sequence[Item],
    lexicon: Lexicon,
    figures: Mapping[int, str],
    own: Set[int],
) -> Iterator[int]:
    """Numbers of the next house, and those of the house that it is next to."""
    turns = {item.index: item.turn for item in numbers}
    said = [is_next_door(turn.text, lexicon) for turn in dialogue.turns]
    for item in numbers:
        answered = any(said[item.turn + 1 : item.turn + 2]) and not _counts(dialogue, item, lexicon)
        if item.index in own or not (said[item.turn] or answered):
            continue
        beside = {
            figures[index]
            for index in own
            if 0 <= item.turn - turns[index] <= NEAR
            and are_neighbours(figures[item.index], figures[index])
        }
        if beside:
            yield item.index
            yield from (index for index, figure in figures.items() if figure in beside)


def _swapped(
    dialogue: Dialogue,
    numbers: Sequence[Item],
    lexicon: Lexicon,
    figures: Mapping[int, str],
    own: Set[int],
) -> Iterator[int]:
    """Numbers beside streets, and what was taken for them or said right: 14 and 41."""
    for one in (item for item in numbers if item.index in own):
        for other in numbers:
            if not is_swapped(figures[one.index], figures[other.index]):
                continue
            near = abs(one.turn - other.turn) <= NEAR and not _counts(dialogue, other, lexicon)
            if other.index in own or near:
                yield from (one.index, other.index)


def _at(dialogue: Dialogue, item: Item) -> bool:
    """Whether somebody is at a number: "in der [12] wohnt"."""
    led = words(dialogue.turns[item.turn].text[: item.start])[-2:]
    return len(led) == len(_IN_THE) and all(w in said for w, said in zip(led, _IN_THE, strict=True))


def _counts(dialogue: Dialogue, item: Item, lexicon: Lexicon) -> bool:
    """Whether a word behind a number may be what it counts: "[14] days"."""
    if is_inflected(fold(item.text.strip()), lexicon):
        return False
    after = re.match(r"(\s*)(\w+)", fold(dialogue.turns[item.turn].text[item.end :]))
    return after is not None and after[1] != "" and after[2] not in never_counted(lexicon)
