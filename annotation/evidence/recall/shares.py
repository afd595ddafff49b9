"""Shares of items that were found, with 95 % intervals that know that a dialogue's items are alike.

Whole dialogues are drawn again, 10,000 times and the same each time [Efron93]. Where no dialogue
has two items of a group the exact interval holds [ClopperPearson34]. A bootstrap of hardly any
misses is too narrow: its ends lie further out the fewer dialogues held one [Hesterberg15], and
below `FEW_MISSED` dialogues with one, the exact interval on as many items as the clustered ones are
worth [KornGraubard98] widens it. Items of turns that were drawn with unequal chances are weighted
[HorvitzThompson52], and worth as many as the weights leave [Kish65]. Called by `figures`.
"""

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from scipy.stats import norm, t

from annotation.evidence.types import Share
from learning.metrics.intervals import clopper_pearson, resample
from learning.types import Doubles, Ints

REPEATS = 10_000
ENOUGH = 30  # items of a label or stratum: fewer say too little
FEW_MISSED = 50  # dialogues with a miss: fewer, and their draws alone are too narrow
_DIGITS = 4
Rows = Ints | Doubles
Trial = tuple[int, bool, float]  # its dialogue, whether it was missed, its weight


def share_found(trials: Iterable[Trial]) -> Share:
    """The share found of weighted trials, with its interval; `n` counts them unweighted."""
    trials = list(trials)
    if all(weight == 1 for *_, weight in trials):
        return share_of(count((dialogue, missed) for dialogue, missed, _weight in trials))
    total = sum(weight for *_, weight in trials)
    scale = total / sum(weight**2 for *_, weight in trials)
    by_dialogue: defaultdict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for dialogue, missed, weight in trials:
        by_dialogue[dialogue][0] += scale * weight
        by_dialogue[dialogue][1] += scale * weight * missed
    rows = np.asarray([by_dialogue[dialogue] for dialogue in sorted(by_dialogue)], np.float64)
    return replace(share_of(rows), n=len(trials))


def share_of(rows: Rows) -> Share:
    """The share found of `rows`: one for each dialogue, of items and of those missed.

    >>> share_of(np.array([[1, 0]] * 9 + [[1, 1]]))  # exact: 9 of 10
    Share(value=0.9, low=0.5549, high=0.9975, n=10)
    """
    rows = rows[rows[:, 0] > 0]
    items, missed = rows[:, 0].sum().item(), rows[:, 1].sum().item()
    if not items:
        return Share(0.0, 0.0, 1.0, 0)
    low, high = _interval(rows, items, missed)
    return outwards(1 - missed / items, 1 - high, 1 - low, int(items))


def count(groups: Iterable[tuple[int, bool]]) -> Ints:
    """One row for each dialogue of (dialogue, missed): items, and those missed."""
    by_dialogue: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
    for dialogue, missed in groups:
        by_dialogue[dialogue][0] += 1
        by_dialogue[dialogue][1] += missed
    rows = [by_dialogue[dialogue] for dialogue in sorted(by_dialogue)]
    return np.asarray(rows, np.int64).reshape(-1, 2)


def outwards(value: float, low: float, high: float, n: int) -> Share:
    """A share whose ends are rounded away from it."""
    scale = 10**_DIGITS
    down = math.floor(round(low * scale, 6)) / scale
    up = math.ceil(round(high * scale, 6)) / scale
    return Share(round(value, _DIGITS), max(0.0, down), min(1.0, up), n)


def _interval(rows: Rows, items: float, missed: float) -> tuple[float, float]:
    """Of the share missed."""
    if rows.dtype == np.int64 and rows[:, 0].max() == 1:
        return clopper_pearson(int(missed), int(items))
    drawn = resample(np.asarray(rows, np.float64), REPEATS)
    shares = drawn[:, 1] / np.maximum(1, drawn[:, 0])
    affected = int((rows[:, 1] > 0).sum())
    low, high = (float(each) for each in np.percentile(shares, ends(affected)))
    if affected < FEW_MISSED:
        worth = items / _design_effect(rows, items, missed, float(shares.var()))
        exact = _exact(missed / items, worth)
        low, high = min(low, exact[0]), max(high, exact[1])
    return low, high


def ends(count: int) -> tuple[float, float]:
    """Percentiles of draws from dialogues of which so many held a miss, between which 95 % lie:
    further out the fewer they are, for draws from few are too much alike [Hesterberg15]."""
    count = max(2, count)
    reach = float(t.ppf(0.975, count - 1)) * math.sqrt(count / (count - 1))
    low = 100 * float(norm.cdf(-reach))
    return low, 100 - low


def _design_effect(rows: Rows, items: float, missed: float, variance: float) -> float:
    """How many items of these say as much as one drawn alone; without a miss, or where all are
    missed, nothing tells, and half of a dialogue's items beyond the first are taken for copies."""
    share = missed / items
    mean = max(
        1.0, float((rows[:, 0].astype(float) ** 2).sum()) / items
    )  # as an item sees its dialogue
    if not 0 < share < 1:
        return 1 + (mean - 1) / 2
    return min(mean, max(1.0, variance / (share * (1 - share) / items)))


def _exact(share: float, trials: float) -> tuple[float, float]:
    """The exact interval with trials that need not be whole, rounded to the wider side."""
    whole = max(1, math.floor(trials))
    hits = share * whole
    return clopper_pearson(math.floor(hits), whole)[0], clopper_pearson(math.ceil(hits), whole)[1]
