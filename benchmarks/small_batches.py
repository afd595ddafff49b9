"""What batches of 20, the size that a project begins with, do to first batches and to the source.

First batches: F1 by seed strategy and size. Rounds of 20: how often the tagger uses the source,
what that gives on the labels of that very round, and what the whole loop gains or loses against one
that never asks the source. Pools of 5,000 of the targets of `active_learning`, binary labels;
judged on a fifth of the pool's own dialogues, so the test splits stay closed. Finding: what a
finder gives beside one CRF of all labels (`learning_parts.finding`), judged on the test splits.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from common import DATA, answer, argument_parser, need_data

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from learning_parts.finding import finding
from learning_parts.targets import POOL, TARGETS, Target, english_dialogues

from learning.choice import signals
from learning.choice.queries import query_named
from learning.choice.units import Shape
from learning.crf.first_stage import add_second_stage
from learning.crf.pool import candidates
from learning.crf.tagger import CrfTagger
from learning.errors import OneClassOnly
from learning.rounds import loop, run
from learning.rounds.estimator import PoolEstimator
from learning.simulation.corpora import (
    LabelMap,
    read_labelmap,
    read_utterances,
    split_by_dialogue,
)
from learning.simulation.curves import mean_deviation
from learning.simulation.samples import Plan, Sample, TestSet, draw_sample
from learning.source.transfer import SourceVerdict, apply_source
from learning.threads import one_thread

OWN_LABELS = {  # of `with_finder`, as in the corpus
    "meddocan": "meddocan.train.jsonl.gz",
    "restaurant8k": "restaurant8k.train.jsonl.gz",
}
SEEDS = ("random", "kmeans", "kmeans+source", "auto")
SIZES = (20, 50, 100)
BATCH, LABELS = 20, 300
TESTED = 2_500  # held-out turns that models are measured on after each round
AT = (20, 60, 100, 200, 300)

Point = dict[str, Any]


def main() -> None:
    parser = argument_parser(__doc__ or "")
    parser.add_argument("--targets", default=",".join(TARGETS), help="with commas between")
    parser.add_argument("--parts", default="seeds,loop", help="seeds, loop, finding")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    need_data("labelmap.json", "meddocan.train.jsonl.gz", "sgd.dev.jsonl.gz")
    need_data("multidogo.train.jsonl.gz", "multidogo.dev.jsonl.gz")
    names = read_labelmap(DATA / "labelmap.json")
    chosen = options.targets.split(",")[: 1 if options.quick else None]
    repeats = 1 if options.quick else options.repeats
    figures: dict[str, Any] = {}
    with one_thread():
        for name in chosen:
            if "finding" in options.parts:
                found = with_finder(name, names, 60 if options.quick else LABELS, repeats)
                figures |= {f"{name}_{key}": value for key, value in found.items()}
                print(name, found, file=sys.stderr, flush=True)
            if name not in TARGETS:
                continue
            target = inner(TARGETS[name](names))
            if "seeds" in options.parts:
                found = first_batches(target, SEEDS, SIZES[: 1 if options.quick else None], repeats)
                figures |= {f"{name}_{key}": value for key, value in found.items()}
            if "loop" in options.parts:
                found = leaning(target, 60 if options.quick else LABELS, repeats)
                figures |= {f"{name}_{key}": value for key, value in found.items()}
    answer("small_batches", figures, {}, options.json)


def inner(target: Target) -> Target:
    """The same with a fifth of the pool's dialogues as its test."""
    pool, test = split_by_dialogue(target.pool, 0.2, np.random.default_rng(1))
    return replace(target, pool=pool, test=test)


def samples(target: Target, repeats: int) -> Iterator[Sample]:
    plan = Plan.as_published(pool_size=POOL, random_state=77)
    return (draw_sample(target.pool, plan, repeat) for repeat in range(repeats))


# --- a finder beside the CRF of all labels -----------------------------------------------------


def with_finder(name: str, names: LabelMap, labels: int, repeats: int) -> dict[str, float]:
    """`learning_parts.finding` on a target: its own labels where it is in `OWN_LABELS`, else
    coarse ones."""
    if name in OWN_LABELS:
        lines = read_utterances(DATA / OWN_LABELS[name])
        pool, test = split_by_dialogue(lines, 0.3, np.random.default_rng(0))
        target = Target(pool, test, english_dialogues(names))
    else:
        target = TARGETS[name](names)
    plan = Plan(pool_size=POOL, random_state=77, labels="all")
    drawn = [draw_sample(target.pool, plan, repeat) for repeat in range(repeats)]
    held = TestSet(target.test[:TESTED], "all")
    return spread(finding(drawn, held, target.source, labels))


# --- first batches -----------------------------------------------------------------------------


def first_batches(
    target: Target, seeds: Sequence[str], sizes: Sequence[int], repeats: int
) -> dict[str, float]:
    """F1 of the first model, mean and deviation, as it is by default (the source is judged)."""
    held = TestSet(target.test, "binary")
    found: dict[str, list[float]] = {}
    for sample in samples(target, repeats):
        for seed in seeds:
            for size in sizes:
                batch = first(sample, target.source, seed, size)
                tagger, _trust = teach(sample, batch, target.source, None)
                found.setdefault(f"{seed}_{size}", []).append(held.score(tagger)["f1"])
    return spread(found)


def first(sample: Sample, source: CrfTagger | None, seed: str, size: int) -> list[int]:
    """The first batch of a seed strategy; a name that ends in "/root" saves reading."""
    name, _, rest = seed.partition("/")
    shape = Shape("turn", "tokens") if rest == "root" else None
    chosen = run.choose_seed(
        sample.pool, size=size, strategy=name, source=source, rng=sample.rng(), shape=shape
    )
    return list(chosen.indices)


def teach(
    sample: Sample, taken: Sequence[int], source: CrfTagger | None, known: SourceVerdict | None
) -> tuple[CrfTagger | None, SourceVerdict | None]:
    """A tagger of these turns, which asks its labels about the source; None without any span."""
    verdict = apply_source(sample.pool, source, {row: sample.gold[row] for row in taken}, known)
    return train(sample, taken), verdict


def train(sample: Sample, taken: Sequence[int]) -> CrfTagger | None:
    learner = start(sample, taken)
    return None if learner is None else loop.tagger_of(learner)


def start(sample: Sample, taken: Sequence[int]) -> Any:
    spans = [sample.gold[row] for row in taken]
    add_second_stage(sample.pool, dict(zip(taken, spans, strict=True)))
    estimator = PoolEstimator(sample.pool, "binary")
    try:
        return loop.start_learner(estimator, taken, spans, query_named("adaptive").function)
    except OneClassOnly:
        return None


# --- rounds of 20 ------------------------------------------------------------------------------


def leaning(target: Target, labels: int, repeats: int) -> dict[str, float]:
    """How often rounds use the source, how often that is wrong, and what the loop gains by it."""
    held = TestSet(target.test[:TESTED], "binary")
    pairs = [both(sample, held, target.source, labels) for sample in samples(target, repeats)]
    every = [point for asked, _alone in pairs for point in asked]
    leant = [point for point in every if point["leans"]]
    heard = [point for point in every if point["listens"]]
    found: dict[str, list[float]] = {}
    for asked, alone in pairs:
        for mine, theirs in zip(asked, alone, strict=True):
            if mine["labels"] in AT:
                found.setdefault(f"f1_{mine['labels']}", []).append(mine["f1"])
                found.setdefault(f"alone_{mine['labels']}", []).append(theirs["f1"])
                apart = 100 * (mine["f1"] - theirs["f1"])
                found.setdefault(f"points_ahead_{mine['labels']}", []).append(apart)
    counts = {"runs": len(pairs), "rounds": len(every)}
    for what, some in (("leant", leant), ("heard", heard)):
        gains = [100 * point["gain"] for point in some]
        runs = sum(any(point in some for point in asked) for asked, _alone in pairs)
        counts |= {f"runs_that_{what}": runs, f"rounds_that_{what}": len(some)}
        counts |= {f"rounds_{what}_wrongly": sum(gain < 0 for gain in gains)}
        counts |= {f"points_in_rounds_that_{what}": mean_of(gains)}
    return counts | spread(found)


def both(
    sample: Sample, held: TestSet, source: CrfTagger, labels: int
) -> tuple[list[Point], list[Point]]:
    """The default loop in batches of 20, and one that never asks the source but for its seeds.

    Until the source is used for the first time they are the same.
    """
    rng = sample.rng()
    seeds = first(sample, source, "auto", BATCH)
    asked = list(follow(sample, held, source, labels, seeds, rng, asks=True))
    parts = [number for number, point in enumerate(asked) if point["leans"] or point["listens"]]
    if not parts:
        return asked, asked
    begin = asked[parts[0]]
    rng.bit_generator.state = begin["state"]
    alone = follow(sample, held, source, labels, begin["taken"], rng, asks=False)
    return asked, asked[: parts[0]] + list(alone)


def follow(
    sample: Sample,
    held: TestSet,
    source: CrfTagger,
    labels: int,
    taken: Sequence[int],
    rng: np.random.Generator,
    *,
    asks: bool,
) -> Iterator[Point]:
    """Rounds of 20 from these turns on; `asks` whether the source may be used. gain: F1
    with the source less that of a tagger alone on the same labels."""
    pool, taken = sample.pool, list(taken)
    verdict: SourceVerdict | None = None
    while True:
        point: Point = {
            "labels": len(taken),
            "taken": list(taken),
            "state": rng.bit_generator.state,
        }
        gold = {row: sample.gold[row] for row in taken}
        verdict = apply_source(pool, source if asks else None, gold, verdict)
        learner = start(sample, taken)
        tagger = None if learner is None else loop.tagger_of(learner)
        point |= {
            "leans": bool(verdict and verdict.uses_prior),
            "listens": bool(verdict and verdict.uses_features),
        }
        point |= {"f1": held.score(tagger)["f1"], "trust": verdict}
        yield point
        if len(taken) >= labels:
            break
        free = candidates(pool, set(taken))
        if learner is None or tagger is None:
            more = run.choose_seed(
                pool, size=BATCH, strategy="auto", source=source, rng=rng, exclude=set(taken)
            )
            taken += more.indices
        else:
            order = signals.ViewOrder("adaptive", source=None, weight=0.0, rng=rng)
            view = signals.query_view(pool, tagger, free, order)
            taken += loop.next_batch(learner, view, BATCH).indices.tolist()
        if point["leans"] or point["listens"]:
            apply_source(pool, None, {})
            point["gain"] = point["f1"] - held.score(train(sample, point["taken"]))["f1"]
    apply_source(pool, None, {})
    if point["leans"] or point["listens"]:
        point["gain"] = point["f1"] - held.score(train(sample, point["taken"]))["f1"]


def spread(found: dict[str, list[float]]) -> dict[str, float]:
    """Mean and deviation of each, rounded."""
    figures = {}
    for key, values in found.items():
        apart = mean_deviation(values)
        figures |= {key: round(apart["mean"], 4), f"{key}_sd": round(apart["sd"], 4)}
    return figures


def mean_of(values: Sequence[float]) -> float:
    return round(float(np.mean(values)), 2) if values else float("nan")


if __name__ == "__main__":
    main()
