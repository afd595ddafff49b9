"""Shares with intervals by dialogue."""

import pytest

from annotation.evidence.attacks.shares import by_dialogue, share_of, within
from annotation.evidence.types import Share


def test_no_trial_says_nothing() -> None:
    assert share_of([]) == Share(0.0, 0.0, 1.0, 0)


def test_none_right_is_exact() -> None:
    # 0 of 10: the upper end is 1 - .025 ** (1/10) = .3085.
    share = share_of([(0, 5), (0, 5)])
    assert (share.value, share.low, share.n) == (0.0, 0.0, 10)
    assert share.high == pytest.approx(0.3085, abs=0.0001)


def test_dialogues_that_differ_widen_the_interval() -> None:
    # 50 of 100 either way; but all of a dialogue or none of it is right.
    alone = share_of([(1, 1)] * 50 + [(0, 1)] * 50)
    together = share_of([(10, 10)] * 5 + [(0, 10)] * 5)
    assert alone.value == together.value == 0.5
    assert together.high - together.low > 2 * (alone.high - alone.low)


def test_rows_are_counted_by_dialogue() -> None:
    assert sorted(by_dialogue([(1, True), (2, False), (1, False)])) == [(0, 1), (1, 2)]


@pytest.mark.parametrize(("right", "holds"), [(10, True), (13, True), (25, False)])
def test_two_standard_errors_of_chance(right: int, holds: bool) -> None:
    # Chance .1 over 100: the error is .03, so up to 16 right are within two.
    assert within(share_of([(1, 1)] * right + [(0, 1)] * (100 - right)), 0.1) is holds
