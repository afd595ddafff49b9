"""One round of active learning from end to end: train, choose, propose, measure, estimate.

Called by the training service with rows turned into values; pure but for the pool's cache.
"""

import time
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from learning import loop, measuring, signals
from learning.crf import CrfTagger
from learning.errors import EmptyPool, NoSource, NothingLabelled, UnknownStrategy
from learning.pool import Pool
from learning.queries import NEED_SOURCE, USE_SOURCE, Picked, query_named
from learning.seeds import NEED_SOURCE as SEED_NEEDS_SOURCE
from learning.seeds import REASONS, SEEDS, SeedView
from learning.training import CrfSettings
from learning.transfer import source_weight
from learning.types import Progress, Span, Utterance

# Share of a round's progress that each phase takes, measured on 1.5M tokens and 1,000 utterances.
_SHARES = {"features": (0.0, 0.1), "training": (0.1, 0.5), "scoring": (0.5, 0.7)}
_LATER = {"selecting": (0.7, 0.75), "measuring": (0.75, 1.0)}


@dataclass(frozen=True)
class Selection:
    """A batch in order of choice: pool indices, their scores, and a reason code for each.

    Codes: "random" "cluster" "source" "target" "both" "long".
    """

    indices: tuple[int, ...]
    scores: tuple[float, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class RoundResult:
    """What a round gives: the tagger, the next batch with its proposals, and how good it is.

    selection: None when the pool is used up; proposals: spans with scores for the selected
    indices; scores, left: see `measuring`; source_weight: 0..1; timings: seconds by phase.
    """

    tagger: CrfTagger
    selection: Selection | None
    proposals: dict[int, tuple[Span, ...]]
    scores: dict[str, Any]
    left: dict[str, Any]
    source_weight: float
    timings: dict[str, float] = field(default_factory=dict)


def choose_seed(
    pool: Pool,
    *,
    size: int,
    strategy: str,
    source: CrfTagger | None,
    rng: np.random.Generator,
    exclude: Set[int] = frozenset(),
) -> Selection:
    """The first batch, chosen before anything was labelled.

    Raises: UnknownStrategy; EmptyPool; NoSource when the strategy needs one.
    """
    if strategy not in SEEDS:
        known = ", ".join(sorted(SEEDS))
        raise UnknownStrategy(f"No seed strategy is called {strategy!r}; there are: {known}.")
    free = signals.candidates(pool, exclude)
    if not len(free):
        raise EmptyPool("There is no turn left to choose from.")
    entropy = None
    if strategy in SEED_NEEDS_SOURCE:
        if source is None:
            raise NoSource("This strategy needs a source model; the project has none.")
        entropy = signals.source_signals(pool, source, free).total()
    view = SeedView(
        candidates=free,
        lengths=pool.encoding("target").lengths[free],
        source=None if entropy is None else entropy[free],
        get_vectors=lambda: np.asarray(pool.vectors[free]),
        rng=rng,
    )
    chosen = SEEDS[strategy](view, min(size, len(free)))
    scores = np.zeros(len(chosen)) if entropy is None else entropy[chosen]
    return _selection(Picked(chosen, scores, (REASONS[strategy],) * len(chosen)))


def run_round(
    pool: Pool,
    labelled: Mapping[int, tuple[Span, ...]],
    *,
    round_number: int,
    batch_size: int,
    query_strategy: str,
    source: CrfTagger | None,
    rng: np.random.Generator,
    test: Sequence[Utterance] = (),
    exclude: Set[int] = frozenset(),
    progress: Progress | None = None,
    settings: CrfSettings | None = None,
) -> RoundResult:
    """Train on `labelled` (pool index -> spans), choose the next batch, propose, measure.

    exclude: indices that must not be chosen (in other hands, or set aside). test: gold turns that
    are never learnt from; without them the score comes from cross-validation.
    Raises: EmptyPool, NothingLabelled, OneClassOnly, NoSource, UnknownStrategy, Cancelled.
    """
    query = query_named(query_strategy)
    if query_strategy in NEED_SOURCE and source is None:
        raise NoSource("This strategy needs a source model; the project has none.")
    if not len(pool):
        raise EmptyPool("The corpus holds no turn.")
    if not labelled:
        raise NothingLabelled("Nothing was labelled yet.")
    clock, report = _Clock(), _phased(progress)
    indices = sorted(labelled)
    spans = [labelled[index] for index in indices]
    pool.encoding("target", report)
    clock.lap("features_s")
    estimator = loop.PoolEstimator(pool, "all", settings, report)
    learner = loop.start_learner(estimator, indices, spans, query)
    tagger = loop.tagger_of(learner)
    clock.lap("training_s")
    free = signals.candidates(pool, set(indices) | set(exclude))
    weight = source_weight(round_number) if source and query_strategy in USE_SOURCE else 0.0
    selection = None
    proposals: dict[int, tuple[Span, ...]] = {}
    if len(free):
        view = signals.query_view(
            pool, tagger, free, strategy=query_strategy, source=source, weight=weight, rng=rng,
            progress=report,
        )  # fmt: skip
        clock.lap("scoring_s")
        report(0.0, "selecting")
        selection = _selection(loop.next_batch(learner, view, min(batch_size, len(free))))
        proposals = propose_rows(tagger, pool, selection.indices)
        clock.lap("selecting_s")
    if test:
        measured = measuring.on_test(tagger, test, report)
    else:
        measured = measuring.by_cross_validation(pool, indices, spans, settings, report)
    unread = len(free)
    left = measuring.estimate_left(measured, unread)
    clock.lap("measuring_s")
    report(1.0, "measuring")
    return RoundResult(tagger, selection, proposals, measured.scores, left, weight, clock.laps)


def propose(
    tagger: CrfTagger, utterances: Sequence[Utterance], progress: Progress | None = None
) -> list[tuple[Span, ...]]:
    """The tagger's spans, each with a score, for every utterance; thousands of turns a second."""
    found: list[tuple[Span, ...]] = []
    for begin in range(0, len(utterances), 5_000):
        found += tagger.predict(utterances[begin : begin + 5_000])
        if progress:
            progress(len(found) / len(utterances), "scoring")
    return found


def propose_rows(
    tagger: CrfTagger, pool: Pool, indices: Sequence[int]
) -> dict[int, tuple[Span, ...]]:
    """The tagger's spans for some utterances of a pool, by index."""
    texts = [pool.utterances[index].text for index in indices]
    spans = tagger.predict([pool.utterances[index] for index in indices]) if texts else []
    return dict(zip(indices, spans, strict=True))


def _selection(picked: Picked) -> Selection:
    return Selection(
        tuple(int(index) for index in picked.indices),
        tuple(round(float(score), 6) for score in picked.scores),
        picked.reasons,
    )


def _phased(progress: Progress | None) -> Callable[[float, str], None]:
    """Turns each phase's own 0..1 into the round's; shares never fall."""
    top = 0.0

    def report(share: float, phase: str) -> None:
        nonlocal top
        low, high = (_SHARES | _LATER)[phase]
        top = max(top, low + (high - low) * min(1.0, share))
        if progress:
            progress(top, phase)

    return report


class _Clock:
    """Seconds by phase."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = round(now - self._last, 3)
        self._last = now
