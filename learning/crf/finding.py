"""Finds with one CRF and names with another: which tokens are sensitive, and what they are called.

A CRF of all labels must learn each of them from its own examples; one that only tells sensitive
from not learns from all examples at once, and finds more while few turns are labelled. So a tagger
of several labels has both. Where a token is sensitive, the mean of both probabilities decides;
which label it has, the CRF of all labels alone. Called by `tagger` and `stopping.stopset`.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from learning.crf.marginals import Chunk, Scorer, posterior, viterbi
from learning.crf.modelfile import Weights
from learning.crf.threshold import EVEN, tags_at_threshold
from learning.features.encoding import Encoding
from learning.tokens import OUTSIDE
from learning.types import Ints, Reals

_NEVER = -1e6  # log-weight of a path that is ruled out
_TINY = np.float32(1e-30)
Best = npt.NDArray[np.int16]


class Decoder:
    """The CRFs of a tagger on one encoding: a `namer` of all labels, and its finder, if any."""

    def __init__(
        self,
        encoding: Encoding,
        namer: Weights,
        finder: Weights | None = None,  # tags: outside and one label
        *,
        dtype: npt.DTypeLike = np.float32,
        rows: Ints | None = None,  # all that will be asked about
    ) -> None:
        self.tags = namer.tags
        self._namer = Scorer(encoding, namer, dtype, rows)
        self._finder = None if finder is None else Scorer(encoding, finder, dtype, rows)
        self._is_label = np.asarray([tag != OUTSIDE for tag in self.tags])

    def marginals(self, chunk: Chunk) -> Reals:
        """Tag probabilities, tokens x tags in the order of the chunk; rows sum to one."""
        return self._marginals(self._namer.state(chunk), chunk)

    def decode(self, chunk: Chunk, threshold: float | None = None) -> tuple[Best, Reals]:
        """The tag of each token, as its place in `tags`, and the marginals.

        With a finder a token is sensitive where "outside" is less probable than `threshold` (None:
        than one half), and the names are the likeliest path of the namer through just these tokens,
        which also says where one span ends and the next begins. Without one the likeliest path
        decides, or the threshold on each token (`tags_at_threshold`).
        """
        state = self._namer.state(chunk)
        values = self._marginals(state, chunk)
        if self._finder is None:
            if threshold is None:
                return viterbi(state, self._namer.transitions, chunk)[0], values
            chosen = tags_at_threshold(values, self.tags, threshold)
            return np.asarray([self.tags.index(tag) for tag in chosen], np.int16), values
        outside = values[:, ~self._is_label].sum(axis=1)
        found = outside < (EVEN if threshold is None else threshold)
        within = np.where(found[:, None] == self._is_label, state, _NEVER)
        return viterbi(within, self._namer.transitions, chunk)[0], values

    def _marginals(self, state: Reals, chunk: Chunk) -> Reals:
        values = posterior(state, self._namer.transitions, chunk)
        if self._finder is None:
            return values
        found = posterior(self._finder.state(chunk), self._finder.transitions, chunk)
        return joined(values, self.tags, found[:, self._finder.tags.index(OUTSIDE)])


def needs_finder(tags: Sequence[str]) -> bool:
    """Whether these tags name several labels, so that finding is another task than naming."""
    return OUTSIDE in tags and len({tag[2:] for tag in tags if tag != OUTSIDE}) > 1


def joined(values: Reals, tags: tuple[str, ...], outside: Reals) -> Reals:
    """Marginals of a namer (tokens x tags, "outside" among them) whose probability of "outside" is
    the mean of its own and the finder's; among the labels its shares stay, and are equal where it
    gives none of them any.

    >>> import numpy as np
    >>> joined(np.array([[0.75, 0.125, 0.125]]), ("O", "I-A", "I-B"), np.array([0.25])).tolist()
    [[0.5, 0.25, 0.25]]
    """
    out = tags.index(OUTSIDE)
    label = np.asarray([tag != OUTSIDE for tag in tags])
    mean = (values[:, out] + outside) / 2
    given = values[:, label].sum(axis=1, keepdims=True)
    even = np.asarray(1 / label.sum(), values.dtype)
    shares = np.where(given > _TINY, values[:, label] / np.maximum(given, _TINY), even)
    result = np.empty_like(values)
    result[:, out] = mean
    result[:, label] = shares * (1 - mean)[:, None]
    return result
