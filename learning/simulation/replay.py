"""Replays active learning on a labelled corpus: how good after how many labelled utterances.

The gold labels play the annotator (`readers`); each round is one of a project (`rounds.run`). One
instance is one turn or line. Called by `comparison` (many runs at once) and by benchmarks.
"""

from collections.abc import Callable, Sequence, Set
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from learning.choice.queries import query_named
from learning.choice.strategies import Need
from learning.crf.pool import Pool, candidates
from learning.crf.tagger import CrfTagger
from learning.errors import EmptyPool, OneClassOnly
from learning.rounds import run as rounds
from learning.rounds.batches import audit_turns
from learning.rounds.run import RoundOrder, Selection, learn_round, propose_rows
from learning.simulation.corpora import LabelMap, read_utterances
from learning.simulation.curves import first_touch as first_touch
from learning.simulation.readers import Readers
from learning.simulation.samples import (
    SCORES,
    Sample,
    draw_sample,
    on_disk,
    own_full,
    score_full,
)
from learning.simulation.samples import Plan as Plan
from learning.simulation.samples import TestSet as TestSet
from learning.source.training import train_source_tagger
from learning.stopping.advice import Watch, stopped_at
from learning.stopping.stopset import look_around
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
    "precision", "recall", "f1", "f1_labels", "edits", "seconds", "minutes", "train_s", "score_s",
    "select_s", "advice", "why"}]}]}. f1 is of sensitive or not, f1_labels micro over labels.
    edits: what people changed in the proposals that they saw; seconds, minutes: theirs, by the
    plan's cost model; advice, why: the verdict on stopping and the code of its reason
    (`stopping`), not there as long as there is no model.
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
    with on_disk(sample, source) if plan.warm else nullcontext():
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
    needs = query_named(plan.query_strategy).needs
    helper = source if plan.trust or Need.TRANSFER not in needs else None
    readers = Readers(sample, plan)
    readers.ask(readers.mixed(_seed(pool, plan, source, rng, readers.asked)))
    curve: list[Point] = []
    watch, last = Watch(), None
    for number in range(1, plan.iterations + 2):
        readers.read()
        is_last = number > plan.iterations
        order = RoundOrder(
            number=number,
            batch_size=plan.batch,
            strategy=plan.query_strategy,
            rng=rng,
            source=helper,
            exclude=set(range(len(pool))) if is_last else readers.asked,
            settings=plan.settings,
            shape=plan.shape,
            start=last.tagger.weights if last and plan.warm else None,
            finder_start=last.tagger.finder if last and plan.warm else None,
            source_verdict=last.source_verdict if last else None,
            ask_target=plan.shape.expects_edits,
        )
        try:
            learnt = learn_round(pool, readers.labelled, order)
        except OneClassOnly:
            curve.append(readers.spent() | held.score(None) | _seconds({}))
            any_free = len(candidates(pool, readers.asked)) > 0
            if is_last or not (any_free or readers.waiting):
                break
            more = _seed(pool, plan, source, rng, readers.asked) if any_free else None
            readers.ask(readers.mixed(more))
            continue
        last, chosen = learnt, readers.mixed(learnt.selection)
        drawn = audit_turns(chosen)
        look, expected = look_around(pool, learnt.tagger, range(len(pool)), drawn)
        watch.add(look, readers.labelled.keys())
        unread = len(pool) - len(readers.labelled)
        advice = watch.advise(unread=unread, outcomes=readers.outcomes)
        curve.append(
            readers.spent()
            | held.score(learnt.tagger)
            | _seconds(learnt.timings)
            | {"advice": advice["verdict"], "why": advice["why"]}
        )
        if is_last or _reached(curve, full, plan.stop_at):
            break
        if chosen is None and not readers.waiting:
            break
        proposals = learnt.proposals | propose_rows(learnt.tagger, pool, drawn)
        readers.ask(chosen, proposals, expected)
    return curve


def _seed(
    pool: Pool,
    plan: Plan,
    source: Source | None,
    rng: np.random.Generator,
    taken: Set[int],
) -> Selection:
    """The first batch, and further ones as long as nothing sensitive was among what was labelled:
    real rounds do the same."""
    return rounds.choose_seed(
        pool,
        size=plan.batch,
        strategy=plan.seed_strategy,
        source=source,
        rng=rng,
        exclude=taken,
        shape=plan.shape,
    )


def _seconds(timings: dict[str, float]) -> Point:
    """What the machine took to learn, to score the pool, and to choose."""
    train = timings.get("features_s", 0.0) + timings.get("training_s", 0.0)
    return {
        "train_s": round(train, 3),
        "score_s": timings.get("scoring_s", 0.0),
        "select_s": timings.get("selecting_s", 0.0),
    }


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
