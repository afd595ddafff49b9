"""D_sys by hand, its bounds, and what chance gives."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.evidence.attacks.people.linkability import by_chance, d_sys, interval


def test_by_hand() -> None:
    mated = np.array([0.9, 0.9, 0.9, 0.1])
    non_mated = np.array([0.1, 0.1, 0.1, 0.9])
    # Two bins. High: LR = .75 / .25 = 3, D = 2 * 3 / 4 - 1 = .5; low: LR = 1/3, D is cut at 0.
    # D_sys = .75 * .5 + .25 * 0.
    assert d_sys(mated, non_mated, bins=2) == pytest.approx(0.375)
    # With one pair of one person in three (omega = 1/2): D = 2 * 1.5 / 2.5 - 1 = .2.
    assert d_sys(mated, non_mated, omega=0.5, bins=2) == pytest.approx(0.15)


def test_apart_is_one_and_alike_is_nothing() -> None:
    low, high = np.linspace(0, 0.3, 50), np.linspace(0.7, 1, 50)
    assert d_sys(high, low) == 1.0
    assert d_sys(low, high) == 1.0  # a score that is low tells as much
    assert d_sys(low, low) == 0.0


def test_three_bins_by_hand() -> None:
    mated = np.array([0.0, 0.5, 0.5, 1.0, 1.0])
    non_mated = np.array([0.0, 0.0, 0.5, 0.5, 1.0])
    # .2/.4 -> 0; .4/.4 -> 0; .4/.2: LR 2, D = 1/3. D_sys = .4 / 3.
    assert d_sys(mated, non_mated, bins=3) == pytest.approx(0.4 / 3)


def test_without_scores_it_says_so() -> None:
    with pytest.raises(ValueError, match="no scores on one side"):
        d_sys(np.array([]), np.array([0.1]))


scores = st.lists(st.floats(0, 1), min_size=1, max_size=40).map(np.array)


@given(scores, scores, st.floats(0.01, 10))
def test_it_lies_between_0_and_1(mated, non_mated, omega: float) -> None:  # type: ignore[no-untyped-def]
    assert 0.0 <= d_sys(mated, non_mated, omega) <= 1.0


def test_chance_and_interval() -> None:
    rng = np.random.default_rng(0)
    mated, non_mated = rng.normal(1, 1, 300), rng.normal(0, 1, 300)
    value = d_sys(mated, non_mated)
    assert value > by_chance(mated, non_mated, rng, 50)[-1]
    low, high = interval(mated, non_mated, rng, 50)
    assert low < high
    # Two normals a standard deviation apart: the integral of max(0, p - q) p / (p + q) is .293,
    # and thirty bins of ten scores each add a little.
    assert value == pytest.approx(0.29, abs=0.08)
