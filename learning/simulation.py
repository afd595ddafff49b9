"""Replays active learning on a labelled corpus: how good after how many labelled utterances.

The gold labels play the annotator; the loop is the one of real rounds (`loop`, modAL). One instance
is one turn or line. Called by the `simulate` command and by benchmarks.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from learning import loop, rounds, signals
from learning.corpora import LabelMap, read_utterances
from learning.crf import CrfTagger, training_tags
from learning.encoding import Encoding, encode
from learning.errors import EmptyPool
from learning.pool import Pool, memory_pool
from learning.queries import USE_SOURCE, query_named
from learning.scores import prf
from learning.tokens import OUTSIDE
from learning.training import CrfSettings
from learning.transfer import source_weight
from learning.types import Utterance
from learning.uncertainty import Signals

Scheme = Literal["binary", "coarse", "all"]
Point = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """The knobs of a simulation; `iterations` counts rounds after the seed batch.

    labels: "binary" learns sensitive or not; "coarse" and "all" learn the labels as given (make
    them coarse with a label map first). stop_at: leave a run once F1 has reached this share of the
    full-pool F1 twice, or None to go on to the end.
    """

    seed_strategy: str = "random"
    query_strategy: str = "target-entropy"
    batch: int = 100
    iterations: int = 10
    repeats: int = 1
    random_state: int = 0
    pool_size: int | None = None
    labels: Scheme = "binary"
    settings: CrfSettings | None = None
    stop_at: float | None = None


class TestSet:
    """Held-out utterances with their gold tags, encoded once."""

    __test__ = False  # not a test case for pytest

    def __init__(self, utterances: Sequence[Utterance], labels: Scheme) -> None:
        scheme: Literal["all", "binary"] = "binary" if labels == "binary" else "all"
        self.encoding: Encoding = encode(utterances)
        self.gold = np.asarray(
            [
                tag[2:]
                for each in utterances
                for tag in training_tags(each.text, each.spans, scheme)
            ],
            dtype=object,
        )

    def score(self, tagger: CrfTagger) -> dict[str, float]:
        """Token-level precision, recall and F1: sensitive class if binary, else micro-average."""
        names = np.asarray([tag[2:] if tag != OUTSIDE else "" for tag in tagger.tags], object)
        found = names[tagger.tag_rows(self.encoding, np.arange(len(self.encoding)))]
        correct = int(((found == self.gold) & (self.gold != "")).sum())
        figures = prf(correct, int((found != "").sum()), int((self.gold != "").sum()))
        return {name: round(figures[name], 5) for name in ("precision", "recall", "f1")}


def simulate(
    target: Sequence[Utterance],
    test: Sequence[Utterance],
    plan: Plan,
    source: CrfTagger | None = None,
    progress: Callable[[float, str], None] | None = None,
) -> dict[str, Any]:
    """Run `plan.repeats` simulations, each on its own sample of `target`.

    Returns {"full": mean precision, recall, f1 with the whole pool labelled, "pool": {"instances",
    "tokens"}, "runs": [{"repeat", "full", "pool", "curve": [{"instances", "tokens", "precision",
    "recall", "f1", "train_s", "score_s", "select_s"}]}]}.
    Raises: EmptyPool, UnknownStrategy, NoSource, OneClassOnly.
    """
    query_named(plan.query_strategy)
    if not target or not test:
        raise EmptyPool("A simulation needs utterances to learn from and others to test on.")
    held = TestSet(test, plan.labels)
    runs = []
    for repeat in range(plan.repeats):
        rng = np.random.default_rng([plan.random_state, repeat])
        pool = memory_pool(_sample(target, plan.pool_size, rng))
        runs.append({"repeat": repeat, **_run(pool, held, plan, source, rng)})
        if progress:
            progress((repeat + 1) / plan.repeats, "measuring")
    names = ("precision", "recall", "f1")
    full = {name: round(float(np.mean([run["full"][name] for run in runs])), 5) for name in names}
    return {"full": full, "pool": runs[0]["pool"], "runs": runs}


def _sample(
    target: Sequence[Utterance], size: int | None, rng: np.random.Generator
) -> list[Utterance]:
    if size is None or size >= len(target):
        return list(target)
    return [target[int(place)] for place in np.sort(rng.permutation(len(target))[:size])]


def _run(
    pool: Pool,
    held: TestSet,
    plan: Plan,
    source: CrfTagger | None,
    rng: np.random.Generator,
) -> dict[str, Any]:
    encoding = pool.encoding("target")
    gold = [each.spans for each in pool.utterances]
    scheme: Literal["all", "binary"] = "binary" if plan.labels == "binary" else "all"
    everything = loop.PoolEstimator(pool, scheme, plan.settings)
    everything.fit(loop.rows(range(len(pool))), loop.objects([loop.Labelled(s) for s in gold]))
    full = held.score(everything.tagger_)
    seed = rounds.choose_seed(
        pool, size=plan.batch, strategy=plan.seed_strategy, source=source, rng=rng
    )
    taken = list(seed.indices)
    known = _source_known(pool, plan, source)
    estimator = loop.PoolEstimator(pool, scheme, plan.settings)
    clock = time.perf_counter()
    learner = loop.start_learner(
        estimator, taken, [gold[index] for index in taken], query_named(plan.query_strategy)
    )
    train_s = time.perf_counter() - clock
    curve: list[Point] = []
    for number in range(1, plan.iterations + 2):
        tagger = loop.tagger_of(learner)
        point: Point = {"instances": len(taken), "tokens": int(encoding.lengths[taken].sum())}
        point |= held.score(tagger) | {"train_s": round(train_s, 3)}
        curve.append(point | {"score_s": 0.0, "select_s": 0.0})
        free = signals.candidates(pool, set(taken))
        if number > plan.iterations or not len(free) or _reached(curve, full["f1"], plan.stop_at):
            break
        clock = time.perf_counter()
        view = signals.query_view(
            pool, tagger, free, strategy=plan.query_strategy, source=source,
            weight=source_weight(number), rng=rng, source_known=known,
        )  # fmt: skip
        curve[-1]["score_s"] = round(time.perf_counter() - clock, 3)
        clock = time.perf_counter()
        batch = loop.next_batch(learner, view, plan.batch).indices.tolist()
        curve[-1]["select_s"] = round(time.perf_counter() - clock, 3)
        taken += batch
        clock = time.perf_counter()
        loop.teach(learner, batch, [gold[index] for index in batch])
        train_s = time.perf_counter() - clock
    size = {"instances": len(pool), "tokens": encoding.tokens}
    return {"full": full, "pool": size, "curve": curve}


def _source_known(pool: Pool, plan: Plan, source: CrfTagger | None) -> Signals | None:
    """The source model does not change, so it reads the pool once a run."""
    if source is None or plan.query_strategy not in USE_SOURCE:
        return None
    return signals.source_signals(pool, source, signals.candidates(pool, frozenset()))


def _reached(curve: Sequence[Point], full: float, share: float | None) -> bool:
    return share is not None and sum(point["f1"] >= share * full for point in curve) >= 2


def first_touch(run: dict[str, Any], share: float = 0.99) -> dict[str, float] | None:
    """Percentages of the pool's instances and tokens when F1 first reaches `share` of full.

    None when the run ended before.
    """
    for point in run["curve"]:
        if point["f1"] >= share * run["full"]["f1"]:
            return {name: 100 * point[name] / run["pool"][name] for name in ("instances", "tokens")}
    return None


def open_source(path: Path, labelmap: LabelMap | None = None) -> CrfTagger:
    """A source model: a saved one when `path` is a folder, else trained on a JSONL corpus now.

    Raises: ModelDamaged, BadCorpus, OneClassOnly, OSError.
    """
    path = Path(path)
    if path.is_dir():
        return CrfTagger.load(path)
    return CrfTagger(features="source").fit(read_utterances(path, labelmap), labels="binary")
