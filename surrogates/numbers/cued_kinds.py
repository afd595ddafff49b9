"""Numbers under one general label that a word before them tells apart: "el dni", "un teléfono".

`engine` calls it before there is a scene. A corpus such as ES-Port labels every figure as a number;
dictated after "el dni" they are an identity card, whose letter has to fit, after "un teléfono" they
are dialled. Only what makes a whole identifier of the kind is read so.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from surrogates.folding import WORD, fold, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.numbers.checksums import is_identifier
from surrogates.numbers.phone_classes import whole_length
from surrogates.numbers.pieces import pieces_of
from surrogates.numbers.replacement import letter_items
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Dialogue

WINDOW = 14  # turns in which what a cue asks for is dictated, pieces and echoes
LONGEST_CUE = 3  # words
ECHO = 2  # digits that are a piece of the number, not a number by chance
_KINDS = {"id": Kind.ID, "phone": Kind.PHONE, "card": Kind.CARD}
_CARD = re.compile(r"\d{16}")
_CARD_WITHOUT_LETTER = re.compile(r"\d{8}")


def tell_kinds(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> list[Item]:
    """The items; NUMBER items that a cue tells apart with the kind that it names."""
    if not any(item.kind is Kind.NUMBER for item in items):
        return list(items)
    told: dict[int, Item] = {}
    cues = list(_cues(dialogue, items, lexicon))
    for at, (turn, end, kind) in enumerate(cues):
        last = cues[at + 1][:2] if at + 1 < len(cues) else (len(dialogue.turns), 0)
        stretch = [
            item
            for item in items
            if (turn, end) <= (item.turn, item.start) < last and item.turn <= turn + WINDOW
        ]
        if any(item.kind is Kind.NUMBER for item in stretch):
            told |= _told(dialogue, items, lexicon, stretch, _KINDS[kind])
    return [told.get(item.index, item) for item in items]


def _cues(
    dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon
) -> Iterator[tuple[int, int, str]]:
    """(turn, end, what it names) of every cue that no label covers."""
    cues = lexicon.cues("number")
    labelled: dict[int, list[Item]] = {}
    for item in items:
        labelled.setdefault(item.turn, []).append(item)
    first = {cue.split()[0] for cue in cues}
    for number, turn in enumerate(dialogue.turns):
        if first.isdisjoint(words(turn.text)):
            continue
        said = list(WORD.finditer(turn.text))
        keys = [fold(m.group()) for m in said]
        for at, match in enumerate(said):
            if any(
                i.start < match.end() and match.start() < i.end for i in labelled.get(number, ())
            ):
                continue
            for size in range(min(LONGEST_CUE, len(said) - at), 0, -1):
                kind = cues.get(" ".join(keys[at : at + size]))
                if kind:
                    yield number, said[at + size - 1].end(), kind
                    break


def _told(
    dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon, stretch: list[Item], kind: Kind
) -> dict[int, Item]:
    """Items of whole numbers of the kind, and of what is said of them again, by their index."""
    tried = {i.index: replace(i, kind=kind) for i in stretch if i.kind is Kind.NUMBER}
    every = [tried.get(item.index, item) for item in items]
    scene = Scene(dialogue, lexicon, b"", every)
    letters = {item.index for item in letter_items(scene, every)}
    pieces = pieces_of(scene, [i for i in every if i.index in tried or i.index in letters])
    whole: set[str] = set()
    for _, _, ways in pieces:
        whole |= {cut.said for cut in ways if _is_whole(kind, cut.said, dialogue.lang)}
    return {
        item.index: tried[item.index]
        for _, piece_items, ways in pieces
        if any(cut.said in whole or _is_piece(cut.said, whole) for cut in ways)
        for item in piece_items
        if item.index in tried
    }


def _is_piece(said: str, whole: set[str]) -> bool:
    return len(said) >= ECHO and any(said in number for number in whole)


def _is_whole(kind: Kind, said: str, lang: str) -> bool:
    if kind is Kind.PHONE:
        return said.isdecimal() and len(said) == whole_length(lang)
    if kind is Kind.CARD:
        return _CARD.fullmatch(said) is not None
    return is_identifier(said, kind) or _CARD_WITHOUT_LETTER.fullmatch(said) is not None
