"""What two readers overlooked together."""

import numpy as np
import pytest

from annotation.evidence.audit.capture import chapman
from annotation.evidence.errors import EvidenceError


def test_by_hand() -> None:
    """101 x 91 / 86 - 1 = 105.872; 105 are known, so .87 are expected beside them."""
    found = chapman(100, 90, 85)
    assert found.total == pytest.approx(105.872, abs=0.001)
    assert found.neither == pytest.approx(0.872, abs=0.001)
    assert (found.low, found.high) == (0, 4)


def test_interval_by_hand() -> None:
    """Both found the same single item of one each. If there were N, the second finds the first's
    with chance 1 / N; that is at least .025 up to N = 40."""
    found = chapman(1, 1, 1)
    assert (found.total, found.neither, found.low, found.high) == (1.0, 0.0, 0, 39)


def test_nothing_in_common_has_no_upper_end() -> None:
    found = chapman(5, 4, 0)
    assert found.high is None and found.low > 0
    assert chapman(0, 3, 0).high is None


def test_more_in_common_than_one_has_is_refused() -> None:
    with pytest.raises(EvidenceError, match="Both readers found 5 items, one of them only 4"):
        chapman(4, 9, 5)


def test_the_interval_holds_the_truth_of_independent_readers() -> None:
    """400 pairs of readers of 200 items who find .9 and .8 of them: an exact interval holds the
    truth in at least 95 of 100; three standard errors of 400 pairs (.033) below are chance."""
    rng = np.random.default_rng(3)
    inside = []
    for _ in range(400):
        one, other = rng.random(200) < 0.9, rng.random(200) < 0.8
        found = chapman(int(one.sum()), int(other.sum()), int((one & other).sum()))
        left = 200 - int((one | other).sum())
        assert found.high is not None
        inside.append(found.low <= left <= found.high)
    assert np.mean(inside) >= 0.95 - 0.033


def test_it_is_too_low_where_both_overlook_the_same() -> None:
    """Of 200 items 20 are such that nobody sees them: the estimate knows nothing of those."""
    rng = np.random.default_rng(4)
    one, other = rng.random(180) < 0.95, rng.random(180) < 0.95
    found = chapman(int(one.sum()), int(other.sum()), int((one & other).sum()))
    left = 20 + 180 - int((one | other).sum())
    assert found.high is not None and found.high < left
