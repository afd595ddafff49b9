"""Labelled turns that teach little or contradict: every strategy still answers, with figures."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from learning.choice.queries import QUERIES
from learning.choice.seeds import SEEDS
from learning.crf.pool import Pool, memory_pool
from learning.crf.tagger import CrfTagger
from learning.rounds.run import RoundOrder, RoundResult, choose_seed, run_round
from learning.source.training import train_source_tagger
from learning.types import Span, Utterance
from tests.effort import tries
from tests.learning.conftest import calls

# In a quick run each strategy meets one of the three odd pools, in turn.
_THIRD = tries(3, 1)
_ODD = [sorted(QUERIES)[place % _THIRD :: _THIRD] for place in range(3)]


def a_round(
    pool: Sequence[Utterance], labelled: dict[int, Sequence[Span]], **more: Any
) -> RoundResult:
    settings: dict[str, Any] = {
        "number": 1,
        "batch_size": 6,
        "strategy": "target-entropy",
        "rng": np.random.default_rng(0),
    }
    spans = {row: tuple(each) for row, each in labelled.items()}
    return run_round(pool_of(tuple(pool)), spans, RoundOrder(**(settings | more)))


@cache  # features are the same for every strategy
def pool_of(turns: tuple[Utterance, ...]) -> Pool:
    return memory_pool(turns)


def gold(pool: Sequence[Utterance], rows: range) -> dict[int, Sequence[Span]]:
    return {row: pool[row].spans for row in rows}


@pytest.mark.parametrize("name", _ODD[0])
def test_a_batch_larger_than_what_is_left(name: str, source: CrfTagger) -> None:
    pool = calls(24, seed=3)
    result = a_round(pool, gold(pool, range(20)), batch_size=500, strategy=name, source=source)
    assert result.selection is not None
    assert sorted(result.selection.indices) == [20, 21, 22, 23]


@pytest.mark.parametrize("name", sorted(SEEDS))
def test_a_seed_larger_than_the_pool(name: str, source: CrfTagger) -> None:
    rng = np.random.default_rng(0)
    pool = memory_pool(calls(5, seed=3))
    chosen = choose_seed(pool, size=500, strategy=name, source=source, rng=rng)
    assert sorted(chosen.indices) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("name", _ODD[1])
def test_one_turn_over_and_over(name: str, source: CrfTagger) -> None:
    """One dialogue of the same words: no vectors, no clusters, nothing that differs."""
    turn = Utterance("me llamo Amaia", (Span(9, 14, "NAME"),), "client", "call-1")
    pool = [replace(turn, position=place / 19) for place in range(20)]
    result = a_round(pool, gold(pool, range(5)), strategy=name, source=source)
    assert result.selection is not None
    assert len(set(result.selection.indices)) == 6
    assert all(np.isfinite(result.selection.priorities))


@pytest.mark.parametrize("name", _ODD[2])
def test_a_single_labelled_turn(name: str, source: CrfTagger) -> None:
    pool = calls(40, seed=4)
    first = next(row for row, each in enumerate(pool) if each.spans)
    result = a_round(pool, {first: pool[first].spans}, strategy=name, source=source)
    assert result.selection is not None
    assert len(result.selection.indices) == 6


@pytest.mark.parametrize("name", ["target-entropy", "committee", "least-confidence", "density"])
def test_contradictory_labels(name: str) -> None:
    """The same words half with and half without a label: the model is as unsure as the labels."""
    turn = Utterance("me llamo Amaia", (Span(9, 14, "NAME"),), "client", "call-1")
    pool = [*([turn] * 10), *calls(30, seed=5), turn]
    labelled = {row: turn.spans if row % 2 else () for row in range(10)} | gold(pool, range(10, 30))
    result = a_round(pool, labelled, strategy=name, batch_size=3)
    assert result.selection is not None
    assert np.isfinite(list(result.selection.priorities)).all()
    proposed = result.tagger.marginals([turn])[0]
    outside = proposed[2, result.tagger.tags.index("O")]
    assert 0.2 < outside < 0.8
    assert 0 <= result.metrics["f1"] <= 1


def test_a_label_that_only_the_test_has() -> None:
    pool = calls(60, seed=6)
    names = {row: [span for span in pool[row].spans if span.label == "NAME"] for row in range(40)}
    result = a_round(pool, names, test=calls(40, seed=7))
    assert result.metrics["per_label"]["PLACE"]["recall"] == 0
    assert result.metrics["per_label"]["NAME"]["recall"] > 0
    assert result.tagger.labels == ("NAME",)


@pytest.mark.parametrize("name", ["combined", "source-entropy", "adaptive"])
def test_a_source_of_another_scheme(name: str) -> None:
    """A source knows personal or not, whatever its labels are called."""
    foreign = [
        replace(each, spans=tuple(replace(span, label=f"slot:{span.label}") for span in each.spans))
        for each in calls(80, seed=8)
    ]
    source = train_source_tagger(foreign)
    pool = calls(60, seed=6)
    result = a_round(pool, gold(pool, range(30)), strategy=name, source=source)
    assert set(result.tagger.labels) <= {"NAME", "PLACE", "ID"}
    assert result.selection is not None


def test_spans_that_cover_no_token_and_overlap() -> None:
    pool = [
        Utterance("me llamo Amaia", (Span(2, 3, "NAME"),)),
        Utterance("soy Iker de Vigo", (Span(4, 8, "NAME"), Span(4, 16, "PLACE"))),
        *calls(20, seed=9),
    ]
    result = a_round(pool, gold(pool, range(12)))
    assert result.selection is not None
