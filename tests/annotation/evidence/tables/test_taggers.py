"""Folds, weighted figures, Wilcoxon, domains: sums by hand, and a tagger that is easy to judge."""

from collections.abc import Sequence
from typing import Any, cast

import pytest

from annotation.evidence.errors import EvidenceError
from annotation.evidence.tables.taggers import (
    Score,
    compare,
    cross_validate,
    domain_table,
    score_of,
    split_dialogues,
    taggers_tables,
)
from learning.tagger import Tagger
from learning.types import Span, Utterance


class Parrot:
    """Finds the words that it was taught, and nothing else."""

    def __init__(self, *, deaf: bool = False) -> None:
        self.deaf = deaf
        self.known: dict[str, str] = {}

    def fit(self, utterances: Sequence[Utterance], **_: Any) -> "Parrot":
        for each in utterances:
            for span in () if self.deaf else each.spans:
                self.known[each.text[span.start : span.end]] = span.label
        return self

    def predict(self, utterances: Sequence[Utterance]) -> list[tuple[Span, ...]]:
        return [
            tuple(
                Span(each.text.index(word), each.text.index(word) + len(word), label)
                for word, label in self.known.items()
                if word in each.text
            )
            for each in utterances
        ]


def parrot() -> Tagger:
    return cast(Tagger, Parrot())


def deaf() -> Tagger:
    return cast(Tagger, Parrot(deaf=True))


def said(word: str, label: str, dialogue: str) -> Utterance:
    return Utterance(f"soy {word}", (Span(4, 4 + len(word), label),), "a", dialogue)


def test_dialogues_stay_whole_and_folds_even() -> None:
    turns = [said("Ana", "per", f"d{n % 7}") for n in range(28)]
    parts = split_dialogues(turns, 3)
    assert sorted(place for part in parts for place in part) == list(range(28))
    for part in parts:
        dialogues = {turns[place].dialogue for place in part}
        assert len(part) == 4 * len(dialogues) and len(dialogues) in (2, 3)
    assert split_dialogues(turns, 3) == parts != split_dialogues(turns, 3, seed=1)
    with pytest.raises(EvidenceError, match="7 labelled dialogues for 8 folds"):
        split_dialogues(turns, 8)


def test_weighted_by_true_items() -> None:
    # per: two of three found, nothing else: P 1, R 2/3, F1 .8. loc: one of one, one false: P 1/2,
    # R 1, F1 2/3. Weighted by 3 and 1: P .875, R .75, F1 (2.4 + .6667) / 4 = .7667.
    gold = [said("Ana", "per", "d"), said("Eva", "per", "d"), said("Luz", "per", "d"),
            said("Vigo", "loc", "d"), Utterance("soy yo", (), "a", "d")]  # fmt: skip
    spans = [each.spans for each in gold]
    predicted = [spans[0], spans[1], (), spans[3], (Span(4, 6, "loc"),)]
    score = score_of(gold, predicted)
    assert (score.precision, score.recall, score.items) == (0.875, 0.75, 4)
    assert score.f1 == pytest.approx(0.766667, abs=1e-6)


def test_folds_learn_from_the_others() -> None:
    # One name that all say, and one that each dialogue alone says: half is found.
    turns = [each for n in range(6) for each in (said("Ana", "per", f"d{n}"),
                                                 said(f"Eva{n}x", "per", f"d{n}"))]  # fmt: skip
    scores = cross_validate(turns, {"parrot": parrot, "deaf": deaf}, 3)
    assert [(s.precision, s.recall) for s in scores["parrot"]] == [(1.0, 0.5)] * 3
    assert [s.f1 for s in scores["deaf"]] == [0.0] * 3
    taggers, tested = taggers_tables(scores)
    # F1 = 2 x 1 x .5 / 1.5 = .6667, the same on each fold.
    name, precision, recall, f1, deviation, folds, items = taggers.rows[0]
    assert (name, precision, recall, deviation, folds, items) == ("parrot", 1.0, 0.5, 0.0, 3, 12)
    assert f1 == pytest.approx(2 / 3)
    # Three equal steps: W = 0 and p = 2 / 2^3 = .25.
    assert tested.rows[0][2:] == (0.0, pytest.approx(0.25), 3)


def test_wilcoxon_by_hand() -> None:
    # Steps of one sign: no rank on the other side; p = 2 / 2^5.
    assert compare([0.01, 0.02, 0.03, 0.04, 0.05]) == (0.0, pytest.approx(2 / 32))
    # Ranks 1 to 5, rank 1 negative: W = 1; sums of at most 1 are two of 32, twice: 4 / 32.
    assert compare([-0.01, 0.02, 0.03, 0.04, 0.05]) == (1.0, pytest.approx(4 / 32))
    assert compare([0.0, 0.0]) == (0.0, 1.0)


def test_one_tagger_is_not_compared() -> None:
    assert [t.name for t in taggers_tables({"crf": [Score(1, 1, 1, 3)]})] == ["taggers"]


def test_domains() -> None:
    domains = {
        "bank": [said("Ana", "per", f"b{n}") for n in range(5)],
        "shop": [said("Eva", "per", f"s{n}") for n in range(5)],
    }
    table = domain_table(domains, parrot)
    assert table.columns == ("learnt from", "bank", "shop", "mean of the others")
    assert table.rows == (("bank", 1.0, 0.0, 0.0), ("shop", 0.0, 1.0, 0.0))
    with pytest.raises(EvidenceError, match="1 domain; expected two or more"):
        domain_table({"bank": domains["bank"]}, parrot)
