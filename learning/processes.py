"""Processes that share one piece of material and do tasks: started clean, ended with their parent.

Called by whatever does many trainings at once: simulations, and the utility laboratory above them.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import forkserver, resource_tracker
from queue import SimpleQueue
from types import FrameType
from typing import Any

from learning.errors import ProcessLost


class Pool:
    """Takes tasks, and gives their futures back as they end."""

    def __init__(self, executor: ProcessPoolExecutor) -> None:
        self._executor = executor
        # Not `futures.wait`: it takes the lock of every future, and a Ctrl-C in between leaves some
        # taken, for which the pool's own thread then waits for ever.
        self._finished = SimpleQueue[Future[Any]]()

    def submit(self, work: Callable[..., Any], *args: object) -> Future[Any]:
        with _undisturbed():  # it may start a process, which nobody would end if that were cut off
            future = self._executor.submit(work, *args)
        future.add_done_callback(self._finished.put)
        return future

    def next_finished(self) -> Future[Any]:
        """The next one that ended; waits for it."""
        return self._finished.get()


@contextmanager
def open_pool(
    jobs: int, preloaded: Sequence[str], begin: Callable[..., None], *material: object
) -> Iterator[Pool]:
    """So many processes, each of which calls `begin` with the material first.

    preloaded: modules that the processes need. All of them are gone when the block is left.
    Raises: ProcessLost where one ended in the middle of its work.
    """
    others = set(multiprocessing.active_children())
    # Copies of a process without threads, which has the libraries: a copy made while a library's
    # threads work may hang.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preloaded))
    with _undisturbed():
        _start_forkserver()
    executor = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(begin, material))
    try:
        yield Pool(executor)
        executor.shutdown()
    except BrokenProcessPool as error:
        raise ProcessLost(
            "A process ended in the middle of its work; too little memory? Try fewer --jobs."
        ) from error
    finally:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        # The pool's own thread joins them: two that wait for one child lose track of its end.
        executor.shutdown(cancel_futures=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Signals wait until the block is left. (Not by a mask: another thread would take them.)"""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    before: dict[int, Any] = {}
    try:
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            handler = signal.getsignal(each)
            if callable(handler):
                before[each] = handler
                signal.signal(each, lambda number, frame: came.append((number, frame)))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for number, frame in came:
        before[number](number, frame)


def _start_forkserver() -> None:
    """Before anything is copied from it, it imports for a second: a Ctrl-C, which every process of
    a terminal hears, would end it with a traceback. What is blocked here stays so in it, and in the
    tracker of semaphores, which unblocks Ctrl-C here when it starts."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    try:
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(begin: Callable[..., None], material: tuple[object, ...]) -> None:
    """A child's first act. Ctrl-C goes to the parent, and it never outlives the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    begin(*material)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
