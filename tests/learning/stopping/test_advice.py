"""`Watch` on invented series: when it says stop and when not; and it goes on where it was left."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from learning.stopping.advice import Signs, Watch, _verdict, signs_from, stopped_at
from learning.stopping.audit import Outcome
from learning.stopping.stopset import Look, read_look, save_look
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


def test_models_that_agree_three_times_stop() -> None:
    watch = follow([90, 20, 20, 20, 20])
    advice = watch.advise(unread=3000)
    assert (advice["verdict"], advice["why"]) == ("stop", "stable")
    assert advice["agreement"] == 1.0 and advice["same_tokens"] == 1.0
    assert advice["models"] == 4
    assert [rule["name"] for rule in advice["rules"] if rule["fires"]] == [
        "stabilising",
        "classification_change",
        "gradient",
    ]


def test_twice_is_nearly_and_change_is_go_on() -> None:
    assert follow([90, 20, 20]).advise(unread=3000)["verdict"] == "go_on"
    assert follow([90, 20, 20, 20]).advise(unread=3000)["why"] == "recent"
    moving = follow([90, 70, 50, 30, 10]).advise(unread=3000)
    assert (moving["verdict"], moving["why"]) == ("go_on", "changing")


def test_two_points_of_f1_are_not_stable_enough() -> None:
    """Three kappas between 0.99 and 0.995: the published rule fires, the verdict waits."""
    watch = follow([6, 9, 6, 9])  # 3 of 2,000 tokens differ; about 393 are found: kappa 0.9953
    assert watch.advise(unread=3000)["verdict"] == "stop"
    watch = follow([6, 11, 6, 11])  # 5 differ: kappa 0.9921
    found = watch.advise(unread=3000)
    assert 0.99 < found["agreement"] < 0.995
    assert found["rules"][0]["fires"]
    assert (found["verdict"], found["why"]) == ("nearly", "close")


@pytest.mark.parametrize(
    ("kappas", "factor_low", "expected"),
    [
        # 2.977 / 3 = .9923: three times .99, but on average not .995.
        ([0.991, 0.994, 0.992], 0.5, ("nearly", "close")),
        ([0.7, 0.991, 0.994, 0.992], 3.0, ("nearly", "close")),  # whatever the audit turns say
        # 2.986 / 3 = .9953.
        ([0.991, 0.996, 0.999], 0.5, ("stop", "stable")),
        ([0.991, 0.996, 0.999], 2.1, ("nearly", "audit")),
        # The first of the last three is below .99, though .9953 is their average.
        ([0.989, 0.998, 0.999], 0.5, ("nearly", "recent")),
        ([0.999, 0.999, 0.989], 0.5, ("go_on", "changing")),
        ([0.999, 0.999], 0.5, ("go_on", "few")),
    ],
)
def test_the_verdict_by_hand(
    kappas: list[float], factor_low: float, expected: tuple[str, str]
) -> None:
    assert _verdict(kappas, 3000, 50.0, factor_low) == expected


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
    lost = Watch(watch.signs, None)  # the file of the last look is gone
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
    """No audit turn yet: each of 400 turns expects (its unfound item's) 0.02 misses as one bump."""
    watch = follow([400, 0, 0], chance=0.02)
    advice = watch.advise(unread=2000, next_turns=100)
    assert advice["left_per_100"] == pytest.approx(2 * 2.0, abs=0.01)  # before and after the item
    assert advice["left_low"] == pytest.approx(0.29, abs=0.01)
    assert advice["next"] == {"turns": 100, "items": 4.0}
    # 10 audit turns with 3 misses where 0.5 were expected: (1.5 + 3) / (1.5 + .5) = 2.25 times.
    audits = [Outcome(1, 1, 0.05)] * 3 + [Outcome(1, 0, 0.05)] * 7
    advice = watch.advise(unread=2000, outcomes=audits, next_turns=100)
    assert advice["left_per_100"] == pytest.approx(9.0, abs=0.01)
    assert advice["next"]["items"] == 9.0


def test_everything_read_and_nothing_left() -> None:
    watch = follow([20, 20])
    assert watch.advise(unread=0)["why"] == "read"
    sure = follow([20, 20], chance=1e-6)
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
    assert first.before is not None
    save_look(path, first.before)
    put_away = json.loads(json.dumps([asdict(signs) for signs in first.signs]))
    signs = [found for each in put_away if (found := signs_from(each)) is not None]
    again = Watch(signs, read_look(path))
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
    assert alone["verdict"] == "stop" and alone["left_high"] < 25
    assert (told["left_per_100"], told["left_low"], told["left_high"]) == (30.0, 25.0, 36.0)
    assert (told["verdict"], told["why"]) == ("nearly", "audit")
    assert told["next"]["items"] > alone["next"]["items"]
    halves = watch.advise(unread=3000, left=left | {"basis": "cross-validation"})
    assert halves["left_per_100"] == alone["left_per_100"]  # it errs upwards, and is no test


def test_a_model_that_is_sure_of_itself_and_wrong_is_not_told_to_stop() -> None:
    watch = follow([20] * 5, chance=0.0)
    left = {"expected": 90.0, "low": 75.0, "high": 108.0, "basis": "test", "unread": 3000}
    assert watch.advise(unread=3000)["why"] == "nothing_left"
    assert watch.advise(unread=3000, left=left)["why"] == "audit"
