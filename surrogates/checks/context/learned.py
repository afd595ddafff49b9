"""Words outside the labels that a model takes for dependent on what is labelled near them.

A logistic regression for each language over `features`. Its weights (`weights/<language>.tsv`, in
log odds; the row without a feature is the bias) come from snippets in which people marked such
words: `benchmarks/dependence` has them, learns from them and says what the model finds and what it
takes for dependent wrongly. A language without weights gets no such notes.
"""

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from surrogates.checks.context.features import Mark, Piece, features, groups_of, pieces
from surrogates.scene import Scene

_WEIGHTS = Path(__file__).with_name("weights")
_BESIDE = -1.0  # log odds of a word that goes with the surest one beside it


class Dependent(NamedTuple):
    """Words of a turn, and how sure the model is that they depend, in log odds above its limit."""

    turn: int
    start: int
    end: int
    odds: float


def dependent(scene: Scene, moved: Container[int]) -> Iterator[Dependent]:
    """The surest words of each sentence in whose turn, or in the one before, an item stands whose
    index is in `moved`."""
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
            yield from _surest(number, row, before, weights)
        before = groups_of(row) if row or not items else _groups(scene, number)
        was_near = is_near


def _groups(scene: Scene, number: int) -> frozenset[str]:
    marks = [Mark(i.start, i.end, i.kind) for i in scene.items_by_turn[number]]
    return groups_of(pieces(scene.dialogue.turns[number].text, marks))


def _surest(
    turn: int, row: Sequence[Piece], before: frozenset[str], weights: dict[str, float]
) -> Iterator[Dependent]:
    """Of each sentence the word with the highest odds and those beside it that go with it."""
    here = groups_of(row)
    bias = weights[""]
    odds = [
        bias + sum(weights.get(name, 0.0) for name in features(row, at, here, before))
        if piece.is_word
        else None
        for at, piece in enumerate(row)
    ]
    for first, last in _sentences(row):
        best = max(
            (at for at in range(first, last) if odds[at] is not None),
            key=lambda at: odds[at] or 0.0,
            default=None,
        )
        if best is None or (top := odds[best]) is None or top <= 0:
            continue
        start = end = best
        while start > first and (odds[start - 1] or _BESIDE) > _BESIDE:
            start -= 1
        while end + 1 < last and (odds[end + 1] or _BESIDE) > _BESIDE:
            end += 1
        yield Dependent(turn, row[start].start, row[end].end, top)


def _sentences(row: Sequence[Piece]) -> Iterator[tuple[int, int]]:
    first = 0
    for at, piece in enumerate(row):
        if piece.ends:
            yield first, at
            first = at + 1
    yield first, len(row)


@lru_cache(maxsize=16)
def weights_of(lang: str) -> dict[str, float]:
    """What each feature weighs; empty where nothing was learned for the language."""
    path = _WEIGHTS / f"{lang}.tsv"
    if not path.is_file():
        return {}
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines()[1:])
    return {name: float(weight) for name, weight in rows}
