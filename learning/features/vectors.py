"""Short vectors of utterances for clustering: TF-IDF of their words, reduced by truncated SVD."""

import warnings

import numpy as np
import scipy.sparse

from learning.features.encoding import Encoding
from learning.types import Floats, Ints

DIMENSIONS = 50
ALL_AT_ONCE = 100_000  # more vectors are clustered by samples


def utterance_vectors(encoding: Encoding) -> Floats:
    """n x at most 50 unit vectors (zero for an utterance of unknown words); always the same."""
    from sklearn.decomposition import TruncatedSVD
    from sklearn.preprocessing import normalize

    table = encoding.tables["first"]  # one attribute a word, digits masked: numbers fall together
    words = table.bounds.shape[0] - 1
    counts = scipy.sparse.csr_matrix(
        (np.ones(encoding.tokens, np.float32), encoding.word_ids, encoding.starts),
        shape=(len(encoding), words),
    )
    counts = counts @ table.matrix(len(encoding.attributes))
    frequency = np.asarray((counts > 0).sum(axis=0)).ravel()
    kept = np.flatnonzero((frequency > 1) & (frequency < 0.5 * len(encoding)))
    counts = counts[:, kept]
    if min(counts.shape) < 3:
        return np.zeros((len(encoding), 1), np.float32)
    counts.data = 1 + np.log(counts.data)
    weighted = counts @ scipy.sparse.diags(np.log(len(encoding) / frequency[kept]))
    weighted = normalize(weighted)  # or the long utterances alone would shape the axes
    size = min(DIMENSIONS, min(weighted.shape) - 1)
    reduced = TruncatedSVD(size, n_iter=2, random_state=0).fit_transform(weighted)
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
