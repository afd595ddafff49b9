"""What the curves of a simulation say: summary figures over repeats, and tables of them.

Pure sums over the runs that `simulation` and `comparison` return; called by the service.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

Run = dict[str, Any]
SHARES = (0.98, 0.99, 1.0)
ACROSS = 10  # columns of a table of rounds
SPREADS = ("deviation", "error")  # over the repeats; error: the standard error of the mean


def mean_deviation(values: Sequence[float]) -> dict[str, float]:
    """Mean and sample deviation (0 for a single value), with how many there were."""
    sample = np.asarray(values, np.float64)
    spread = float(sample.std(ddof=1)) if len(sample) > 1 else 0.0
    return {"mean": round(float(sample.mean()), 5), "sd": round(spread, 5), "n": len(sample)}


def main_measure(run: Run, low: float = 0.02, high: float = 0.10) -> float | None:
    """Mean of F1 / full F1 over the curve's points at `low` to `high` of the pool's instances.

    A run that ended before `high` counts with its last point where the next batches would be; None
    when it has no point there, or the full-pool F1 is 0.
    """
    size, full = run["pool"]["instances"], run["full"]["f1"]
    curve = run["curve"]
    inside = [p for p in curve if low - 1e-9 <= p["instances"] / size <= high + 1e-9]
    if not inside or not full:
        return None
    shares = [point["f1"] / full for point in inside]
    if inside[-1] is curve[-1] and len(curve) > 1:
        step = curve[-1]["instances"] / len(curve)
        left = int((high * size - curve[-1]["instances"]) / step + 1e-9)
        shares += [shares[-1]] * left
    return float(np.mean(shares))


def first_touch(run: Run, share: float = 0.99) -> dict[str, float] | None:
    """What was labelled when F1 first reached `share` of full: percentages of the pool's instances
    and tokens, and edits, seconds and minutes where the curve has them. None when the run ended
    before, or full is 0: of nothing there is no share."""
    if not run["full"]["f1"]:
        return None
    for point in run["curve"]:
        if point["f1"] >= share * run["full"]["f1"]:
            costs = {
                unit: 100 * point[unit] / run["pool"][unit] for unit in ("instances", "tokens")
            }
            own = ("edits", "seconds", "minutes")
            return costs | {key: point[key] for key in own if key in point}
    return None


def summarise(runs: Sequence[Run]) -> list[dict[str, Any]]:
    """One summary for each pair of strategies among the runs, in order of appearance.

    Each: {"seed_strategy", "query_strategy", "repeats", "full_f1", "full_f1_labels", "first_f1",
    "first_f1_labels", "main": {mean, sd, n}, "to_98", "to_99", "to_100": {"reached", "instances",
    "tokens", "edits", "seconds", "minutes"}}. main is `main_measure`; the costs to a share are
    means (percent of the pool; edits; time of people) over the repeats that reached it.
    """
    return [_summary(seed, query, group) for (seed, query), group in by_strategy(runs).items()]


def by_strategy(runs: Sequence[Run]) -> dict[tuple[str, str], list[Run]]:
    """The runs of each pair of seed and query strategy."""
    groups: dict[tuple[str, str], list[Run]] = {}
    for run in runs:
        key = (run.get("seed_strategy", ""), run.get("query_strategy", ""))
        groups.setdefault(key, []).append(run)
    return groups


def _summary(seed: str, query: str, runs: list[Run]) -> dict[str, Any]:
    summary: dict[str, Any] = {
        "seed_strategy": seed,
        "query_strategy": query,
        "repeats": len(runs),
        "main": None,
    }
    for key in ("f1", "f1_labels"):
        summary[f"full_{key}"] = mean_deviation([run["full"].get(key, 0.0) for run in runs])
        summary[f"first_{key}"] = mean_deviation([run["curve"][0].get(key, 0.0) for run in runs])
    measures = [value for run in runs if (value := main_measure(run)) is not None]
    if measures:
        summary["main"] = mean_deviation(measures)
    for share in SHARES:
        touches = [touch for run in runs if (touch := first_touch(run, share))]
        costs = (
            {key: round(float(np.mean([t[key] for t in touches])), 2) for key in touches[:1][0]}
            if touches
            else {}
        )
        summary[f"to_{round(100 * share)}"] = {"reached": len(touches), **costs}
    return summary


def table(
    runs: Sequence[Run], set_up: Mapping[str, Any] | None = None, spread: str = "deviation"
) -> str:
    """What was simulated, the summaries as a Markdown table, and below it both F1, tokens and
    minutes by the number of labelled turns, and what the advice on stopping said (`by_advice`).

    spread: of SPREADS, what stands behind ±.
    """
    head = ["seeds / queries", "repeats", "full F1", "first F1", "F1 / full, 2-10 %"]
    head += [f"to {round(100 * share)} %: turns / tokens" for share in SHARES]
    timed = "minutes" in runs[0]["curve"][0]
    head += ["minutes to 99 %"] * timed
    rows = [_row(summary, timed, spread) for summary in summarise(runs)]
    parts = [set_up_words(set_up) if set_up else "", markdown(head, rows)]
    parts.append(by_size(runs, spread=spread))
    if any(point.get("f1_labels", point["f1"]) != point["f1"] for point in _points(runs)):
        parts.append(by_size(runs, key="f1_labels", spread=spread))
    parts += [by_size(runs, key=key) for key in ("tokens", "minutes")] if timed else []
    parts.append(by_advice(runs, spread))
    return "\n\n".join(part for part in parts if part) + "\n"


def set_up_words(set_up: Mapping[str, Any]) -> str:
    """A sentence on how a curve was made (see `Plan.set_up`), and what F1 means in it."""
    names = {"project": "As a project works", "as-published": "As published", "own": "Own settings"}
    is_binary = set_up["labels"] == "binary"
    words = [
        "labels as sensitive or not" if is_binary else f"{set_up['labels']} labels",
        f"batches of {set_up['batch']}",
        f"{set_up['audit_percent']} % of them drawn by chance",
        f"a round when {'half' if set_up['lag'] else 'all'} of a batch is read",
        f"{'warm' if set_up['warm'] else 'cold'} starts",
        f"pools of {set_up['pool_of']}",
    ]
    words += ["nothing learnt from unread text"] * (not set_up["classes"])
    words += ["no trust in a source"] * (not set_up["trust"])
    end = "F1 is of sensitive or not; turns are those that the model knows; minutes are estimated."
    return f"{names[set_up['name']]}: {', '.join(words)}. {end}"


def _points(runs: Sequence[Run]) -> Iterator[dict[str, Any]]:
    return (point for run in runs for point in run["curve"])


def _row(each: dict[str, Any], timed: bool, spread: str) -> list[str]:
    row = [_name(each["seed_strategy"], each["query_strategy"]), str(each["repeats"])]
    row += [_spread(each[key], spread) for key in ("full_f1", "first_f1", "main")]
    for share in SHARES:
        to = each[f"to_{round(100 * share)}"]
        if not to["reached"]:
            row.append("not reached")
            continue
        cell = f"{to['instances']:.1f} / {to['tokens']:.1f}"
        some = to["reached"] < each["repeats"]
        row.append(f"{cell} ({to['reached']} of {each['repeats']})" if some else cell)
    if timed:
        row.append(f"{each['to_99']['minutes']:.0f}" if each["to_99"]["reached"] else "-")
    return row


MEASURES = {
    "f1": "F1 after",
    "f1_labels": "F1 with the label after",
    "tokens": "tokens after",
    "minutes": "minutes after",
}


def by_size(
    runs: Sequence[Run], sizes: Sequence[int] = (), key: str = "f1", spread: str = "deviation"
) -> str:
    """A Markdown table of a measure of `MEASURES`, F1 with its spread: strategies x rounds (some
    of them, where they are many; or the rounds that first reach `sizes` labelled turns)."""
    groups = by_strategy(runs)
    longest = max((run["curve"] for run in runs), key=len)
    if sizes:
        head = [str(size) for size in sizes]
        picks: list[Callable[[Run], dict[str, Any] | None]] = [
            lambda run, size=size: next((p for p in run["curve"] if p["instances"] >= size), None)  # type: ignore[misc]
            for size in sizes
        ]
    else:
        places = np.unique(np.linspace(0, len(longest) - 1, ACROSS).round().astype(int)).tolist()
        head = [str(longest[at]["instances"]) for at in places]
        picks = [
            lambda run, at=at: run["curve"][at] if at < len(run["curve"]) else None  # type: ignore[misc]
            for at in places
        ]
    rows = []
    for (seed, query), own in groups.items():
        row = [_name(seed, query)]
        for pick in picks:
            figures = [point[key] for run in own if (point := pick(run)) and key in point]
            if not figures:
                row.append("")
            elif key in ("tokens", "minutes"):
                row.append(f"{np.mean(figures):,.0f}")
            else:
                row.append(_spread(mean_deviation(figures), spread))
        rows.append(row)
    return markdown([MEASURES[key], *head], rows)


def by_advice(runs: Sequence[Run], spread: str = "deviation") -> str:
    """A Markdown table of when the advice was first to stop, how good the model was then, and why.

    Of runs that it never advised to stop, the reason that they ended with. A row per pair of
    strategies, with the number of runs behind each reason; "" where no run was long enough.
    """
    if all(point.get("why", "few") == "few" for run in runs for point in run["curve"]):
        return ""
    rows = []
    for (seed, query), group in by_strategy(runs).items():
        stops_of = [(run, _stop(run)) for run in group]
        stops = [(run, point) for run, point in stops_of if point is not None]
        turns = [point["instances"] for _, point in stops]
        shares = [point["f1"] / run["full"]["f1"] for run, point in stops if run["full"]["f1"]]
        ends = [run["curve"][-1] for run, point in stops_of if point is None]
        rows.append(
            [
                _name(seed, query),
                f"{len(stops)} of {len(group)}",
                f"{np.mean(turns):.0f}" if turns else "-",
                _spread(mean_deviation(shares) if shares else None, spread),
                _reasons([point for _, point in stops]),
                _reasons(ends),
            ]
        )
    head = ["advice", "to stop", "at turns", "F1 / full then", "because", "else in the end"]
    return markdown(head, rows)


def _stop(run: Run) -> dict[str, Any] | None:
    """The first point whose advice is to stop."""
    return next((point for point in run["curve"] if point.get("advice") == "stop"), None)


def _reasons(points: Sequence[dict[str, Any]]) -> str:
    """The reason codes of some points with how often each stands there, the most frequent first."""
    counted = Counter(point.get("why", "no model") for point in points)
    return ", ".join(f"{why} ({n})" for why, n in counted.most_common()) or "-"


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table with its columns in line."""
    lines = [list(head), *map(list, rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(head))]
    cells = [
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        + " |"
        for line in lines
    ]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([cells[0], rule, *cells[1:]])


def _name(seed: str, query: str) -> str:
    return " / ".join(part for part in (seed, query) if part)


def _spread(figure: dict[str, float] | None, spread: str) -> str:
    if figure is None:
        return "-"
    mean, count = f"{figure['mean']:.3f}", figure["n"]
    apart = figure["sd"] / (math.sqrt(count) if spread == "error" else 1)
    return f"{mean} ± {apart:.3f}" if count > 1 else mean
