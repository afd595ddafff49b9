"""Figures of recall as a measurement keeps them: 40 of 160 dialogues leave, 9 read by the model."""

from typing import Any


def share(value: float, low: float, high: float, n: int, **more: Any) -> dict[str, Any]:
    return {"value": value, "low": low, "high": high, "n": n, "few": n < 30, **more}


def figures() -> dict[str, Any]:
    """The model was measured, readers were not."""
    left = {"left": [3.2, 0.0, 7.0], "holding": [2.1, 0.0, 5.0]}
    rows = [
        {"who": "model", "dialogues": 9, "items": 90, "kinds": ["model"], "unknown": [], **left},
        {"who": "one", "dialogues": 31, "items": 300, "kinds": ["one"], "unknown": ["one"],
         "left": None, "holding": None},
        {"who": "two", "dialogues": 0, "items": 0, "kinds": [], "unknown": [], "left": None,
         "holding": None},
    ]  # fmt: skip
    model = {
        "why": "", "basis": "test", "turns": 80, "dialogues": 20, "items": 210, "missed": 20,
        "all": share(0.9, 0.87, 0.93, 210), "entity": share(0.88, 0.8, 0.92, 150),
        "dialogue": share(0.7, 0.45, 0.89, 20), "never": ["month"],
        "labels": [share(0.8, 0.7111, 0.9, 45, name="surname"), share(1, 0.2, 1, 3, name="place")],
        "strata": [share(0.85, 0.8, 0.9, 100, name="unseen")],
        "people": [share(0.75, 0.6, 0.85, 40, name="third")],
    }  # fmt: skip
    file = {
        "rows": rows,
        "all": {"dialogues": 40, "items": 390, "unknown": ["one"], **left},
        "of": 160,
        "hundred": {"replaced": 92, "left": 3, "unknown": 5},
    }
    return {"model": model, "readers": {"why": "one_reader"}, "file": file}
