"""Words outside the labels that a model takes for dependent on what is labelled near them.

A logistic regression for each language over `features` says how likely a word is to depend; a few
in a row are noted where one of them hardly does not. The weights (`weights/<language>.tsv`, in log
odds; the row without a feature is the bias) come from snippets in which such words are marked:
`benchmarks/dependence` has them, learns from them and says what the model finds and what it takes
for dependent wrongly. A language without weights gets no such notes.
"""

import math
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple

from surrogates.checks.context.features import Mark, Piece, features, group_of, groups_of, pieces
from surrogates.scene import Scene

_WEIGHTS = Path(__file__).with_name("weights")
LIMIT = "limit"  # the row of what a window has to exceed
_WINDOW = 4  # pieces
_HARDLY = 0.2  # -log(1 - p) of a word at the end of a window that is not pointed to
_LARGE = 30.0  # log odds whose exponent makes no difference


class Weights(dict[str, float]):
    """What each feature weighs, in log odds; the bias is that of no feature."""

    def __init__(self, rows: Iterable[tuple[str, float]]) -> None:
        super().__init__(rows)
        self.known = frozenset(name[2:] for name in self if name.startswith("w "))


class Dependent(NamedTuple):
    """Words of a turn that depend."""

    turn: int
    start: int
    end: int


def dependent(scene: Scene, moved: Container[int]) -> Iterator[Dependent]:
    """The words that depend on an item of `moved` (indices) in their turn or, where their turn has
    none, in the one before."""
    lang = scene.dialogue.lang.split("-")[0].lower()
    if weights_of(lang) is None:
        return
    before: frozenset[str] = frozenset()
    was_near = False
    for number, turn in enumerate(scene.dialogue.turns):
        items = scene.items_by_turn.get(number, ())
        marks = tuple(Mark(item.start, item.end, item.kind) for item in items)
        is_near = any(item.index in moved for item in items)
        if is_near or (was_near and not items):  # else they speak of what was left as it is
            for start, end in _noted(lang, turn.text, marks, before):
                yield Dependent(number, start, end)
        before = frozenset(group_of(mark.kind) for mark in marks)
        was_near = is_near


@lru_cache(maxsize=1024)  # whoever revises a dialogue sees it drawn again and again
def _noted(
    lang: str, text: str, marks: tuple[Mark, ...], before: frozenset[str]
) -> tuple[tuple[int, int], ...]:
    weights = weights_of(lang)
    return tuple(dependent_words(pieces(text, marks), before, weights)) if weights else ()


def dependent_words(
    row: Sequence[Piece], before: frozenset[str], weights: Weights
) -> Iterator[tuple[int, int]]:
    """Where the windows stand that are above the limit, those that meet as one, without the words
    at their ends that hardly count."""
    costs = costs_of(row, before, weights)
    chosen = [False] * len(row)
    for first, last in _windows(row):
        if sum(costs[first:last]) > weights[LIMIT]:
            chosen[first:last] = [True] * (last - first)
    for is_in, places in groupby(range(len(row)), key=chosen.__getitem__):
        told = [at for at in places if is_in and costs[at] > _HARDLY]
        if told:
            yield row[told[0]].start, row[told[-1]].end


def highest(row: Sequence[Piece], before: frozenset[str], weights: Weights) -> float:
    """The greatest sum of a window: what the limit is compared with."""
    costs = costs_of(row, before, weights)
    return max((sum(costs[first:last]) for first, last in _windows(row)), default=0.0)


def costs_of(row: Sequence[Piece], before: frozenset[str], weights: Weights) -> list[float]:
    """-log(1 - p) of each piece of a turn, with p that it depends: a sum is that of the probability
    that none of them does (a noisy or). Nothing for what is no word.

    `before`: the groups that are labelled in the turn before.
    """
    here = groups_of(row)

    def odds(at: int) -> float:
        named = features(row, at, here, before, weights.known)
        return sum((weights.get(name, 0.0) for name in named), weights[""])

    return [_softplus(odds(at)) if piece.is_word else 0.0 for at, piece in enumerate(row)]


def _softplus(odds: float) -> float:
    return odds if odds > _LARGE else math.log1p(math.exp(odds))


def _windows(row: Sequence[Piece]) -> Iterator[tuple[int, int]]:
    """The pieces of a sentence, some at a time."""
    ends = [at for at, piece in enumerate(row) if piece.ends]
    for first, last in pairwise((-1, *ends, len(row))):
        for at in range(first + 1, max(first + 2, last - _WINDOW + 1)):
            yield at, min(at + _WINDOW, last)


@lru_cache(maxsize=16)
def weights_of(lang: str) -> Weights | None:
    """What was learned for a language."""
    path = _WEIGHTS / f"{lang}.tsv"
    if not path.is_file():
        return None
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines()[1:])
    return Weights((name, float(weight)) for name, weight in rows)
