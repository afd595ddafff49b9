"""Every seed and query strategy: shared promises, then each one's choice on a pool made by hand."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from learning.errors import NoSource, UnknownStrategy
from learning.queries import QUERIES, QueryView, query_named
from learning.seeds import SEEDS, SeedView
from learning.transfer import combined, scaled, source_weight
from learning.types import Floats, Ints
from learning.uncertainty import Signals

LENGTHS = np.array([1, 2, 1, 4, 1, 2])
STARTS = np.concatenate(([0], np.cumsum(LENGTHS)))
VECTORS = np.eye(6, dtype=np.float32)[[0, 0, 1, 1, 2, 2]]


def per_utterance(*means: float) -> Signals:
    """Signals whose every token of utterance i has entropy means[i]."""
    values = np.repeat(np.array(means, np.float32), LENGTHS)
    return Signals(STARTS, values, 1 - values, -np.repeat(1.0, 6) * np.array(means) * LENGTHS)


TARGET = per_utterance(0.9, 0.1, 0.2, 0.15, 0.5, 0.7)  # sums .9 .2 .2 .6 .5 1.4
SOURCE = per_utterance(0.0, 0.0, 0.9, 0.8, 0.0, 0.0)  # sums 0 0 .9 3.2 0 0


def view(weight: float = 0.5) -> QueryView:
    def vectors(rows: Ints) -> Floats:
        return VECTORS[rows]

    return QueryView(
        np.arange(6), LENGTHS, TARGET, SOURCE, weight, np.arange(6), vectors,
        np.random.default_rng(0),
    )  # fmt: skip


def seed_view() -> SeedView:
    rng = np.random.default_rng(0)
    return SeedView(np.arange(10, 16), LENGTHS, SOURCE.total(), lambda: VECTORS, rng)


@pytest.mark.parametrize("name", sorted(QUERIES))
@pytest.mark.parametrize("size", [1, 3, 6])
def test_queries_choose_distinct_candidates(name: str, size: int) -> None:
    some = replace(view(), candidates=np.array([0, 2, 3, 5]))
    for given, most in ((view(), 6), (some, 4)):
        picked = QUERIES[name](given, size)
        assert len(picked.indices) == min(size, most)
        assert len(set(picked.indices.tolist())) == len(picked.indices)
        assert set(picked.indices.tolist()) <= set(given.candidates.tolist())
        assert len(picked.scores) == len(picked.reasons) == len(picked.indices)
        assert set(picked.reasons) <= {"random", "cluster", "source", "target", "both", "long"}


@pytest.mark.parametrize("name", sorted(QUERIES))
def test_queries_repeat_with_the_same_chance(name: str) -> None:
    assert QUERIES[name](view(), 3).indices.tolist() == QUERIES[name](view(), 3).indices.tolist()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("longest", [3]),
        ("target-entropy", [5, 0, 3]),
        ("target-entropy-mean", [0, 5, 4]),
        ("mnlp", [0, 5, 4]),
        ("least-confidence", [5, 0, 3]),
        ("margin", [0, 5, 4]),
        ("source-entropy", [3, 2]),
        ("diversity", [5, 0, 3]),
    ],
)
def test_choice(name: str, expected: list[int]) -> None:
    picked = QUERIES[name](view(), len(expected)).indices.tolist()
    assert sorted(picked) == sorted(expected)


def test_combined_gives_reasons() -> None:
    picked = QUERIES["combined"](view(weight=0.5), 3)
    reasons = dict(zip(picked.indices.tolist(), picked.reasons, strict=True))
    # Utterance 3: source 3.2 of about 3.2, target .6 of about 1.4; 5 and 0: source 0.
    assert reasons == {3: "source", 5: "target", 0: "target"}
    assert QUERIES["combined"](view(weight=0.0), 2).indices.tolist() == [5, 0]
    assert QUERIES["combined"](view(weight=1.0), 2).indices.tolist() == [3, 2]


def test_without_a_source() -> None:
    bare = replace(view(), source=None)
    assert QUERIES["combined"](bare, 2).indices.tolist() == [5, 0]
    with pytest.raises(NoSource):
        QUERIES["source-entropy"](bare, 2)


def test_repeats_wait_until_the_others_are_taken() -> None:
    repeats = replace(view(), keys=np.array([1, 2, 3, 4, 5, 1]))  # 0 repeats 5
    assert QUERIES["target-entropy"](repeats, 3).indices.tolist() == [5, 3, 4]
    assert len(QUERIES["target-entropy"](repeats, 6).indices) == 6


def test_unknown_query() -> None:
    with pytest.raises(UnknownStrategy, match="target-entropy"):
        query_named("nonsense")


@pytest.mark.parametrize("name", sorted(SEEDS))
@pytest.mark.parametrize("size", [1, 3, 6])
def test_seeds_choose_distinct_candidates(name: str, size: int) -> None:
    chosen = SEEDS[name](seed_view(), size).tolist()
    assert len(set(chosen)) == size
    assert set(chosen) <= set(range(10, 16))
    assert chosen == SEEDS[name](seed_view(), size).tolist()


def test_seed_choice() -> None:
    assert SEEDS["longest"](seed_view(), 1).tolist() == [13]
    assert SEEDS["source-entropy"](seed_view(), 2).tolist() == [13, 12]
    by_cluster: Callable[[Ints], set[int]] = lambda rows: {int(row - 10) // 2 for row in rows}  # noqa: E731
    assert by_cluster(SEEDS["kmeans"](seed_view(), 3)) == {0, 1, 2}
    chosen = SEEDS["kmeans+source"](seed_view(), 3)
    assert by_cluster(chosen) == {0, 1, 2}
    assert 13 in chosen


def test_seeds_without_a_source() -> None:
    with pytest.raises(NoSource):
        SEEDS["kmeans+source"](replace(seed_view(), source=None), 2)


def test_source_weight_falls() -> None:
    weights = [source_weight(number) for number in range(1, 8)]
    assert weights == sorted(weights, reverse=True)
    assert weights[0] <= 1
    assert weights[-1] < 0.2


def test_scaled_and_combined_by_hand() -> None:
    assert scaled(np.array([])).tolist() == []
    assert scaled(np.zeros(3)).tolist() == [0, 0, 0]
    # 0, 1 .. 100: the 99th percentile is 99.
    assert scaled(np.arange(101.0))[[0, 99, 100]] == pytest.approx([0, 1, 100 / 99])
    source, target = combined(np.array([2.0, 2.0]), np.array([4.0, 4.0]), 0.25)
    assert source.tolist() == [0.25, 0.25]
    assert target.tolist() == [0.75, 0.75]
