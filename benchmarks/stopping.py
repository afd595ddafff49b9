"""When the advice says stop, how good the model is then, and whether its price holds.

Plays kept rounds back (`stopping_parts`): runs as a project makes them, batches of 20 of pools of
5,000 turns, whose every round knows what a simulation knows and no project does. The constants of
`learning.stopping` were chosen on `TUNED`; the other targets judge them. `--make FOLDER` simulates
the runs anew, half an hour of one core, and plays those back.
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from common import answer, argument_parser

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from stopping_parts.rounds import KEPT, Kept, read_kept

from learning.stopping.audit import Outcome, missed_rate
from learning.stopping.enough import Enough

TUNED = ("software", "meddocan")
SHARES = (0.98, 0.99, 0.995)
MISSED = (1.0, 2.0)  # items in 100 turns
NEXT = 60
DRAWS, AUDITED = 4_000, (20, 50, 80, 100)


def main() -> None:
    parser = argument_parser(__doc__ or "")
    parser.add_argument("--make", help="a folder: simulate there what is not yet, then play back")
    parser.add_argument("--repeats", type=int, default=10, help="with --make")
    parser.add_argument("--rounds", help="a file of kept rounds in place of the committed one")
    options = parser.parse_args()
    path = Path(options.rounds) if options.rounds else KEPT
    if options.make:
        from stopping_parts.making import make

        path = make(Path(options.make), options.repeats, is_quick=options.quick)
    runs = read_kept(path)
    parts = {"all": runs, "tuned": [], "judged": []} | {run.target: [] for run in runs}
    for run in runs:
        parts[run.target].append(run)
        parts["tuned" if run.target in TUNED else "judged"].append(run)
    figures: dict[str, Any] = {}
    for name, part in parts.items():
        if part:
            figures |= {f"{name}_{key}": value for key, value in figures_of(part).items()}
    if parts["tuned"] and parts["judged"]:
        figures |= interval(parts["tuned"], parts["judged"])
    figures |= coverage(runs, DRAWS // 10 if options.quick else DRAWS)
    answer("stopping", figures, {}, options.json, [])


def figures_of(runs: Sequence[Kept]) -> dict[str, Any]:
    figures: dict[str, Any] = {"runs": len(runs)}
    for share in SHARES:
        figures |= stops(runs, share)
    for missed in MISSED:
        figures |= stops_by_misses(runs, missed)
    return figures | prices(runs)


def stops(runs: Sequence[Kept], share: float) -> dict[str, Any]:
    """Of the runs in which the share was reached twice: times the turns needed until "stop" (a run
    that ends before counts with its end, which is at 1.8 times), and how many stopped too early."""
    times, first, early, never, low = [], [], 0, 0, 1.0
    for run in runs:
        needed, touched = run.needed(share), run.needed(share, 1)
        if needed is None or touched is None:
            continue
        place = stop_of(run, Enough(share))
        never += place is None
        stopped = run.rounds[len(run.rounds) - 1 if place is None else place]
        times.append(stopped.read / needed)
        first.append(stopped.read / touched)
        if place is not None:
            early += stopped.share < share
            low = min(low, stopped.share)
    key = f"{100 * share:g}".replace(".", "_")
    if not times:
        return {}
    return {
        f"{key}_runs": len(times),
        f"{key}_times_needed": round(float(np.median(times)), 2),
        f"{key}_times_first_touch": round(float(np.median(first)), 2),
        f"{key}_too_early": early,
        f"{key}_not_by_the_end": never,
        f"{key}_lowest": round(100 * low, 1),
    }


def stops_by_misses(runs: Sequence[Kept], missed: float) -> dict[str, Any]:
    """Items missed in 100 unread turns when it says stop for at most `missed`."""
    there = []
    for run in runs:
        place = stop_of(run, Enough(missed=missed))
        if place is not None:
            there.append(100 * run.rounds[place].missed / run.rounds[place].unread)
    key = f"missed_{missed:g}"
    if not there:
        return {f"{key}_stops": 0}
    return {
        f"{key}_stops": len(there),
        f"{key}_then": round(float(np.median(there)), 2),
        f"{key}_most": round(max(there), 2),
    }


def stop_of(run: Kept, enough: Enough) -> int | None:
    places = range(len(run.rounds))
    return next((n for n in places if run.advice(n, enough)["verdict"] == "stop"), None)


def prices(runs: Sequence[Kept]) -> dict[str, Any]:
    """What is left, and what the next 60 turns bring, in items: truth by what was told. From the
    first round that tells a price on; means over rounds, so that one odd round counts little."""
    bought = []
    for run in runs:
        for place, then in pairs(run):
            told = run.advice(place, Enough())
            if told["loss"] is not None:
                found = run.rounds[place].missed - run.rounds[then].missed
                bought.append((found, told["next"]["items"]))
    left = [pair for run in runs for pair in left_of(run)]
    off = np.abs(times_told(left))
    return {
        "left_truth_by_told": ratio(left),
        "left_within_twice_pct": round(100 * float(np.mean(off <= np.log(2))), 1),
        "price_truth_by_told": ratio(bought),
        "price_told_mean": round(float(np.mean([told for _truth, told in bought])), 1),
        "price_off_mean": round(float(np.mean([abs(t - told) for t, told in bought])), 1),
    }


def left_of(run: Kept) -> list[tuple[float, float]]:
    """Items left, in truth and as told, after each round that tells it."""
    pairs = []
    for place, now in enumerate(run.rounds):
        told = run.advice(place, Enough())
        if told["loss"] is not None:
            pairs.append((float(now.missed), told["left_per_100"] * now.unread / 100))
    return pairs


def times_told(left: Sequence[tuple[float, float]]) -> Any:
    """Logarithms of truth by what was told."""
    return np.log([max(truth, 0.5) / max(told, 0.5) for truth, told in left])


def interval(tuned: Sequence[Kept], judged: Sequence[Kept]) -> dict[str, Any]:
    """An interval of what is left that would hold 95 % of the one: what it holds of the other."""
    known = [
        times_told([pair for run in part for pair in left_of(run)]) for part in (tuned, judged)
    ]
    low, high = np.quantile(known[0], [0.025, 0.975])
    held = [100 * float(np.mean((low <= part) & (part <= high))) for part in known]
    return {
        "left_interval_low_times": round(float(np.exp(low)), 2),
        "left_interval_high_times": round(float(np.exp(high)), 2),
        "left_interval_tuned_covers_pct": round(held[0], 1),
        "left_interval_judged_covers_pct": round(held[1], 1),
    }


def ratio(pairs: Sequence[tuple[float, float]]) -> float:
    return round(sum(truth for truth, _told in pairs) / sum(told for _truth, told in pairs), 2)


def pairs(run: Kept) -> Iterable[tuple[int, int]]:
    """Rounds, and the one 60 turns later."""
    places = {each.read: place for place, each in enumerate(run.rounds)}
    for place, now in enumerate(run.rounds):
        if now.read + NEXT in places:
            yield place, places[now.read + NEXT]


def coverage(runs: Sequence[Kept], draws: int) -> dict[str, Any]:
    """Of draws of turns that nobody has read, how many hold the true misses in 100 turns in the
    interval that the page shows (from 80 turns on)."""
    rng, figures = np.random.default_rng(0), {}
    for turns in AUDITED:
        held = []
        for run in runs:
            now = run.rounds[len(run.rounds) // 2]
            counts = np.asarray(now.turns_by_missed)
            true = 100 * float(counts @ np.arange(len(counts))) / counts.sum()
            for _ in range(draws // len(runs) + 1):
                seen = rng.choice(len(counts), turns, p=counts / counts.sum())
                told = missed_rate([Outcome(9, int(missed)) for missed in seen])
                held.append(told is not None and told["low"] <= true <= told["high"])
        figures[f"audit_interval_{turns}_covers_pct"] = round(100 * float(np.mean(held)), 1)
    return figures


if __name__ == "__main__":
    main()
