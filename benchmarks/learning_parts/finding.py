"""What a finder gives beside one CRF of all labels, in rounds of 20 with turns drawn by chance.

A part of `small_batches`. Two loops a pool, with seeds `auto`, queries `adaptive`, the source where
labels say that it helps, second-stage features, and two turns of a batch drawn by chance: one with
both CRFs, one whose tagger is the CRF of all labels alone. The first also tells what that CRF alone
finds with the very same labelled turns. As in a project training goes on from the weights of the
round before.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from learning.choice import signals
from learning.choice.queries import query_named
from learning.crf.first_stage import add_second_stage
from learning.crf.modelfile import Weights
from learning.crf.pool import candidates
from learning.crf.tagger import CrfTagger
from learning.errors import OneClassOnly
from learning.rounds import loop, run
from learning.rounds.estimator import PoolEstimator
from learning.simulation.samples import Sample, TestSet
from learning.source.transfer import SourceVerdict, apply_source

BATCH, AUDIT = 20, 2
AT = (20, 40, 60, 100, 200, 300)
BARS = (0.85, 0.90)
Scores = Mapping[str, float]


def finding(
    samples: Sequence[Sample], held: TestSet, source: CrfTagger, labels: int
) -> dict[str, list[float]]:
    """Per pool: F1 of sensitive and micro F1 over labels at `AT` ("both", "same" turns without the
    finder, "one" in a loop of its own), and the turns from which each loop was above `BARS`."""
    found: dict[str, list[float]] = {}

    def note(key: str, value: float) -> None:
        found.setdefault(key, []).append(value)

    for sample in samples:
        loops = {
            "both": list(_follow(sample, held, source, labels, finds=True)),
            "one": list(_follow(sample, held, source, labels, finds=False)),
        }
        print(
            sample.repeat, {way: points[-1][:2] for way, points in loops.items()}, file=sys.stderr
        )
        for way, points in loops.items():
            for turns, scores, alone in points:
                if turns not in AT:
                    continue
                for name, given in {way: scores, "same": alone}.items():
                    if name != "same" or way == "both":
                        note(f"{name}_f1_{turns}", given["f1"])
                        note(f"{name}_f1_labels_{turns}", given["f1_labels"])
            for bar in BARS:
                there = [turns for turns, scores, _ in points if scores["f1"] >= bar]
                note(f"{way}_turns_to_{bar:g}", there[0] if there else np.nan)
    return found


def _follow(
    sample: Sample, held: TestSet, source: CrfTagger, labels: int, *, finds: bool
) -> Iterator[tuple[int, Scores, Scores]]:
    """Rounds on a pool: labelled turns, scores of the tagger, and of its CRF of all labels alone
    (one CRF never needs a finder)."""
    pool, rng = sample.pool, sample.rng()
    verdict: SourceVerdict | None = None
    taken: list[int] = []
    choose: Callable[[int], list[int]] | None = None
    tagger: CrfTagger | None = None
    finder: Weights | None = None
    while len(taken) < labels:
        if choose is None:
            more = list(
                run.choose_seed(
                    pool, size=BATCH, strategy="auto", source=source, rng=rng, exclude=set(taken)
                ).indices
            )
        else:
            more = choose(BATCH)
        free = np.setdiff1d(candidates(pool, set(taken)), more)
        audit = rng.choice(free, min(AUDIT, len(free)), replace=False).tolist()
        taken += more[: BATCH - len(audit)] + audit
        gold = {row: sample.gold[row] for row in taken}
        verdict = apply_source(pool, source, gold, verdict)
        tagger, choose = _teach(sample, gold, rng, tagger, finder, finds=finds)
        scores = alone = held.score(tagger)
        finder = None if tagger is None else tagger.finder
        if tagger is not None and finder is not None and len(taken) in AT:
            tagger.finder = None
            alone = held.score(tagger)
            tagger.finder = finder
        yield len(taken), scores, alone
    apply_source(pool, None, {})


def _teach(
    sample: Sample,
    gold: dict[int, Any],
    rng: np.random.Generator,
    before: CrfTagger | None,
    finder: Weights | None,
    *,
    finds: bool,
) -> tuple[CrfTagger | None, Callable[[int], list[int]] | None]:
    """A tagger of these turns, and how it chooses the next; None without any span."""
    pool = sample.pool
    add_second_stage(pool, gold)
    try:
        learner = loop.start_learner(
            PoolEstimator(pool, "all", start=before and before.weights, finder_start=finder),
            list(gold),
            list(gold.values()),
            query_named("adaptive").function,
        )
    except OneClassOnly:
        return None, None
    tagger = loop.tagger_of(learner)
    if not finds:
        tagger.finder = None

    def choose(size: int) -> list[int]:
        order = signals.ViewOrder("adaptive", source=None, weight=0.0, rng=rng)
        view = signals.query_view(pool, tagger, candidates(pool, set(gold)), order)
        chosen: list[int] = loop.next_batch(learner, view, size).indices.tolist()
        return chosen

    return tagger, choose
