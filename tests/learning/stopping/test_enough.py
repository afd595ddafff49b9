"""What is enough: small curves and the verdict by hand."""

import pytest

from learning.stopping.change import WINDOW, change, left_per_turn, loss
from learning.stopping.enough import Enough, verdict
from learning.stopping.price import next_found
from tests.learning.stopping.looks import look


@pytest.mark.parametrize(
    ("missing", "surprise", "expected"),
    [
        (None, 0.5, ("go_on", "few")),
        (0.021, 0.5, ("go_on", "changing")),
        (0.020, 0.5, ("nearly", "close")),
        (0.011, 9.0, ("nearly", "close")),  # whatever was counted
        (0.010, 0.5, ("stop", "enough")),
        (0.010, 2.1, ("nearly", "audit")),
    ],
)
def test_the_verdict_by_hand(
    missing: float | None, surprise: float, expected: tuple[str, str]
) -> None:
    enough = Enough(share=0.99)
    assert (
        verdict(enough, loss=missing, left_per_100=3.0, unread=900, surprise=surprise) == expected
    )


@pytest.mark.parametrize(
    ("left", "expected"),
    [(4.1, "changing"), (4.0, "close"), (2.0, "enough"), (0.03, "nothing_left")],
)
def test_misses_are_held_against_misses(left: float, expected: str) -> None:
    """At most 2 in 100; 0.03 in 100 are a quarter of an item in 900 turns."""
    enough = Enough(missed=2.0)
    told = verdict(enough, loss=0.5, left_per_100=left, unread=900, surprise=0.0)
    assert told[1] == expected


def test_all_read_and_nothing_left() -> None:
    enough = Enough()
    assert verdict(enough, loss=None, left_per_100=9.0, unread=0, surprise=9.0) == ("stop", "read")
    sure = {"loss": 0.5, "left_per_100": 0.01, "unread": 900}
    assert verdict(enough, **sure, surprise=0.0) == ("stop", "nothing_left")
    assert verdict(enough, **sure, surprise=9.0) == ("go_on", "changing")


def test_what_changed_by_hand() -> None:
    """The older finds 3 words, the newest 5, of which 2 are the same: 1 - 2 x 2 / 8. New are a run
    of two words in the first turn, and one in the second: a run does not go on in the next turn."""
    before = look([[1, 1, 0, 0], [0, 0, 1]], keys=[4, 6])
    now = look([[1, 0, 1, 1], [1, 0, 1]], keys=[4, 6])
    told = change(before, now)
    assert told is not None
    assert (told.share, told.gained) == (0.5, 2)


def test_turns_that_one_lacks_and_others_in_order_do_not_count() -> None:
    before = look([[1, 0], [0, 1], [1]], keys=[9, 4, 7])
    now = look([[0, 1], [1, 0], [1, 1]], keys=[4, 9, 8])  # 7 was read, 8 came since
    told = change(before, now)
    assert told is not None and (told.share, told.gained) == (0.0, 0)
    assert change(look([[0, 0]]), look([[0, 0]])) is None
    assert change(look([[1]], keys=[1]), look([[1]], keys=[2])) is None


def test_the_loss_and_what_is_left_by_hand() -> None:
    assert loss(0.004, 0.01) == pytest.approx(1.3 * 0.0063246, abs=1e-6)
    assert loss(None, 0.01) is None and loss(0.01, None) is None
    # Rounds with .1 and .3 a turn to gain: .2; .05 expected: root(.01) = .1, times 1.3.
    assert left_per_turn([0.1, 0.3], 0.05) == pytest.approx(0.13)
    assert WINDOW > 1


def test_the_price_by_hand() -> None:
    """ "The next 60 turns would find about 12 items": 100 are left after 440 turns, and 500 turns
    leave 88 of them, for misses fall as one by the turns. All is found when all is read."""
    assert next_found(100.0, 440, 60, 5_000) == pytest.approx(12.0)
    assert next_found(100.0, 440, 60, 60) == 100.0
    assert next_found(100.0, 440, 0, 60) == 0.0
