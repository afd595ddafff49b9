"""The decision threshold that a wished recall asks for, by sums worked by hand."""

import numpy as np
import pytest

from learning.crf.tagger import CrfTagger
from learning.crf.threshold import (
    choose_threshold,
    label_confidences,
    tags_at_threshold,
    threshold_for_recall,
)
from learning.errors import OneClassOnly
from learning.types import Utterance
from tests.learning.conftest import calls

TAGS = ("O", "I-NAME", "B-NAME", "I-PLACE")


def test_a_token_is_sensitive_when_outside_is_below_the_threshold() -> None:
    marginals = np.asarray(
        [
            [0.90, 0.06, 0.00, 0.04],
            [0.70, 0.10, 0.02, 0.18],  # PLACE .18 against NAME .12
            [0.40, 0.15, 0.25, 0.20],  # NAME .40, and it opens
            [0.10, 0.80, 0.05, 0.05],
        ],
        np.float32,
    )
    assert tags_at_threshold(marginals, TAGS, 0.5) == ["O", "O", "B-NAME", "I-NAME"]
    assert tags_at_threshold(marginals, TAGS, 0.8) == ["O", "I-PLACE", "B-NAME", "I-NAME"]
    assert tags_at_threshold(marginals, TAGS, 0.95)[0] == "I-NAME"
    assert tags_at_threshold(marginals, TAGS, 0.05) == ["O"] * 4
    scores = label_confidences(marginals, TAGS, ["O", "I-PLACE", "B-NAME", "I-NAME"])
    assert scores == pytest.approx([0.90, 0.18, 0.40, 0.85])


def test_nothing_but_outside_stays_outside() -> None:
    assert tags_at_threshold(np.ones((3, 1), np.float32), ("O",), 0.9) == ["O"] * 3
    assert tags_at_threshold(np.zeros((0, 4), np.float32), TAGS, 0.9) == []


def test_the_threshold_is_the_surest_token_that_must_be_found() -> None:
    # Nine sensitive tokens. For 0.8 the ceil(10 * 0.8) = 8th of them is the last to be found: .92
    sensitive = [0.01, 0.02, 0.05, 0.10, 0.30, 0.60, 0.80, 0.92, 0.99]
    outside = [0.55, 0.90, 0.95, 0.97, 0.999]
    off = np.asarray(sensitive + outside)
    gold = np.asarray([1.0] * 9 + [0.0] * 5)
    found = threshold_for_recall(off, gold, 0.8)
    assert found.threshold == pytest.approx(0.92) and found.threshold > 0.92
    assert found.recall == pytest.approx(8 / 9)
    assert found.precision == pytest.approx(8 / 10)  # .55 and .90 come with them
    assert found.n == 9


def test_it_never_leans_away_from_recall() -> None:
    found = threshold_for_recall(np.asarray([0.1, 0.2, 0.3, 0.9]), np.asarray([1, 1, 1, 0.0]), 0.5)
    assert (found.threshold, found.recall, found.precision) == (0.5, 1.0, 1.0)


def test_more_than_the_data_can_promise_takes_all_of_them() -> None:
    found = threshold_for_recall(np.asarray([0.2, 0.7]), np.ones(2), 0.99)
    assert found.recall == 1.0 and found.threshold == pytest.approx(0.7)


def test_wishes_that_make_no_sense() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        threshold_for_recall(np.asarray([0.5]), np.ones(1), 1.0)
    with pytest.raises(OneClassOnly):
        threshold_for_recall(np.asarray([0.5]), np.zeros(1), 0.9)
    with pytest.raises(OneClassOnly):
        choose_threshold(CrfTagger, [Utterance("hola")] * 9, 0.9)


def test_a_crf_that_leans_finds_more_and_keeps_it_on_its_card(tmp_path: object) -> None:
    from pathlib import Path

    turns = calls(120)
    decision = choose_threshold(CrfTagger, turns, 0.98)
    assert 0.5 <= decision.threshold <= 1 and decision.n > 50
    tagger = CrfTagger().fit(turns[:20])
    test = calls(100, seed=3)
    straight = sum(s.end - s.start for each in tagger.predict(test) for s in each)
    tagger.threshold = 0.99
    lowered = tagger.predict(test)
    assert sum(s.end - s.start for each in lowered for s in each) > straight
    assert all(0 <= s.confidence <= 1 for each in lowered for s in each if s.confidence is not None)
    folder = Path(str(tmp_path)) / "model"
    tagger.save(folder)
    assert CrfTagger.load(folder).predict(test) == lowered
    none = tagger.predict(test, threshold=0.0)
    assert not any(none)
