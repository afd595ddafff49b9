"""modAL drives our tagger and strategies through the adapter."""

import numpy as np
import pytest
import sklearn
from modAL.models import ActiveLearner

from learning.choice import signals
from learning.choice.queries import QUERIES
from learning.crf.pool import candidates, memory_pool
from learning.errors import OneClassOnly
from learning.rounds import loop
from learning.types import Utterance


def test_scikit_learn_is_one_that_modal_can_use() -> None:
    version = tuple(int(part) for part in sklearn.__version__.split(".")[:2])
    assert version < (1, 8), (
        f"scikit-learn {sklearn.__version__} is installed, but modAL 0.4.2 calls "
        "check_X_y(force_all_finite=...), which scikit-learn 1.8 removed: "
        "install 'scikit-learn>=1.6,<1.8'."
    )


def test_a_newer_scikit_learn_is_refused_by_name() -> None:
    loop.check_versions("1.7.2")
    with pytest.raises(RuntimeError, match=r"scikit-learn 1\.9\.1"):
        loop.check_versions("1.9.1")


def test_start_query_teach(corpus: list[Utterance]) -> None:
    pool = memory_pool(corpus)
    query = QUERIES["target-entropy"].function
    start = list(range(20))
    learner = loop.start_learner(
        loop.PoolEstimator(pool), start, [corpus[row].spans for row in start], query
    )
    assert isinstance(learner, ActiveLearner)
    before = loop.tagger_of(learner)
    free = candidates(pool, set(start))
    rng = np.random.default_rng(0)
    order = signals.ViewOrder("target-entropy", source=None, weight=0.0, rng=rng)
    view = signals.query_view(pool, before, free, order)
    picked = loop.next_batch(learner, view, 10)
    assert len(set(picked.indices.tolist()) - set(start)) == 10
    assert picked.scores.tolist() == sorted(picked.scores, reverse=True)
    batch = picked.indices.tolist()
    learner.teach(
        loop.rows(batch), loop.objects([loop.Labelled(corpus[row].spans) for row in batch])
    )
    assert loop.tagger_of(learner).card["utterances"] == 30
    assert loop.tagger_of(learner) is not before
    found = learner.predict(loop.rows([0, 1]))
    assert [type(each) for each in found] == [loop.Labelled] * 2


def test_failures_come_through(corpus: list[Utterance]) -> None:
    pool = memory_pool(corpus)
    with pytest.raises(OneClassOnly):
        loop.start_learner(loop.PoolEstimator(pool), [0, 1], [(), ()], QUERIES["random"].function)


def test_equally_long_values_stay_objects() -> None:
    assert loop.objects([(1, 2), (3, 4)]).shape == (2,)
    assert loop.rows([]).shape == (0,)
