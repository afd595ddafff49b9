"""Short vectors of utterances for clustering: TF-IDF of their words, reduced by truncated SVD."""

import warnings

import numpy as np
import numpy.typing as npt
import scipy.sparse

from learning.features.encoding import Encoding
from learning.types import Floats, Ints

DIMENSIONS = 50
ALL_AT_ONCE = 100_000  # more utterances are taken in pieces of so many, more vectors by samples


def utterance_vectors(encoding: Encoding) -> Floats:
    """n x at most 50 unit vectors (zero for an utterance of unknown words); always the same.

    The axes of more than ALL_AT_ONCE utterances are those of a part drawn by chance.
    """
    from sklearn.decomposition import TruncatedSVD

    n = len(encoding)
    table = encoding.tables["first"]  # one attribute a word, digits masked: numbers fall together
    attributes = table.matrix(len(encoding.attributes))
    words = scipy.sparse.csr_matrix(
        (np.ones(encoding.tokens, np.float32), encoding.word_ids, encoding.starts),
        shape=(n, attributes.shape[0]),
    )
    pieces = [np.arange(begin, min(begin + ALL_AT_ONCE, n)) for begin in range(0, n, ALL_AT_ONCE)]
    frequency = np.zeros(attributes.shape[1], np.int64)
    for piece in pieces:
        frequency += np.asarray((words[piece] @ attributes > 0).sum(axis=0)).ravel()
    kept = np.flatnonzero((frequency > 1) & (frequency < 0.5 * n))
    if min(n, len(kept)) < 3:
        return np.zeros((n, 1), np.float32)
    weights = np.log(n / frequency[kept])

    def weighted(places: Ints) -> scipy.sparse.csr_matrix:
        return _weighted((words[places] @ attributes)[:, kept], weights)

    axes = TruncatedSVD(min(DIMENSIONS, min(n, len(kept)) - 1), n_iter=2, random_state=0)
    if len(pieces) <= 1:
        return _units(axes.fit_transform(weighted(pieces[0])))
    drawn = np.sort(np.random.default_rng(0).choice(n, ALL_AT_ONCE, replace=False))
    axes.fit(weighted(drawn))
    vectors = np.empty((n, axes.n_components), np.float32)
    for piece in pieces:
        vectors[piece] = _units(axes.transform(weighted(piece)))
    return vectors


def _weighted(
    counts: scipy.sparse.csr_matrix, weights: npt.NDArray[np.float64]
) -> scipy.sparse.csr_matrix:
    """TF-IDF in rows of length one, or the long utterances alone would shape the axes."""
    from sklearn.preprocessing import normalize

    counts.data = 1 + np.log(counts.data)
    return normalize(counts @ scipy.sparse.diags(weights))


def _units(reduced: npt.NDArray[np.floating]) -> Floats:
    norms = np.linalg.norm(reduced, axis=1, keepdims=True)
    return np.asarray(reduced / np.maximum(norms, 1e-9), dtype=np.float32)


def clusters(vectors: Floats, count: int, seed: int) -> Ints:
    """The cluster (0 .. count - 1) of each vector, by k-means [Lloyd82]."""
    from sklearn.cluster import KMeans, MiniBatchKMeans
    from sklearn.exceptions import ConvergenceWarning

    count = min(count, len(vectors))
    if len(vectors) <= ALL_AT_ONCE:
        model = KMeans(count, random_state=seed, n_init=1, max_iter=30)
    else:
        model = MiniBatchKMeans(count, random_state=seed, n_init=1, batch_size=4096)
    with warnings.catch_warnings():  # fewer vectors that differ than clusters: some stay empty
        warnings.filterwarnings("ignore", "Number of distinct clusters", ConvergenceWarning)
        return np.asarray(model.fit_predict(np.asarray(vectors)), dtype=np.int64)
