"""Typical utterances and near repeats, by hand."""

import numpy as np
import pytest

from learning.choice.similarity import SAME, apart, leaders, typicality, varied

AXES = np.eye(3, dtype=np.float32)


def test_typicality_is_the_mean_cosine() -> None:
    vectors = AXES[[0, 0, 1]]
    assert typicality(vectors) == pytest.approx([2 / 3, 2 / 3, 1 / 3])
    every_pair = (vectors @ vectors.T).mean(axis=1)
    assert typicality(vectors) == pytest.approx(every_pair)


def test_an_utterance_of_rare_words_goes_last_not_out() -> None:
    found = typicality(np.array([[1, 0], [0, 0]], np.float32))
    assert 0 < found[1] < found[0]
    assert typicality(np.zeros((0, 2), np.float32)).tolist() == []


def test_apart_passes_over_near_repeats() -> None:
    near = np.array([0.96, np.sqrt(1 - 0.96**2), 0], np.float32)
    far = np.array([0.94, 0, np.sqrt(1 - 0.94**2)], np.float32)
    vectors = np.array([AXES[0], near, far, AXES[1]])
    assert apart(vectors, 2, 0.95).tolist() == [0, 2]
    assert apart(vectors, 3, 0.95).tolist() == [0, 2, 3]
    assert apart(vectors, 4, 0.95).tolist() == [0, 2, 3, 1]
    assert apart(vectors, 9, 0.95).tolist() == [0, 2, 3, 1]


def test_unknown_words_never_repeat() -> None:
    assert apart(np.zeros((3, 2), np.float32), 2, 0.95).tolist() == [0, 1]


def test_no_kind_takes_more_than_its_share_of_a_batch() -> None:
    """Six turns of kinds 7 7 7 3 7 3, none alike: of a batch of four two may be of one kind."""
    vectors = np.eye(6, dtype=np.float32)
    kinds = np.array([7, 7, 7, 3, 7, 3])
    assert varied(vectors, kinds, 4, SAME, 2).tolist() == [0, 1, 3, 5]
    # Where there are too few kinds, what was passed over fills the end, in order.
    assert varied(vectors, kinds, 6, SAME, 2).tolist() == [0, 1, 3, 5, 2, 4]
    assert varied(vectors[:3], kinds[:3], 3, SAME, 1).tolist() == [0, 1, 2]


def test_questions_that_are_alike_have_one_leader() -> None:
    """Cosines with the first: .8, 0, .6; of zeros nothing is known."""
    vectors = np.array([[1, 0], [0.8, 0.6], [0, 1], [0.6, 0.8], [0, 0], [0, 0]], np.float32)
    assert leaders(vectors, 0.7).tolist() == [0, 0, 2, 2, 4, 5]
