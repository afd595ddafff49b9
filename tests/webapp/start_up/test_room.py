"""Deep calls find room for their frames, wherever a loop stands."""

import resource
import threading
from collections.abc import Callable

from webapp.start_up.room import with_room

CALLS, DEPTHS = 300, 300


def wide() -> None:
    """A frame that does not fit where another ends."""


wide.__code__ = wide.__code__.replace(co_stacksize=200)


def loop(depth: int) -> None:
    if depth:
        return loop(depth - 1)
    for _ in range(CALLS):
        wide()


def most_faults(function: Callable[[int], None]) -> int:
    """Of one depth, in a thread of its own: pages that the system had to give."""
    seen = []

    def work() -> None:
        for depth in range(DEPTHS):
            before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
            function(depth)
            seen.append(resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return max(seen)


def test_no_loop_asks_the_system_for_room_at_each_call() -> None:
    assert most_faults(loop) >= CALLS  # what it is about; Python may mend it one day
    assert most_faults(with_room(loop)) < CALLS / 3
