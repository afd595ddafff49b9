"""The turn before another: in its dialogue, and of none for the first of one."""

import numpy as np

from learning.choice.signals import turns_before
from learning.crf.pool import memory_pool
from learning.types import Utterance


def test_the_turn_before_is_of_the_same_dialogue() -> None:
    names = ["a", "a", "b", "b", "b"]
    pool = memory_pool([Utterance("sí", dialogue=name) for name in names])
    assert turns_before(pool, np.array([0, 1, 2, 4])).tolist() == [-1, 0, -1, 3]
