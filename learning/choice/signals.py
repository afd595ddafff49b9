"""Gathers for a round what the strategies look at: candidates, model signals, repeat keys."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from learning.choice.queries import QueryView, query_named
from learning.choice.strategies import Need
from learning.choice.uncertainty import Signals, entropy, margin, score_pool
from learning.crf.pool import Pool
from learning.crf.tagger import CrfTagger
from learning.features.encoding import Encoding
from learning.types import Floats, Ints, Progress

Scoring = Callable[..., Signals]  # as `uncertainty.score_pool`


def repeat_keys(encoding: Encoding) -> Ints:
    """One number an utterance, the same for texts that differ in case and digits only."""
    masked = encoding.masked_ids().astype(np.uint64)
    offsets = np.arange(encoding.tokens) - np.repeat(encoding.starts[:-1], encoding.lengths)
    mixed = _mix(masked[encoding.word_ids] * np.uint64(65_537) + offsets.astype(np.uint64))
    keys = np.zeros(len(encoding), np.uint64)
    some = encoding.lengths > 0
    if some.any():
        keys[some] = np.add.reduceat(mixed, encoding.starts[:-1][some])
    return keys.view(np.int64)


def _mix(values: npt.NDArray[np.uint64]) -> npt.NDArray[Any]:
    """The finaliser of SplitMix64: spreads near numbers over all 64 bits [Steele14]."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def silent(encoding: Encoding) -> Signals:
    """Signals of no model at all, for strategies that ask none."""
    nothing = np.zeros(encoding.tokens, np.float32)
    return Signals(encoding.starts, nothing, nothing)


def source_signals(
    pool: Pool, source: CrfTagger, rows: Ints, progress: Progress | None = None
) -> Signals:
    """What the source model does not know about `rows` of the pool, sensitive or not."""
    known = sensitive_or_not(pool.told(source, progress))
    starts = pool.unheard().starts
    chosen = np.zeros(len(starts) - 1, bool)
    chosen[rows] = True
    inside = np.repeat(chosen, np.diff(starts))
    return Signals(
        starts, np.where(inside, entropy(known), 0.0), np.where(inside, margin(known), 1.0)
    )


def sensitive_or_not(told: Floats) -> Floats:
    """Both probabilities of each token, tokens x 2: outside, and sensitive as given."""
    return np.stack([1.0 - told, told], axis=1)


def query_view(
    pool: Pool,
    tagger: CrfTagger,
    free: Ints,
    *,
    strategy: str,
    source: CrfTagger | None,
    weight: float,
    rng: np.random.Generator,
    progress: Progress | None = None,
    score: Scoring = score_pool,
    ask_target: bool = False,
) -> QueryView:
    """Run the models that `strategy` asks for over the candidates `free`.

    ask_target: run the target model too where the strategy does not ask it. score: runs it over
    the pool; the service may let several workers share it.
    """
    encoding = pool.encoding("target")
    target = silent(encoding)
    needs = query_named(strategy).needs
    if ask_target or Need.TARGET in needs:
        paths = Need.PATHS in needs
        target = score(encoding, tagger.weights, rows=free, paths=paths, progress=progress)
    known = None
    if source is not None and query_named(strategy).asks_source:
        known = source_signals(pool, source, free, progress)
    return QueryView(
        candidates=free,
        lengths=encoding.lengths,
        target=target,
        source=known,
        source_weight=weight if known is not None else 0.0,
        keys=repeat_keys(encoding),
        get_vectors=lambda chosen: np.asarray(pool.vectors[chosen]),
        rng=rng,
    )
