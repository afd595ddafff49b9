"""How a command ends before its work does: Ctrl-C, a signal, or a pipe that nobody reads any more.

Called by `reporting`. What was begun is cleaned up on the way out of the work.
"""

import contextlib
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

CLOSED_PIPE = 128 + signal.SIGPIPE  # as a shell counts a program that SIGPIPE ended
TWICE = 2.0  # seconds: `timeout` and terminals may tell a process once, and its group once more
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


class Stopped(BaseException):
    """Somebody asked this process to end: what was begun is cleaned up on the way out."""

    def __init__(self, number: int = signal.SIGTERM) -> None:
        super().__init__()
        self.number = number


def status_of(stop: BaseException) -> int:
    """The exit status of a process that was stopped: 130 after Ctrl-C, 143 after SIGTERM."""
    return 128 + (stop.number if isinstance(stop, Stopped) else signal.SIGINT)


@contextlib.contextmanager
def stoppable(*, for_good: bool) -> Iterator[None]:
    """Signals as exceptions, where this is a process of its own.

    What was ignored stays so (`nohup`, `&` in a script). for_good: after a stop nothing more is
    listened to, so that the process ends in order.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    last = float("-inf")

    def stop(number: int, _frame: Any) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < TWICE:
            return
        last = now
        raise KeyboardInterrupt if number == signal.SIGINT else Stopped(number)

    heard = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, stop) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            stopped = for_good and last > 0
            signal.signal(number, signal.SIG_IGN if stopped else handler)


def is_unread(stream: Any) -> bool:
    """Whether a stream leads into a pipe that nobody reads any more."""
    try:
        poll = select.poll()
        poll.register(stream.fileno(), 0)
    except (AttributeError, OSError, ValueError):  # no file, or no such call on this system
        return False
    return any(event & (select.POLLERR | select.POLLHUP) for _file, event in poll.poll(0))


def silence_unread() -> None:
    """What is left for such a pipe goes nowhere: Python would complain of it at its end."""
    for stream in (sys.stdout, sys.stderr):
        if is_unread(stream):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
