"""The typist of `benchmarks/hands.py` finds the fewest keys; the page shows if they are true."""

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch) -> Any:
    folder = Path(__file__).resolve().parents[2] / "benchmarks"
    monkeypatch.setattr(sys, "path", [*sys.path, str(folder)])
    return importlib.import_module("annotating.typist")


WORDS = ["Soy", "Elba", "Cometa", "", "del", "seis", "dos"]
CANDIDATES = [(1, 2), (5, 6)]


def keys(typist: Any, gold: Any, proposed: Any = (), sure: Any = ()) -> list[str]:
    text = typist.Text(WORDS, CANDIDATES)
    found = typist.cheapest(text, typist.Marks({}, dict(proposed)), gold, frozenset(sure))
    assert found is not None
    return list(found)


def test_labels_from_candidate_to_candidate(typist: Any) -> None:
    gold = {(1, 1): "f", (2, 2): "s", (5, 5): "n", (6, 6): "n"}
    there, *rest = keys(typist, gold)
    assert there in {"ArrowLeft", "Shift+ArrowLeft"}
    assert rest == ["f", "s", "Shift+n"]
    assert keys(typist, {(1, 2): "f"}) == ["f"]
    assert typist.len_of(["/ d", "o"]) == 3
    assert keys(typist, {}) == []


def test_proposals_are_taken_together_and_the_wrong_one_put_right(typist: Any) -> None:
    gold = {(1, 1): "f", (2, 2): "s"}
    assert keys(typist, gold, gold.items(), gold) == ["Shift+A"]
    assert keys(typist, gold, gold.items()) in (["a", "a"], ["f", "a"], ["a", "s"], ["f", "s"])
    wrong = {**gold, (4, 4): "d"}
    *taken, last = keys(typist, gold, wrong.items(), gold)
    assert (len(taken), last) == (2, "r")


def test_what_cannot_be_reached_is_none(typist: Any) -> None:
    text = typist.Text(["", ""], [])
    assert typist.cheapest(text, typist.Marks(), {(0, 0): "f"}) == ["f"]


def test_keys_of_digits_and_of_two_strokes(typist: Any) -> None:
    assert keys(typist, {(1, 1): "7", (2, 2): "7"})[-1] == "Shift+Digit7"
    assert keys(typist, {(1, 1): "-u", (2, 2): "-u"})[-1] == "- Shift+u"
    assert keys(typist, {(1, 2): "-u"}) == ["- u"]
