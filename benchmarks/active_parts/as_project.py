"""What a project has to label, beside what papers would say of the same tagger and strategies.

Both rows of a target work on the same pools (whole dialogues, up to 5,000 turns) and test. The
first is what `simulate` runs by default, the second `simulate --as-published` with those pools. A
run ends when 99 % of its own full F1 was reached twice, or at `END` of the pool.
"""

import json
import os
import sys
import time
from argparse import Namespace
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from common import DATA, answer, need_data
from learning_parts.targets import FRESH, KNOWN, POOL, Target

from learning.simulation.comparison import Material, compare
from learning.simulation.corpora import read_labelmap, split_by_dialogue
from learning.simulation.curves import Run, first_touch, mean_deviation
from learning.simulation.samples import Plan
from learning.types import Utterance

TESTED = 1_500  # turns of the test, in dialogues drawn by chance: files have an order
END = 0.2  # share of the pool at which a run ends, whatever it has reached
AT = 100  # turns after which models are compared
PAIR = ("auto", "adaptive")
FILES = (
    *("labelmap", "meddocan.train", "sgd.dev", "multidogo.train", "multidogo.dev"),
    *("restaurant8k.train", "restaurant8k.test", "fmtod-es.train", "fmtod-es.test"),
    *("germeval2014.dev", "germeval2014.test", "presidio-synth.all"),
)


def main(options: Namespace) -> None:
    need_data(*(f"{n}.json" if n == "labelmap" else f"{n}.jsonl.gz" for n in FILES))
    names = read_labelmap(DATA / "labelmap.json")
    makers = KNOWN | FRESH
    if options.quick:
        makers = {"presidio": makers["presidio"]}
    if options.targets:
        makers = {name: makers[name] for name in options.targets.split(",")}
    figures: dict[str, Any] = {}
    notes: list[str] = []
    for name, make in makers.items():
        target, begun = make(names), time.process_time()
        for way, plan in ways(target, options).items():
            kept = Parts(Path(options.keep) / name / way) if options.keep else None
            material = Material(target.pool, drawn(target.test), target.source, plan)
            result = compare(material, [PAIR], jobs=jobs(), parts=kept)
            found = figures_of(result["runs"], f"{name} {way}", notes)
            figures |= {f"{name}_{way}_{key}": value for key, value in found.items()}
            print(name, way, json.dumps(found), file=sys.stderr, flush=True)
        notes.append(f"{name}: {time.process_time() - begun:.0f} s of this process")
    answer("active_learning", figures, {}, options.json, notes)


def drawn(test: list[Utterance]) -> list[Utterance]:
    """About `TESTED` turns of a test."""
    if len(test) <= TESTED:
        return test
    return split_by_dialogue(test, TESTED / len(test), np.random.default_rng(5))[1]


def jobs() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def ways(target: Target, options: Namespace) -> dict[str, Plan]:
    """How a target is simulated: as a project works, and as published."""
    size = min(POOL, len(target.pool))
    repeats = 1 if options.quick else options.repeats
    plans = {"project": Plan(), "published": Plan.as_published(pool_of="dialogues")}
    return {
        way: replace(
            plan,
            pool_size=size,
            repeats=repeats,
            stop_at=0.99,
            iterations=4 if options.quick else round(END * size / plan.batch) - 1,
            random_state=5,  # pools that no other figure was made on
        )
        for way, plan in plans.items()
        if way in options.ways.split(",")
    }


def figures_of(runs: list[Run], what: str, notes: list[str]) -> dict[str, Any]:
    """Means over the repeats. Costs to 99 % are of those that reached it (`reached` of `repeats`):
    at the first point there, and in `twice` at the second, for one good round may be luck."""
    touches = [touch for run in runs if (touch := first_touch(run))]
    seconds = [twice for run in runs if (twice := second_touch(run)) is not None]
    for run in runs:
        if first_touch(run) is None:
            last = run["curve"][-1]
            share = 100 * last["f1"] / run["full"]["f1"]
            notes.append(f"{what}, repeat {run['repeat']}: {share:.1f} % at {last['instances']}")
    figures: dict[str, Any] = {"repeats": len(runs), "reached": len(touches)}
    if touches:
        figures |= {
            "inst_pct_to_99": mean([each["instances"] for each in touches], 2),
            "inst_pct_to_99_sd": mean_deviation([t["instances"] for t in touches])["sd"],
            "tok_pct_to_99": mean([each["tokens"] for each in touches], 2),
            "minutes_to_99": mean([each["minutes"] for each in touches], 0),
        }
    if seconds:
        figures |= {"inst_pct_to_99_twice": mean(seconds, 2), "reached_twice": len(seconds)}
    there = [at_hand(run) for run in runs]
    return figures | {
        "pool": runs[0]["pool"]["instances"],
        "full_f1": mean([run["full"]["f1"] for run in runs], 4),
        "full_f1_labels": mean([run["full"]["f1_labels"] for run in runs], 4),
        f"f1_at_{AT}": mean([point["f1"] for point in there], 4),
        f"f1_at_{AT}_sd": mean_deviation([point["f1"] for point in there])["sd"],
        f"f1_labels_at_{AT}": mean([point["f1_labels"] for point in there], 4),
        f"minutes_at_{AT}": mean([point["minutes"] for point in there], 0),
    }


def second_touch(run: Run, share: float = 0.99) -> float | None:
    """Percent of the instances at the second point of at least this share of full F1."""
    there = [p["instances"] for p in run["curve"] if p["f1"] >= share * run["full"]["f1"]]
    return 100 * there[1] / run["pool"]["instances"] if len(there) > 1 else None


def at_hand(run: Run) -> dict[str, Any]:
    """The model that there is once `AT` turns are labelled: with a lag it knows fewer."""
    return [point for point in run["curve"] if point["instances"] <= AT][-1]


def mean(values: list[float], digits: int) -> float:
    return round(float(np.mean(values)), digits)


@dataclass(frozen=True)
class Parts:
    """Finished runs in a folder, so that a benchmark that was stopped goes on, and grows."""

    folder: Path

    def get(self, name: str) -> dict[str, Any] | None:
        path = self.folder / f"{name}.json"
        return json.loads(path.read_text()) if path.exists() else None

    def put(self, name: str, answer: dict[str, Any]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / f"{name}.json").write_text(json.dumps(answer))
