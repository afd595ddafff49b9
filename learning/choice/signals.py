"""Gathers for a round what the strategies look at: candidates, model signals, repeat keys."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from learning.choice.queries import QueryView, query_named
from learning.choice.strategies import Need
from learning.choice.uncertainty import Signals, entropy, margin, score_pool
from learning.crf.modelfile import Weights
from learning.crf.pool import Pool
from learning.crf.tagger import CrfTagger
from learning.features.encoding import Encoding
from learning.sampling import mix
from learning.told import Source
from learning.types import Floats, Ints, Progress


class PoolScorer(Protocol):
    """Runs a model over a pool, as `uncertainty.score_pool` does; several workers may share it."""

    def __call__(
        self,
        encoding: Encoding,
        weights: Weights,
        *,
        rows: Ints | None = None,
        paths: bool = False,
        progress: Progress | None = None,
    ) -> Signals: ...


@dataclass(frozen=True)
class ViewOrder:
    """What a query strategy is to look at."""

    strategy: str
    source: Source | None
    weight: float  # of the source, 0..1
    rng: np.random.Generator
    ask_target: bool = False  # run the target model where the strategy does not ask it, too
    scorer: PoolScorer = score_pool


def repeat_keys(encoding: Encoding) -> Ints:
    """One number per utterance, the same for texts that differ in case and digits only."""
    masked = encoding.masked_ids().astype(np.uint64)
    offsets = np.arange(encoding.tokens) - np.repeat(encoding.starts[:-1], encoding.lengths)
    mixed = mix(masked[encoding.word_ids] * np.uint64(65_537) + offsets.astype(np.uint64))
    keys = np.zeros(len(encoding), np.uint64)
    some = encoding.lengths > 0
    if some.any():
        keys[some] = np.add.reduceat(mixed, encoding.starts[:-1][some])
    return keys.view(np.int64)


def no_signals(encoding: Encoding) -> Signals:
    """Signals of no model at all, for strategies that ask none."""
    nothing = np.zeros(encoding.tokens, np.float32)
    return Signals(encoding.starts, nothing, nothing)


def source_signals(
    pool: Pool, source: Source, rows: Ints, progress: Progress | None = None
) -> Signals:
    """What the source model does not know about `rows` of the pool, sensitive or not."""
    sensitive = pool.source_probabilities(source, progress)
    known = sensitive_or_not(sensitive)
    starts = pool.plain_encoding().starts
    chosen = np.zeros(len(starts) - 1, bool)
    chosen[rows] = True
    inside = np.repeat(chosen, np.diff(starts))
    return Signals(
        starts,
        np.where(inside, entropy(known), 0.0),
        np.where(inside, margin(known), 1.0),
        sensitive=np.where(inside, sensitive, 0.0),
    )


def sensitive_or_not(sensitive: Floats) -> Floats:
    """Both probabilities of each token, tokens x 2: outside, and sensitive as given."""
    return np.stack([1.0 - sensitive, sensitive], axis=1)


def query_view(
    pool: Pool,
    tagger: CrfTagger,
    free: Ints,
    order: ViewOrder,
    progress: Progress | None = None,
) -> QueryView:
    """Run the models that the order's strategy asks for over the candidates `free`."""
    encoding = pool.encoding("target")
    target = no_signals(encoding)
    strategy = query_named(order.strategy)
    if order.ask_target or Need.TARGET in strategy.needs:
        paths = Need.PATHS in strategy.needs
        target = order.scorer(
            encoding, tagger.finder_weights, rows=free, paths=paths, progress=progress
        )
    source = None
    if order.source is not None and strategy.asks_source:
        source = source_signals(pool, order.source, free, progress)
    return QueryView(
        candidates=free,
        lengths=encoding.lengths,
        target=target,
        source=source,
        source_weight=order.weight if source is not None else 0.0,
        keys=repeat_keys(encoding),
        get_vectors=lambda chosen: np.array(pool.vectors[chosen]),
        rng=order.rng,
        get_before=lambda chosen: turns_before(pool, chosen),
    )


def turns_before(pool: Pool, rows: Ints) -> Ints:
    """The turn before each row in its dialogue, -1 for a first one."""
    before = rows - 1
    pool.texts([*rows.tolist(), *before[before >= 0].tolist()])  # together, from a database
    turns = pool.utterances
    same = [
        last >= 0 and turns[last].dialogue == turns[row].dialogue
        for row, last in zip(rows.tolist(), before.tolist(), strict=True)
    ]
    return np.where(same, before, -1)
