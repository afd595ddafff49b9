"""A stretch of a turn without a sign of its text: labels in brackets, the shapes of words around.

Called by `masked_issues`, for agents. "Soy Ana Olabe, de Irun" with a label on the name is
"Xx [NAME] , x Xx": neither the letters nor the length of any word are told.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from surrogates.types import Mention

AROUND = 8  # words and labels on each side
KEPT = frozenset(".,;:?!¿¡")  # signs that say how a sentence is built
WORD = re.compile(r"\S+")


class Piece(NamedTuple):
    start: int
    end: int
    shown: str


def masked_window(text: str, mentions: Iterable[Mention], start: int, end: int) -> str:
    """What stands around [start, end) of a turn, which is set in «»."""
    pieces = list(_pieces(text, mentions, (start, end)))
    meant = [n for n, each in enumerate(pieces) if each.start < end and start < each.end]
    if not meant:  # nothing stands there: the place itself
        at = sum(each.end <= start for each in pieces)
        pieces.insert(at, Piece(start, end, ""))
        meant = [at]
    first, last = meant[0], meant[-1] + 1
    said = [each.shown for each in pieces]
    left, right = said[max(0, first - AROUND) : first], said[last : last + AROUND]
    window = [*left, f"«{' '.join(said[first:last])}»", *right]
    before, after = first > AROUND, last + AROUND < len(said)
    return " ".join(["…"] * before + window + ["…"] * after)


def _pieces(text: str, mentions: Iterable[Mention], place: tuple[int, int]) -> Iterator[Piece]:
    """Labels, and the words between them, cut at the place that is meant."""
    at = 0
    for mention in sorted(mentions, key=lambda each: (each.start, -each.end)):
        if mention.start < at:  # inside another
            continue
        yield from _words(text, at, mention.start, place)
        yield Piece(mention.start, mention.end, f"[{mention.label}]")
        at = mention.end
    yield from _words(text, at, len(text), place)


def _words(text: str, start: int, end: int, place: tuple[int, int]) -> Iterator[Piece]:
    cuts = [start, *(cut for cut in place if start < cut < end), end]
    for low, high in pairwise(cuts):
        for word in WORD.finditer(text, low, high):
            yield Piece(word.start(), word.end(), shape(word[0]))


def shape(word: str) -> str:
    """The kinds of a word's signs, each run of one kind once: "Olabarri-3," is "Xx·9,"."""
    return "".join(kind for kind, _run in groupby(word, _kind))


def _kind(sign: str) -> str:
    group = unicodedata.category(sign)[0]
    if group in "LM":
        return "X" if sign.isupper() or sign.istitle() else "x"
    if group == "N":
        return "9"
    return sign if sign in KEPT else "·"
