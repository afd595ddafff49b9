"""How many items are expected to be left in this file, and in how many of its dialogues.

What was missed in the checked turns is carried over by two rates (post-stratification): misses for
each item found, where something was found in a turn, and misses for each turn, where nothing was.
The interval is one of prediction: checked dialogues are drawn again, then from these as many as
the file holds, 10,000 times, the same each time. Called by `figures`.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq
from scipy.stats import poisson

from annotation.evidence.recall.shares import REPEATS, ends
from learning.metrics.intervals import clopper_pearson
from learning.types import Doubles, Ints

_AT_ONCE = 1_000  # draws held in memory
FEW_MISSED = 10  # dialogues with a miss: fewer, and their draws alone say too little
_ALL = 50.0  # factor at which every dialogue with an expected miss holds one
# Columns of the checked dialogues, and of those of the file.
MISSED_BESIDE, FOUND, MISSED_ALONE, QUIET = range(4)


@dataclass(frozen=True, slots=True)
class Left:
    """Items expected to be left, and dialogues with one or more; with the draws behind both."""

    items: float
    dialogues: float
    item_draws: Doubles
    dialogue_draws: Doubles
    affected: int = 1  # checked dialogues with a miss
    most_items: float = 0.0  # bounds that few misses ask for, beyond the draws
    most_dialogues: float = 0.0


def expect_left(checked: Doubles | Ints, file: Ints) -> Left:
    """What is left in `file` if it is like `checked`.

    checked: a row a dialogue: misses in turns with a find, items found there, misses in turns
    without one, such turns. file: a row a dialogue: items found, turns without a find.
    """
    checked = np.asarray(checked[checked.any(axis=1)], np.float64)
    file = file[file.any(axis=1)]
    zero = np.zeros(REPEATS)
    if not len(file):
        return Left(0.0, 0.0, zero, zero)
    rates = _rates(checked.sum(axis=0, keepdims=True))[0]
    in_file = file @ rates
    in_checked = checked[:, [FOUND, QUIET]] @ rates
    affected = int(((checked[:, MISSED_BESIDE] + checked[:, MISSED_ALONE]) > 0).sum())
    factor = _factor(in_checked, affected)
    items = float(in_file.sum())
    dialogues = float((1 - np.exp(-factor * in_file)).sum())
    size = _size(checked, file)
    totals = file.sum(axis=0)
    item_draws, shares = np.empty(REPEATS), np.empty(REPEATS)
    rng = np.random.default_rng(0)
    kinds, times = np.unique(checked, axis=0, return_counts=True)
    is_affected = (kinds[:, MISSED_BESIDE] + kinds[:, MISSED_ALONE]) > 0
    for begin in range(0, REPEATS, _AT_ONCE):
        part = slice(begin, begin + _AT_ONCE)
        first = rng.multinomial(len(checked), times / len(checked), size=_AT_ONCE)
        second = rng.multinomial(size, first / len(checked))
        summed: Doubles = second @ kinds
        item_draws[part] = _rates(summed) @ totals
        shares[part] = second[:, is_affected].sum(axis=1) / size
    known = affected / len(checked)
    dialogue_draws = shares * (dialogues / known) if known else zero
    most = _bound(affected, len(checked), size) if affected < FEW_MISSED else 0.0
    misses = float(checked[:, [MISSED_BESIDE, MISSED_ALONE]].sum())
    in_such = misses / affected if affected else 1.0
    # In the file's own dialogues, of which some may be partly read by people.
    scale = dialogues / (known * size) if known else min(1.0, len(file) / size)
    return Left(
        items,
        dialogues,
        item_draws,
        np.minimum(dialogue_draws, len(file)),
        affected,
        most * in_such,
        min(most * scale, len(file)),
    )


def interval(parts: list[Left]) -> dict[str, tuple[float, float, float]]:
    """Value, low and high of both figures over several parts of a file, ends rounded outwards."""
    figures = {}
    for name, value, draws, most in (
        ("items", "items", "item_draws", "most_items"),
        ("dialogues", "dialogues", "dialogue_draws", "most_dialogues"),
    ):
        summed = np.sum([getattr(part, draws) for part in parts], axis=0)
        least = min(part.affected for part in parts)
        low, high = (float(each) for each in np.percentile(summed, ends(least)))
        expected = sum(getattr(part, value) for part in parts)
        # A part of which little is known widens the whole by what it is wider itself.
        more = sum(
            max(0.0, getattr(part, most) - float(np.percentile(getattr(part, draws), 97.5)))
            for part in parts
        )
        low = 0.0 if any(getattr(part, most) for part in parts) else min(low, expected)
        figures[name] = (
            round(expected, 1),
            float(np.floor(round(low, 6))),
            float(np.ceil(round(max(high + more, expected), 6))),
        )
    return figures


def _rates(sums: Doubles) -> Doubles:
    """Misses for each item found beside, and for each turn without a find."""
    beside = sums[:, MISSED_BESIDE] / np.maximum(1, sums[:, FOUND])
    alone = sums[:, MISSED_ALONE] / np.maximum(1, sums[:, QUIET])
    return np.column_stack([beside, alone])


def _factor(expected: Doubles, affected: int) -> float:
    """By how much misses come together: with it, as many checked dialogues are expected to hold one
    as did. Below 1 where a dialogue that holds one holds several."""
    if not affected:
        return 1.0

    def surplus(factor: float) -> float:
        return float((1 - np.exp(-factor * expected)).sum()) - affected

    if surplus(_ALL) <= 0:
        return _ALL
    return float(brentq(surplus, 0.0, _ALL))


def _size(checked: Doubles, file: Ints) -> int:
    """How many checked dialogues the file is worth, by what they hold."""
    of_file = file.sum(axis=0) + 0.0
    of_checked = checked[:, [FOUND, QUIET]].sum(axis=0) / len(checked)
    shares = of_file / np.where(of_checked > 0, of_checked, np.inf)
    return max(1, round(float(shares.max())))


def _bound(affected: int, checked: int, size: int) -> float:
    """At most so many dialogues hold one, at 95 %: the exact limit, and chance beyond it."""
    _low, high = clopper_pearson(affected, checked)
    return float(min(size, poisson.ppf(0.975, high * size)))
