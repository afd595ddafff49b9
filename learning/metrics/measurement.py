"""How well predictions meet the gold: the figures of a model, with what stands behind them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from learning.metrics.counts import NAMED, Counts, confusion, count_turns, f1_interval
from learning.metrics.precision_recall import covered, token_figures
from learning.tokens import spans_to_tags, tokenise
from learning.types import Span


class Metrics(TypedDict, total=False):
    """How well predictions meet the gold, token by token; empty where nothing was measured."""

    precision: float  # of what is found, whatever its label
    recall: float
    f1: float
    f1_low: float  # the 95 % interval
    f1_high: float
    precision_labels: float  # of what is found and rightly named, micro over labels
    recall_labels: float
    f1_labels: float
    f1_labels_low: float
    f1_labels_high: float
    on: str  # what was measured: "test", "held-out" or "cross-validation"
    n: int  # turns
    per_label: dict[str, dict[str, float]]  # precision, recall, f1, support
    crf_f1: float  # of the small model on the turns of a large one
    ahead_low: float  # 95 % interval of how far the large one's F1 is above that
    ahead_high: float


@dataclass(frozen=True)
class Measured:
    """Metrics of `n` turns, and in how many of them how many items were missed."""

    metrics: Metrics
    n: int
    turns_with_misses: int
    missed: int
    counts: Counts | None = None  # named by its place in the test or the pool
    confusion: dict[str, dict[str, int]] = field(default_factory=dict)  # by gold, then predicted


def measure(
    texts: Sequence[str],
    gold: Sequence[Sequence[Span]],
    predicted: Sequence[Sequence[Span]],
    basis: str,  # what was measured (`Metrics.on`)
    turns: Sequence[int] | None = None,  # what they are called in `counts`; else their places
) -> Measured:
    """Token-level figures, and how many items were missed."""
    tokens = [tokenise(text) for text in texts]
    gold_tags, predicted_tags = (
        list(map(spans_to_tags, tokens, spans)) for spans in (gold, predicted)
    )
    figures = token_figures(gold_tags, predicted_tags)
    missed = [
        sum(not covered(text, span, guesses) for span in spans)
        for text, spans, guesses in zip(texts, gold, predicted, strict=True)
    ]
    counts = count_turns(gold_tags, predicted_tags, turns)
    low, high = f1_interval(counts)
    named_low, named_high = f1_interval(counts, NAMED)
    binary, micro = figures["binary"], figures["micro"]
    metrics: Metrics = {
        "precision": binary["precision"],
        "recall": binary["recall"],
        "f1": binary["f1"],
        "f1_low": low,
        "f1_high": high,
        "precision_labels": micro["precision"],
        "recall_labels": micro["recall"],
        "f1_labels": micro["f1"],
        "f1_labels_low": named_low,
        "f1_labels_high": named_high,
        "on": basis,
        "n": len(texts),
        "per_label": figures["per_label"],
    }
    return Measured(
        metrics,
        len(texts),
        sum(count > 0 for count in missed),
        sum(missed),
        counts,
        confusion(gold_tags, predicted_tags),
    )
