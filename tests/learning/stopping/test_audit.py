"""What audit turns say of the misses: each figure worked out by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from learning.metrics.intervals import clopper_pearson
from learning.stopping import audit
from learning.stopping.audit import Outcome, calibrate, compare, missed_rate
from learning.types import Span


def test_an_item_is_missed_when_any_of_it_is_not_proposed() -> None:
    text = "soy Ana Ruiz de Bilbao"
    gold = (Span(4, 12, "name"), Span(16, 22, "place"))
    found = compare(text, gold, (Span(4, 7, "name"), Span(13, 15, "x"), Span(16, 22, "name")), 0.4)
    # Ruiz is left, so one of two items; tokens: Ana, Bilbao right of Ana, de, Bilbao; gold three.
    # Of the two that are right, Bilbao has another label.
    assert found == Outcome(2, 1, 0.4, correct=2, proposed=3, gold=3, named=1)


def test_the_exact_interval() -> None:
    # No hit in 10: the upper bound p solves (1 - p)^10 = 0.025, so p = 1 - 0.025^0.1 = 0.3085.
    assert clopper_pearson(0, 10) == pytest.approx((0.0, 0.3085), abs=1e-4)
    assert clopper_pearson(10, 10) == pytest.approx((0.6915, 1.0), abs=1e-4)
    # 2 of 10, from the tables: 0.0252 to 0.5561.
    assert clopper_pearson(2, 10) == pytest.approx((0.0252, 0.5561), abs=1e-4)
    assert clopper_pearson(0, 0) == (0.0, 1.0)


@given(st.integers(0, 60), st.integers(1, 60))
def test_the_interval_holds_the_share(hits: int, more: int) -> None:
    low, high = clopper_pearson(hits, hits + more)
    assert 0 <= low <= hits / (hits + more) <= high <= 1


def test_the_plain_estimate() -> None:
    # Ten turns, two with misses, three misses: 30 in 100; the interval of 2 in 10 times 1.5.
    turns = [Outcome(0, 0)] * 8 + [Outcome(2, 1, None, 3, 4, 5), Outcome(3, 2, None, 1, 1, 5)]
    found = missed_rate(turns)
    assert found is not None
    assert (found["turns"], found["items"], found["missed"], found["per_100"]) == (10, 5, 3, 30.0)
    assert (found["low"], found["high"]) == pytest.approx((3.78, 83.41), abs=0.02)
    # 4 right of 5 proposed and 10 gold: 0.8, 0.4, 8 / 15.
    assert (found["precision"], found["recall"], found["f1"]) == (0.8, 0.4, 0.5333)
    assert missed_rate([]) is None


def test_f1_of_the_audit_turns_has_an_interval_where_they_are_enough() -> None:
    # 30 turns: in ten 2 of 2 found with one too many, in ten 1 of 2, ten without a token.
    turns = [Outcome(1, 0, None, 2, 3, 2), Outcome(1, 1, None, 1, 1, 2), Outcome(0, 0)] * 10
    found = missed_rate(turns)
    assert found is not None and (found["turns"], found["tokens"]) == (30, 40)
    assert found["f1"] == 0.75  # 30 right, 40 proposed, 40 gold: 2 x 30 / 80
    # Draws of turns hold a and b of the two kinds: F1 = 2 (2a + b) / (5a + 3b), from 2/3 to 4/5.
    assert 2 / 3 < found["f1_low"] < 0.74 and 0.76 < found["f1_high"] < 0.8
    for few in (turns[:29], [Outcome(1, 0, None, 1, 1, 1)] * 19 + [Outcome(0, 0)] * 11):
        found = missed_rate(few)
        assert found is not None and (found["f1_low"], found["f1_high"]) == (None, None)
    # The label is right of 10 of the 30: 2 x 10 / 80, with an interval of its own.
    named = [Outcome(1, 0, None, 2, 3, 2, 1), Outcome(1, 1, None, 1, 1, 2), Outcome(0, 0)] * 10
    found = missed_rate(named)
    assert found is not None and (found["f1"], found["f1_labels"]) == (0.75, 0.25)
    assert found["f1_labels_low"] < 0.25 < found["f1_labels_high"] < 0.5
    # All right: no draw tells anything, so the interval of 30 turns of 30 stands in.
    right = missed_rate([Outcome(1, 0, None, 1, 1, 1)] * 30)
    assert right is not None and right["f1_low"] == pytest.approx(0.8865, abs=1e-3)


def test_only_the_newest_turns_count() -> None:
    old, new = [Outcome(1, 1, 0.0)] * 500, [Outcome(1, 0, 0.0)] * audit.WINDOW
    found = missed_rate(old + new)
    assert found is not None and (found["turns"], found["missed"]) == (audit.WINDOW, 0)
    assert calibrate(old + new).mean == 1.0


def test_the_factor_moves_from_one_to_what_the_audits_say() -> None:
    # Gamma(1.5 + missed, 1.5 + expected): mean (1.5 + 6) / (1.5 + 3) = 1.667.
    turns = [Outcome(2, 2, 1.0)] * 3 + [Outcome(5, 5)]  # the last: nothing known was expected
    assert calibrate(turns).mean == pytest.approx(7.5 / 4.5)
    none = calibrate([])
    assert none.mean == 1.0 and none.low == pytest.approx(0.07, abs=0.01)
    assert none.high == pytest.approx(3.12, abs=0.01)
    # With the weight that the estimate of what is left gives it: (10 + 6) / (10 + 3).
    assert calibrate(turns, audit.HEAVY).mean == pytest.approx(16 / 13)
    many = calibrate([Outcome(2, 2, 1.0)] * 100)
    assert many.low > 1.7 and many.high < 2.3 and many.mean == pytest.approx(1.99, abs=0.02)


def test_the_model_assisted_estimate_is_right_on_average() -> None:
    """Turns miss Poisson(2 x expected) items; after 100 audits the factor's interval holds 2 in at
    least 90 of 100 draws, and the mean is within a tenth."""
    rng = np.random.default_rng(0)
    found = []
    for _ in range(100):
        expected = rng.gamma(0.5, 0.4, 100)
        turns = [Outcome(9, int(rng.poisson(2 * each)), float(each)) for each in expected]
        found.append(calibrate(turns))
    assert sum(each.low <= 2 <= each.high for each in found) >= 90
    assert np.mean([each.mean for each in found]) == pytest.approx(2, rel=0.1)
