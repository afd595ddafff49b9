"""How sure a figure is: intervals of a share, exact and by Wilson, and draws for the bootstrap."""

import math
from typing import TypeVar

import numpy as np
from scipy.special import betaincinv

from learning.types import Doubles, Ints

Counts = TypeVar("Counts", Ints, Doubles)  # weighted ones are no whole numbers


def wilson(hits: float, trials: float, z: float = 1.96) -> tuple[float, float]:
    """The Wilson interval of a share, 95 % by default; (0, 1) without trials [Wilson27]."""
    if trials <= 0:
        return 0.0, 1.0
    share = hits / trials
    scale = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / scale
    half = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / scale
    return max(0.0, centre - half), min(1.0, centre + half)


def clopper_pearson(hits: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """The exact interval of a share; (0, 1) without trials [ClopperPearson34]."""
    if trials <= 0:
        return 0.0, 1.0
    tail = (1.0 - level) / 2
    low = float(betaincinv(hits, trials - hits + 1, tail)) if hits else 0.0
    high = float(betaincinv(hits + 1, trials - hits, 1 - tail)) if hits < trials else 1.0
    return low, high


def resample(rows: Counts, repeats: int) -> Counts:
    """Column sums of `repeats` draws of all rows with replacement: repeats x columns."""
    if not len(rows):
        return np.zeros((repeats, rows.shape[1]), rows.dtype)
    full = rows[rows.any(axis=1)]
    # Most turns have the same few counts: to draw kinds of rows is a hundredth of the work.
    kinds, times = np.unique(full, axis=0, return_counts=True)
    shares = np.append(times, len(rows) - len(full)) / len(rows)  # the last: turns without a token
    drawn = np.random.default_rng(0).multinomial(len(rows), shares, size=repeats)
    return np.asarray(drawn[:, :-1] @ kinds)
