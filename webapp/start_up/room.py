"""Room for the frames of deep calls, taken once.

CPython keeps a thread's frames in pieces of 16 KB. A loop that stands at the end of a piece asks
the system for the next one at each call and gives it back at each return; a request is deep enough
to meet several ends. A frame that claims a large stack makes its own piece as large.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

WORDS = 33_000  # 258 KB: its piece is the next power of two, and half of that is left to others


def with_room(function: Callable[P, R]) -> Callable[P, R]:
    """The same function, whose calls find room for a quarter of a megabyte of frames."""

    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    call.__code__ = call.__code__.replace(co_stacksize=WORDS)
    return call
