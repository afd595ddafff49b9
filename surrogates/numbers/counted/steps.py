"""Amounts that a law or all insurers set: the deductible of a Swiss is 300, 500, 1000, ... francs.

Such an amount becomes another one of its row, and what was the higher one still is. The words are
rows "steps" of cues.tsv, each with its amounts. Called by `replacement` once amounts are written.
"""

from collections.abc import Sequence, Set
from itertools import combinations

from surrogates import draw
from surrogates.folding import words_apart
from surrogates.numbers.board import Board
from surrogates.numbers.sums.totals import said_amounts, set_text, written
from surrogates.numbers.sums.values import CENTS, PERCENT
from surrogates.scene import Scene

_NEAR = 1  # turns between an amount and its word


def keep_steps(scene: Scene, board: Board, held: Set[int]) -> None:
    """Writes them anew. `held`: values that are a part of a sum, which they keep."""
    for cue, row in scene.lexicon.cues("steps").items():
        steps = [int(step) * CENTS for step in row.split()]
        turns = {n for n, line in enumerate(scene.outside_text) if cue in words_apart(line)}
        said = [
            each
            for each in (said_amounts(scene, board) if turns else ())
            if each.value in steps
            and each.unit != PERCENT
            and any(0 <= each.item.turn - turn <= _NEAR for turn in turns)
        ]
        olds = sorted({each.value for each in said})
        if not olds or any(each.is_end for each in said) or not held.isdisjoint(olds):
            continue
        rows = list(combinations(steps, len(olds)))
        apart = [r for r in rows if all(a != b for a, b in zip(r, olds, strict=True))]
        stream = draw.Stream(scene.seed("steps", cue, [each.item for each in said]))
        # As many figures first: "300" has no mark of thousands.
        for news in sorted(stream.shuffled(apart), key=lambda row: _sizes(row) != _sizes(olds)):
            now = dict(zip(olds, news, strict=True))
            texts = {each.item: written(scene, each, now[each.value]) for each in said}
            if all(texts.values()):
                for item, text in texts.items():
                    set_text(scene, item, text)
                break


def _sizes(values: Sequence[int]) -> list[int]:
    return [len(str(value)) for value in values]
