"""Processes that share material: what they answer, and what is said when one of them dies."""

import multiprocessing
import os
import signal
import time

import pytest

from learning import processes
from learning.errors import ProcessLost
from learning.processes import open_pool

_held: list[int] = []  # of a child


def hold(numbers: list[int]) -> None:
    _held.extend(numbers)


def times(factor: int) -> int:
    return factor * sum(_held)


def die() -> None:
    os._exit(9)


def test_each_has_the_material_and_answers_come_as_they_end() -> None:
    before = set(multiprocessing.active_children())
    with open_pool(2, [], hold, [1, 2]) as pool:
        waiting = {pool.submit(times, factor): factor for factor in (1, 2, 3)}
        answers = {}
        while waiting:
            future = pool.next_finished()
            answers[waiting.pop(future)] = future.result()
    assert answers == {1: 3, 2: 6, 3: 9}
    assert set(multiprocessing.active_children()) == before


def work_that_dies() -> None:
    with open_pool(1, [], hold, []) as pool:
        pool.submit(die)
        pool.next_finished().result()


def test_one_that_dies_ends_the_work_in_a_sentence() -> None:
    with pytest.raises(ProcessLost, match="A process ended in the middle of its work"):
        work_that_dies()


def test_a_signal_waits_until_a_process_is_started() -> None:
    """A process that starts while Ctrl-C cuts its start off would be ended by nobody."""
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        with processes._undisturbed():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            assert heard == []
        assert heard == [signal.SIGINT]
        os.kill(os.getpid(), signal.SIGINT)  # and afterwards all is as it was
        time.sleep(0.01)
        assert len(heard) == 2
    finally:
        signal.signal(signal.SIGINT, before)
