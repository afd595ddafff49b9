"""Sets that merge: which people, places or numbers of a dialogue are one."""

from collections.abc import Iterable
from typing import Generic, TypeVar

K = TypeVar("K", bound=str)


class UnionFind(Generic[K]):
    """Sets of strings that merge; the smallest string stands for its set."""

    def __init__(self, keys: Iterable[K] = ()) -> None:
        self._parent = {key: key for key in keys}

    def find(self, key: K) -> K:
        parent = self._parent.setdefault(key, key)
        while parent != key:
            key, parent = parent, self._parent.setdefault(parent, parent)
        return key

    def union(self, a: K, b: K) -> None:
        low, high = sorted((self.find(a), self.find(b)))
        self._parent[high] = low
