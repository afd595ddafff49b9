"""Every stopping rule on series small enough to work out by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from learning.stopping import rules
from learning.stopping.rules import agreement, change_bound
from tests.learning.stopping.looks import look

# --- stabilising predictions ------------------------------------------------------------------


def test_stabilising_takes_three_in_a_row() -> None:
    found = rules.stabilising([0.9, 0.992, 0.991, 0.995])
    assert found == {"name": "stabilising", "value": 0.991, "threshold": 0.99, "fires": True}
    assert not rules.stabilising([0.992, 0.98, 0.991, 0.995])["fires"]
    assert rules.stabilising([0.999, 0.999])["value"] is None


def test_the_bound_on_the_change_of_f1() -> None:
    assert change_bound(0.99) == pytest.approx(0.0404, abs=1e-4)  # 4 x .01 / .99
    assert change_bound(0.995, 1.0) == pytest.approx(0.01005, abs=1e-5)  # 4 x .005 / (2 x .995)
    assert change_bound(0.0) == float("inf")


@settings(deadline=None)
@given(st.lists(st.booleans(), min_size=60, max_size=200), st.integers(0, 2**32), st.data())
def test_no_two_models_break_the_bound(truth: list[bool], seed: int, data: st.DataObject) -> None:
    """F1 of both against any truth: their difference is at most 4 (1 - kappa) / kappa."""
    rng = np.random.default_rng(seed)
    one = np.asarray(truth)
    two = one ^ (rng.random(len(one)) < data.draw(st.floats(0, 0.2)))
    gold = one ^ (rng.random(len(one)) < data.draw(st.floats(0, 0.5)))
    found = agreement(look([[int(x) for x in one]]), look([[int(x) for x in two]]))
    if found is None or found.binary <= 0 or not gold.any():
        return

    def f1(guess: np.ndarray) -> float:
        return 2 * (guess & gold).sum() / (guess.sum() + gold.sum())

    assert abs(f1(one) - f1(two)) <= change_bound(found.binary) + 1e-9


def test_agreement_by_hand() -> None:
    # 100 tokens, each model finds 40, 38 of them both: observed 0.96, by chance .4 x .4 + .6 x .6
    # = .52, kappa (.96 - .52) / .48.
    one = [1] * 40 + [0] * 60
    two = [0] * 2 + [1] * 40 + [0] * 58
    found = agreement(look([one]), look([two]))
    assert found is not None
    assert found.same == pytest.approx(0.96)
    assert found.kappa == found.binary == pytest.approx(0.44 / 0.48)


def test_agreement_tells_labels_apart_by_name() -> None:
    one = look([[1] * 40 + [0] * 60], labels=("", "NAME"))
    same = look([[2] * 40 + [0] * 60], labels=("", "DATE", "NAME"))
    other = look([[1] * 40 + [0] * 60], labels=("", "DATE", "NAME"))
    assert agreement(one, same).kappa == 1.0  # type: ignore[union-attr]
    found = agreement(one, other)
    assert found is not None and found.binary == 1.0 and found.same == pytest.approx(0.6)


def test_agreement_is_on_the_turns_that_both_hold() -> None:
    first = look([[1] * 50, [0] * 20, [1] * 50], keys=[5, 6, 2])
    second = look([[1] * 50, [1] * 7, [1] * 50], keys=[2, 3, 5])
    found = agreement(first, second)
    assert found is not None and found.same == 1.0


def test_too_little_found_says_nothing() -> None:
    """Two models that find nothing agree on everything; that is no reason to stop."""
    nothing = look([[0] * 1000])
    assert agreement(nothing, nothing) is None
    assert agreement(nothing, look([[1] * 1000])) is None
    assert agreement(look([[1] * 10]), look([[1] * 10], keys=[4])) is None


# --- the others -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "low", "high"),
    [
        (rules.max_confidence, 0.04, 0.06),
        (rules.overall_uncertainty, 0.009, 0.011),
        (rules.classification_change, 0.0, 0.001),
    ],
)
def test_rules_that_fire_below_a_threshold(rule: object, low: float, high: float) -> None:
    assert rule(low)["fires"] and not rule(high)["fires"]  # type: ignore[operator]
    assert rule(None)["value"] is None and not rule(None)["fires"]  # type: ignore[operator]


def test_variance_must_fall_three_times_and_far() -> None:
    found = rules.variance_drop([0.02, 0.04, 0.03, 0.02, 0.004])
    assert found["fires"] and found["value"] == 0.1  # .004 of .04
    assert not rules.variance_drop([0.04, 0.03, 0.02, 0.005])["fires"]  # not to a tenth
    assert not rules.variance_drop([0.04, 0.01, 0.02, 0.004, 0.003])["fires"]  # rose between
    assert rules.variance_drop([0.04, 0.03, 0.02])["value"] is None


def test_gradient_is_the_rise_per_tenth_of_labels() -> None:
    # At 100, 200, 400 labels (equal steps of ln 2) F1 .90 .91 .92: .01 / ln 2 x ln 1.1 = .001375.
    rising = [(50, 0.5), (100, 0.90), (200, 0.91), (400, 0.92)]
    found = rules.gradient(rising)
    assert found["value"] == pytest.approx(0.001375, abs=1e-6) and found["fires"]
    steep = [(50, 0.5), (100, 0.80), (200, 0.82), (400, 0.84)]  # .02 / ln 2 x ln 1.1 = .00275
    assert not rules.gradient(steep)["fires"]
    below = [(50, 0.97), (100, 0.90), (200, 0.91), (400, 0.91)]  # flat, but it was higher once
    assert not rules.gradient(below)["fires"]
    assert rules.gradient(rising[:3])["value"] is None
    assert rules.gradient([(100, 0.9)] * 4)["value"] is None  # no label was added
