"""How much of a pool must be labelled to reach 99 % of the F1 that the whole pool gives.

Simulates rounds of 100 on pools of 5,000 lines or turns, binary labels, token-level F1, test split
by document; figures are means over repeats with pools and seeds of their own. Full F1 and curve use
the same features and settings. A run that ends before it gets there counts with one batch more than
it saw, which flatters only the baselines: notes say which.
"""

import gzip
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from common import DATA, answer, arguments, need_data

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from learning.corpora import LabelMap, read_labelmap, read_utterances, split_by_dialogue
from learning.crf import CrfTagger
from learning.simulation import Plan, first_touch, simulate
from learning.types import Utterance

POOL, BATCH = 5_000, 100
# What a plain, untuned CRF reached in the same set-up (2 repeats; shares of instances, tokens).
PLAIN = {"meddocan": (7.0, 21.7), "sgd": (15.0, 23.0), "multidogo": (18.0, 22.9)}


@dataclass(frozen=True)
class Target:
    """A pool to sample from, its test set, a source model from elsewhere, rounds to look at."""

    pool: list[Utterance]
    test: list[Utterance]
    source: CrfTagger | None
    rounds: int


def main() -> None:
    options = arguments(__doc__ or "")
    need_data("labelmap.json", "meddocan.train.jsonl.gz")
    names = read_labelmap(DATA / "labelmap.json")
    targets: dict[str, Callable[[LabelMap], Target]] = {"meddocan": meddocan}
    if not options.quick:
        need_data("sgd.dev.jsonl.gz", "multidogo.train.jsonl.gz", "multidogo.dev.jsonl.gz")
        targets |= {"sgd": sgd, "multidogo": multidogo}
    figures: dict[str, Any] = {}
    baselines: dict[str, Any] = {}
    notes: list[str] = []
    for name, make in targets.items():
        found = measure(make(names), name, options.quick, notes)
        figures |= {f"{name}_{key}": value for key, value in found.items()}
        baselines[f"{name}_plain_inst_pct_to_99"] = PLAIN[name][0]
        baselines[f"{name}_plain_tok_pct_to_99"] = PLAIN[name][1]
        if name == "meddocan":
            figures |= found
    answer("active_learning", figures, baselines, options.json, notes)


def measure(target: Target, name: str, quick: bool, notes: list[str]) -> dict[str, Any]:
    """The contract's three figures of one target, and those of the combined strategy."""
    repeats, rounds = (1, 23) if quick else (3, target.rounds)
    found: dict[str, Any] = {}
    strategies = {"": "target-entropy", "random_": "random"}
    if target.source is not None and not quick:
        strategies["combined_"] = "combined"
    for prefix, strategy in strategies.items():
        plan = Plan(
            query_strategy=strategy,
            batch=BATCH,
            iterations=rounds,
            repeats=repeats,
            pool_size=POOL,
            stop_at=0.99,
        )
        result = simulate(target.pool, target.test, plan, target.source)
        touches = [touch(run, f"{name} {strategy}", notes) for run in result["runs"]]
        for key, column in (("inst_pct_to_99", "instances"), ("tok_pct_to_99", "tokens")):
            found[prefix + key] = round(float(np.mean([each[column] for each in touches])), 2)
        found.setdefault("full_f1", result["full"]["f1"])
        found[f"{prefix}f1_of_full_at_4_pct"] = round(share_at(result["runs"], 2 * BATCH), 2)
    return found


def touch(run: dict[str, Any], what: str, notes: list[str]) -> dict[str, float]:
    """First touch of 99 %, or one batch beyond the end of the run."""
    reached = first_touch(run)
    if reached is not None:
        return reached
    last = run["curve"][-1]
    scale = (last["instances"] + BATCH) / last["instances"]
    notes.append(f"{what}, repeat {run['repeat']}: not by {last['instances']} instances")
    return {name: 100 * scale * last[name] / run["pool"][name] for name in ("instances", "tokens")}


def share_at(runs: list[dict[str, Any]], instances: int) -> float:
    """Mean F1 in percent of the full-pool F1 with so many instances labelled."""
    shares = [
        100 * point["f1"] / run["full"]["f1"]
        for run in runs
        for point in run["curve"]
        if point["instances"] == instances
    ]
    return float(np.mean(shares)) if shares else float("nan")


def meddocan(names: LabelMap) -> Target:
    """Spanish clinical notes, one instance a line; 30 % of the training documents are the test."""
    lines = read_utterances(DATA / "meddocan.train.jsonl.gz", names)
    pool, test = split_by_dialogue(lines, 0.3, np.random.default_rng(0))
    source = None
    if (DATA / "sgd.dev.jsonl.gz").exists():
        source = english_dialogues(names)
    return Target(pool, test, source, 17)


def english_dialogues(names: LabelMap) -> CrfTagger:
    """A language-neutral source model from English task dialogues."""
    turns = read_utterances(DATA / "sgd.dev.jsonl.gz", names)[:12_000]
    return CrfTagger(features="source").fit(turns, labels="binary")


def sgd(names: LabelMap) -> Target:
    """English task dialogues; source: customer service of another collection."""
    turns = read_utterances(DATA / "sgd.dev.jsonl.gz", names)
    pool, test = split_by_dialogue(turns, 0.3, np.random.default_rng(0))
    corpus = read_utterances(DATA / "multidogo.dev.jsonl.gz", names)
    source = CrfTagger(features="source").fit(corpus, labels="binary")
    return Target(pool, test[:6_000], source, 17)


def multidogo(names: LabelMap) -> Target:
    """Technical support in English, the nearest to support calls; source: three other domains."""
    support: list[Utterance] = []
    others: list[Utterance] = []
    for part in ("multidogo.dev.jsonl.gz", "multidogo.train.jsonl.gz"):
        with gzip.open(DATA / part, "rt", encoding="utf-8") as lines:
            domains = {each["id"]: each["domain"] for each in map(json.loads, lines)}
        for turn in read_utterances(DATA / part, names):
            if domains[turn.dialogue] == "software":
                support.append(turn)
            elif domains[turn.dialogue] in {"airline", "finance", "insurance"}:
                others.append(turn)
    pool, test = split_by_dialogue(support, 0.3, np.random.default_rng(0))
    source = CrfTagger(features="source").fit(others[:25_000], labels="binary")
    return Target(pool, test, source, 17)


if __name__ == "__main__":
    main()
