"""What is remembered: one answer for many askers, the latest ones, and no error."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from annotation.services.revision.engine_cache import Remembered


def test_an_answer_is_made_once_and_the_oldest_goes() -> None:
    made: list[str] = []
    known: Remembered[str, str] = Remembered(limit=3)

    def ask(key: str) -> str:
        return known.recall(key, 1, lambda: made.append(key) or key.upper())

    assert [ask(key) for key in "abcab"] == list("ABCAB")
    assert made == ["a", "b", "c"]
    ask("d")  # the one that was not asked for lately goes
    ask("a")
    ask("c")
    assert made == ["a", "b", "c", "d", "c"]
    assert known.recall("large", 99, lambda: "L") == "L"
    assert len(known) == 1
    known.forget()
    assert len(known) == 0


def test_an_error_is_forgotten() -> None:
    known: Remembered[str, str] = Remembered(limit=3)

    def fail() -> str:
        raise ValueError("no")

    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            known.recall("a", 1, fail)
    assert known.recall("a", 1, lambda: "A") == "A"


def test_two_who_ask_at_once_wait_for_one_answer() -> None:
    known: Remembered[str, int] = Remembered(limit=3)
    begun, go = Event(), Event()
    runs: list[int] = []

    def slow() -> int:
        runs.append(1)
        begun.set()
        go.wait(5)
        return 7

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(known.recall, "a", 1, slow)
        begun.wait(5)
        second = pool.submit(known.recall, "a", 1, slow)
        go.set()
        assert (first.result(), second.result()) == (7, 7)
    assert runs == [1]
