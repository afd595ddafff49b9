"""The rules by which one knows that more labels bring nothing: one function each, with its source.

Values in, a `Rule` out. Called by `advice.Watch`, which gathers the values and makes one verdict of
them.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from learning.metrics.precision_recall import kappa_of_pairs
from learning.stopping.stopset import Look, shared_tokens
from learning.types import Ints


class Rule(TypedDict):
    """What a rule says after a round."""

    name: str
    value: float | None  # None: it cannot be judged yet
    threshold: float
    fires: bool


KAPPA = 0.99
IN_A_ROW = 3
GROWTH = 0.1  # slopes are told for so much more labels, see `advice.Watch`
LEAST_FOUND = 30  # sensitive tokens below which kappa says nothing


def stabilising(kappas: Sequence[float], threshold: float = KAPPA, times: int = IN_A_ROW) -> Rule:
    """The last `times` models each agree with the one before: kappa >= 0.99, three times in a row
    [BloodgoodVS09]. The value is the smallest of the last three, None before there are so many."""
    last = list(kappas)[-times:]
    value = min(last) if len(last) == times else None
    return _rule("stabilising", value, threshold, value is not None and value >= threshold)


def change_bound(kappa: float, precision: float = 0.0) -> float:
    """Two models with this kappa differ in F1 by at most 4 (1 - kappa) / ((p + 1) kappa), where p
    is the precision of what both find; p = 0 holds always [BloodgoodG13]."""
    return 4 * (1 - kappa) / ((precision + 1) * kappa) if kappa > 0 else float("inf")


def max_confidence(least_sure: float | None, threshold: float = 0.05) -> Rule:
    """Even the least sure unread turn is sure: its mean token entropy (0..1) is tiny [ZhuHovy07].
    The source looks at the selected batch; the stop set's worst turn stands for it here."""
    return _below("max_confidence", least_sure, threshold)


def overall_uncertainty(mean: float | None, threshold: float = 0.01) -> Rule:
    """The mean token entropy (0..1) of the unread turns is small [ZhuStop08]."""
    return _below("overall_uncertainty", mean, threshold)


def classification_change(changed: float | None, threshold: float = 0.0) -> Rule:
    """No unread token got another label from the new model than from the one before
    [ZhuStop08]; value: the share of tokens that did."""
    return _below("classification_change", changed, threshold)


def variance_drop(variances: Sequence[float], times: int = IN_A_ROW, share: float = 0.1) -> Rule:
    """The variance of the turns' confidence has fallen `times` rounds in a row [Ghayoomi10], and to
    a tenth of its highest value (ours: the fall alone begins with the first rounds). The value is
    the share of the highest that is left."""
    if len(variances) <= times or max(variances) <= 0:
        return _rule("variance_drop", None, share, False)
    last = list(variances)[-times - 1 :]
    falls = all(now < before for before, now in itertools.pairwise(last))
    value = last[-1] / max(variances)
    return _rule("variance_drop", value, share, falls and value <= share)


def gradient(estimates: Sequence[tuple[int, float]], threshold: float = 0.002) -> Rule:
    """The estimated F1 rises no more: [Laws08]. estimates: (labelled turns, estimate) per round.

    Value: the rise when the labels grow by a tenth, by the slope over the last three rounds; it
    fires at the highest point so far only, as in the source."""
    if len(estimates) < IN_A_ROW + 1:
        return _rule("gradient", None, threshold, False)
    labelled = np.log([max(1, turns) for turns, _ in estimates[-IN_A_ROW:]])
    values = np.asarray([value for _, value in estimates[-IN_A_ROW:]])
    if np.ptp(labelled) <= 0:
        return _rule("gradient", None, threshold, False)
    slope = float(np.polyfit(labelled, values, 1)[0]) * float(np.log1p(GROWTH))
    highest = max(value for _, value in estimates)
    # A flat line comes out a hair below zero on some processors.
    fires = -1e-9 < slope < threshold and values[-1] >= highest - threshold
    return _rule("gradient", slope, threshold, bool(fires))


def _below(name: str, value: float | None, threshold: float) -> Rule:
    return _rule(name, value, threshold, value is not None and value <= threshold)


def _rule(name: str, value: float | None, threshold: float, fires: bool) -> Rule:
    shown = None if value is None else round(float(value), 6)
    return {"name": name, "value": shown, "threshold": threshold, "fires": bool(fires)}


# --- agreement of two models ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of two looks on the turns that both hold: kappa on labels, the share of tokens with the same
    label, and kappa on "is it an item" (for `change_bound`)."""

    kappa: float
    same: float
    binary: float


def agreement(before: Look, now: Look) -> Agreement | None:
    """How far two models agree token by token; None where too little is found to tell."""
    left, right = _aligned(before, now)
    if min(int((left > 0).sum()), int((right > 0).sum())) < LEAST_FOUND:
        return None
    pairs, counts = np.unique(np.stack([left, right]), axis=1, return_counts=True)
    table = {
        (str(one), str(other)): int(count)
        for (one, other), count in zip(pairs.T, counts, strict=True)
    }
    binary: dict[tuple[str, str], int] = {}
    for (one, other), count in table.items():
        key = (str(one != "0"), str(other != "0"))
        binary[key] = binary.get(key, 0) + count
    same = float((left == right).mean())
    return Agreement(kappa_of_pairs(table), same, kappa_of_pairs(binary))


def _aligned(before: Look, now: Look) -> tuple[Ints, Ints]:
    """The label codes of both looks on their common turns, in one numbering."""
    older, newest, _starts = shared_tokens(before, now)
    names = sorted({*before.labels, *now.labels})  # "" comes first, so no item stays 0
    sides = []
    for look, tokens in ((before, older), (now, newest)):
        code = np.asarray([names.index(name) for name in look.labels], np.int64)
        sides.append(code[look.codes[tokens]])
    return sides[0], sides[1]
