"""What a fixed hash draws stays drawn, whatever else comes or goes."""

import numpy as np

from learning.sampling import drawn


def test_few_are_all_drawn() -> None:
    assert drawn(np.arange(5), 5).tolist() == [0, 1, 2, 3, 4]


def test_what_was_drawn_is_drawn_again_without_what_was_labelled_since() -> None:
    first = drawn(np.arange(10_000), 500)
    assert len(first) == 500 and np.all(np.diff(first) > 0)
    labelled = first[:20]
    left = np.setdiff1d(np.arange(10_000), labelled)
    second = drawn(left, 500)
    assert set(first[20:]) <= set(second) and len(second) == 500
    assert np.array_equal(drawn(np.arange(10_000), 500), first)


def test_the_draw_is_by_chance() -> None:
    shares = np.histogram(drawn(np.arange(100_000), 20_000), 10, (0, 100_000))[0]
    assert shares.min() > 1_850 and shares.max() < 2_150  # 2,000 each, four deviations of 40
