"""Chunks of work done by several processes, answered in order; few are on their way at once.

Called by `pseudonyms` and `tagging`. One process does the same without a pool, so that N give the
same bytes.
"""

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from learning.processes import Pool, open_pool

PRELOADED = ("annotation.services.standalone.streaming.preload",)
AHEAD = 2  # chunks a process that are handed out, or done and not yet taken
Chunk = TypeVar("Chunk")
Answer = TypeVar("Answer")

_work: Callable[[Any], Any] | None = None  # of a process of the pool


def in_order(
    work: Callable[[Chunk], Answer], chunks: Iterable[Chunk], jobs: int = 1
) -> Iterator[Answer]:
    """What `work` makes of each chunk, in their order.

    work: what can be pickled, and is the same in each process. Raises: what it raises, ProcessLost.
    """
    if jobs <= 1:
        yield from map(work, chunks)
        return
    with open_pool(jobs, PRELOADED, _begin, pickle.dumps(work, pickle.HIGHEST_PROTOCOL)) as pool:
        waiting: deque[Any] = deque()
        for chunk in chunks:
            waiting.append(pool.submit(_do, chunk))
            if len(waiting) >= AHEAD * jobs:
                yield _next(waiting, pool)
        while waiting:
            yield _next(waiting, pool)


def _next(waiting: "deque[Any]", pool: Pool) -> Any:
    answer = waiting.popleft().result()
    pool.next_finished()  # the pool keeps what ended until it is asked for
    return answer


def _begin(data: bytes) -> None:
    """In a process of the pool. The work comes as bytes: it cannot be read before Django is up."""
    import django

    global _work
    django.setup()
    _work = pickle.loads(data)


def _do(chunk: Any) -> Any:
    assert _work is not None
    return _work(chunk)
