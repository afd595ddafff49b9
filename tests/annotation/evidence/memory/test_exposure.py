"""d-exposure worked by hand, canaries planted, and words in clear on tiny corpora."""

import math
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.evidence.errors import EvidenceError
from annotation.evidence.memory.canaries import (
    exposures,
    plant,
    said_in,
    with_canaries,
)
from annotation.evidence.memory.clear import (
    clear_figures,
    labelled_words,
    share_in,
    words_in_folder,
)
from annotation.evidence.memory.exposure import UNSEEN, d_exposure, rank_of
from annotation.evidence.memory.inventing import invent
from annotation.evidence.memory.measure import Plan, measure_exposure, split
from annotation.evidence.utility.models import utterances
from learning.crf.tagger import CrfTagger
from learning.types import Utterance
from tests.annotation.evidence.utility.corpora import NAMES, calls

TURNS = utterances([each.dialogue for each in calls(0, 20)])
QUICK = Plan(canaries=3, rivals=20, repetitions=(0, 8))


def test_the_surest_has_all_the_bits() -> None:
    # one canary and seven rivals: log2(8) - log2(1) = 3 bits
    assert d_exposure(0.9, [0.1] * 7) == 3.0


def test_the_last_has_none() -> None:
    assert d_exposure(0.0, [0.1] * 7) == 0.0


def test_the_second_of_eight_has_two_bits() -> None:
    # one rival is surer: rank 2, log2(8) - log2(2)
    assert d_exposure(0.5, [0.9, 0.4, 0.3, 0.2, 0.1, 0.1, 0.1]) == 2.0


def test_those_as_sure_share_their_places() -> None:
    # places 1, 2, 3 are shared: rank 2
    assert rank_of(0.5, [0.5, 0.5, 0.1]) == 2


def test_no_rival_is_no_figure() -> None:
    with pytest.raises(EvidenceError, match="no rivals"):
        d_exposure(0.5, [])


def test_by_chance_it_is_one_point_four_bits() -> None:
    """The mean over all ranks of many goes to log2(e)."""
    n = 20_000
    assert sum(math.log2(n / rank) for rank in range(1, n + 1)) / n == pytest.approx(
        UNSEEN, abs=1e-3
    )


@given(st.floats(0, 1), st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_it_lies_between_none_and_all(canary: float, rivals: list[float]) -> None:
    assert -1e-9 <= d_exposure(canary, rivals) <= math.log2(1 + len(rivals)) + 1e-9


def test_canaries_are_words_that_nobody_said() -> None:
    canaries, short = plant(TURNS, 4, random.Random(1), rivals=10)
    said = {word.lower() for turn in TURNS for word in said_in(turn.text)}
    words = [canary.word for canary in canaries]
    assert len(set(words)) == 4 and short == []
    assert said.isdisjoint(word.lower() for word in words)
    assert all(set(words).isdisjoint(canary.rivals) for canary in canaries)


def test_a_label_with_few_items_is_left_out_and_named() -> None:
    canaries, short = plant(TURNS[:6], 4, random.Random(1), rivals=10)
    assert (canaries, short) == ([], ["given_name"])


def test_a_canary_stands_where_an_item_stood() -> None:
    canary = plant(TURNS, 1, random.Random(1), rivals=5)[0][0]
    turn = canary.saying("Zzyzx")
    span = turn.spans[canary.place]
    assert turn.text[span.start : span.end] == "Zzyzx"
    assert with_canaries(TURNS, [canary], 3)[-3:] == [canary.saying(canary.word)] * 3


def test_too_little_to_invent_from_gives_fewer() -> None:
    assert invent(["aaa"], 5, {"aaa"}, random.Random(0)) != ["aaa"]
    assert invent(["a"], 5, set(), random.Random(0)) == []


def test_what_was_said_often_is_remembered_and_the_unseen_is_not() -> None:
    chance = random.Random(3)
    canaries, _short = plant(TURNS, 5, chance, rivals=60)

    def bits(times: int) -> float:
        tagger = CrfTagger().fit(with_canaries(TURNS, canaries, times))
        return sum(found for _label, found in exposures(tagger, canaries)) / len(canaries)

    assert bits(0) < 3.0 < bits(32)


def test_words_in_clear_are_read_out_of_the_folder(tmp_path: Path) -> None:
    CrfTagger().fit(TURNS).save(tmp_path / "model")
    shown = words_in_folder(tmp_path / "model")
    learnt = share_in(labelled_words(TURNS)["given_name"], shown)
    assert learnt is not None and learnt.value > 0.5
    assert not shown & {"zuriñe", "wolfgang"}


def test_shares_of_words_in_clear() -> None:
    figures = clear_figures(
        {"ana", "eva", "otto"}, {"NAME": {"ana", "luis", "eva", "rosa"}}, ["otto", "max"]
    )
    # two of four learnt; one of two that were never learnt
    assert figures["learnt"]["value"] == 0.5 and figures["never"]["value"] == 0.5
    assert [row["label"] for row in figures["labels"]] == ["NAME"]
    assert share_in([], {"ana"}) is None


def test_the_measurement_says_bits_by_label_beside_the_model_that_never_saw_them() -> None:
    said: list[float] = []
    figures = measure_exposure(TURNS, QUICK, lambda share, _phase: said.append(share))
    assert figures["repetitions"] == [0, 8]
    (row,) = figures["labels"]
    assert row["label"] == "given_name" and set(row["bits"]) == {"0", "8"}
    assert row["bits"]["0"]["in_clear"] == 0  # what nobody said stands nowhere
    assert row["bits"]["8"]["n"] == 3
    assert figures["clear"]["learnt"]["n"] <= len(NAMES)
    assert said == sorted(said) and said[-1] == 1.0
    assert not any(name in repr(figures) for name in NAMES)


def test_a_model_without_canaries_is_always_there() -> None:
    figures = measure_exposure(TURNS, Plan(canaries=2, rivals=5, repetitions=(4,)))
    assert figures["repetitions"] == [0, 4]


def test_a_fifth_of_the_dialogues_is_never_learnt() -> None:
    train, held = split(TURNS, 1000, random.Random(0))
    assert len(held) == 8 and len(train) == 32
    assert {each.dialogue for each in train}.isdisjoint(each.dialogue for each in held)


def test_too_little_is_one_sentence() -> None:
    with pytest.raises(EvidenceError, match="1 dialogues; expected two or more"):
        measure_exposure(TURNS[:2], QUICK)
    bare = [Utterance(each.text, (), "", each.dialogue) for each in TURNS]
    with pytest.raises(EvidenceError, match="no labelled turn"):
        measure_exposure(bare, QUICK)
