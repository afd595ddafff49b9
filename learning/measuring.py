"""How good a round's tagger is, and an honest guess of what it would leave unseen.

With a test set the figures are those of the tagger itself. Without one they come from two-fold
cross-validation over the labelled turns: cheap, a little pessimistic (half the data), and of turns
that were mostly chosen for being hard.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from learning.crf import CrfTagger
from learning.errors import EmptyPool, OneClassOnly
from learning.pool import Pool
from learning.scores import covered, token_figures, wilson
from learning.tokens import spans_to_tags, tokenise
from learning.training import CrfSettings
from learning.types import Progress, Span, Utterance

FOLDS = 2
CHEAP_ITERATIONS = 30
MOST_TOKENS = 40_000  # beyond that, a sample of the labelled turns tells as much


@dataclass(frozen=True)
class Measured:
    """Scores of `n` turns, and in how many of them how many items were missed."""

    scores: dict[str, Any]
    n: int
    turns_with_misses: int
    missed: int


def on_test(
    tagger: CrfTagger, test: Sequence[Utterance], progress: Progress | None = None
) -> Measured:
    """Measure a tagger on turns that it never learnt from."""
    if progress:
        progress(0.0, "measuring")
    predicted = tagger.predict(test)
    texts = [each.text for each in test]
    return measure(texts, [each.spans for each in test], predicted, "test")


def by_cross_validation(
    pool: Pool,
    indices: Sequence[int],
    spans: Sequence[tuple[Span, ...]],
    settings: CrfSettings | None = None,
    progress: Progress | None = None,
) -> Measured:
    """Measure by learning from one half of the labelled turns and tagging the other, both ways.

    `indices` beyond `MOST_TOKENS` are sampled; `n` says how many turns were measured.
    """
    encoding = pool.encoding("target")
    cheap = replace(settings or CrfSettings(), max_iterations=CHEAP_ITERATIONS)
    # A fixed shuffle: the folds must not follow the order of the corpus, nor differ between runs.
    order = np.random.default_rng(0).permutation(len(indices))
    sizes = np.cumsum(encoding.lengths[np.asarray(indices)[order]])
    kept = order[: max(FOLDS, int(np.searchsorted(sizes, MOST_TOKENS)))].tolist()
    indices, spans = [indices[place] for place in kept], [spans[place] for place in kept]
    texts = [pool.utterances[index].text for index in indices]
    fold = np.arange(len(indices)) % FOLDS
    predicted: list[tuple[Span, ...]] = [()] * len(indices)
    for number in range(FOLDS):
        train, held = (
            np.flatnonzero(fold != number).tolist(),
            np.flatnonzero(fold == number).tolist(),
        )

        def report(share: float, _phase: str, number: int = number) -> None:
            if progress:
                progress((number + share) / FOLDS, "measuring")

        try:
            tagger = CrfTagger(settings=cheap).fit_rows(
                encoding,
                [indices[place] for place in train],
                [texts[place] for place in train],
                [spans[place] for place in train],
                "all",
                report,
            )
        except (OneClassOnly, EmptyPool):
            continue  # nothing to learn in this half: it finds nothing in the other
        found = tagger.predict([pool.utterances[indices[place]] for place in held])
        for place, guesses in zip(held, found, strict=True):
            predicted[place] = guesses
    return measure(texts, spans, predicted, "cross-validation")


def measure(
    texts: Sequence[str],
    gold: Sequence[Sequence[Span]],
    predicted: Sequence[Sequence[Span]],
    basis: str,
) -> Measured:
    """Token-level figures on the sensitive class, and how many items were missed.

    scores: precision, recall, f1, per_label, on (the basis), n (turns).
    """
    tokens = [tokenise(text) for text in texts]
    right = [spans_to_tags(own, spans) for own, spans in zip(tokens, gold, strict=True)]
    found = [spans_to_tags(own, spans) for own, spans in zip(tokens, predicted, strict=True)]
    figures = token_figures(right, found)
    missed = [
        sum(not covered(text, span, guesses) for span in spans)
        for text, spans, guesses in zip(texts, gold, predicted, strict=True)
    ]
    binary = figures["binary"]
    scores = {
        "precision": binary["precision"],
        "recall": binary["recall"],
        "f1": binary["f1"],
        "on": basis,
        "n": len(texts),
        "per_label": figures["per_label"],
    }
    return Measured(scores, len(texts), sum(count > 0 for count in missed), sum(missed))


def estimate_left(measured: Measured, unread: int) -> dict[str, Any]:
    """Items that would stay unseen if only the tagger read the `unread` turns.

    The share of measured turns with a miss, with its Wilson interval, times the mean number of
    misses in such a turn, times the unread turns. From cross-validation this errs upwards: the
    labelled turns were chosen for being hard, and each half learns from half of them.
    """
    each = measured.missed / measured.turns_with_misses if measured.turns_with_misses else 1.0
    share = measured.turns_with_misses / measured.n if measured.n else 0.0
    low, high = wilson(measured.turns_with_misses, measured.n)
    return {
        "expected": round(share * each * unread, 1),
        "low": round(low * each * unread, 1),
        "high": round(high * each * unread, 1),
        "basis": measured.scores["on"],
        "n": measured.n,
        "unread": unread,
    }
