"""The rounds of a project as plain values: what programs get and what is downloaded. No text.

Called by the API and by the learning page's downloads.
"""

from collections.abc import Mapping

from annotation.models import Project, TrainingRun
from annotation.models.run_records import Cost, Details, LabelMetrics, Metrics
from annotation.services.learning.page import Model, Point, audit_of, read_learning
from annotation.services.runs.quality import Figure, bound_of

COLUMNS = ("id", "number", "kind", "finished_at", "turns", "tokens", "edits", "seconds", "f1")


def list_runs(project: Project) -> list[dict[str, object]]:
    """Every finished round as plain values, oldest first: what is downloaded. Holds no text."""
    return [_row(model) for model in read_learning(project).models]


def _row(model: Model) -> dict[str, object]:
    run = model.run
    return {
        "id": run.pk,
        "number": run.number,
        "kind": run.kind,
        "finished_at": run.finished_at,
        "proposes": model.proposes,
        "current": model.is_current,
        "headline": _headline(model.figure),
        **_values(model.point or _nothing(run)),
        "f1": model.point.f1 if model.point else None,
        "chance": _values(model.chance) if model.chance else None,
        "audit": _audit(run),
        "labels": _labels(Metrics.from_json(run.metrics).per_label or {}),
    }


def _values(point: Point) -> dict[str, object]:
    names = ("turns", "tokens", "edits", "seconds", "precision", "recall", "f1")
    rounded = {name: getattr(point, name) for name in names}
    return {
        **{k: round(v, 4) if isinstance(v, float) else v for k, v in rounded.items()},
        "f1_low": point.low,
        "f1_high": point.high,
        "f1_labels": None if point.named is None else round(point.named, 4),
        "f1_labels_low": point.named_low,
        "f1_labels_high": point.named_high,
        "bound": bound_of(point.on),
        "measured_on": point.on,
        "measured_turns": point.n,
    }


def _headline(figure: Figure | None) -> dict[str, object] | None:
    """What is known best of a model, as the pages tell it."""
    if figure is None:
        return None
    row: dict[str, object] = {"basis": figure.basis, "bound": bound_of(figure.basis)}
    for name, score in (("found", figure.found), ("named", figure.named)):
        row[name] = None if score is None else round(score.value, 4)
        row[f"{name}_low"] = score.low if score else None
        row[f"{name}_high"] = score.high if score else None
    return row | {"measured_turns": figure.turns}


def _audit(run: TrainingRun) -> dict[str, object] | None:
    """The figures of the audit turns; None where they are too few."""
    audit = audit_of(run)
    if audit is None or audit.f1_low is None:
        return None
    names = ("turns", "tokens", "items", "missed", "precision", "recall", "f1", "f1_low", "f1_high")
    labels = ("f1_labels", "f1_labels_low", "f1_labels_high")
    return {name: getattr(audit, name) for name in (*names, *labels)}


def _labels(per_label: Mapping[str, LabelMetrics]) -> dict[str, dict[str, float]]:
    names = ("precision", "recall", "f1", "support")
    return {
        label: {name: round(float(getattr(row, name) or 0), 4) for name in names}
        for label, row in per_label.items()
    }


def _nothing(run: TrainingRun) -> Point:
    """A round that had nothing to learn from."""
    cost = Details.from_json(run.details).cost or Cost()
    return Point(
        run.labelled_turns, run.labelled_tokens, cost.edits, cost.seconds,
        0.0, None, None, 0.0, 0.0, Metrics.from_json(run.metrics).basis, 0,
    )  # fmt: skip
