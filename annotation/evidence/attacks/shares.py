"""Shares with intervals that resample dialogues, for items of one dialogue are not independent.

Called by the attacks. Where no dialogue was right, or every one, the interval is exact.
"""

from collections.abc import Iterable

import numpy as np

from annotation.evidence.types import Share
from learning.metrics.intervals import clopper_pearson, resample

DRAWS = 2_000


def share_of(rows: Iterable[tuple[int, int]]) -> Share:
    """The share of hits among trials, with a 95 % interval; one row (hits, trials) a dialogue."""
    counts = np.array([row for row in rows if row[1]], np.int64).reshape(-1, 2)
    hits, trials = (int(each) for each in counts.sum(axis=0))
    if not trials:
        return Share(0.0, 0.0, 1.0, 0)
    exact = clopper_pearson(hits, trials)
    if hits in (0, trials) or len(counts) < 2 or (counts[:, 1] == 1).all():
        return Share(hits / trials, *exact, trials)
    drawn = resample(counts, DRAWS)
    low, high = np.quantile(drawn[:, 0] / np.maximum(1, drawn[:, 1]), [0.025, 0.975])
    # Few dialogues that are alike by chance say less than they seem to.
    if low == high:
        low, high = exact
    return Share(hits / trials, float(low), float(high), trials)


def by_dialogue(rights: Iterable[tuple[int, bool]]) -> list[tuple[int, int]]:
    """Rows for `share_of` from (dialogue, was it right)."""
    counts: dict[int, list[int]] = {}
    for dialogue, right in rights:
        row = counts.setdefault(dialogue, [0, 0])
        row[0] += right
        row[1] += 1
    return [(hits, trials) for hits, trials in counts.values()]


def within(share: Share, chance: float) -> bool:
    """Whether a share is no further above chance than two standard errors of chance."""
    spread = (chance * (1 - chance) / max(1, share.n)) ** 0.5
    return share.value <= chance + 2 * spread or share.low <= chance
