"""Replays active learning on a labelled corpus: how good after how many labelled utterances.

The gold labels play the annotator; the loop is the one of real rounds (`loop`, modAL). One instance
is one turn or line. Called by `comparison` (many runs at once) and by benchmarks.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from modAL.models import ActiveLearner

from learning.choice import signals
from learning.choice.costs import count_edits
from learning.choice.queries import query_named
from learning.choice.source_weight import source_weight
from learning.choice.strategies import Need
from learning.choice.units import dialogue_numbers, shaped
from learning.crf.first_stage import add_second_stage
from learning.crf.pool import Pool, candidates
from learning.crf.tagger import CrfTagger
from learning.errors import EmptyPool, OneClassOnly
from learning.rounds import loop
from learning.rounds import run as rounds
from learning.rounds.estimator import PoolEstimator
from learning.simulation.corpora import LabelMap, read_utterances
from learning.simulation.curves import first_touch as first_touch
from learning.simulation.samples import SCORES, Sample, draw_sample, own_full, score_full
from learning.simulation.samples import Plan as Plan
from learning.simulation.samples import TestSet as TestSet
from learning.source.training import train_source_tagger
from learning.source.transfer import SourceVerdict, apply_source
from learning.stopping.advice import Watch, stopped_at
from learning.stopping.stopset import draw_stop_set, look_at
from learning.told import Source
from learning.types import Utterance

Point = dict[str, Any]


def simulate(
    target: Sequence[Utterance],
    test: Sequence[Utterance],
    plan: Plan,
    source: Source | None = None,
    progress: Callable[[float, str], None] | None = None,
) -> dict[str, Any]:
    """Run `plan.repeats` simulations, each on its own sample of `target`.

    Returns {"full": mean precision, recall, f1, f1_labels with the whole pool labelled, "pool":
    {"instances", "tokens"}, "runs": [{"repeat", "full", "pool", "curve": [{"instances", "tokens",
    "precision", "recall", "f1", "f1_labels", "edits", "seconds", "train_s", "score_s", "select_s",
    "advice", "why"}]}]}. f1 is of sensitive or not, f1_labels micro over labels.
    edits: what a person changed in the proposals of the model before; seconds: hers, by the plan's
    cost model; advice, why: the verdict on stopping and the code of its reason (`stopping`), not
    there as long as there is no model.
    Raises: EmptyPool, UnknownStrategy, NoSource, OneClassOnly.
    """
    query_named(plan.query_strategy)
    if not target or not test:
        raise EmptyPool("A simulation needs utterances to learn from and others to test on.")
    held = TestSet(test, plan.labels)
    runs = []
    for repeat in range(plan.repeats):
        sample = draw_sample(target, plan, repeat)
        full = score_full(sample, held, plan, source)
        runs.append(run_plan(sample, held, plan, source, full))
        if progress:
            progress((repeat + 1) / plan.repeats, "measuring")
    return {"full": mean_full(runs), "pool": runs[0]["pool"], "runs": runs}


def mean_full(runs: Sequence[dict[str, Any]]) -> dict[str, float]:
    """The mean over runs of the scores with the whole pool labelled."""
    return {name: round(float(np.mean([run["full"][name] for run in runs])), 5) for name in SCORES}


def run_plan(
    sample: Sample,
    held: TestSet,
    plan: Plan,
    source: Source | None,
    full: dict[str, float],
) -> dict[str, Any]:
    """One run of a plan on a sample: {"repeat", "full", "pool", "curve"} as in `simulate`, with
    the instances at which the advice was first to stop, or None, as "stopped_at"."""
    pool = sample.pool
    size = {"instances": len(pool), "tokens": pool.encoding("target").tokens}
    full = own_full(full, plan.query_strategy) if full else full
    curve = _run(sample, held, plan, source, full)
    answer = {"repeat": sample.repeat, "full": full, "pool": size, "curve": curve}
    return answer | {"stopped_at": stopped_at(curve)}


def _run(
    sample: Sample,
    held: TestSet,
    plan: Plan,
    source: Source | None,
    full: dict[str, float],
) -> list[Point]:
    pool, rng = sample.pool, sample.rng()
    pupil = _Pupil(sample, plan)
    transfers = Need.TRANSFER in query_named(plan.query_strategy).needs
    batch = _seed(pool, plan, source, rng, set())
    curve: list[Point] = []
    watch, stop = Watch(), draw_stop_set(range(len(pool)))
    for number in range(1, plan.iterations + 2):
        clock = _Clock()
        pupil.learn(batch, source if transfers else None)
        train_s = clock.lap()
        point = pupil.spent() | held.score(pupil.tagger) | {"train_s": train_s}
        curve.append(point | {"score_s": 0.0, "select_s": 0.0})
        if pupil.tagger is not None:
            watch.add(look_at(pool, pupil.tagger, stop, range(len(pool))), set(pupil.taken))
            advice = watch.advise(unread=len(pool) - len(pupil.taken))
            curve[-1] |= {"advice": advice["verdict"], "why": advice["why"]}
        free = candidates(pool, set(pupil.taken))
        if number > plan.iterations or not len(free) or _reached(curve, full, plan.stop_at):
            break
        clock.lap()
        tagger = pupil.tagger
        if pupil.learner is None or tagger is None:
            batch = _seed(pool, plan, source, rng, set(pupil.taken))
            continue
        order = signals.ViewOrder(
            strategy=plan.query_strategy,
            source=source,
            weight=source_weight(number),
            rng=rng,
            ask_target=plan.shape.expects_edits,
        )
        view = signals.query_view(pool, tagger, free, order)
        curve[-1]["score_s"] = clock.lap()
        batch = loop.next_batch(pupil.learner, view, plan.batch).indices.tolist()
        curve[-1]["select_s"] = clock.lap()
    return curve


def _seed(
    pool: Pool, plan: Plan, source: Source | None, rng: np.random.Generator, taken: set[int]
) -> list[int]:
    """The first batch, and further ones as long as nothing sensitive was among what was labelled:
    real rounds do the same."""
    chosen = rounds.choose_seed(
        pool,
        size=plan.batch,
        strategy=plan.seed_strategy,
        source=source,
        rng=rng,
        exclude=frozenset(taken),
        shape=plan.shape,
    )
    return list(chosen.indices)


@dataclass
class _Pupil:
    """What was labelled so far, and the learner that was taught it (None before a first span)."""

    sample: Sample
    plan: Plan
    taken: list[int] = field(default_factory=list)
    learner: ActiveLearner | None = None
    edits: int = 0
    verdict: SourceVerdict | None = None

    @property
    def tagger(self) -> CrfTagger | None:
        return None if self.learner is None else loop.tagger_of(self.learner)

    def learn(self, batch: Sequence[int], source: Source | None) -> None:
        gold = self.sample.gold
        self.edits += self._count_edits(batch)
        self.taken += batch
        labelled = {index: gold[index] for index in self.taken}
        self.verdict = apply_source(self.sample.pool, source, labelled, self.verdict)
        add_second_stage(self.sample.pool, labelled, self.plan.settings)
        if self.learner is not None:
            loop.teach(self.learner, batch, [gold[index] for index in batch])
            return
        estimator = PoolEstimator(self.sample.pool, self.plan.scheme, self.plan.settings)
        spans = [gold[index] for index in self.taken]
        pool = self.sample.pool.utterances
        query = shaped(self.plan.query_strategy, self.plan.shape, lambda: dialogue_numbers(pool))
        try:
            self.learner = loop.start_learner(estimator, self.taken, spans, query)
        except OneClassOnly:
            self.learner = None

    def _count_edits(self, batch: Sequence[int]) -> int:
        """What the person changes in a batch that comes with the last model's proposals."""
        pool, gold = self.sample.pool, self.sample.gold
        if self.tagger is None:
            return sum(len(gold[index]) for index in batch)
        texts = pool.texts(batch)
        proposals = self.tagger.predict_rows(pool.encoding("target"), batch, texts)
        pairs = zip(proposals, [gold[index] for index in batch], strict=True)
        return sum(count_edits(proposed, final).total for proposed, final in pairs)

    def spent(self) -> Point:
        """What was labelled so far, in every unit of cost."""
        turns = len(self.taken)
        tokens = int(self.sample.pool.encoding("target").lengths[self.taken].sum())
        seconds = self.plan.costs.seconds(tokens, self.edits, turns)
        spent = {"instances": turns, "tokens": tokens, "edits": self.edits}
        return spent | {"seconds": round(seconds, 1)}


class _Clock:
    """Seconds since the last look."""

    def __init__(self) -> None:
        self._last = time.perf_counter()

    def lap(self) -> float:
        last, self._last = self._last, time.perf_counter()
        return round(self._last - last, 3)


def _reached(curve: Sequence[Point], full: dict[str, float], share: float | None) -> bool:
    """Twice, for one good round may be luck; never a share of nothing. The full-pool scores are
    asked for only here."""
    if share is None or not full["f1"]:
        return False
    return len([point for point in curve if point["f1"] >= share * full["f1"]]) >= 2


def open_source(path: Path, labelmap: LabelMap | None = None) -> CrfTagger:
    """A source model: a saved one when `path` is a folder, else trained on a JSONL corpus now.

    Raises: ModelDamaged, BadCorpus, OneClassOnly, OSError.
    """
    path = Path(path)
    if path.is_dir():
        return CrfTagger.load(path)
    return train_source_tagger(read_utterances(path, labelmap))
