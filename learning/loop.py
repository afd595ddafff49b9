"""The active-learning loop: modAL's ActiveLearner over rows of a pool, with our own strategies.

modAL keeps what was labelled, refits the tagger and asks for the next batch; an adapter stands
between it and the CRF. Its arrays hold one light `Row` an utterance, never text or features
[Danka18].
"""

import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import sklearn
from modAL.models import ActiveLearner
from sklearn.base import BaseEstimator

from learning.crf import CrfTagger, Labels
from learning.pool import Pool
from learning.queries import Picked, Query, QueryView
from learning.training import CrfSettings
from learning.types import Progress, Span

# modAL 0.4.2 still passes scikit-learn's old keyword; from 1.8 on that is an error, and the
# requirement `scikit-learn<1.8` (see `check_versions`) keeps it away.
warnings.filterwarnings("ignore", message=".*force_all_finite.*", category=FutureWarning)

Objects = npt.NDArray[Any]


class Row(NamedTuple):
    """One utterance of the pool, by its index."""

    place: int


class Labelled(NamedTuple):
    """What a human said about one utterance."""

    spans: tuple[Span, ...]


def objects(values: Sequence[Any]) -> Objects:
    """A flat object array: numpy would make a matrix of equally long sequences."""
    array = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        array[place] = value
    return array


def rows(indices: Sequence[int] | npt.NDArray[Any]) -> Objects:
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
    ) -> None:
        self.pool = pool
        self.labels = labels
        self.settings = settings
        self.progress = progress

    def fit(self, X: Objects, y: Objects) -> "PoolEstimator":  # noqa: N803
        assert self.pool is not None
        indices = [row.place for row in X]
        texts = [self.pool.utterances[index].text for index in indices]
        self.tagger_ = CrfTagger(settings=self.settings).fit_rows(
            self.pool.encoding("target"),
            indices,
            texts,
            [label.spans for label in y],
            self.labels,
            self.progress,
        )
        return self

    def predict(self, X: Objects) -> Objects:  # noqa: N803
        assert self.pool is not None
        indices = [row.place for row in X]
        texts = [self.pool.utterances[index].text for index in indices]
        found = self.tagger_.predict_rows(self.pool.encoding("target"), indices, texts)
        return objects([Labelled(spans) for spans in found])


def start_learner(
    estimator: PoolEstimator,
    indices: Sequence[int],
    spans: Sequence[tuple[Span, ...]],
    query: Query,
) -> ActiveLearner:
    """An ActiveLearner that has been taught what is labelled so far.

    Raises: what `CrfTagger.fit_rows` raises; RuntimeError with a scikit-learn
    that modAL cannot use.
    """
    check_versions()

    def strategy(_learner: ActiveLearner, X_pool: Objects, view: QueryView, size: int) -> Any:  # noqa: N803
        picked = query(view, size)
        where = {row.place: place for place, row in enumerate(X_pool)}
        return [where[int(index)] for index in picked.indices], picked

    return ActiveLearner(
        estimator=estimator,
        query_strategy=strategy,
        X_training=rows(indices),
        y_training=objects([Labelled(each) for each in spans]),
    )


def teach(
    learner: ActiveLearner, indices: Sequence[int], spans: Sequence[tuple[Span, ...]]
) -> None:
    """Add labelled utterances and train again on all of them."""
    learner.teach(rows(indices), objects([Labelled(each) for each in spans]))


def next_batch(learner: ActiveLearner, view: QueryView, size: int) -> Picked:
    """Ask the learner's strategy for `size` utterances among the view's candidates."""
    _places, _rows, picked = learner.query(
        rows(view.candidates), view=view, size=size, return_metrics=True
    )
    chosen: Picked = picked
    return chosen


def tagger_of(learner: ActiveLearner) -> CrfTagger:
    """The tagger that the learner trained last."""
    tagger: CrfTagger = learner.estimator.tagger_
    return tagger


def check_versions(version: str = sklearn.__version__) -> None:
    """Raises: RuntimeError, saying what to install, when scikit-learn is too new for modAL."""
    major, minor = (int(part) for part in version.split(".")[:2])
    if (major, minor) >= (1, 8):
        raise RuntimeError(
            f"modAL 0.4.2 does not work with scikit-learn {version}: "
            "install 'scikit-learn>=1.6,<1.8'."
        )
