"""Samples that a fixed hash draws: the same in every round, process and machine."""

import numpy as np
import numpy.typing as npt

from learning.types import Ints

MOST_READ = 300_000  # unread utterances that a round looks at


def mix(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The finaliser of SplitMix64: spreads near numbers over all 64 bits [Steele14]."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def ranks(keys: Ints) -> npt.NDArray[np.uint64]:
    """A number of each key, by chance and fixed: it stays whatever others there are."""
    return mix(np.asarray(keys, np.int64).astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15))


def drawn(indices: Ints, most: int = MOST_READ) -> Ints:
    """At most so many of these indices, ascending; those that stay are drawn again next time."""
    if len(indices) <= most:
        return indices
    return np.sort(indices[np.argpartition(ranks(indices), most)[:most]])
