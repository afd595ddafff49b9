"""One round of active learning from end to end: train, choose, propose, measure, estimate.

Called by the training service with rows turned into values; pure except for the pool's cache.
"""

import time
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from learning.choice import signals
from learning.choice.queries import Picked, query_named
from learning.choice.seeds import SeedView, seed_named
from learning.choice.source_weight import source_weight
from learning.choice.strategies import Need
from learning.choice.uncertainty import score_pool
from learning.choice.units import Shape, dialogue_numbers, shape_seed, shaped
from learning.crf.first_stage import add_second_stage
from learning.crf.modelfile import Weights
from learning.crf.pool import Pool, candidates
from learning.crf.settings import CrfSettings
from learning.crf.tagger import CrfTagger
from learning.errors import EmptyPool, NothingLabelled
from learning.metrics.counts import hardest
from learning.metrics.measurement import Measured, Metrics
from learning.rounds import loop
from learning.rounds.estimator import PoolEstimator
from learning.rounds.validation import Left, by_cross_validation, left_by_test, on_test
from learning.sampling import drawn
from learning.source.transfer import SourceVerdict, apply_source
from learning.tagger import Tagger
from learning.threads import one_thread
from learning.told import Source
from learning.types import Progress, Span, Utterance

# Share of a round's progress that each phase takes, measured on 1.5M tokens and 1,000 utterances.
_SHARES = {"features": (0.0, 0.1), "training": (0.1, 0.5), "scoring": (0.5, 0.7)}
_LATER = {"selecting": (0.7, 0.75), "measuring": (0.75, 1.0)}


@dataclass(frozen=True)
class Selection:
    """A batch in order of choice: pool indices, their priorities, and a reason code for each.

    Codes: "random" "cluster" "source" "target" "both" "committee" "long" "context" "dialogue".
    """

    indices: tuple[int, ...]
    priorities: tuple[float, ...]
    reasons: tuple[str, ...]
    spare: tuple[int, ...] = ()  # indices that come next, for who would wait for another batch


@dataclass(frozen=True)
class RoundResult:
    """What a round gives: the tagger, the next batch with its proposals, and how good it is."""

    tagger: CrfTagger
    selection: Selection | None  # None when the pool is used up
    proposals: dict[int, tuple[Span, ...]]  # for the selected indices, and the spare ones
    metrics: Metrics
    left: Left
    source_weight: float | None  # the source's share of the choice, 0..1; None where it has none
    timings: dict[str, float] = field(default_factory=dict)  # seconds by phase
    measured: Measured | None = None  # what stands behind the metrics
    hardest: tuple[int, ...] = ()  # unread turns, the most uncertain per word first
    source_verdict: SourceVerdict | None = None  # of strategies whose tagger may use the source


@dataclass(frozen=True)
class Learnt:
    """What a round learns and chooses, before anything is measured."""

    tagger: CrfTagger
    selection: Selection | None
    proposals: dict[int, tuple[Span, ...]]
    hardest: tuple[int, ...]
    source_verdict: SourceVerdict | None
    free: int  # turns that nobody has read or was asked
    timings: dict[str, float]


@dataclass(frozen=True)
class RoundOrder:
    """What a round is asked to do."""

    number: int  # 1 is the first
    batch_size: int
    strategy: str  # a name of `choice.queries.QUERIES`
    rng: np.random.Generator
    source: Source | None = None
    test: Sequence[Utterance] = ()  # gold, never learnt from; empty: measure by cross-validation
    exclude: Set[int] = frozenset()  # pool indices in other hands, or set aside
    settings: CrfSettings | None = None
    shape: Shape = field(default_factory=Shape)  # what a batch is made of and what it saves
    start: Weights | None = None  # of the round before, to go on from
    finder_start: Weights | None = None  # and of its finder
    source_verdict: SourceVerdict | None = None  # of the round before
    scorer: signals.PoolScorer = score_pool
    spare: int = 0  # turns that are ranked beyond the batch
    ask_target: bool = True  # where the strategy does not, too: for `hardest`


@one_thread()
def choose_seed(
    pool: Pool,
    *,
    size: int,
    strategy: str,
    source: Source | None,
    rng: np.random.Generator,
    exclude: Set[int] = frozenset(),
    shape: Shape | None = None,
    spare: int = 0,
) -> Selection:
    """The first batch, chosen before anything was labelled; shape: see `units`; spare: turns that
    are ranked beyond it.

    Raises: UnknownStrategy; EmptyPool; NoSource when the strategy needs one.
    """
    seed = seed_named(strategy)
    free = drawn(candidates(pool, exclude))
    if not len(free):
        raise EmptyPool("There is no turn left to choose from.")
    entropy = source_signals = None
    seed.check_source(source is not None)
    if seed.asks_source and source is not None:
        source_signals = signals.source_signals(pool, source, free)
        entropy = source_signals.total()
    view = SeedView(
        candidates=free,
        lengths=pool.encoding("target").lengths[free],
        source=None if entropy is None else entropy[free],
        get_vectors=lambda: np.asarray(pool.vectors[free]),
        rng=rng,
        signals=source_signals,
        saves_reading=shape is not None and shape.cost == "tokens",
        beyond=spare,
    )
    count = min(size, len(free))
    chosen = seed.function(view, count)
    scores = np.zeros(len(chosen)) if entropy is None else entropy[chosen]
    ranked = Picked(chosen, scores, (seed.reason,) * len(chosen))
    batch, larger = ranked.first(count), ranked
    if shape is not None and shape.unit != "turn":
        numbers = dialogue_numbers(pool.utterances)
        batch = shape_seed(batch, shape, numbers, free, size)
        larger = shape_seed(ranked, shape, numbers, free, size + spare)
    after = loop.beyond(batch.indices.tolist(), larger.indices.tolist(), spare)
    return replace(_selection(batch), spare=after)


@one_thread()
def run_round(
    pool: Pool,
    labelled: Mapping[int, tuple[Span, ...]],
    order: RoundOrder,
    progress: Progress | None = None,
) -> RoundResult:
    """Train on `labelled` (pool index -> spans), choose the next batch, propose, measure.

    Raises: EmptyPool, NothingLabelled, OneClassOnly, NoSource, UnknownStrategy.

    >>> import numpy as np
    >>> from learning.crf.pool import memory_pool
    >>> from learning.types import Span, Utterance
    >>> texts = ["me llamo Ana", "soy Jon , buenas", "no funciona", "me llamo Iker", "adiós"]
    >>> pool = memory_pool([Utterance(text) for text in texts])
    >>> labelled = {0: (Span(9, 12, "NAME"),), 1: (Span(4, 7, "NAME"),), 2: ()}
    >>> order = RoundOrder(1, batch_size=1, strategy="longest", rng=np.random.default_rng(0))
    >>> result = run_round(pool, labelled, order)
    >>> result.selection.indices, result.selection.reasons
    ((3,), ('long',))
    >>> [(span.start, span.end, span.label) for span in result.proposals[3]]
    [(9, 13, 'NAME')]
    """
    report = _phased(progress)
    learnt = learn_round(pool, labelled, order, report)
    clock = _Clock()
    indices = sorted(labelled)
    spans = [labelled[index] for index in indices]
    if order.test:
        measured = on_test(learnt.tagger, order.test, report)
    else:
        measured = by_cross_validation(pool, indices, spans, order.settings, report)
    left = left_by_test(measured, learnt.free)
    clock.lap("measuring_s")
    report(1.0, "measuring")
    share = query_named(order.strategy).share_of_source(source_weight(order.number))
    return RoundResult(
        tagger=learnt.tagger,
        selection=learnt.selection,
        proposals=learnt.proposals,
        metrics=measured.metrics,
        left=left,
        source_weight=share if order.source else None,
        timings=learnt.timings | clock.laps,
        measured=measured,
        hardest=learnt.hardest,
        source_verdict=learnt.source_verdict,
    )


@one_thread()
def learn_round(
    pool: Pool,
    labelled: Mapping[int, tuple[Span, ...]],
    order: RoundOrder,
    progress: Progress | None = None,
) -> Learnt:
    """The part of `run_round` before measuring, which simulations do in their own way.

    Raises: as `run_round`.
    """
    source, settings = order.source, order.settings
    query = shaped(order.strategy, order.shape, lambda: dialogue_numbers(pool.utterances))
    strategy = query_named(order.strategy)
    strategy.check_source(source is not None)
    if not len(pool):
        raise EmptyPool("The corpus holds no turn.")
    if not labelled:
        raise NothingLabelled("Nothing was labelled yet.")
    clock, report = _Clock(), progress or _silent
    indices = sorted(labelled)
    spans = [labelled[index] for index in indices]
    pool.encoding("target", report)
    clock.lap("features_s")
    helper = source if Need.TRANSFER in strategy.needs else None
    source_verdict = apply_source(pool, helper, labelled, order.source_verdict)
    add_second_stage(pool, labelled, settings, partial(_part, report, 0.3), keep="first-reading")
    estimator = PoolEstimator(pool, "all", settings, report, order.start, order.finder_start)
    learner = loop.start_learner(estimator, indices, spans, query)
    tagger = loop.tagger_of(learner)
    clock.lap("training_s")
    unread = candidates(pool, set(indices) | set(order.exclude))
    free = drawn(unread)
    weight = source_weight(order.number)
    selection = None
    hard: list[int] = []
    if len(free):
        view_order = signals.ViewOrder(
            strategy=order.strategy,
            source=source,
            weight=weight,
            rng=order.rng,
            ask_target=order.ask_target,
            scorer=order.scorer,
        )
        view = signals.query_view(pool, tagger, free, view_order, report)
        hard = hardest(view.target.mean(), free, view.keys)
        clock.lap("scoring_s")
        report(0.0, "selecting")
        view = loop.with_votes(learner, view)
        picked = loop.next_batch(learner, view, min(order.batch_size, len(free)))
        selection = _selection(picked)
        if order.spare:
            spare = loop.after_batch(learner, view, picked, order.spare)
            selection = replace(selection, spare=spare)
    asked = (*selection.indices, *selection.spare) if selection else ()
    proposals = propose_rows(tagger, pool, asked)
    clock.lap("selecting_s")
    return Learnt(
        tagger, selection, proposals, tuple(hard), source_verdict, len(unread), clock.laps
    )


def propose(
    tagger: Tagger, utterances: Sequence[Utterance], progress: Progress | None = None
) -> list[tuple[Span, ...]]:
    """The tagger's spans, each with a score, for every utterance; thousands of turns a second."""
    proposals: list[tuple[Span, ...]] = []
    for begin in range(0, len(utterances), 5_000):
        proposals += tagger.predict(utterances[begin : begin + 5_000])
        if progress:
            progress(len(proposals) / len(utterances), "scoring")
    return proposals


def propose_rows(
    tagger: CrfTagger, pool: Pool, indices: Sequence[int]
) -> dict[int, tuple[Span, ...]]:
    """The tagger's spans for some utterances of a pool, by index."""
    texts = pool.texts(indices)
    spans = tagger.predict_rows(pool.encoding(tagger.features), indices, texts) if texts else []
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


def _silent(_share: float, _phase: str) -> None:
    """Progress that nobody follows."""


def _part(report: Progress, whole: float, share: float, phase: str) -> None:
    report(whole * share, phase)


class _Clock:
    """Seconds by phase."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = round(now - self._last, 3)
        self._last = now
