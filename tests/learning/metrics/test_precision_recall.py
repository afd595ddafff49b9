"""Scores worked by hand on small cases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from learning.metrics.intervals import wilson
from learning.metrics.precision_recall import (
    all_or_nothing,
    evaluate,
    kappa,
    prf,
    span_figures,
    token_figures,
)
from learning.types import Span, Utterance


def test_prf_by_hand() -> None:
    # 3 of 4 predicted are right, 3 of 6 gold are found: P 3/4, R 1/2, F 2*3/(4+6).
    assert prf(3, 4, 6) == {"precision": 0.75, "recall": 0.5, "f1": 0.6, "support": 6}
    assert prf(0, 0, 0)["f1"] == 0.0


def test_tokens_by_hand() -> None:
    gold = [["B-N", "I-N", "O", "B-P"]]
    found = [["B-N", "O", "B-P", "B-N"]]
    figures = token_figures(gold, found)
    # N: right 1, predicted 2, gold 2; P: right 0, predicted 1, gold 1. Any label: 2 of 3, 2 of 3.
    assert figures["per_label"]["N"] == {"precision": 0.5, "recall": 0.5, "f1": 0.5, "support": 2}
    assert figures["per_label"]["P"]["f1"] == 0.0
    assert figures["micro"]["f1"] == pytest.approx(1 / 3)
    assert figures["weighted"]["f1"] == pytest.approx(2 / 3 * 0.5)
    assert figures["binary"]["precision"] == pytest.approx(2 / 3)
    assert figures["binary"]["recall"] == pytest.approx(2 / 3)


def test_spans_by_hand() -> None:
    gold = [[Span(0, 3, "N"), Span(4, 9, "P")]]
    found = [[Span(0, 3, "N", 0.9), Span(4, 9, "N"), Span(10, 11, "P")]]
    figures = span_figures(gold, found)
    # N: 1 of 2 right, 1 of 1 found; P: 0 of 1, 0 of 1; borders: 2 of 3, 2 of 2.
    assert figures["per_label"]["N"]["precision"] == 0.5
    assert figures["per_label"]["N"]["recall"] == 1.0
    assert figures["micro"]["f1"] == pytest.approx(2 / 5)
    assert figures["binary"]["f1"] == pytest.approx(4 / 5)


def test_all_or_nothing_by_hand() -> None:
    gold = [
        Utterance("Ana y Leo", (Span(0, 3, "N"), Span(6, 9, "N")), dialogue="d1"),
        Utterance("ana", (Span(0, 3, "N"),), dialogue="d1"),
        Utterance("Eva", (Span(0, 3, "N"),), dialogue="d2"),
        Utterance("nada", (), dialogue="d3"),
    ]
    # Ana is covered once (by another label), missed once; Leo half; Eva wholly.
    found = [[Span(0, 3, "P"), Span(6, 8, "N")], [], [Span(0, 3, "N")], []]
    figures = all_or_nothing(gold, found)
    assert figures["dialogue"] == {"found": 1, "total": 2, "recall": 0.5}
    assert figures["entity"] == {"found": 1, "total": 3, "recall": pytest.approx(1 / 3)}


def test_two_spans_may_cover_one_item() -> None:
    gold = [Utterance("Ana Gil", (Span(0, 7, "N"),))]
    found = [[Span(0, 3, "N"), Span(4, 7, "N")]]
    assert all_or_nothing(gold, found)["entity"]["recall"] == 1.0


def test_kappa_by_hand() -> None:
    # Agreement 3/4; chance 1/2*3/4 + 1/2*1/4 = 1/2; kappa (3/4 - 1/2) / (1 - 1/2) = 1/2.
    assert kappa(["O", "O", "B", "B"], ["O", "O", "O", "B"]) == pytest.approx(0.5)
    assert kappa(["O"], ["O"]) == 1.0
    assert kappa([], []) == 1.0
    with pytest.raises(ValueError, match="differ"):
        kappa(["O"], [])


def test_wilson_by_hand() -> None:
    # 5 of 10, z = 2: centre (0.5 + 0.2) / 1.4 = 0.5; half 2 sqrt(0.025 + 0.01) / 1.4.
    low, high = wilson(5, 10, z=2)
    assert (low, high) == pytest.approx((0.5 - 0.26726, 0.5 + 0.26726), abs=1e-5)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)


@given(st.integers(0, 50), st.integers(1, 50))
def test_wilson_holds_the_share(hits: int, trials: int) -> None:
    hits = min(hits, trials)
    low, high = wilson(hits, trials)
    assert 0 <= low <= hits / trials + 1e-9
    assert hits / trials - 1e-9 <= high <= 1


def test_evaluate_of_gold_itself(corpus: list[Utterance]) -> None:
    figures = evaluate(corpus, corpus)
    assert figures["token"]["micro"]["f1"] == figures["span"]["weighted"]["f1"] == 1.0
    assert figures["kappa"] == figures["all_or_nothing"]["dialogue"]["recall"] == 1.0
    assert figures["utterances"] == len(corpus)


def test_evaluate_needs_the_same_texts() -> None:
    with pytest.raises(ValueError, match="1 turns"):
        evaluate([Utterance("a")], [])
    with pytest.raises(ValueError, match="Turn 1"):
        evaluate([Utterance("a")], [Utterance("b")])
