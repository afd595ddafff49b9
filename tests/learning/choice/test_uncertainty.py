"""Uncertainty by hand-worked sums, and the pool's signals against the tagger's own marginals."""

import math

import numpy as np
import pytest

from learning.choice.signals import sensitive_or_not
from learning.choice.uncertainty import Signals, entropy, margin, reduce_tokens, score_pool
from learning.crf.tagger import CrfTagger, sensitivity
from learning.errors import UnknownStrategy
from learning.types import Utterance
from tests.learning.conftest import calls


def test_entropy_by_hand() -> None:
    # 1/2, 1/4, 1/4: 1/2 ln 2 + 2 x 1/4 ln 4 = 1.5 ln 2; a sure tag: 0; one of two: ln 2.
    rows = np.array([[0.5, 0.25, 0.25], [1.0, 0.0, 0.0], [0.5, 0.5, 0.0]])
    expected = [1.5 * math.log(2), 0, math.log(2)]
    assert entropy(rows) == pytest.approx(expected, abs=1e-6)


def test_margin_by_hand() -> None:
    assert margin(np.array([[0.1, 0.7, 0.2], [0.5, 0.5, 0.0]])) == pytest.approx([0.5, 0.0])
    assert margin(np.ones((2, 1))).tolist() == [1.0, 1.0]


def test_reduce_tokens_with_an_empty_utterance() -> None:
    values, starts = np.array([1.0, 3.0, 5.0]), np.array([0, 2, 2, 3])
    assert reduce_tokens(values, starts, "sum").tolist() == [4, 0, 5]
    assert reduce_tokens(values, starts, "mean").tolist() == [2, 0, 5]
    assert reduce_tokens(values, starts, "max").tolist() == [3, 0, 5]


def test_path_measures_by_hand() -> None:
    # Best paths of probability 1/4 (two tokens) and 1/2 (one token).
    paths = np.log(np.array([0.25, 0.5]))
    signals = Signals(np.array([0, 2, 3]), np.zeros(3, np.float32), np.ones(3, np.float32), paths)
    assert signals.least_confidence() == pytest.approx([0.75, 0.5])
    assert signals.mnlp() == pytest.approx([math.log(2), math.log(2)])
    assert signals.small_margin().tolist() == [0, 0]


def test_expected_items_by_hand() -> None:
    # .5 + .5 x (1 - .5); nothing; 1 + 1 x (1 - 1) + 0: a second token goes on with the item.
    starts = np.array([0, 2, 2, 5])
    chances = np.array([0.5, 0.5, 1.0, 1.0, 0.0], np.float32)
    nothing = np.zeros(5, np.float32)
    assert Signals(starts, nothing, nothing, sensitive=chances).items().tolist() == [0.75, 0, 1]
    with pytest.raises(UnknownStrategy):
        Signals(starts, nothing, nothing).items()
    empty = np.zeros(0, np.float32)
    assert Signals(np.array([0, 0]), empty, empty, sensitive=empty).items().tolist() == [0]


def test_paths_must_be_asked_for() -> None:
    nothing = np.zeros(1, np.float32)
    with pytest.raises(UnknownStrategy):
        Signals(np.array([0, 1]), nothing, nothing).mnlp()


def test_pool_signals_equal_the_marginals(tagger: CrfTagger) -> None:
    texts = [*calls(30, seed=7), Utterance("")]
    encoding = tagger.encode(texts)
    signals = score_pool(encoding, tagger.weights, paths=True)
    rows = CrfTagger.of(tagger.weights, encoding).marginals(texts)
    expected = np.concatenate([entropy(row) for row in rows])
    assert signals.entropy == pytest.approx(expected, abs=1e-5)
    assert signals.total()[:3] == pytest.approx([entropy(row).sum() for row in rows[:3]], abs=1e-4)
    assert signals.sensitive == pytest.approx(sensitivity(encoding, tagger.weights), abs=1e-6)
    assert signals.best_path is not None
    assert (signals.best_path <= 1e-6).all()
    assert signals.best_path[-1] == 0


def test_only_the_rows_asked_for(tagger: CrfTagger) -> None:
    signals = score_pool(tagger.encode(calls(5)), tagger.weights, rows=np.array([1, 3]))
    assert np.flatnonzero(signals.total()).tolist() in ([1, 3], [1], [3])


def test_binary_adds_the_labels_up(tagger: CrfTagger) -> None:
    texts = calls(10, seed=8)
    told = sensitivity(tagger.encode(texts), tagger.weights)
    alone = CrfTagger.of(tagger.weights, tagger.encode(texts))
    outside = np.concatenate(alone.marginals(texts))[:, tagger.tags.index("O")]
    expected = entropy(np.stack([outside, 1 - outside], axis=1))
    assert entropy(sensitive_or_not(told)) == pytest.approx(expected, abs=1e-4)
