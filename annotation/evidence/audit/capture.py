"""How many items two readers have overlooked together, from how many each found and both: capture
and recapture. Called by the report of a second reading."""

from collections.abc import Callable
from dataclasses import dataclass

from scipy.stats import hypergeom

from annotation.evidence.errors import EvidenceError

MOST = 100_000_000  # items; beyond this the interval has no end


@dataclass(frozen=True, slots=True)
class Capture:
    """Items in all as estimated, and those that neither found, with the 95 % interval; `high` is
    None where it has no end.

    Too low wherever both overlook the same: readers are no fish, and what is hard for one is hard
    for the other. It is a least number, never a proof that nothing is left.
    """

    first: int
    second: int
    both: int
    total: float
    neither: float
    low: int
    high: int | None


def chapman(first: int, second: int, both: int) -> Capture:
    """Chapman's estimate of all items, (first + 1)(second + 1) / (both + 1) - 1 [Chapman51].

    The interval holds every total under which so many in common are neither too many nor too few:
    hypergeometric, exact. Raises EvidenceError where more are in both than in one.
    """
    if not 0 <= both <= min(first, second):
        raise EvidenceError(
            f"Both readers found {both} items, one of them only {min(first, second)}; expected "
            "no more in both than in each."
        )
    known = first + second - both
    total = (first + 1) * (second + 1) / (both + 1) - 1
    tail = 0.025

    def is_many(items: int) -> bool:  # so many in common would be a surprise
        return bool(hypergeom.sf(both - 1, items, first, second) < tail)

    def is_few(items: int) -> bool:
        return bool(hypergeom.cdf(both, items, first, second) < tail)

    high = None if both == 0 else _last(known, lambda items: not is_many(items))
    low = known if not is_few(known) else (_last(known, is_few) or known) + 1
    return Capture(
        first, second, both, total, max(0.0, total - known), low - known,
        None if high is None else high - known,
    )  # fmt: skip


def _last(start: int, holds: Callable[[int], bool]) -> int | None:
    """The last number from `start` on for which it holds (it holds up to there); None: no end."""
    low, step = start, 1
    while holds(low + step):
        low, step = low + step, 2 * step
        if low > MOST:
            return None
    high = low + step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
