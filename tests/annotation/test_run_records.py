"""What a run keeps as JSON: read and written again it loses nothing; what is missing is None."""

import pytest

from annotation.models.run_records import (
    Advice,
    Card,
    Details,
    LeftItems,
    Metrics,
    Record,
    Transfer,
)

METRICS = {
    "precision": 0.9, "recall": 0.5, "f1": 0.6, "f1_low": None, "f1_high": None,
    "precision_labels": 0.8, "recall_labels": 0.4, "f1_labels": 0.5, "f1_labels_low": 0.4,
    "f1_labels_high": 0.6, "on": "test", "n": 20,
    "per_label": {"place": {"precision": 1.0, "recall": 0.0, "f1": 0.0, "support": 3}},
}  # fmt: skip
AUDIT = {
    "turns": 40, "items": 3, "missed": 0, "per_100": 0.0, "low": 0.0, "high": 1.0,
    "precision": 0.9, "recall": 0.5, "f1": 0.6, "recall_labels": 0.4, "f1_labels": 0.5,
    "tokens": 30, "f1_low": None, "f1_high": None, "f1_labels_low": None, "f1_labels_high": None,
}  # fmt: skip
ADVICE = {
    "verdict": "go_on", "why": "few", "agreement": None, "same_tokens": 0.99, "models": 2,
    "rules": [{"name": "gradient", "value": None, "threshold": 0.002, "fires": False}],
    "bound": None, "left_per_100": 1.5, "left_low": 0.5, "left_high": 3.0,
    "next": {"turns": 200, "items": 2.5}, "audit": AUDIT, "signs": {"labelled": 20, "base": 20},
}  # fmt: skip
COST = {"edits": 12, "seconds": 90.0, "timed": 9, "readings": 10}
DETAILS = {
    "cost": COST, "hardest": [4, 7], "confusion": {"place": {"O": 2}}, "counts": "eJw=",
    "weakest": [{"label": "place", "f1": 0.0, "n": 3}],
    "random": {**METRICS, **COST, "turns": 4, "tokens": 60},
    "notes": {"source": "none", "no_example": {"names": ["place"], "more": 2}, "one_class": True},
    "chosen": {"by": "eva", "at": "2026-01-02T03:04:05+00:00"}, "removed": "old",
    "damaged": False, "ahead": True, "later": {"unheard": [1]},
}  # fmt: skip
KEPT: list[tuple[type[Record], dict[str, object]]] = [
    (Metrics, METRICS),
    (Metrics, {"on": "nothing"}),
    (LeftItems, {"expected": 2.5, "low": 0.0, "high": 9.1, "basis": "test", "n": 3, "unread": 0}),
    (Advice, ADVICE),
    (Advice, {**ADVICE, "audit": None}),
    (Transfer, {"trust": 0.0, "listens": False, "leans": True, "signals": {"turns": 20}}),
    (Transfer, {"source": 3, "folder": "models/source-3", "asked": False}),
    (Details, DETAILS),
    (Card, {"kind": "crf", "tags": ["O"], "encoder": {"name": "x"}, "settings": {"c2": 0.1}}),
]


@pytest.mark.parametrize(("record", "row"), KEPT)
def test_what_is_read_and_written_again_is_the_same(
    record: type[Record], row: dict[str, object]
) -> None:
    assert record.from_json(row).to_json() == row


@pytest.mark.parametrize("record", dict(KEPT))
def test_a_row_of_an_older_version_may_lack_every_key(record: type[Record]) -> None:
    assert record.from_json({}) == record.from_json(None) == record()
    assert record().to_json() == {}


def test_what_lies_inside_is_read_too() -> None:
    details, advice = Details.from_json(DETAILS), Advice.from_json(ADVICE)
    assert details.notes and details.notes.no_example
    assert list(details.notes.no_example.names) == ["place"]
    assert details.random and (details.random.turns, details.random.cost.edits) == (4, 12)
    assert advice.audit and advice.audit.has_interval and advice.audit.gold_words == 30
    assert Metrics.from_json(METRICS).gold_words == 3
