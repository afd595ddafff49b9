"""Which turns are drawn, what they weigh, and what weighted counts say."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.evidence.audit.sampling import STRATA, allocate, draw, estimate, weights
from annotation.evidence.audit.sequential import Read

SIZES = {"proposed": 80, "likely": 110, "rest": 810}


def test_by_hand() -> None:
    """Of 1,000 turns the rest has .81, and gets .81 / 1.25 = .648 of the drawing: 65 of 100. The
    others share 35 by size: 80/190 x 35.2 = 14.8 and 110/190 x 35.2 = 20.4."""
    drawn = allocate(SIZES, SIZES, 100)
    assert drawn == {"proposed": 15, "likely": 20, "rest": 65}
    weight = weights(SIZES, drawn)
    assert weight["proposed"] == pytest.approx(0.08 / 0.15)
    assert weight["likely"] == pytest.approx(0.11 / 0.20)
    assert weight["rest"] == pytest.approx(0.81 / 0.65)


def test_one_stratum_alone_is_drawn_as_it_is() -> None:
    sizes = {"proposed": 0, "likely": 0, "rest": 50}
    assert allocate(sizes, sizes, 10) == {"proposed": 0, "likely": 0, "rest": 10}
    assert weights(sizes, allocate(sizes, sizes, 10)) == {"rest": 1.0}
    assert allocate({"rest": 0}, {"rest": 0}, 10) == {"rest": 0}


counts = st.fixed_dictionaries({name: st.integers(0, 60) for name in STRATA})


@given(counts, st.integers(0, 200), st.data())
def test_as_many_as_asked_for_none_that_is_not_free_and_weights_of_mean_one(
    sizes: dict[str, int], turns: int, data: st.DataObject
) -> None:
    free = {name: data.draw(st.integers(0, size)) for name, size in sizes.items()}
    drawn = allocate(sizes, free, turns)
    assert sum(drawn.values()) == min(turns, sum(free.values()))
    assert all(0 <= drawn[name] <= free[name] for name in sizes)
    if sum(drawn.values()) and all(drawn[name] > 0 for name in sizes if sizes[name]):
        weight = weights(sizes, drawn)
        mean = sum(weight[name] * drawn[name] for name in weight) / sum(drawn.values())
        assert mean == pytest.approx(1)


def test_a_draw_is_the_same_for_the_same_generator_and_repeats_nothing() -> None:
    free = {
        "proposed": list(range(80)),
        "likely": list(range(100, 210)),
        "rest": list(range(300, 1110)),
    }
    one = draw(free, SIZES, 100, random.Random("a"))
    shuffled = {name: ids[::-1] for name, ids in free.items()}
    assert one == draw(shuffled, SIZES, 100, random.Random("a"))
    assert one != draw(free, SIZES, 100, random.Random("b"))
    assert len({each.turn for each in one}) == 100
    assert [each.sheet for each in one] == [place // 20 for place in range(100)]
    # The strata are mixed: a sheet is a small drawing of its own.
    assert len({each.stratum for each in one if each.sheet == 0}) > 1


def test_weighted_recall_by_hand() -> None:
    """Two turns: 4 items of which 1 was missed, of weight .5; 1 item, found, of weight 3. Weighed:
    .5 missed of 5 items: .9. Unweighted it would be .8. Kish: 25 / (4 x .25 + 9) = 2.5 items."""
    share = estimate([Read(4, 1, 0.5), Read(1, 0, 3.0)])
    assert share is not None and share.value == pytest.approx(0.9)
    assert (share.n, share.high) == (5, 1.0)
    assert share.low < 0.4  # so few items say next to nothing
    assert estimate([Read(0, 0)]) is None


def test_interval_of_equal_weights_is_the_exact_one() -> None:
    """299 found of 299: low end .025^(1/299) = .98774."""
    share = estimate([Read(1, 0)] * 299)
    assert share is not None and share.low == pytest.approx(0.98774, abs=1e-5)
