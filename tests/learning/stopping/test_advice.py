"""`Watch` on invented series: when it says stop and when not; and it goes on where it was left."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from learning.stopping.advice import Signs, Watch, signs_from, stopped_at
from learning.stopping.audit import Outcome
from learning.stopping.enough import Enough
from learning.stopping.stopset import Look, read_looks, save_looks
from tests.learning.stopping.looks import look

TURNS = 400


def model(wrong: int, *, chance: float = 0.01) -> Look:
    """400 turns of five tokens, one of them an item; in `wrong` turns it is not found. What is not
    found has `chance` of being an item."""
    codes = [[0, 0, 0 if turn < wrong else 1, 0, 0] for turn in range(TURNS)]
    outside = [
        [1 - (0 if code else chance) if not code else 0.01 for code in turn] for turn in codes
    ]
    return look(codes, outside, keys=range(1000, 1000 + TURNS))


def follow(wrongs: Sequence[int], step: int = 20, chance: float = 0.02) -> Watch:
    watch = Watch()
    for number, wrong in enumerate(wrongs, start=1):
        watch.add(model(wrong, chance=chance), set(range(number * step)))
    return watch


def test_nothing_is_said_before_models_can_be_compared() -> None:
    advice = follow([50]).advise(unread=500)
    assert (advice["verdict"], advice["why"], advice["agreement"]) == ("go_on", "few", None)
    assert advice["bound"] is None and advice["models"] == 1


def test_one_comparison_is_not_enough() -> None:
    assert follow([20, 20]).advise(unread=3000)["why"] == "few"
    assert follow([20, 20, 20]).advise(unread=3000)["why"] == "enough"


def test_models_that_settle_stop() -> None:
    """After 20, 40, 60 ... turns. The fifth has 100: it is held against those of 80 and of 40."""
    watch = follow([90, 20, 20, 20, 20])
    advice = watch.advise(unread=3000)
    assert (advice["verdict"], advice["why"], advice["loss"]) == ("stop", "enough", 0.0)
    assert advice["agreement"] == 1.0 and advice["same_tokens"] == 1.0
    assert advice["models"] == 4
    assert [rule["name"] for rule in advice["rules"] if rule["fires"]] == [
        "stabilising",
        "classification_change",
        "gradient",
    ]


def test_what_changed_is_held_against_what_is_enough() -> None:
    """Of 400 items the model with half the turns missed 20, the one with a fifth fewer 4; so they
    find 380 and 396, and differ from 400 by 1 - 2 x 380 / 780 = .02564 and .00503. The loss is 1.3
    x the root of their product, 1.3 x .01135: 1.476 %."""
    watch = follow([90, 20, 4, 4, 0])
    watch.signs = [each for each in watch.signs if each.labelled in (20, 80, 100)]
    told = [
        watch.advise(unread=3000, enough=Enough(share))["verdict"] for share in (0.98, 0.99, 0.995)
    ]
    assert watch.advise(unread=3000)["loss"] == pytest.approx(0.01476, abs=1e-4)
    assert told == ["stop", "nearly", "go_on"]
    assert watch.advise(unread=3000)["why"] == "close"


def test_change_is_go_on() -> None:
    moving = follow([90, 70, 50, 30, 10]).advise(unread=3000)
    assert (moving["verdict"], moving["why"]) == ("go_on", "changing")


def test_items_missed_can_be_what_is_enough() -> None:
    watch = follow([90, 20, 20, 20, 20])
    left = watch.advise(unread=3000)["left_per_100"]
    assert left > 0
    less, more = (
        watch.advise(unread=3000, enough=Enough(missed=left * times)) for times in (0.9, 1.1)
    )
    assert (less["verdict"], less["enough"]) == ("nearly", {"missed": left * 0.9})
    assert (more["verdict"], more["why"]) == ("stop", "enough")


def test_small_batches_are_not_taken_for_stability() -> None:
    """Labels grow by 1 %: nothing is compared until there are a tenth more."""
    watch = Watch()
    for labelled in range(200, 219, 2):
        watch.add(model(20), set(range(labelled)))
    assert watch.row() == []
    watch.add(model(20), set(range(220)))
    assert [signs.labelled for signs in watch.row()] == [220]


def test_a_model_that_finds_nothing_never_stops() -> None:
    advice = follow([TURNS] * 6).advise(unread=3000)
    assert (advice["verdict"], advice["agreement"]) == ("go_on", None)


def test_a_gap_begins_a_new_row() -> None:
    watch = follow([20, 20, 20])
    lost = Watch(watch.signs)  # the file of the looks is gone
    lost.add(model(20), set(range(80)))
    assert lost.row() == []
    lost.add(model(20), set(range(100)))
    assert len(lost.row()) == 1


def test_audit_turns_that_contradict_the_models_hold_the_verdict_back() -> None:
    watch = follow([20] * 5)
    surprised = [Outcome(1, 1, 0.02)] * 20 + [Outcome(0, 0, 0.02)] * 30
    advice = watch.advise(unread=3000, outcomes=surprised)
    assert (advice["verdict"], advice["why"]) == ("nearly", "audit")
    assert advice["audit"]["missed"] == 20


def test_what_is_left_by_hand() -> None:
    """The model of 40 turns finds what that of 20 missed: an item in each of 400 turns, so 1 x 20 /
    20 a turn is still to be gained. It expects 4 x 0.02 misses a turn, of which two are rises."""
    watch = follow([400, 0], chance=0.02)
    advice = watch.advise(unread=2000, next_turns=60)
    # 1.3 x root(1 x .04) = .26 a turn: 520 of 2,000 turns, and an item a turn is found.
    assert advice["left_per_100"] == pytest.approx(26.0, abs=0.01)
    # 60 more than 40: 520 x 60 / 100. Five words a turn at 60 / 238 s, .04 edits at 5.387 s.
    seconds = 60 * (12.57 + 5 * 60 / 238 + 0.04 * 5.387)
    assert advice["next"] == {
        "turns": 60,
        "items": pytest.approx(312, abs=0.1),
        "of": pytest.approx(2520, abs=0.1),
        "seconds": pytest.approx(seconds, abs=0.1),
    }
    # 10 audit turns with 3 misses where 0.5 were expected: (10 + 3) / (10 + .5) = 1.238 times.
    audits = [Outcome(1, 1, 0.05)] * 3 + [Outcome(1, 0, 0.05)] * 7
    advice = watch.advise(unread=2000, outcomes=audits, next_turns=60)
    assert advice["left_per_100"] == pytest.approx(26.0 * 13 / 10.5, abs=0.01)
    assert advice["next"]["items"] == pytest.approx(312 * 13 / 10.5, abs=0.1)


def test_everything_read_and_nothing_left() -> None:
    watch = follow([20, 20])
    assert watch.advise(unread=0)["why"] == "read"
    sure = follow([20, 20, 20], chance=1e-6)
    assert sure.advise(unread=300)["why"] == "nothing_left"


def test_read_turns_are_not_asked_for_their_opinion() -> None:
    """All that differs is in turns that were read meanwhile."""
    watch = Watch()
    watch.add(model(0), set(range(1000, 1020)))
    signs = watch.add(model(40), set(range(1000, 1040)))
    assert signs.kappa == 1.0


@settings(deadline=None)  # real files
@given(st.lists(st.integers(0, 300), min_size=3, max_size=7), st.data())
def test_it_goes_on_where_it_was_left(
    tmp_path_factory: pytest.TempPathFactory, wrongs: list[int], data: st.DataObject
) -> None:
    """Put away to JSON and a file after any round, it gives the same advice at the end."""
    cut = data.draw(st.integers(1, len(wrongs) - 1))
    whole = follow(wrongs).advise(unread=900)
    first = follow(wrongs[:cut])
    path: Path = tmp_path_factory.mktemp("watch") / "stop.npz"
    save_looks(path, first.looks)
    put_away = json.loads(json.dumps([asdict(signs) for signs in first.signs]))
    signs = [found for each in put_away if (found := signs_from(each)) is not None]
    again = Watch(signs, read_looks(path))
    for number, wrong in enumerate(wrongs[cut:], start=cut + 1):
        again.add(model(wrong, chance=0.02), set(range(number * 20)))
    assert again.advise(unread=900) == whole


def test_signs_of_another_time_are_left_out() -> None:
    assert signs_from({}) is None and signs_from({"labelled": "9"}) is None
    assert signs_from({"labelled": 9, "base": 9, "new": 1}) == Signs(9, 9)


def test_the_advice_is_plain_json() -> None:
    advice = follow([50, 20, 20], chance=0.01).advise(unread=10, outcomes=[Outcome(1, 0, 0.1)])
    assert json.loads(json.dumps(advice)) == advice
    assert not any(isinstance(value, np.generic) for value in advice.values())


def test_where_a_simulation_would_have_stopped() -> None:
    curve = [
        {"instances": 20, "advice": "go_on"},
        {"instances": 40},
        {"instances": 60, "advice": "stop"},
        {"instances": 80, "advice": "stop"},
    ]
    assert stopped_at(curve) == 60
    assert stopped_at(curve[:2]) is None


def test_a_test_that_counts_the_misses_goes_before_what_the_models_expect() -> None:
    """The models agree and expect few misses; the test counts 30 in 100 turns."""
    watch = follow([20] * 5)
    left = {"expected": 900.0, "low": 750.0, "high": 1080.0, "basis": "test", "unread": 3000}
    alone, told = watch.advise(unread=3000), watch.advise(unread=3000, left=left)
    assert alone["verdict"] == "stop" and alone["left_per_100"] < 10
    assert told["left_per_100"] == 30.0
    assert (told["verdict"], told["why"]) == ("nearly", "audit")
    assert told["next"]["items"] > alone["next"]["items"]
    halves = watch.advise(unread=3000, left={"basis": "cross-validation", "unread": 3000})
    assert halves["left_per_100"] == alone["left_per_100"]


def test_a_model_that_is_sure_of_itself_and_wrong_is_not_told_to_stop() -> None:
    watch = follow([20] * 5, chance=0.0)
    left = {"expected": 90.0, "low": 75.0, "high": 108.0, "basis": "test", "unread": 3000}
    assert watch.advise(unread=3000)["why"] == "nothing_left"
    assert watch.advise(unread=3000, left=left)["why"] == "audit"
