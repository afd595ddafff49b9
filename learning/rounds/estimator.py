"""A scikit-learn face for the CRF: modAL's learner and committee teach it rows of a pool.

Their arrays hold one light `Row` an utterance, never text or features [Danka18].
"""

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator

from learning.crf.modelfile import Weights
from learning.crf.pool import Pool
from learning.crf.settings import CrfSettings
from learning.crf.tagger import CrfTagger, LabelledRows
from learning.types import Ints, Labels, Progress, Span

Objects = npt.NDArray[np.object_]


class Row(NamedTuple):
    """One utterance of the pool, by its index."""

    place: int


class Labelled(NamedTuple):
    """What a human said about one utterance."""

    spans: tuple[Span, ...]


def objects(values: Sequence[object]) -> Objects:
    """A flat object array: numpy would make a matrix of equally long sequences."""
    array = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        array[place] = value
    return array


def rows(indices: Sequence[int] | Ints) -> Objects:
    """The object array that modAL sees for these pool indices."""
    return objects([Row(int(index)) for index in indices])


class PoolEstimator(BaseEstimator):
    """A scikit-learn face for `CrfTagger` over the rows of one pool."""

    def __init__(
        self,
        pool: Pool | None = None,
        labels: Labels = "all",
        settings: CrfSettings | None = None,
        progress: Progress | None = None,
        start: Weights | None = None,
        finder_start: Weights | None = None,
    ) -> None:
        self.pool = pool
        self.labels = labels
        self.settings = settings
        self.progress = progress
        self.start = start  # weights of an earlier model of this loop, to go on from
        self.finder_start = finder_start  # and of its finder

    def fit(self, X: Objects, y: Objects) -> Self:  # noqa: N803
        assert self.pool is not None
        indices = [row.place for row in X]
        texts = self.pool.texts(indices)
        self.tagger_ = CrfTagger(settings=self.settings).fit_rows(
            LabelledRows(
                self.pool.encoding("target"), indices, texts, [label.spans for label in y]
            ),
            self.labels,
            self.progress,
            self.start,
            self.pool.prior,
            self.finder_start,
        )
        return self

    def predict(self, X: Objects) -> Objects:  # noqa: N803
        assert self.pool is not None
        indices = [row.place for row in X]
        texts = self.pool.texts(indices)
        tagged = self.tagger_.predict_rows(self.pool.encoding("target"), indices, texts)
        return objects([Labelled(spans) for spans in tagged])
