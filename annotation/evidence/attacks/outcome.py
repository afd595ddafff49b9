"""How an attack says what it found. Called by the attacks and their table."""

from annotation.evidence.types import Finding, Share
from learning.metrics.intervals import wilson

HELD, TOLD, NOT_RUN = "held", "told", "not run"


def single_share(hits: int, trials: int) -> Share:
    """A share of trials that are independent (one a dialogue) with its Wilson interval; 0 with the
    interval (0, 1) without trials."""
    low, high = wilson(hits, trials)
    value = hits / trials if trials else 0.0
    # Rounding leaves no share outside its own interval.
    return Share(value, min(low, value), max(high, value), trials)


def state_of(success: Share, chance: float) -> str:
    """Told where even the lower end of the interval is above chance."""
    return TOLD if success.n and success.low > chance else HELD


def not_run(name: str, group: str, why: str) -> Finding:
    """An attack that could not be run, and is not passed; `why` is one sentence without text."""
    return Finding(name, group, NOT_RUN, why=why)


def per_cent(share: float) -> str:
    """A share as sentences have it: "3.6"."""
    return f"{100 * share:.1f}"
