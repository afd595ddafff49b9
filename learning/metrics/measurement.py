"""How well predictions meet the gold: the figures of a model, with what stands behind them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from learning.metrics.counts import NAMED, Counts, confusion, count_turns, f1_interval
from learning.metrics.precision_recall import covered, token_figures
from learning.tokens import spans_to_tags, tokenise
from learning.types import Span


@dataclass(frozen=True)
class Measured:
    """Scores of `n` turns, and in how many of them how many items were missed.

    counts: tokens of each measured turn, named by its place in the test or the pool; confusion:
    tokens by gold and by predicted label.
    """

    scores: dict[str, Any]
    n: int
    turns_with_misses: int
    missed: int
    counts: Counts | None = None
    confusion: dict[str, dict[str, int]] = field(default_factory=dict)


def measure(
    texts: Sequence[str],
    gold: Sequence[Sequence[Span]],
    predicted: Sequence[Sequence[Span]],
    basis: str,
    turns: Sequence[int] | None = None,
) -> Measured:
    """Token-level figures, and how many items were missed.

    scores: precision, recall, f1 with its 95 % interval (f1_low, f1_high) of what is found,
    whatever its label; precision_labels, recall_labels, f1_labels (f1_labels_low, f1_labels_high)
    of what is found and rightly named, micro over labels; per_label, on (the basis), n (turns).
    turns: what the turns are called in `counts`; their places without it.
    """
    tokens = [tokenise(text) for text in texts]
    gold_tags = [
        spans_to_tags(turn_tokens, spans) for turn_tokens, spans in zip(tokens, gold, strict=True)
    ]
    predicted_tags = [
        spans_to_tags(turn_tokens, spans)
        for turn_tokens, spans in zip(tokens, predicted, strict=True)
    ]
    figures = token_figures(gold_tags, predicted_tags)
    missed = [
        sum(not covered(text, span, guesses) for span in spans)
        for text, spans, guesses in zip(texts, gold, predicted, strict=True)
    ]
    counts = count_turns(gold_tags, predicted_tags, turns)
    low, high = f1_interval(counts)
    named_low, named_high = f1_interval(counts, NAMED)
    names = ("precision", "recall", "f1")
    scores = {
        **{name: figures["binary"][name] for name in names},
        "f1_low": low,
        "f1_high": high,
        **{f"{name}_labels": figures["micro"][name] for name in names},
        "f1_labels_low": named_low,
        "f1_labels_high": named_high,
        "on": basis,
        "n": len(texts),
        "per_label": figures["per_label"],
    }
    return Measured(
        scores,
        len(texts),
        sum(count > 0 for count in missed),
        sum(missed),
        counts,
        confusion(gold_tags, predicted_tags),
    )
