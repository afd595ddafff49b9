"""What labelling costs people: edits of the machine's proposals, and seconds by a fitted line.

Pure; called by `units`, `simulation`, and the service that knows a project's measured times.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from scipy.optimize import nnls

from learning.types import Doubles, Span, overlaps

Amount = TypeVar("Amount", float, Doubles)


class Edits(NamedTuple):
    """What a person does to turn proposed spans into hers; a moved span may be changed too."""

    added: int
    removed: int
    changed: int
    moved: int

    @property
    def total(self) -> int:
        return sum(self)


def count_edits(proposed: Sequence[Span], final: Sequence[Span]) -> Edits:
    """Fewest edits by pairing each proposal with the first final span that it overlaps."""
    places = {(span.start, span.end): span for span in final}
    same = {key for span in proposed if (key := (span.start, span.end)) in places}
    # Same place and label: no edit. Same place: changed.
    changed = sum(
        places[key].label != span.label
        for span in proposed
        if (key := (span.start, span.end)) in same
    )
    rest = [span for span in final if (span.start, span.end) not in same]
    removed = moved = 0
    for span in proposed:
        if (span.start, span.end) in same:
            continue
        # Overlapping: moved, and changed if the label differs.
        met = next((other for other in rest if overlaps(span, other)), None)
        if met is None:
            removed += 1
        else:
            rest.remove(met)
            moved += 1
            changed += met.label != span.label
    return Edits(len(rest), removed, changed, moved)


@dataclass(frozen=True)
class CostModel:
    """Seconds to label: per_turn + per_token x tokens + per_edit x edits; readings: fitted on."""

    per_turn: float
    per_token: float
    per_edit: float
    readings: int = 0

    def seconds(self, tokens: Amount, edits: Amount, turns: float = 1.0) -> Amount:
        """Expected seconds of each turn (arrays in, array out), or of many together (totals)."""
        return self.per_turn * turns + self.per_token * tokens + self.per_edit * edits


# A sentence 12.57 s and a correction 5.387 s [Haertel08, part-of-speech tags]; tokens not at their
# 3.795 s, for a tag each, but at silent reading: 238 words a minute [Brysbaert19].
DEFAULT_COSTS = CostModel(12.57, 60 / 238, 5.387)
ENOUGH = 30  # readings before a fit is better than the default


def fit_costs(seconds: Sequence[float], tokens: Sequence[int], edits: Sequence[int]) -> CostModel:
    """The line through measured times, no part below 0 [Huber64]; the default with few of them."""
    times = np.asarray(seconds, np.float64)
    if len(times) < ENOUGH:
        return DEFAULT_COSTS
    table = np.column_stack([np.ones(len(times)), tokens, edits]).astype(np.float64)
    default = np.array([DEFAULT_COSTS.per_turn, DEFAULT_COSTS.per_token, DEFAULT_COSTS.per_edit])
    # A weak pull holds each part at its default where the data cannot tell.
    hold = np.diag(0.1 * np.maximum(np.sqrt((table**2).mean(axis=0)), 1.0))
    weights = np.ones(len(times))
    least = max(0.05 * float(np.median(times)), 1e-6)  # no clock of people is more exact
    parts = default
    for _ in range(20):
        root = np.sqrt(weights)
        left = np.vstack([table * root[:, None], hold])
        parts, _rest = nnls(left, np.concatenate([times * root, hold @ default]))
        off = np.abs(times - table @ parts)
        spread = max(float(np.median(off)) / 0.6745, least)
        # A pause in the middle of a turn is no work.
        weights = np.minimum(1.0, 1.345 * spread / np.maximum(off, 1e-9))
    per_turn, per_token, per_edit = (round(float(part), 4) for part in parts)
    return CostModel(per_turn, per_token, per_edit, readings=len(times))
