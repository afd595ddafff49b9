"""Any seed makes a corpus: what one dialogue cannot be is drawn again."""

import pytest

from benchmarks.demo import hotel_bookings, support_calls


@pytest.mark.parametrize(("n", "seed"), [(140, 7), (160, 9), (60, 1), (60, 2)])
def test_every_seed_makes_a_corpus(n: int, seed: int) -> None:
    assert len(support_calls(n=n, seed=seed)) == n
    assert len(hotel_bookings(n=n, seed=seed)) == n
