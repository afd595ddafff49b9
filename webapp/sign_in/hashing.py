"""Password hashes, at most two at a time on this machine. Django asks the hashers (settings).

Argon2id by OWASP's smaller setting: 19 MiB and two passes. A hash made with other values still
counts, and is made anew at the next sign-in. Of the two slots strangers share one: a flood of them
leaves the other to people whose browser has signed in here before, and to who is signed in.
"""

import contextlib
import fcntl
import os
import threading
import time
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher, PBKDF2PasswordHasher

PATIENCE = 3.0  # seconds that one waits for a slot
OPEN_TO_ALL, KEPT = "hash-0", "hash-1"
# Threads of this process that hash or wait for it; who finds no room is answered at once, for
# the other threads save labels.
ROOM = {True: threading.BoundedSemaphore(2), False: threading.BoundedSemaphore(2)}
_locks = {name: threading.Lock() for name in (OPEN_TO_ALL, KEPT)}
_is_stranger: ContextVar[bool] = ContextVar("is_stranger", default=False)
_has_slot: ContextVar[bool] = ContextVar("has_slot", default=False)


class Busy(Exception):
    """No hash can be made just now."""


@contextlib.contextmanager
def as_stranger(is_stranger: bool) -> Iterator[None]:
    """Hashes made within are a stranger's, or not."""
    token = _is_stranger.set(is_stranger)
    try:
        yield
    finally:
        _is_stranger.reset(token)


@contextlib.contextmanager
def hash_slot() -> Iterator[None]:
    """Hold one of the two slots. Raises Busy."""
    if _has_slot.get():  # a hasher may call itself
        yield
        return
    is_stranger = _is_stranger.get()
    room = ROOM[is_stranger]
    if not room.acquire(blocking=False):
        raise Busy
    try:
        with take_one([OPEN_TO_ALL] if is_stranger else [KEPT, OPEN_TO_ALL]):
            token = _has_slot.set(True)
            try:
                yield
            finally:
                _has_slot.reset(token)
    finally:
        room.release()


@contextlib.contextmanager
def take_one(names: list[str]) -> Iterator[None]:
    """Wait for the first of the slots that is free. Raises Busy."""
    deadline = time.monotonic() + PATIENCE
    while True:
        for name in names:
            with take(name) as taken:
                if taken:
                    yield
                    return
        if time.monotonic() > deadline:
            raise Busy
        time.sleep(0.01)


@contextlib.contextmanager
def take(name: str) -> Iterator[bool]:
    """Whether the slot is ours now: among the threads, and by a locked file among the processes."""
    if not _locks[name].acquire(blocking=False):
        yield False
        return
    handle = open_lock(name)
    try:
        if handle is not None:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        yield False
    else:
        yield True
    finally:
        if handle is not None:
            os.close(handle)
        _locks[name].release()


def open_lock(name: str) -> int | None:
    """None where no file can be made, on a disk that is full: then each process counts alone."""
    with contextlib.suppress(OSError):
        folder = settings.ANTIFAZ_DATA / "run"
        folder.mkdir(mode=0o700, exist_ok=True)
        return os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    return None


class InSlot:
    def encode(self, *args: Any, **values: Any) -> Any:
        with hash_slot():
            return super().encode(*args, **values)  # type: ignore[misc]

    def verify(self, *args: Any, **values: Any) -> Any:
        with hash_slot():
            return super().verify(*args, **values)  # type: ignore[misc]


class Argon2(InSlot, Argon2PasswordHasher):
    memory_cost = 19_456
    time_cost = 2
    parallelism = 1


class PBKDF2(InSlot, PBKDF2PasswordHasher):
    """For hashes that were made elsewhere."""
