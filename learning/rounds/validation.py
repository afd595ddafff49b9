"""How good a round's tagger is, and an honest guess of what it would leave unseen.

With a test set the figures are those of the tagger itself. Without one they come from two-fold
cross-validation over the labelled turns: cheap, a little pessimistic (half the data, and a first
stage over a part of the pool only), and of turns that were mostly chosen for being hard.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import TypedDict

import numpy as np

from learning.crf import warm
from learning.crf.finding import needs_finder
from learning.crf.first_stage import run_first_stage
from learning.crf.modelfile import Weights
from learning.crf.pool import Pool, candidates
from learning.crf.settings import CrfSettings
from learning.crf.tagger import CrfTagger, in_or_out, training_tags
from learning.features.encoding import Encoding
from learning.metrics.intervals import wilson
from learning.metrics.measurement import Measured, measure
from learning.tokens import OUTSIDE
from learning.types import Ints, Progress, Span, Utterance

FOLDS = 2
CHEAP_ITERATIONS = 30
FEW = 50  # labelled turns up to which the halves are made even
READ_TOKENS = 60_000  # unread ones that a half's first stage tags: a round must not take long
MOST_TOKENS = 40_000  # beyond that, a sample of the labelled turns tells as much


def on_test(
    tagger: CrfTagger, test: Sequence[Utterance], progress: Progress | None = None
) -> Measured:
    """Measure a tagger on turns that it never learnt from."""
    if progress:
        progress(0.0, "measuring")
    predicted = tagger.predict(test)
    texts = [utterance.text for utterance in test]
    return measure(texts, [utterance.spans for utterance in test], predicted, "test")


def by_cross_validation(
    pool: Pool,
    indices: Sequence[int],
    spans: Sequence[tuple[Span, ...]],
    settings: CrfSettings | None = None,
    progress: Progress | None = None,
    learn_from: Set[int] | None = None,  # what of a half may be learnt from; None: all
) -> Measured:
    """Measure by learning from one half of the labelled turns and tagging the other, both ways."""
    lengths = pool.plain_encoding().lengths
    unread = candidates(pool, set(indices))
    unread = np.sort(unread[_some(lengths[unread], READ_TOKENS)])
    fold = halves(np.asarray(indices, np.int64))
    kept = _some(lengths[np.asarray(indices, np.int64)], MOST_TOKENS, FOLDS).tolist()
    indices, spans, fold = [indices[at] for at in kept], [spans[at] for at in kept], fold[kept]
    texts = pool.texts(indices)
    remember = learn_from is None and len(indices) >= FEW
    predicted: list[tuple[Span, ...]] = [()] * len(indices)
    for number in range(FOLDS):
        half, held = np.flatnonzero(fold != number), np.flatnonzero(fold == number).tolist()
        train = [at for at in half.tolist() if learn_from is None or indices[at] in learn_from]

        def report(share: float, _phase: str, number: int = number) -> None:
            if progress:
                progress((number + share) / FOLDS, "measuring")

        taught = {indices[at]: training_tags(texts[at], spans[at], "all") for at in train}
        keep = f"half-{number}" if remember else ""
        learnt = _learn_half(pool, taught, unread, settings, keep, report)
        if learnt is None:
            continue  # nothing to learn in this half: it finds nothing in the other
        rows, held_texts = [indices[at] for at in held], [texts[at] for at in held]
        tagged = CrfTagger.of(*learnt).predict_rows(learnt[1], rows, held_texts)
        for at, guesses in zip(held, tagged, strict=True):
            predicted[at] = guesses
    return measure(texts, spans, predicted, "cross-validation", indices)


def halves(indices: Ints) -> Ints:
    """Which half each turn of the pool belongs to, 0 or 1."""
    if len(indices) < FEW:
        return np.random.default_rng(0).permutation(len(indices)) % FOLDS
    # By its index alone: a turn stays in its half in later rounds, so that a half's weights can be
    # learnt onwards without having seen the other.
    mixed = (indices.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    return ((mixed >> np.uint64(40)) % np.uint64(FOLDS)).astype(np.int64)


def _some(lengths: Ints, tokens: int, least: int = 0) -> Ints:
    """Places of as many turns as hold about `tokens`, and no fewer than `least`."""
    # A fixed shuffle: a sample must not follow the corpus, nor differ between runs.
    order = np.random.default_rng(0).permutation(len(lengths))
    return order[: max(least, int(np.searchsorted(np.cumsum(lengths[order]), tokens)))]


def _learn_half(
    pool: Pool,
    taught: Mapping[int, Sequence[str]],
    unread: Ints,  # turns that its first stage tags
    settings: CrfSettings | None,
    keep: str,  # names what the next round's half goes on from; "" for nothing
    progress: Progress,
) -> tuple[Weights, Encoding, Weights | None] | None:
    """The weights that one half teaches (pool index -> tags), the features that they are for, which
    know nothing of the other half, and the weights of its finder; None where that is nothing.
    """
    rows = [index for index, tags in taught.items() if tags]
    if all(tag == OUTSIDE for index in rows for tag in taught[index]):
        return None
    either = {index: in_or_out(taught[index]) for index in rows}
    first = f"{keep}-reading" if keep else ""
    second_stage = run_first_stage(pool, either, unread, settings, progress, first)
    encoding = pool.first_stage_encoding()
    if second_stage is not None:
        encoding = encoding.with_second_stage(second_stage)
    cheap = replace(settings or CrfSettings(), max_iterations=CHEAP_ITERATIONS)

    def learn(tags: Mapping[int, Sequence[str]], name: str) -> Weights:
        path = pool.side_file(name) if name else None
        kept = warm.Kept(path) if path else None
        gold = [tags[index] for index in rows]
        return warm.resume(kept, encoding, rows, gold, cheap, progress, pool.prior)

    weights = learn(taught, keep)
    finder = learn(either, f"{keep}-finder" if keep else "") if needs_finder(weights.tags) else None
    return weights, encoding, finder


class Left(TypedDict, total=False):
    """Turns that nobody has read; and, where there is a test that no model learns from, the items
    that would stay unseen if only the tagger read them."""

    unread: int
    basis: str  # what the model was measured on, as in `Measured.metrics`
    n: int  # turns measured
    expected: float
    low: float  # of the 95 % interval of the test's misses
    high: float


def left_by_test(measured: Measured, unread: int) -> Left:
    """The share of test turns with a miss, with its Wilson interval, times the mean number of
    misses in such a turn, times the `unread` turns. Labelled turns tell nothing of that: they were
    chosen for being hard, and a model that is measured on them knew fewer."""
    left: Left = {"unread": unread, "basis": measured.metrics["on"], "n": measured.n}
    if left["basis"] != "test" or not measured.n:
        return left
    each = measured.missed / measured.turns_with_misses if measured.turns_with_misses else 1.0
    low, high = wilson(measured.turns_with_misses, measured.n)
    left["expected"] = round(measured.missed / measured.n * unread, 1)
    return left | {"low": round(low * each * unread, 1), "high": round(high * each * unread, 1)}
