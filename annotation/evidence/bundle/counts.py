"""Counts as they leave the building: below 10 they are printed "< 10". Called by whoever writes
evidence. A nought stays: it is said of nobody."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from learning.metrics.intervals import clopper_pearson

FEW = "< 10"
LEAST = 10
# Numbers that count no dialogue, item or person: what was asked for, and how it was measured.
CHOSEN = frozenset(
    {
        "k", "repeats", "repeat", "folds", "fold", "seed", "draws", "version", "model", "months",
        "confidence", "recall", "nominal", "bins", "level", "rank", "of_ten", "repetitions",
        "canaries", "readers", "k_limit",
    }
)  # fmt: skip

# A whole number from 1 to 9 that stands alone: no part of another, no share, no chosen limit.
_ALONE = re.compile(r"(?<![\w.,:/-])(?<![<=≥≤] )[1-9](?![\w:/-])(?![.,]\d)(?!\s*%)")


def small(number: int) -> int | str:
    """The count itself, or "< 10"."""
    return FEW if 0 < number < LEAST else number


def about(number: float) -> int | str:
    """An estimate as it is printed: a whole number, rounded up, or "< 10"."""
    return small(math.ceil(round(number, 6)))


def words_without_small(text: str) -> str:
    """A sentence of ours with its counts below 10 hidden."""
    return _ALONE.sub(FEW, text)


def total(parts: Sequence[int]) -> tuple[int | str, bool]:
    """The sum of counts, and whether it is rounded up to tens: where one part is printed "< 10",
    the exact sum would give it away."""
    whole = sum(parts)
    hides = any(0 < part < LEAST for part in parts)
    if not hides or whole < LEAST:
        return small(whole), False
    return LEAST * math.ceil(whole / LEAST), True


def beside(parts: Sequence[int]) -> tuple[list[int | str], list[bool]]:
    """Counts whose sum anybody knows, as they are printed, and which of them are rounded: where one
    is "< 10", the largest is rounded up to tens, or the sum would give the small one away."""
    printed = [small(part) for part in parts]
    rounded = [False] * len(parts)
    if FEW in printed and max(parts) >= LEAST:
        largest = max(range(len(parts)), key=lambda at: parts[at])
        printed[largest] = LEAST * math.ceil((parts[largest] + 1) / LEAST)
        rounded[largest] = True
    return printed, rounded


def coarse_share(share: Mapping[str, Any]) -> Mapping[str, Any]:
    """A share {value, low, high, n} of which nobody finds a count below 10 by multiplying.

    Where 1 to 9 of n are right, or all but 1 to 9, it says the share of 10, `bound` on which side
    it is ("below", "above"), and the exact interval of 9. Any other mapping comes back as it is.
    """
    value, n = share.get("value"), share.get("n")
    if not isinstance(value, int | float) or not isinstance(n, int) or "low" not in share:
        return share
    count = round(value * n)
    if n < LEAST or not (0 < count < LEAST or 0 < n - count < LEAST):
        return share
    edge, most = LEAST / n, clopper_pearson(LEAST - 1, n)[1]
    if count < LEAST:
        return {**share, "value": edge, "low": 0.0, "high": max(edge, most), "bound": "below"}
    return {**share, "value": 1 - edge, "low": 1 - max(edge, most), "high": 1.0, "bound": "above"}


def without_small(value: Any, name: str = "") -> Any:
    """Figures of a measurement with every count below 10 hidden, at any depth.

    Whole numbers are counts unless their name is of `CHOSEN`; a share of a small count says less.
    """
    if isinstance(value, Mapping):
        return {
            str(key): without_small(inner, str(key)) for key, inner in coarse_share(value).items()
        }
    if isinstance(value, str) or value is None or isinstance(value, bool):
        return value
    if isinstance(value, Sequence):
        return [without_small(inner, name) for inner in value]
    if isinstance(value, int) and name not in CHOSEN:
        return small(value)
    return value
