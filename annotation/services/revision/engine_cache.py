"""What the engine answered lately, in this process: a page, its previews and a step share one run.

Called by `plans`. The key is everything that the answer follows from, so nothing here is ever
stale; nothing is written to disk. It holds originals, as the process does while it draws a page.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Remembered(Generic[Key, Value]):
    """The answers that were asked for last, up to a total size.

    Two that ask the same at once wait for one answer. An error is raised to all of them, and
    forgotten.
    """

    def __init__(self, limit: int) -> None:
        self._limit, self._size = limit, 0
        self._lock = Lock()
        self._kept: OrderedDict[Key, tuple[Future[Value], int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def recall(self, key: Key, size: int, make: Callable[[], Value]) -> Value:
        """The answer to `key`, made now if it is not known; `size` counts against the limit."""
        with self._lock:
            known = self._kept.get(key)
            if known is not None:
                self._kept.move_to_end(key)
            else:
                future: Future[Value] = Future()
                self._kept[key] = (future, size)
                self._size += size
                while self._size > self._limit and len(self._kept) > 1:
                    self._size -= self._kept.popitem(last=False)[1][1]
        if known is not None:
            return known[0].result()
        try:
            future.set_result(make())
        except BaseException as error:
            with self._lock:
                if self._kept.pop(key, None) is not None:
                    self._size -= size
            future.set_exception(error)
            raise
        return future.result()

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()
            self._size = 0
