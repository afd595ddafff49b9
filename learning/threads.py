"""Keeps numpy and scikit-learn to one thread: many small products, on a machine that serves people.

Threads of OpenMP and OpenBLAS wait for each other by spinning; beside other work that made the
features of a pool cost seven times the processor time (docs/results/speed.md).

scikit-learn takes a second to import, and what serves pages never learns: it is imported where it
works, in the functions that call it.
"""

import contextlib
from collections.abc import Iterator
from functools import cache

from threadpoolctl import ThreadpoolController


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """One thread for everything inside; also a decorator."""
    with _libraries().limit(limits=1):
        yield


@cache  # looking for them takes as long as training a small model
def _libraries() -> ThreadpoolController:
    """The libraries that have threads. They are loaded first: nothing limits what comes later."""
    import sklearn.cluster
    import sklearn.decomposition  # noqa: F401

    return ThreadpoolController()
