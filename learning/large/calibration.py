"""Calibrated probabilities: a tagger that says 0.9 should be right nine times in ten.

One number, the temperature, is fitted on tokens that the tagger did not learn from; it changes how
sure a tagger is, never what it finds [Guo17, 4.2]. Works on the marginals of any tagger.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize_scalar

from learning.types import Doubles, Floats, Ints

LEAST_TOKENS = 100  # fewer held-out tokens than that do not tell a temperature
BINS = 15
_TINY = 1e-12


@dataclass(frozen=True)
class Calibration:
    """temperature: above 1 the tagger was too sure; ece: before and after, over `tokens`."""

    temperature: float
    ece_before: float
    ece_after: float
    tokens: int


def soften(marginals: Floats, temperature: float) -> Floats:
    """Probabilities with their logits divided by `temperature`: rows still sum to 1."""
    if temperature == 1.0:
        return marginals
    # p ** (1 / T) over its sum is softmax(logits / T).
    logs = np.log(np.maximum(np.asarray(marginals, np.float64), _TINY)) / temperature
    logs -= logs.max(axis=-1, keepdims=True)
    values = np.exp(logs)
    return np.asarray(values / values.sum(axis=-1, keepdims=True), np.float32)


def fit_temperature(marginals: Floats, gold: Ints) -> float:
    """The temperature in 0.05..20 that makes the gold tags likeliest.

    Of n tokens about one is taken to be wrong that was not: a tagger that made no mistake on few
    tokens is not sure of everything [Platt99, 2.2].
    marginals: tokens x tags (two or more); gold: column of each token's true tag.
    """
    logs = np.log(np.maximum(np.asarray(marginals, np.float64), _TINY))
    doubt = 1.0 / (len(gold) + 2)
    target = np.full_like(logs, doubt / max(1, logs.shape[1] - 1))
    target[np.arange(len(gold)), gold] = 1.0 - doubt

    def loss(log_temperature: float) -> float:
        scaled = logs / np.exp(log_temperature)
        top = scaled.max(axis=1, keepdims=True)
        total = np.log(np.exp(scaled - top).sum(axis=1)) + top[:, 0]
        return float((total - (target * scaled).sum(axis=1)).mean())

    fitted = minimize_scalar(loss, bounds=(np.log(0.05), np.log(20.0)), method="bounded")
    return float(np.exp(fitted.x))


def ece(confidence: Doubles, correct: Doubles, bins: int = BINS) -> float:
    """Expected calibration error: mean gap between how sure and how often right, over equally wide
    bins weighted by their tokens [Guo17, 2].

    confidence: probability of the chosen tag; correct: 1 where it is the true one, else 0.
    """
    if not len(confidence):
        return 0.0
    place = np.minimum((np.asarray(confidence, np.float64) * bins).astype(np.int64), bins - 1)
    gaps = np.bincount(place, weights=correct, minlength=bins) - np.bincount(
        place, weights=confidence, minlength=bins
    )
    return float(np.abs(gaps).sum() / len(confidence))


def ece_of(marginals: Floats, gold: Ints) -> float:
    """`ece` of tag probabilities (tokens x tags) against the column of each token's true tag."""
    chosen = marginals.argmax(axis=1)
    sure = marginals[np.arange(len(gold)), chosen].astype(np.float64)
    return ece(sure, (chosen == gold).astype(np.float64))


def calibrate(marginals: Floats, gold: Ints) -> Calibration | None:
    """Fit a temperature on held-out tokens; None when they are too few to tell."""
    # -1 is a tag that the tagger does not know.
    known = gold >= 0
    marginals, gold = marginals[known], gold[known]
    if len(gold) < LEAST_TOKENS:
        return None
    temperature = fit_temperature(marginals, gold)
    after = soften(marginals, temperature)
    return Calibration(temperature, ece_of(marginals, gold), ece_of(after, gold), len(gold))


def gold_columns(tagged: Iterable[Sequence[str]], tags: Sequence[str]) -> Ints:
    """The column in `tags` of every token's true tag, sequence after sequence; -1 if unknown."""
    columns = {tag: place for place, tag in enumerate(tags)}
    # A tag that opens (B-) counts as its I- where the tagger has no other, and the reverse.
    for sign, other in (("B-", "I-"), ("I-", "B-")):
        for tag in tags:
            if tag.startswith(sign):
                columns.setdefault(other + tag[2:], columns[tag])
    return np.asarray([columns.get(tag, -1) for row_tags in tagged for tag in row_tags], np.int64)
