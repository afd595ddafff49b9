"""How well scores tell pairs of one person from pairs of two: the global linkability D_sys.

Called by the attack on style; pure numbers. [GomezBarrero18], as used for text and speech by
[Comprise21].
"""

import numpy as np

from learning.types import Doubles


def d_sys(mated: Doubles, non_mated: Doubles, omega: float = 1.0, bins: int = 0) -> float:
    """The global linkability of two samples of scores, from 0 (none) to 1.

    With LR(s) = p(s | one person) / p(s | two) and omega the prior odds, the local linkability is
    D(s) = 2 * omega * LR / (1 + omega * LR) - 1, cut at 0, and D_sys is its mean over the scores of
    pairs of one person. Densities are histograms over common bins: a tenth of the pairs, 2 to 100,
    where none are given. Raises ValueError without scores on either side.
    """
    if not len(mated) or not len(non_mated):
        raise ValueError("no scores on one side; expected at least one on each")
    bins = bins or max(2, min(len(mated) // 10, 100))
    both = np.concatenate([mated, non_mated])
    edges = np.histogram_bin_edges(both, bins)
    same = np.histogram(mated, edges)[0] / len(mated)
    different = np.histogram(non_mated, edges)[0] / len(non_mated)
    filled = same > 0
    # With p(two) = 0 the ratio is infinite, and the local linkability 1.
    local = 2 * omega * same[filled] / (different[filled] + omega * same[filled]) - 1
    return float(np.sum(np.maximum(local, 0.0) * same[filled]))


def by_chance(mated: Doubles, non_mated: Doubles, rng: np.random.Generator, times: int) -> Doubles:
    """D_sys of the same scores with the sides dealt out by chance, `times` times, ascending: what
    few pairs give without any link."""
    both = np.concatenate([mated, non_mated])
    dealt = (rng.permutation(both) for _ in range(times))
    return np.sort([d_sys(each[: len(mated)], each[len(mated) :]) for each in dealt])


def interval(
    mated: Doubles, non_mated: Doubles, rng: np.random.Generator, times: int
) -> tuple[float, float]:
    """The middle 95 % of D_sys over pairs drawn again with replacement, `times` times."""
    drawn = [
        d_sys(rng.choice(mated, len(mated)), rng.choice(non_mated, len(non_mated)))
        for _ in range(times)
    ]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(low), float(high)
