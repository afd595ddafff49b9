"""What epsilon takes from other measurements, in one place: p from recall, and F1 from utility.

Recall: the newest measurement where there is one, by label, of those who have read what leaves;
else the model's turns drawn by chance, all labels together. Called by `epsilon`, `epsilon_page` and
the facts of a bundle.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from annotation.evidence.recall.file import MODEL
from annotation.evidence.utility.types import AT
from annotation.models import Measurement, Project
from annotation.models.run_records import Advice
from annotation.services.evidence.measurements import newest
from annotation.services.runs.current import current_model
from learning.metrics.intervals import clopper_pearson

DRAWN = "word"  # the strategy of the curve, as the paper has it


@dataclass(frozen=True, slots=True)
class KnownRecall:
    """Lower 95 % limits of the share of items that are found wholly."""

    overall: float | None = None  # None: nobody has measured it
    by_label: Mapping[str, float] = field(default_factory=dict)
    items: int = 0
    told_apart: bool = False  # whether labels were measured one by one

    def of(self, label: str) -> float | None:
        """Of one label; None where none of its items was met."""
        return self.by_label.get(label) if self.told_apart else self.overall


def item_recall_lower(project: Project) -> KnownRecall:
    """What is known best of who has read what leaves: the lowest, where model and people have."""
    row = newest(project, Measurement.Kind.RECALL)
    if row is not None:
        parts = measured_parts(row.figures)
        if parts:
            overall = min(float(each["all"]["low"]) for each in parts)
            items = sum(int(each["all"]["n"]) for each in parts)
            rows = lowest_by_label(labels_measured(row.figures))
            lows = {name: float(each["low"]) for name, each in rows.items()}
            return KnownRecall(overall, lows, items, True)
        if MODEL not in _read_by(row.figures):
            return KnownRecall()  # what a model misses says nothing of people
    run = current_model(project)
    audit = Advice.from_json(run.advice).audit if run is not None else None
    if audit is None or not audit.items:
        return KnownRecall()
    low, _high = clopper_pearson(audit.items - audit.missed, audit.items)
    return KnownRecall(low, {}, audit.items)


def measured_parts(figures: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The figures of the model and of the readers, of each that has read something that leaves and
    was measured."""
    read_by = _read_by(figures)
    names = ["model"] * (MODEL in read_by) + ["readers"] * bool(read_by - {MODEL})
    parts = [figures.get(name, {}) for name in names]
    return [each for each in parts if each.get("all") and "labels" in each]


def labels_measured(figures: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The rows of labels of those parts."""
    return [row for part in measured_parts(figures) for row in part["labels"]]


def _read_by(figures: Mapping[str, Any]) -> set[str]:
    """Who has read what leaves; where nothing does, the model would."""
    rows = figures.get("file", {}).get("rows", ())
    return {kind for row in rows for kind in row["kinds"]} or {MODEL}


def lowest_by_label(rows: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Label -> the row with the lowest limit; one of too few items to say counts only where there
    is no other."""
    order = sorted(rows, key=lambda row: (not row.get("few"), -float(row["low"])))
    return {row["name"]: row for row in order}  # the last of a label counts


def f1_by_strategy(project: Project) -> dict[str, float]:
    """Strategy -> F1 on originals of a tagger that learnt from its output, of the newest
    measurement of utility; none without one."""
    row = newest(project, Measurement.Kind.UTILITY)
    return f1_of(row.figures) if row is not None else {}


def f1_of(figures: Mapping[str, Any]) -> dict[str, float]:
    """The same of the figures of a measurement; of files that replace everything."""
    return {name: f1 for name, f1 in _scores(figures).items() if AT not in name}


def curve_of(project: Project) -> list[tuple[float, float]]:
    """(p, F1) of `word` over the share of items replaced [Adelani20, figure 1], of the newest
    measurement of utility; none where no share below 1 was tried."""
    row = newest(project, Measurement.Kind.UTILITY)
    return curve_in(row.figures) if row is not None else []


def curve_in(figures: Mapping[str, Any]) -> list[tuple[float, float]]:
    """The same of the figures of a measurement."""
    parts = ((name.partition(AT), f1) for name, f1 in _scores(figures).items())
    points = sorted((float(p or 1), f1) for (name, _at, p), f1 in parts if name == DRAWN)
    return points if len(points) > 1 else []


def _scores(figures: Mapping[str, Any]) -> dict[str, float]:
    rows = figures.get("rows", [])
    return {row["strategy"]: float(row["original"]["mean"]) for row in rows if "original" in row}
