"""Keeps numpy and scikit-learn to one thread: many small products, on a machine that serves people.

Threads of OpenMP and OpenBLAS wait for each other by spinning; beside other work that made the
features of a pool cost seven times the processor time (docs/results/speed.md).
"""

import contextlib
from collections.abc import Iterator

from threadpoolctl import threadpool_limits


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """One thread for everything inside; also a decorator."""
    with threadpool_limits(limits=1):
        yield
