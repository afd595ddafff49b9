"""How much of a pool must be labelled to reach 99 % of the F1 that the whole pool gives.

Simulates rounds of 100 on pools of 5,000 lines or turns (MEDDOCAN's two parts: a larger one),
binary labels, token-level F1, test split by document; figures are means over five repeats with
pools and seeds of their own. Full F1 and curve use the same features and settings. `plain` is the
textbook loop in the same run: random seeds, entropy sums, no word classes, no source. A run that
ends before it gets there counts with one batch more than it saw, which flatters only the baselines:
notes say which. With --advice only the default runs, to 26 % of the pool, to see when it is told to
stop. With --project another part runs: `active_parts.as_project`.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from common import DATA, answer, argument_parser, need_data

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from active_parts import as_project
from learning_parts.targets import Target, meddocan, meddocan_large, multidogo, sgd

from learning.simulation.comparison import Material, compare
from learning.simulation.corpora import LabelMap, read_labelmap
from learning.simulation.curves import Run, first_touch, main_measure, mean_deviation
from learning.simulation.samples import Plan

BATCH = 100
# An untuned CRF elsewhere in the same set-up, two repeats: instances, tokens to 99 %, first F1.
REFERENCE = {
    "meddocan": (7.0, 21.7, 0.886),
    "multidogo": (18.0, 22.9, 0.529),
    "sgd": (15.0, 23.0, 0.782),
}
DEFAULT, PLAIN = ("auto", "adaptive"), ("random", "target-entropy")
AT = (0.05, 0.10, 0.20)  # shares of the pool where strategies are compared


def main() -> None:
    parser = argument_parser(__doc__ or "")
    parser.add_argument("--targets", help="only these, with commas between")
    parser.add_argument("--advice", action="store_true", help="when the default is told to stop")
    parser.add_argument(
        "--project", action="store_true", help="as a project works, beside as published"
    )
    parser.add_argument("--keep", default="", help="with --project: where finished runs are kept")
    parser.add_argument("--repeats", type=int, default=3, help="with --project")
    parser.add_argument("--ways", default="project,published", help="with --project")
    options = parser.parse_args()
    if options.project:
        as_project.main(options)
        return
    need_data("labelmap.json", "meddocan.train.jsonl.gz", "sgd.dev.jsonl.gz")
    names = read_labelmap(DATA / "labelmap.json")
    targets: dict[str, Callable[[LabelMap], Target]] = {"meddocan": meddocan}
    if not options.quick:
        need_data("meddocan.dev.jsonl.gz", "multidogo.train.jsonl.gz", "multidogo.dev.jsonl.gz")
        targets |= {"sgd": sgd, "multidogo": multidogo, "meddocan_large": meddocan_large}
    if options.targets:
        targets = {name: targets[name] for name in options.targets.split(",")}
    figures: dict[str, Any] = {}
    baselines: dict[str, Any] = {}
    notes: list[str] = []
    for name, make in targets.items():
        if options.advice:
            found = advice(make(names), name, options.quick, notes)
            figures |= {f"{name}_{key}": value for key, value in found.items()}
            continue
        found, plain = measure(make(names), name, options.quick, notes)
        figures |= {f"{name}_{key}": value for key, value in found.items()}
        baselines |= {f"{name}_plain_{key}": value for key, value in plain.items()}
        if name in REFERENCE:
            keys = ("inst_pct_to_99", "tok_pct_to_99", "first_f1")
            known = dict(zip(keys, REFERENCE[name], strict=True))
            baselines |= {f"{name}_reference_{key}": value for key, value in known.items()}
        if name == "meddocan":
            figures |= {key: found[key] for key in CONTRACT if key in found}
    answer("active_learning", figures, baselines, options.json, notes)


CONTRACT = ("inst_pct_to_99", "tok_pct_to_99", "random_inst_pct_to_99")


def measure(
    target: Target, name: str, quick: bool, notes: list[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The figures of the default strategies on a target, and those of the plain loop."""
    plan = Plan.as_published(
        batch=BATCH,
        iterations=4 if quick else target.rounds,
        repeats=1 if quick else 5,
        pool_size=target.size,
    )
    material = Material(target.pool, target.test, target.source, plan)
    one = {"target": ("auto", "target-entropy"), "source": ("auto", "source-entropy")}
    pairs = [DEFAULT] if quick else [DEFAULT, *one.values()]
    runs = compare(material, pairs)["runs"]
    found = spend(of(runs, DEFAULT), f"{name}", notes)
    found |= {"advice_pct": advised(of(runs, DEFAULT), notes, name)}
    if not quick:
        saving = replace(plan, cost="tokens")
        by_tokens = compare(replace(material, plan=saving), [DEFAULT])["runs"]
        found["tok_pct_to_99_saving_tokens"] = spend(by_tokens, f"{name} tokens", [])[
            "tok_pct_to_99"
        ]
        for share in AT:
            for other, pair in {"": DEFAULT, **one}.items():
                key = f"{other}_f1_at_{share:.0%}".lstrip("_").replace("%", "_pct")
                found[key] = round(float(np.mean(at(of(runs, pair), share))), 4)
            ahead = np.subtract(at(of(runs, DEFAULT), share), at(of(runs, one["target"]), share))
            apart = mean_deviation(ahead.tolist())
            key = f"ahead_of_target_at_{share:.0%}".replace("%", "_pct")
            found |= {key: apart["mean"], f"{key}_sd": apart["sd"]}
    textbook = replace(material, plan=replace(plan, classes=False))
    plain_runs = compare(textbook, [PLAIN] if quick else [PLAIN, ("random", "random")])["runs"]
    plain = spend(of(plain_runs, PLAIN), f"{name} plain", notes)
    if not quick:
        chance = of(plain_runs, ("random", "random"))
        found["random_inst_pct_to_99"] = spend(chance, f"{name} random", notes)["inst_pct_to_99"]
    bar = [run["full"]["f1"] for run in of(plain_runs, PLAIN)]
    found["inst_pct_to_99_of_plain"] = beyond(of(runs, DEFAULT), bar)
    return found, plain


def advice(target: Target, name: str, quick: bool, notes: list[str]) -> dict[str, Any]:
    """Where the default loop is first told to stop, on runs long enough to see it at 25 %."""
    rounds = 4 if quick else round(0.26 * target.size / BATCH) - 1
    repeats = 1 if quick else 5
    plan = Plan.as_published(batch=BATCH, iterations=rounds, repeats=repeats, pool_size=target.size)
    runs = compare(Material(target.pool, target.test, target.source, plan), [DEFAULT])["runs"]
    found = spend(runs, name, notes)
    return {"inst_pct_to_99": found["inst_pct_to_99"], "advice_pct": advised(runs, notes, name)}


def of(runs: list[Run], pair: tuple[str, str]) -> list[Run]:
    """The runs of one pair of strategies."""
    return [run for run in runs if (run["seed_strategy"], run["query_strategy"]) == pair]


def spend(runs: list[Run], what: str, notes: list[str]) -> dict[str, Any]:
    """What a strategy costs to 99 % and gives on the way, with deviations."""
    touches = [touch(run, what, notes) for run in runs]
    main = mean_deviation([value for run in runs if (value := main_measure(run)) is not None])
    first = mean_deviation([run["curve"][0]["f1"] for run in runs])
    return {
        "inst_pct_to_99": round(float(np.mean([each["instances"] for each in touches])), 2),
        "tok_pct_to_99": round(float(np.mean([each["tokens"] for each in touches])), 2),
        "full_f1": mean_deviation([run["full"]["f1"] for run in runs])["mean"],
        "first_f1": first["mean"],
        "first_f1_sd": first["sd"],
        "main": main["mean"],
        "main_sd": main["sd"],
    }


def touch(run: Run, what: str, notes: list[str]) -> dict[str, float]:
    """First touch of 99 %, or one batch beyond the end of the run."""
    reached = first_touch(run)
    if reached is not None:
        return reached
    last = run["curve"][-1]
    scale = (last["instances"] + BATCH) / last["instances"]
    notes.append(f"{what}, repeat {run['repeat']}: not by {last['instances']} instances")
    return {name: 100 * scale * last[name] / run["pool"][name] for name in ("instances", "tokens")}


def beyond(runs: list[Run], bars: list[float]) -> float:
    """Percent of the instances when F1 first reaches 99 % of the plain loop's full F1."""
    shares = []
    for run, bar in zip(runs, bars, strict=True):
        there = [p["instances"] for p in run["curve"] if p["f1"] >= 0.99 * bar]
        shares.append(100 * (there[0] if there else np.nan) / run["pool"]["instances"])
    return round(float(np.mean(shares)), 2)


def advised(runs: list[Run], notes: list[str], name: str) -> float:
    """Percent of the pool where the advice is first to stop; notes say at what share of full F1."""
    shares = []
    for run in runs:
        points = [p for p in run["curve"] if p.get("advice") == "stop"]
        if not points:
            notes.append(f"{name}, repeat {run['repeat']}: no advice to stop")
            continue
        shares.append(100 * points[0]["instances"] / run["pool"]["instances"])
        reached = 100 * points[0]["f1"] / run["full"]["f1"]
        notes.append(f"{name}, repeat {run['repeat']}: stop at {shares[-1]:.0f} %: {reached:.1f} %")
    return round(float(np.mean(shares)), 2) if shares else float("nan")


def at(runs: list[Run], share: float) -> list[float]:
    """F1 of each run with this share of the pool labelled; between two batches, of the last."""
    found = []
    for run in runs:
        size = run["pool"]["instances"]
        points = [p for p in run["curve"] if p["instances"] <= share * size + 1e-9]
        found.append((points or run["curve"])[-1]["f1"])
    return found


if __name__ == "__main__":
    main()
