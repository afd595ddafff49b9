"""A round from end to end: the batch, its proposals, the scores, what is left, and its failures."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from learning import errors
from learning.choice.queries import QUERIES
from learning.choice.seeds import SEEDS, SeedView
from learning.choice.units import Shape
from learning.crf.pool import Pool, memory_pool, open_pool
from learning.crf.tagger import CrfTagger
from learning.metrics.measurement import Measured, measure
from learning.rounds.run import RoundOrder, choose_seed, propose, run_round
from learning.rounds.validation import left_by_test
from learning.types import Ints, Progress, Span, Utterance
from tests.learning.conftest import calls
from tests.stopped import Stopped


@pytest.fixture(scope="module")
def pool(corpus: list[Utterance], tmp_path_factory: pytest.TempPathFactory) -> Pool:
    return open_pool(corpus, tmp_path_factory.mktemp("cache"))


def a_round(pool: Pool, size: int = 40, progress: Progress | None = None, **changes: Any) -> Any:
    labelled = {row: pool.utterances[row].spans for row in range(size)}
    settings: dict[str, Any] = {
        "number": 1,
        "batch_size": 15,
        "strategy": "target-entropy",
        "rng": np.random.default_rng(0),
    }
    return run_round(pool, labelled, RoundOrder(**(settings | changes)), progress)


@pytest.mark.parametrize("strategy", sorted(SEEDS))
def test_seeds(pool: Pool, source: CrfTagger, strategy: str) -> None:
    taken = frozenset(range(100))
    chosen = choose_seed(
        pool,
        size=12,
        strategy=strategy,
        source=source,
        rng=np.random.default_rng(0),
        exclude=taken,
    )
    assert len(set(chosen.indices)) == len(chosen.priorities) == len(chosen.reasons) == 12
    assert not set(chosen.indices) & taken


def test_seeds_know_when_tokens_are_saved(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []

    def watched(view: SeedView, size: int) -> Ints:
        told.append(view.saves_reading)
        return view.candidates[:size]

    monkeypatch.setitem(SEEDS, "auto", replace(SEEDS["auto"], function=watched))
    for shape in (None, Shape(), Shape(cost="tokens")):
        rng = np.random.default_rng(0)
        choose_seed(pool, size=5, strategy="auto", source=None, rng=rng, shape=shape)
    assert told == [False, False, True]


@pytest.mark.parametrize("strategy", sorted(QUERIES))
def test_queries(pool: Pool, source: CrfTagger, strategy: str) -> None:
    result = a_round(pool, strategy=strategy, source=source, exclude=frozenset({50}))
    assert len(set(result.selection.indices) - set(range(40)) - {50}) == 15
    assert set(result.proposals) == set(result.selection.indices)
    assert result.hardest and not set(result.hardest) & set(range(40))  # whatever is asked next
    assert {"features_s", "training_s", "scoring_s", "selecting_s", "measuring_s"} == set(
        result.timings
    )


@pytest.mark.parametrize("strategy", sorted(QUERIES))
def test_what_is_ranked_beyond_a_batch_changes_nothing_of_it(
    pool: Pool, source: CrfTagger, strategy: str
) -> None:
    alone = a_round(pool, strategy=strategy, source=source).selection
    rng = np.random.default_rng(0)
    result = a_round(pool, strategy=strategy, source=source, spare=7, rng=rng)
    chosen = result.selection
    assert replace(chosen, spare=()) == alone
    assert len(set(chosen.spare) - set(chosen.indices) - set(range(40))) == 7
    assert set(result.proposals) == {*chosen.indices, *chosen.spare}


@pytest.mark.parametrize("unit", ["turn", "context", "dialogue"])
@pytest.mark.parametrize("strategy", sorted(SEEDS))
def test_a_seed_keeps_what_comes_next(
    pool: Pool, source: CrfTagger, strategy: str, unit: str
) -> None:
    values: dict[str, Any] = {"size": 12, "strategy": strategy, "source": source}
    values["shape"] = Shape(unit=unit)
    alone = choose_seed(pool, rng=np.random.default_rng(0), **values)
    chosen = choose_seed(pool, rng=np.random.default_rng(0), **values, spare=6)
    assert replace(chosen, spare=()) == alone and not alone.spare
    assert chosen.spare and not set(chosen.spare) & set(chosen.indices)
    assert unit != "turn" or len(chosen.spare) == 6


def test_near_the_end_of_a_pool_nothing_comes_next(pool: Pool) -> None:
    free = len(pool) - 40
    chosen = a_round(pool, batch_size=free - 2, spare=9).selection
    assert len(chosen.spare) == 2


def test_scores_by_cross_validation(pool: Pool) -> None:
    result = a_round(pool)
    assert result.metrics["on"] == result.left["basis"] == "cross-validation"
    assert result.metrics["n"] == 40
    assert 0 < result.metrics["f1"] <= 1
    assert set(result.metrics["per_label"]) <= {"NAME", "PLACE", "ID"}
    assert "expected" not in result.left  # halves tell nothing of what is left
    assert result.left["unread"] == len(pool) - 40


def test_scores_on_a_test_set(pool: Pool) -> None:
    result = a_round(pool, test=calls(60, seed=2))
    assert result.metrics["on"] == result.left["basis"] == "test"
    assert result.metrics["n"] == 60


def test_a_model_is_measured_twice_by_what_it_finds_and_by_what_it_names() -> None:
    """Three tokens found of three, one of them under another label: 1, and 2/3 over labels."""
    gold = [[Span(0, 3, "NAME"), Span(4, 8, "NAME"), Span(12, 16, "PLACE")]]
    told = [[Span(0, 3, "NAME"), Span(4, 8, "NAME"), Span(12, 16, "NAME")]]
    scores = measure(["Ana Ruiz de Irun"], gold, told, "test").metrics
    assert (scores["f1"], scores["f1_labels"]) == pytest.approx((1.0, 2 / 3))
    assert (scores["precision_labels"], scores["recall_labels"]) == pytest.approx((2 / 3, 2 / 3))
    assert scores["f1_labels_low"] < 2 / 3 < scores["f1_labels_high"]
    assert (scores["per_label"]["NAME"]["f1"], scores["per_label"]["PLACE"]["f1"]) == (0.8, 0.0)


def test_source_weight_decays(pool: Pool, source: CrfTagger) -> None:
    weights = [
        a_round(pool, strategy="combined", source=source, number=number).source_weight
        for number in (1, 2, 5)
    ]
    assert weights == sorted(weights, reverse=True)


@pytest.mark.parametrize(
    ("strategy", "share"),
    [("combined-sum", 0.5), ("source-entropy", 1.0), ("combined-product", None), ("mnlp", None)],
)
def test_a_share_of_the_source_is_told_where_it_has_one(
    pool: Pool, source: CrfTagger, strategy: str, share: float | None
) -> None:
    assert a_round(pool, strategy=strategy, source=source).source_weight == share


def test_without_a_source_it_has_no_share(pool: Pool) -> None:
    assert a_round(pool, strategy="combined").source_weight is None


def test_the_same_chance_gives_the_same_batch(pool: Pool) -> None:
    assert a_round(pool).selection == a_round(pool).selection


def test_a_used_up_pool(pool: Pool) -> None:
    result = a_round(pool, size=len(pool))
    assert result.selection is None
    assert result.proposals == {}
    assert result.left["unread"] == 0
    assert len(a_round(pool, size=len(pool) - 3).selection.indices) == 3


def test_progress_rises_through_the_phases(pool: Pool) -> None:
    seen: list[tuple[float, str]] = []
    a_round(pool, progress=lambda share, phase: seen.append((share, phase)))
    shares = [share for share, _phase in seen]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert {phase for _share, phase in seen} >= {"training", "scoring", "selecting", "measuring"}


@pytest.mark.parametrize("phase", ["training", "scoring", "selecting", "measuring"])
def test_cancelling_in_any_phase(pool: Pool, phase: str) -> None:
    after: list[str] = []

    def stop(_share: float, now: str) -> None:
        if now == phase:
            after.append(now)
            raise Stopped("stop")

    with pytest.raises(Stopped):
        a_round(pool, progress=stop)
    assert len(after) == 1


def test_failures(pool: Pool, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(errors.UnknownStrategy):
        a_round(pool, strategy="nonsense")
    with pytest.raises(errors.NoSource):
        a_round(pool, strategy="source-entropy")
    with pytest.raises(errors.NothingLabelled):
        a_round(pool, size=0)
    with pytest.raises(errors.EmptyPool):
        a_round(memory_pool([]), size=0)
    with pytest.raises(errors.OneClassOnly):
        run_round(pool, {0: (), 1: ()}, RoundOrder(1, batch_size=5, strategy="random", rng=rng))
    for empty in ([], [Utterance("")]):
        with pytest.raises(errors.EmptyPool):
            choose_seed(memory_pool(empty), size=5, strategy="random", source=None, rng=rng)
    with pytest.raises(errors.UnknownStrategy, match="kmeans"):
        choose_seed(pool, size=5, strategy="nonsense", source=None, rng=rng)
    with pytest.raises(errors.NoSource):
        choose_seed(pool, size=5, strategy="kmeans+source", source=None, rng=rng)


def test_tiny_pools() -> None:
    for size in (2, 3, 5):
        small = memory_pool(calls(size, seed=1))
        for strategy in ("kmeans", "longest"):
            chosen = choose_seed(
                small, size=9, strategy=strategy, source=None, rng=np.random.default_rng(0)
            )
            assert len(chosen.indices) == size


def test_what_is_left_by_hand() -> None:
    # 10 of 100 turns with 20 misses: 2 misses in each such turn; 10 % of 500 turns: 100 items.
    left = left_by_test(Measured({"on": "test"}, 100, 10, 20), 500)
    assert left["expected"] == 100
    assert left["low"] == pytest.approx(2 * 500 * 0.0552, abs=1)  # Wilson 5.5 % to 17.4 %
    assert left["high"] == pytest.approx(2 * 500 * 0.1744, abs=1)
    assert left_by_test(Measured({"on": "test"}, 100, 0, 0), 500)["expected"] == 0
    assert left_by_test(Measured({"on": "test"}, 100, 0, 0), 500)["high"] > 0
    # Halves of the read turns know fewer, and were chosen for being hard: they tell nothing.
    halves = left_by_test(Measured({"on": "cross-validation"}, 100, 10, 20), 500)
    assert halves == {"unread": 500, "basis": "cross-validation", "n": 100}


def test_propose_a_whole_corpus(tagger: CrfTagger, corpus: list[Utterance]) -> None:
    seen: list[float] = []
    found = propose(tagger, corpus, lambda share, _phase: seen.append(share))
    assert found == tagger.predict(corpus)
    assert seen[-1] == 1.0
