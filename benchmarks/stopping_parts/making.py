"""Simulates the runs that `stopping` plays back: as `simulate` does, with what is true beside.

A run ends when so many turns were read as at 99 % of full F1 and 80 % more, or after `END` turns.
"""

import sys
from collections.abc import Callable, Sequence, Set
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from active_parts.as_project import drawn
from common import DATA, need_data
from learning_parts.targets import POOL, Target, meddocan, multidogo, restaurant8k, sgd
from stopping_parts.rounds import Kept, Round, read_kept, write_kept

from learning.crf.pool import Pool
from learning.crf.tagger import CrfTagger
from learning.metrics.precision_recall import covered
from learning.rounds.run import propose_rows
from learning.simulation import replay
from learning.simulation.corpora import LabelMap, read_labelmap
from learning.simulation.samples import Plan, Sample, TestSet, draw_sample, score_full
from learning.stopping.advice import Signs, StoppingAdvice, Watch
from learning.stopping.audit import Outcome
from learning.stopping.stopset import Look, look_around

TARGETS: dict[str, Callable[[LabelMap], Target]] = {
    "software": multidogo,
    "meddocan": meddocan,
    "sgd": sgd,
    "restaurant8k": restaurant8k,
}
FILES = (
    *("labelmap.json", "meddocan.train.jsonl.gz", "sgd.dev.jsonl.gz", "multidogo.train.jsonl.gz"),
    *("multidogo.dev.jsonl.gz", "restaurant8k.train.jsonl.gz", "restaurant8k.test.jsonl.gz"),
)
END, LONGER = 1_200, 1.8


def make(folder: Path, repeats: int, *, is_quick: bool = False) -> Path:
    """The file of all runs; each is kept in the folder as soon as it is done."""
    need_data(*FILES)
    folder.mkdir(parents=True, exist_ok=True)
    names = read_labelmap(DATA / "labelmap.json")
    runs: list[Kept] = []
    for target, of in TARGETS.items():
        if is_quick and target != "restaurant8k":
            continue
        made: Target | None = None
        for repeat in range(1 if is_quick else repeats):
            path = folder / f"{target}-{repeat}.json.gz"
            if not path.exists():
                made = made or of(names)
                run = simulate(target, made, repeat, 100 if is_quick else END)
                write_kept([run], path)
                print(target, repeat, file=sys.stderr, flush=True)
            runs += read_kept(path)
    write_kept(runs, folder / "rounds.json.gz")
    return folder / "rounds.json.gz"


def simulate(name: str, target: Target, repeat: int, end: int) -> Kept:
    size = min(POOL, len(target.pool))
    plan = Plan(pool_size=size, random_state=11, iterations=end // Plan.batch - 1)
    held = TestSet(drawn(target.test), plan.labels)
    sample = draw_sample(target.pool, plan, repeat)
    full = score_full(sample, held, plan, target.source)
    seen = Seen(sample)
    with (
        mock.patch.object(replay, "Watch", seen.watch),
        mock.patch.object(replay, "look_around", seen.look),
        mock.patch.object(replay, "_reached", is_long),
    ):
        curve = replay.run_plan(sample, held, plan, target.source, full)
    shares = [point["f1"] / curve["full"]["f1"] for point in curve["curve"] if "advice" in point]
    return Kept(name, repeat, seen.rounds(shares), seen.signs, seen.outcomes)


def is_long(curve: Sequence[dict[str, Any]], full: dict[str, float], _share: float | None) -> bool:
    there = [point["instances"] for point in curve if point["f1"] >= 0.99 * full["f1"]]
    return len(there) > 1 and curve[-1]["instances"] >= LONGER * there[0] + 40


class Seen:
    """What each round of a run told, and what was true: the model's misses in unread turns."""

    def __init__(self, sample: Sample) -> None:
        self.sample = sample
        self.signs: list[Signs] = []
        self.outcomes: list[Outcome] = []
        self._told: list[tuple[int, int, list[int], int]] = []
        self._tagger: CrfTagger | None = None

    def look(
        self, pool: Pool, tagger: CrfTagger, keys: Sequence[int], drawn: Sequence[int]
    ) -> tuple[Look, dict[int, float]]:
        self._tagger = tagger
        return look_around(pool, tagger, keys, drawn)

    def watch(self) -> Watch:
        seen = self

        class Told(Watch):
            def add(self, look: Look, labelled: Set[int]) -> Signs:
                seen.missed(labelled)
                return super().add(look, labelled)

            def advise(self, **known: Any) -> StoppingAdvice:
                seen.signs, seen.outcomes = self.signs, list(known["outcomes"])
                seen._told[-1] = (*seen._told[-1][:3], len(seen.outcomes))
                return super().advise(**known)

        return Told()

    def missed(self, labelled: Set[int]) -> None:
        assert self._tagger is not None
        pool, gold = self.sample.pool, self.sample.gold
        unread = [index for index in range(len(pool)) if index not in labelled]
        found = propose_rows(self._tagger, pool, unread)
        missed = [
            sum(not covered(text, span, found[index]) for span in gold[index])
            for index, text in zip(unread, pool.texts(unread), strict=True)
        ]
        self._told.append((len(labelled), len(unread), np.bincount(missed).tolist(), 0))

    def rounds(self, shares: Sequence[float]) -> list[Round]:
        return [
            Round(
                read,
                share,
                unread,
                sum(missed * turns for missed, turns in enumerate(by)),
                by,
                audited,
            )
            for share, (read, unread, by, audited) in zip(shares, self._told, strict=True)
        ]
