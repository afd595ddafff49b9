"""Counts as they leave the building. Called by whoever writes evidence.

Counts of dialogues, turns, items and words below 10 are printed "< 10", and so that nobody finds
them by subtraction a count that leaves few of its whole is a bound: 83 of 86 is "> 76". A share
from which such a count follows is a bound too. Counts of kinds, properties, labels, attacks, keys
tried and parts of a file are nobody's, and stay. A nought stays: it is said of nobody.
"""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from annotation.evidence.bundle.few import FEW, LEAST, small
from learning.metrics.intervals import clopper_pearson

ROUNDED = 1e-4  # measured shares are kept with four decimals
# Sides of a bound: what is hidden is below it, above it, or of fewer than ten.
BELOW, ABOVE, OF_FEW = "below", "above", "few"
# Numbers that count no dialogue, item or person: what was asked for, and how it was measured.
CHOSEN = frozenset(
    {
        "k", "repeats", "repeat", "folds", "fold", "seed", "draws", "version", "model", "months",
        "confidence", "recall", "nominal", "bins", "level", "rank", "of_ten", "repetitions",
        "canaries", "readers", "k_limit", "in_clear",
        # Kinds, labels and attacks, and names of keys beside the turns.
        "kinds", "told", "properties", "labels", "keys", "planted", "rate", "fewest", "not_run",
    }
)  # fmt: skip
# Attacks that try keys, or places of the file itself: their counts are nobody's.
OF_NOBODY = frozenset({"weak-key", "archive"})
# A count and the whole that it is of, by their names.
PARTS = (
    ("right", "tried"), ("right", "claims"), ("right", "made"), ("right", "claimed"),
    ("kept", "tried"), ("equal", "tried"), ("found", "tried"), ("named", "tried"),
    ("found", "left"), ("real_once", "once"), ("beside", "dialogues"), ("missed", "n"),
    ("missed", "items"), ("counted", "dialogues"), ("without_table", "dialogues"),
    ("alone", "dialogues"), ("few", "dialogues"), ("silent", "dialogues"),
    ("rare_dialogues", "dialogues"), ("hits", "n"),
)  # fmt: skip

# A whole number from 1 to 9 that stands alone: no part of another, no share, no chosen limit.
# Thousands are grouped by a sign or, in Spanish, by a space that does not break.
_ALONE = re.compile(r"(?<![\w.,:/-])(?<![<=≥≤>] )[1-9](?![\w:/-])(?![.,\xa0\u202f]\d)(?!\s*%)")
_COUNT = r"\d(?:[\d.,\xa0\u202f]*\d)?"
_PART = re.compile(rf"(?<![\w.,:/-])(?<![<=≥≤>] )({_COUNT})( of | de )({_COUNT})(?![\w%])")


def part(number: int, whole: int) -> int | str:
    """A count beside its whole: "< 10", or "> 76" for 83 of 86, where the rest is what is few."""
    if number >= LEAST and 0 < whole - number < LEAST:
        return f"> {whole - LEAST}"
    return small(number)


def about(number: float) -> int | str:
    """An estimate as it is printed: a whole number, rounded up, or "< 10"."""
    return small(math.ceil(round(number, 6)))


def words_without_small(text: str) -> str:
    """A sentence of ours with its counts below 10 hidden, and those that leave few of a whole."""
    return _ALONE.sub(FEW, _PART.sub(_part_words, text))


def _part_words(found: re.Match[str]) -> str:
    number, between, whole = found.groups()
    counts = [int(re.sub(r"\D", "", each)) for each in (number, whole)]
    told = part(counts[0], counts[1])
    return f"{told}{between}{whole}" if str(told).startswith(">") else found.group()


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
    it is ("below", "above"), and the exact interval of 9; one that is wider, for items of a
    dialogue are alike, is rounded outwards to twentieths. Of n below 10 it says that none or all
    were right, or no value. Any other mapping, and one that is a bound already, comes back as it
    is: a bound of a bound would point the other way.
    """
    value, n = share.get("value"), share.get("n")
    if "bound" in share or "low" not in share or not isinstance(n, int):
        return share
    if not isinstance(value, int | float) or not n:
        return share
    count = round(value * n)
    if n < LEAST:
        kept = value if count in (0, n) else None
        return {**share, "value": kept, "low": 0.0, "high": 1.0, "bound": OF_FEW}
    if not (0 < count < LEAST or 0 < n - count < LEAST):
        return share
    edge, side = LEAST / n, BELOW if count < LEAST else ABOVE
    reach = max(edge, clopper_pearson(LEAST - 1, n)[1])
    own = float(share["high"]) if side == BELOW else 1 - float(share["low"])
    if own > reach + ROUNDED:
        reach = min(1.0, math.ceil(round(20 * own, 6)) / 20)
    if side == BELOW:
        return {**share, "value": edge, "low": 0.0, "high": reach, "bound": side}
    return {**share, "value": 1 - edge, "low": 1 - reach, "high": 1.0, "bound": side}


def without_small(value: Any, name: str = "") -> Any:
    """Figures of a measurement with every count below 10 hidden, at any depth.

    Whole numbers are counts unless their name is of `CHOSEN`; a share of a small count says less.
    """
    if isinstance(value, Mapping):
        if "state" in value and value.get("name") in OF_NOBODY:
            return dict(value)
        shown = {str(key): each for key, each in coarse_share(value).items()}
        shown |= _few_left(shown)
        return {key: without_small(inner, key) for key, inner in shown.items()}
    if isinstance(value, str) or value is None or isinstance(value, bool):
        return value
    if isinstance(value, Sequence):
        return [without_small(inner, name) for inner in value]
    if isinstance(value, int) and name not in CHOSEN:
        return small(value)
    return value


def _few_left(row: Mapping[str, Any]) -> dict[str, int | str]:
    """The counts of a row that leave few of a whole beside them, as bounds."""
    pairs = [(one, all_) for one, all_ in PARTS if _is_count(row.get(one))]
    told = [(one, part(row[one], row[all_])) for one, all_ in pairs if _is_count(row.get(all_))]
    return {one: bound for one, bound in told if str(bound).startswith(">")}


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
