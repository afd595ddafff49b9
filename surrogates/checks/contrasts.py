"""Unlabelled numbers that a labelled one is told apart from: "[null sieben], nicht siebzig".

The labelled one becomes another number, which nobody would take for the other. Called by `issues`
on the finished dialogue.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from surrogates import notices
from surrogates.folding import words
from surrogates.labels import DIGITS
from surrogates.languages.numerals import Numerals, spoken_in
from surrogates.numbers.corrections import sound_alike
from surrogates.numbers.slots import said_digits
from surrogates.numbers.sums.values import pieces_of
from surrogates.rewrite import Item
from surrogates.scene import Scene

_REACH = 24  # characters between the two
_STOP = re.compile(r"[.;!?]")
_LEAD = 2  # words before a number among which one of contrast stands
_PAIR = 2  # digits of numbers that sound alike


def inspect(scene: Scene) -> None:
    """Raises SOUNDS_UNLIKE for each labelled number beside such an unlabelled one."""
    contrasts = scene.lexicon.cues("contrast").keys()
    numerals = spoken_in(scene.dialogue.lang, scene.lexicon)[0]
    lang = scene.dialogue.lang
    for item in scene.items if contrasts else ():
        if item.kind not in DIGITS or item.index in scene.kept:
            continue
        said = said_digits(item, lang, scene.lexicon)
        if len(said) != _PAIR:
            continue
        now = replace(item, text=scene.surrogates[item.index])
        new = said_digits(now, lang, scene.lexicon)
        for other in _told_apart(scene, item, numerals):
            if sound_alike(said, other) and not sound_alike(new, other):
                scene.raise_issue(notices.SOUNDS_UNLIKE, item)
                break


def _told_apart(scene: Scene, item: Item, numerals: Numerals) -> Iterator[str]:
    """The unlabelled numbers beside an item, with a word of contrast before them or the item."""
    contrasts = scene.lexicon.cues("contrast").keys()
    others = scene.items_by_turn[item.turn]
    text = scene.dialogue.turns[item.turn].text
    begin = max((i.end for i in others if i.end <= item.start), default=0)
    end = min((i.start for i in others if i.start >= item.end), default=len(text))
    before, after = text[begin : item.start], text[item.end : end]
    for start, _, digits in _numbers(after, numerals):
        gap = after[:start]
        if len(gap) <= _REACH and not _STOP.search(gap) and not contrasts.isdisjoint(words(gap)):
            yield digits
    for start, end, digits in _numbers(before, numerals):
        gap = before[end:]
        said = {*words(gap), *words(before[:start])[-_LEAD:]}
        if len(gap) <= _REACH and not _STOP.search(gap) and not contrasts.isdisjoint(said):
            yield digits


def _numbers(text: str, numerals: Numerals) -> Iterator[tuple[int, int, str]]:
    """(start, end, digits) of each number, and of two digits in a row: "null sieben"."""
    before: tuple[int, int, str] | None = None
    for piece in pieces_of(text, numerals):
        figures = text[piece.start : piece.end]
        here = piece.start, piece.end, figures if piece.reading is None else str(piece.value)
        yield here
        row = before is not None and not text[before[1] : here[0]].strip()
        if before is not None and row and len(before[2] + here[2]) == _PAIR:
            yield before[0], here[1], before[2] + here[2]
        before = here
