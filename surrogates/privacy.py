"""What a strategy protects, in numbers: epsilon and delta [Adelani20, lemma 1].

One token, replaced with probability p by a draw from pi, independent of all else. Neither figure
is a guarantee for a person: recall is an average, and p is at most recall.
"""

import math
from collections.abc import Sequence
from heapq import nlargest, nsmallest

from surrogates.errors import ProbabilityInvalid

_SUM_TOLERANCE = 1e-6


def uniform(n: int) -> list[float]:
    """The uniform distribution over n candidates."""
    if n < 1:
        raise ProbabilityInvalid(f"a pool of {n}; expected at least 1 candidate")
    return [1.0 / n] * n


def epsilon(pi: Sequence[float], p: float) -> float:
    """max_t ln((1-p+p*pi(t)) / (p*pi(t))); inf where a possible token is never drawn, 0 at p=1.

    Raises ProbabilityInvalid unless pi is a distribution and 0 <= p <= 1.
    """
    _check(pi, p)
    if p == 1.0:
        return 0.0
    lowest = min(pi)
    if p == 0.0 or lowest == 0.0:
        return math.inf
    return math.log((1.0 - p + p * lowest) / (p * lowest))


def epsilon_never_itself(pi: Sequence[float], p: float) -> float:
    """Epsilon when a replaced token never draws itself: the output then tells what it was not.

    Exact over all pairs of inputs: a replaced t shows o with p*pi(o)/(1-pi(t)), and t itself only
    when it was kept. inf at p=1 (the output excludes exactly the truth) and at p=0.
    """
    _check(pi, p)
    if p in (0.0, 1.0) or min(pi) == 0.0 or len(pi) < 2:
        return math.inf
    low, high = nsmallest(2, pi), nlargest(2, pi)[::-1]
    worst = 0.0
    # What counts beside a candidate is the rarest and the commonest of the others. The ratio is
    # convex in the logarithm of its chance: the two ends tell all that lies between them.
    for value in {*low, *high}:
        rarest = low[1] if value == low[0] else low[0]
        commonest = high[0] if value == high[1] else high[1]
        chances = (1.0 - p, p * value / (1.0 - rarest), p * value / (1.0 - commonest))
        worst = max(worst, math.log(max(chances) / min(chances)))
    return worst if worst > 1e-12 else 0.0


def delta(pi: Sequence[float], p: float, eps: float) -> float:
    """max_t max(0, 1-p+p*pi(t)*(1-e^eps)): at eps = 0 it is 1-p, whatever pi is."""
    _check(pi, p)
    if eps < 0.0:
        raise ProbabilityInvalid(f"eps = {eps}; expected 0 or more")
    if math.isinf(eps):
        return 1.0 - p if min(pi) == 0.0 else 0.0
    return max(0.0, 1.0 - p + p * min(pi) * -math.expm1(eps))


def compose(epsilons: Sequence[float]) -> float:
    """Basic composition: independent draws about one person add up."""
    return math.fsum(epsilons)


def _check(pi: Sequence[float], p: float) -> None:
    if not 0.0 <= p <= 1.0:
        raise ProbabilityInvalid(f"p = {p}; expected 0 <= p <= 1")
    if not pi or min(pi) < 0.0 or abs(math.fsum(pi) - 1.0) > _SUM_TOLERANCE:
        raise ProbabilityInvalid("pi is no distribution; expected numbers >= 0 that sum to 1")
