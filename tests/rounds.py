"""Finished rounds as the learning page finds them: metrics, cost, confusion, counts, chance."""

from typing import Any

import numpy as np

from annotation.models import Project, TrainingRun, Turn
from learning.metrics.counts import ANY, Counts, pack


def make_round(
    project: Project, number: int, right: int = 1, *, model: bool = True, **values: Any
) -> TrainingRun:
    """A round that read ten turns more than the one before; of three tokens of gold in each of
    twenty measured turns, its model finds `right` (and says one too many in every other turn)."""
    turns = Turn.objects.filter(dialogue__project=project).order_by("pk")
    first = turns.first()
    measured = np.arange(20) + (first.pk if first else 1)
    rows = np.array([[n, right, right + n % 2, 3] for n in range(20)])
    f1 = round(2 * right / (right + 3.5), 4)
    hardest = turns.reverse()[:3]
    details = {
        "cost": {"edits": 12 * number, "seconds": 90.0 * number, "timed": 9, "readings": 10},
        "confusion": {
            "surname": {"surname": right * 20, "O": 60 - right * 20 - 2, "place": 2},
            "O": {"O": 500, "surname": 10},
        },
        "weakest": [{"label": "surname", "f1": f1, "n": 60}],
        "hardest": [turn.pk for turn in hardest],
        "counts": pack(Counts(measured, {ANY: rows, "surname": rows})),
    }
    details |= values.pop("details", {})
    metrics = {
        "f1": f1, "f1_low": f1 - 0.05, "f1_high": f1 + 0.05, "precision": 0.9, "recall": right / 3,
        "f1_labels": f1 - 0.2, "f1_labels_low": f1 - 0.3, "f1_labels_high": f1 - 0.1,
        "on": "test", "n": 20,
        "per_label": {"surname": {"precision": 0.9, "recall": 0.5, "f1": f1, "support": 60}},
    }  # fmt: skip
    return TrainingRun.objects.create(
        **{
            "project": project, "kind": "round", "number": number, "status": "done",
            "labelled_turns": 10 * number, "labelled_tokens": 150 * number, "metrics": metrics,
            "folder": f"models/round-{number}" if model else "", "details": details,
            "card": {"kind": "crf", "utterances": 10 * number, "tokens": 150, "bytes": 204_800},
            **values,
        }
    )  # fmt: skip


def drawn(turns: int, f1: float) -> dict[str, Any]:
    """What chance gave, as a round keeps it."""
    return {
        "turns": turns, "tokens": 15 * turns, "edits": turns, "seconds": 9.0 * turns,
        "timed": turns, "readings": turns, "f1": f1, "f1_low": f1 - 0.05, "f1_high": f1 + 0.05,
        "precision": f1, "recall": f1, "on": "test", "n": 20,
    }  # fmt: skip
