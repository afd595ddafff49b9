"""How alike utterances are: which are typical of the rest, which nearly repeat one another.

Called by the query strategies on the short unit vectors of `vectors`.
"""

import numpy as np

from learning.types import Doubles, Floats, Ints

SAME = 0.95  # cosine from which two utterances say nearly the same
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
    nearest = np.full(len(vectors), -1.0)
    taken: list[int] = []
    for place, vector in enumerate(vectors):
        if len(taken) == size:
            break
        if nearest[place] < limit:
            taken.append(place)
            nearest = np.maximum(nearest, vectors @ vector)
    # Where too few are apart, what was passed over fills the end, in order.
    rest = np.setdiff1d(np.arange(len(vectors)), taken)
    return np.concatenate((np.asarray(taken, np.int64), rest))[:size]
