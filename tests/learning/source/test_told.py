"""What a source may answer: one probability a token, of every turn, and what it has not read."""

import contextlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from learning.errors import SourceMalformed
from learning.source.several import Several, joined
from learning.told import Told, checked
from learning.types import Utterance
from tests.learning.source.tellers import Teller

TURNS = [Utterance("me llamo Ana"), Utterance("sí ,")]


def told(*turns: list[float], read: bool = True) -> Told:
    arrays = [np.asarray(turn, np.float32) for turn in turns]
    return Told(arrays, [np.full(len(each), read) for each in arrays])


def test_an_answer_that_fits() -> None:
    chances, read = checked(told([0, 0, 1], [0.5, 0]), TURNS).flat()
    assert chances.tolist() == [0, 0, 1, 0.5, 0] and read.all()
    assert [len(each) for each in checked(told(), []).flat()] == [0, 0]


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ([[0, 0, 1]], "answered for 1 turns of 2"),
        ([[0, 0], [0.5, 0]], "another number of probabilities"),
        ([[0, 0, 1, 1], [0.5, 0]], "another number of probabilities"),
        ([[0.5, 0], [0, 0, 1]], "another number of probabilities"),  # the wrong order
        ([[0, 0, float("nan")], [0.5, 0]], "no number from 0 to 1"),
        ([[0, 0, float("inf")], [0.5, 0]], "no number from 0 to 1"),
        ([[0, 0, 1.5], [0.5, 0]], "no number from 0 to 1"),
        ([[0, 0, -0.1], [0.5, 0]], "no number from 0 to 1"),
    ],
)
def test_one_sentence_for_what_is_no_answer(turns: list[list[float]], words: str) -> None:
    with pytest.raises(SourceMalformed, match=words) as caught:
        checked(told(*turns), TURNS)
    assert "Ana" not in str(caught.value)


def test_what_was_not_read_was_not_told_whatever_stands_there() -> None:
    answer = checked(told([float("nan"), 7, 1], [1, 1], read=False), TURNS)
    chances, read = answer.flat()
    assert not chances.any() and not read.any()


@pytest.mark.parametrize(
    "shares",
    [
        [],
        [np.zeros((3, 1)), np.zeros((2, 2))],
        [np.full((3, 2), 0.8), np.zeros((2, 2))],
        [np.full((3, 2), np.nan), np.zeros((2, 2))],
    ],
)
def test_shares_of_labels_that_do_not_add_up(shares: list[np.ndarray]) -> None:
    fine = told([0, 0, 1], [0.5, 0])
    with pytest.raises(SourceMalformed):
        checked(Told(fine.sensitive, fine.read, ("A", "B"), shares), TURNS)


@given(st.lists(st.lists(st.floats(width=32), max_size=4), max_size=3))
def test_an_answer_is_good_or_refused(turns: list[list[float]]) -> None:
    with contextlib.suppress(SourceMalformed):
        chances, _read = checked(told(*turns), TURNS).flat()
        assert len(chances) == 5 and ((chances >= 0) & (chances <= 1)).all()


def test_several_are_the_mean_of_those_that_read_it() -> None:
    one, two = told([0, 0, 1], [0.5, 0]), told([1, 1, 1], [0, 0], read=False)
    both = joined([one, two])
    assert both.sensitive[0].tolist() == [0, 0, 1] and both.read[1].all()
    three = joined([one, told([1, 0, 0], [0.5, 1])])
    assert three.sensitive[0].tolist() == [0.5, 0, 0.5] and three.sensitive[1].tolist() == [
        0.5,
        0.5,
    ]
    unread = joined([two, two])
    assert not unread.read[0].any() and not unread.sensitive[0].any()


def test_several_have_a_version_only_if_each_has() -> None:
    assert Several((Teller(), Teller(version="b"))).version == "teller|b"
    assert Several((Teller(), Teller(version=""))).version == ""
