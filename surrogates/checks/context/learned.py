"""Words outside the labels that a model takes for dependent on what is labelled near them.

A logistic regression for each language over `features`. Its weights (`weights/<language>.tsv`, in
log odds; the row without a feature is the bias) come from snippets in which people marked such
words: `benchmarks/dependence` has them, learns from them and says what the model finds and what it
takes for dependent wrongly. A language without weights gets no such notes.
"""

import math
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from surrogates.checks.context.features import Mark, Piece, features, groups_of, pieces
from surrogates.scene import Scene

_WEIGHTS = Path(__file__).with_name("weights")
_BESIDE = -1.0  # log odds from which a word goes with the one beside it


class Dependent(NamedTuple):
    """Words of a turn that depend."""

    turn: int
    start: int
    end: int


def dependent(scene: Scene, moved: Container[int]) -> Iterator[Dependent]:
    """The words that depend on an item of `moved` (indices) in their turn or, where their turn has
    none, in the one before."""
    weights = weights_of(scene.dialogue.lang.split("-")[0].lower())
    if not weights:
        return
    before: frozenset[str] = frozenset()
    was_near = False
    for number, turn in enumerate(scene.dialogue.turns):
        items = scene.items_by_turn.get(number, ())
        is_near = any(item.index in moved for item in items)
        row: Sequence[Piece] = ()
        if is_near or (was_near and not items):  # else they speak of what was left as it is
            row = pieces(turn.text, [Mark(i.start, i.end, i.kind) for i in items])
            for start, end in dependent_words(row, before, weights):
                yield Dependent(number, start, end)
        before = groups_of(row) if row or not items else _groups(scene, number)
        was_near = is_near


def _groups(scene: Scene, number: int) -> frozenset[str]:
    marks = [Mark(i.start, i.end, i.kind) for i in scene.items_by_turn[number]]
    return groups_of(pieces(scene.dialogue.turns[number].text, marks))


def dependent_words(
    row: Sequence[Piece], before: frozenset[str], weights: Mapping[str, float]
) -> Iterator[tuple[int, int]]:
    """Where the words stand whose odds are above the limit, each with those beside it that nearly
    are."""
    odds = odds_of(row, before, weights)
    at = 0
    while at < len(row):
        first = at
        while at < len(row) and odds[at] > _BESIDE:
            at += 1
        if at > first and max(odds[first:at]) > 0:
            yield row[first].start, row[at - 1].end
        at = max(at, first + 1)


def odds_of(
    row: Sequence[Piece], before: frozenset[str], weights: Mapping[str, float]
) -> list[float]:
    """The log odds that each piece of a turn depends, above the limit; never what is no word.

    `before`: the groups that are labelled in the turn before.
    """
    here = groups_of(row)
    return [
        weights[""] + sum(weights.get(name, 0.0) for name in features(row, at, here, before))
        if piece.is_word
        else -math.inf
        for at, piece in enumerate(row)
    ]


@lru_cache(maxsize=16)
def weights_of(lang: str) -> dict[str, float]:
    """What each feature weighs; empty where nothing was learned for the language."""
    path = _WEIGHTS / f"{lang}.tsv"
    if not path.is_file():
        return {}
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines()[1:])
    return {name: float(weight) for name, weight in rows}
