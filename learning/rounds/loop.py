"""The active-learning loop: modAL's ActiveLearner over rows of a pool, with our own strategies.

modAL trains the tagger on what was labelled and asks for the next batch; `estimator` stands between
it and the CRF [Danka18].
"""

import warnings
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

import numpy as np
import sklearn
from modAL.models import ActiveLearner

from learning.choice.queries import Picked, Query, QueryView
from learning.crf.tagger import CrfTagger
from learning.rounds.committee import votes_of
from learning.rounds.estimator import Labelled, PoolEstimator, objects, rows
from learning.types import Ints, Span

# modAL 0.4.2 still passes scikit-learn's old keyword; from 1.8 on that is an error, and the
# requirement `scikit-learn<1.8` (see `check_versions`) keeps it away.
warnings.filterwarnings("ignore", message=".*force_all_finite.*", category=FutureWarning)


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

    def strategy(
        _learner: ActiveLearner,
        X_pool: Ints,  # noqa: N803  (candidates by pool index, a column)
        view: QueryView,
        size: int,
    ) -> tuple[Ints, Picked]:
        picked = query(view, size)
        order = np.argsort(X_pool[:, 0])
        return order[np.searchsorted(X_pool[order, 0], picked.indices)], picked

    return ActiveLearner(
        estimator=estimator,
        query_strategy=strategy,
        X_training=rows(indices),
        y_training=objects([Labelled(turn_spans) for turn_spans in spans]),
    )


def next_batch(learner: ActiveLearner, view: QueryView, size: int) -> Picked:
    """Ask the learner's strategy for `size` utterances among the view's candidates."""
    if view.get_votes is None:
        view = with_votes(learner, view)
    _places, _rows, picked = learner.query(
        np.asarray(view.candidates)[:, None], view=view, size=size, return_metrics=True
    )
    chosen: Picked = picked
    return chosen


def with_votes(learner: ActiveLearner, view: QueryView) -> QueryView:
    """The view with the votes of a committee that is taught once, however often it is asked."""
    votes = cache(partial(votes_of, learner, view.candidates, view.rng))
    return replace(view, get_votes=votes)


def after_batch(
    learner: ActiveLearner, view: QueryView, batch: Picked, count: int
) -> tuple[int, ...]:
    """The `count` utterances that come next: what a larger batch would hold beyond this one."""
    size = min(len(batch.indices) + count, len(view.candidates))
    return beyond(batch.indices.tolist(), next_batch(learner, view, size).indices.tolist(), count)


def beyond(batch: Sequence[int], larger: Sequence[int], count: int) -> tuple[int, ...]:
    """The first `count` of a larger batch that are not in the batch."""
    taken = set(batch)
    return tuple(index for index in larger if index not in taken)[:count]


def tagger_of(learner: ActiveLearner) -> CrfTagger:
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
