"""Draws learning curves with their deviation over repeats, as SVG or PNG by the file's name.

matplotlib is imported only here and only when something is drawn; no display is needed.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from learning.simulation.curves import by_strategy
from learning.types import Doubles

AXES = {
    "instances": "turns labelled, % of the pool",
    "tokens": "tokens read, % of the pool",
    "edits": "labels set right",
    "minutes": "minutes of people (cost model)",
    "seconds": "hours of people (cost model)",
}
# Okabe and Ito's colours, told apart by colour-blind readers too, and dashes beside them.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")
DASHES = ("-", "--", "-.", ":")
SUFFIXES = (".svg", ".png")


def draw_curves(
    runs: Sequence[dict[str, Any]], path: Path, *, axis: str = "instances", title: str = ""
) -> None:
    """Mean F1 of each pair of strategies by cost, in a band of one deviation over its repeats; a
    thin line is F1 with the label, where it is another.

    axis: one of AXES. Dashed lines: full-pool F1 and 99 % of it. Raises: ValueError for another
    suffix than SUFFIXES, OSError.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise ValueError(f"{path.name}: expected a name that ends in {' or '.join(SUFFIXES)}")
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.hashsalt": "antifaz", "svg.fonttype": "none"}):
        figure = Figure(figsize=(7.5, 4.8), layout="constrained")
        axes = figure.add_subplot()
        for place, ((seed, query), group) in enumerate(by_strategy(runs).items()):
            across, mean, spread = band(group, axis)
            colour, dash = COLOURS[place % len(COLOURS)], DASHES[place // len(COLOURS) % 4]
            name = " / ".join(part for part in (seed, query) if part)
            axes.plot(across, mean, dash, color=colour, label=name, marker=".", markersize=4)
            axes.fill_between(across, mean - spread, mean + spread, color=colour, alpha=0.15, lw=0)
            if any("f1_labels" not in point for run in group for point in run["curve"]):
                continue
            named = band(group, axis, "f1_labels")[1]
            if (named != mean).any():
                with_label = f"{name}, with the label"
                axes.plot(across, named, dash, color=colour, label=with_label, lw=0.7)
        full = float(np.mean([run["full"]["f1"] for run in runs]))
        for share, word in ((1.0, "whole pool"), (0.99, "99 %")):
            axes.axhline(share * full, color="#666666", lw=0.8, ls=(0, (4, 3)))
            axes.annotate(
                word, (0, share * full), xycoords=("axes fraction", "data"), fontsize=7,
                xytext=(3, 2), textcoords="offset points", color="#666666",
            )  # fmt: skip
        axes.set(xlabel=AXES[axis], ylabel="F1 (sensitive or not)", title=title)
        axes.grid(alpha=0.25)
        axes.legend(loc="lower right", fontsize=8)
        still = {"Date": None} if path.suffix.lower() == ".svg" else None
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=150, metadata=still)


def band(
    runs: Sequence[dict[str, Any]], axis: str, key: str = "f1"
) -> tuple[Doubles, Doubles, Doubles]:
    """Cost, mean F1 (`key`) and its deviation after each round that all the runs have."""
    rounds = min(len(run["curve"]) for run in runs)
    f1 = np.array([[point[key] for point in run["curve"][:rounds]] for run in runs])
    cost = np.array([[_cost(point, run, axis) for point in run["curve"][:rounds]] for run in runs])
    spread = f1.std(axis=0, ddof=1) if len(runs) > 1 else np.zeros(rounds)
    return cost.mean(axis=0), f1.mean(axis=0), spread


def _cost(point: dict[str, Any], run: dict[str, Any], axis: str) -> float:
    if axis == "seconds":
        return float(point[axis]) / 3600
    return float(point[axis]) * (100 / run["pool"][axis] if axis in run["pool"] else 1.0)
