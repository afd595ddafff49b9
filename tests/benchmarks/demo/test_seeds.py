"""Any seed makes a corpus: what one dialogue cannot be is drawn again."""

import pytest

from benchmarks.demo import hotel_bookings, support_calls
from tests.effort import tries


@pytest.mark.parametrize("seed", [7, 9, 1, 2][: tries(2, 4)])
def test_every_seed_makes_a_corpus(seed: int) -> None:
    n = tries(50, 160)
    assert len(support_calls(n=n, seed=seed)) == n
    assert len(hotel_bookings(n=n, seed=seed)) == n
