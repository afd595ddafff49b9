"""How alike utterances are: which are typical of the rest, which nearly repeat one another.

Called by the query strategies on the short unit vectors of `vectors`.
"""

from collections import Counter

import numpy as np

from learning.types import Doubles, Floats, Ints

SAME = 0.95  # cosine from which two utterances say nearly the same
ALIKE = 0.7  # and from which they ask the same, in other words
_LEAST = 0.01  # an utterance of rare words only has no vector: it goes last, not out


def typicality(vectors: Floats) -> Doubles:
    """Mean cosine of each unit vector with all of them [Settles08, information density]."""
    if not len(vectors):
        return np.zeros(0)
    # The mean of products with unit vectors is one product with their mean: linear.
    likeness = np.asarray(vectors @ vectors.mean(axis=0, dtype=np.float64), dtype=np.float64)
    return np.maximum(likeness, _LEAST)


def apart(vectors: Floats, size: int, limit: float) -> Ints:
    """The first `size` places whose cosine with those taken before is under `limit` [Hazra19]."""
    return varied(vectors, np.arange(len(vectors)), size, limit, 1)


def varied(vectors: Floats, kinds: Ints, size: int, limit: float, most: int) -> Ints:
    """The same, with `most` places of each kind at the most."""
    nearest = np.full(len(vectors), -1.0)
    of_kind: Counter[int] = Counter()
    taken: list[int] = []
    for place, (vector, kind) in enumerate(zip(vectors, kinds.tolist(), strict=True)):
        if len(taken) == size:
            break
        if nearest[place] < limit and of_kind[kind] < most:
            taken.append(place)
            of_kind[kind] += 1
            nearest = np.maximum(nearest, vectors @ vector)
    # Where too few are apart, what was passed over fills the end, in order.
    rest = np.setdiff1d(np.arange(len(vectors)), taken)
    return np.concatenate((np.asarray(taken, np.int64), rest))[:size]


def leaders(vectors: Floats, limit: float) -> Ints:
    """For each vector the place of the first one that it is like (`limit`: cosine), its own where
    there is none before it. A vector of zeros is like nothing."""
    found = np.arange(len(vectors))
    for place in range(len(vectors)):
        if found[place] != place:
            continue
        alike = np.flatnonzero(vectors[place:] @ vectors[place] >= limit) + place
        alike = alike[found[alike] == alike]
        found[alike] = place
    return found
