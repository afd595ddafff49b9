"""Every seed and query strategy: shared promises, then each one's choice on a pool made by hand."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from learning.choice import queries
from learning.choice.queries import QUERIES, QueryView, query_named
from learning.choice.seeds import SEEDS, SeedView
from learning.choice.source_weight import combined, scaled, source_weight
from learning.choice.strategies import Need, Strategy
from learning.choice.uncertainty import Signals, Votes
from learning.errors import NoSource, UnknownStrategy
from learning.types import Doubles, Floats, Ints

LENGTHS = np.array([1, 2, 1, 4, 1, 2])
STARTS = np.concatenate(([0], np.cumsum(LENGTHS)))
VECTORS = np.eye(6, dtype=np.float32)[[0, 0, 1, 1, 2, 2]]


def per_utterance(*means: float) -> Signals:
    """Signals whose every token of utterance i has entropy means[i]."""
    values = np.repeat(np.array(means, np.float32), LENGTHS)
    paths = -np.repeat(1.0, 6) * np.array(means) * LENGTHS
    return Signals(STARTS, values, 1 - values, paths, np.zeros_like(values))


REASONS = {"random", "cluster", "source", "target", "both", "committee", "long"}
TARGET = per_utterance(0.9, 0.1, 0.2, 0.15, 0.5, 0.7)  # sums .9 .2 .2 .6 .5 1.4
SOURCE = per_utterance(0.0, 0.0, 0.9, 0.8, 0.0, 0.0)  # sums 0 0 .9 3.2 0 0
# Vote entropy sums 0 0 .69 2.8 0 1.4; divergence sums 0 0 .5 .4 0 .2.
VOTES = Votes(
    STARTS,
    np.repeat(np.array([0, 0, 0.69, 0.7, 0, 0.7], np.float32), LENGTHS),
    np.repeat(np.array([0, 0, 0.5, 0.1, 0, 0.1], np.float32), LENGTHS),
)


def view(weight: float = 0.5) -> QueryView:
    def vectors(rows: Ints) -> Floats:
        return VECTORS[rows]

    return QueryView(
        np.arange(6), LENGTHS, TARGET, SOURCE, weight, np.arange(6), vectors,
        np.random.default_rng(0), lambda: VOTES,
    )  # fmt: skip


def seed_view() -> SeedView:
    rng = np.random.default_rng(0)
    # Ten utterances of no token before ours: `signals` covers the whole pool.
    starts = np.concatenate((np.zeros(10, np.int64), STARTS))
    known = Signals(starts, SOURCE.entropy, SOURCE.margin, sensitive=SOURCE.entropy)
    return SeedView(np.arange(10, 16), LENGTHS, SOURCE.total(), lambda: VECTORS, rng, known)


@pytest.mark.parametrize("name", sorted(QUERIES))
@pytest.mark.parametrize("size", [1, 3, 6])
def test_queries_choose_distinct_candidates(name: str, size: int) -> None:
    some = replace(view(), candidates=np.array([0, 2, 3, 5]))
    for given, most in ((view(), 6), (some, 4)):
        picked = QUERIES[name].function(given, size)
        assert len(picked.indices) == min(size, most)
        assert len(set(picked.indices.tolist())) == len(picked.indices)
        assert set(picked.indices.tolist()) <= set(given.candidates.tolist())
        assert len(picked.scores) == len(picked.reasons) == len(picked.indices)
        assert set(picked.reasons) <= REASONS


@pytest.mark.parametrize("name", sorted(QUERIES))
def test_queries_repeat_with_the_same_chance(name: str) -> None:
    assert (
        QUERIES[name].function(view(), 3).indices.tolist()
        == QUERIES[name].function(view(), 3).indices.tolist()
    )


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
        ("target-entropy-max", [0, 5, 4]),
        ("source-entropy-mean", [2, 3]),
        ("source-entropy-max", [2, 3]),
        ("committee", [3, 5, 2]),
        ("committee-kl", [2, 3, 5]),
    ],
)
def test_choice(name: str, expected: list[int]) -> None:
    picked = QUERIES[name].function(view(), len(expected)).indices.tolist()
    assert sorted(picked) == sorted(expected)


def test_combined_gives_reasons() -> None:
    picked = QUERIES["combined"].function(view(weight=0.5), 3)
    reasons = dict(zip(picked.indices.tolist(), picked.reasons, strict=True))
    # Utterance 3: source 3.2 of about 3.2, target .6 of about 1.4; 5 and 0: source 0.
    assert reasons == {3: "source", 5: "target", 0: "target"}
    assert QUERIES["combined"].function(view(weight=0.0), 2).indices.tolist() == [5, 0]
    assert QUERIES["combined"].function(view(weight=1.0), 2).indices.tolist() == [3, 2]


def test_combined_with_equal_weights() -> None:
    # The weight of the view does not count. Scaled by about their tops: source 0 0 .28 1 0 0,
    # target .64 .14 .14 .43 .36 1; halves add up to .32 .07 .21 .71 .18 .5.
    for weight in (0.0, 1.0):
        assert QUERIES["combined-sum"].function(view(weight), 4).indices.tolist() == [3, 5, 0, 2]


def test_combined_by_product() -> None:
    # Only 2 and 3 have both: .28 x .14 and 1 x .43; the others are 0.
    assert QUERIES["combined-product"].function(view(), 2).indices.tolist() == [3, 2]
    assert QUERIES["combined-product"].function(view(), 3).scores[2] == 0


@pytest.mark.parametrize("name", ["combined", "combined-sum", "combined-product"])
def test_combined_without_a_source_is_the_target_alone(name: str) -> None:
    assert QUERIES[name].function(replace(view(), source=None), 2).indices.tolist() == [5, 0]


@pytest.mark.parametrize("name", sorted(name for name, row in QUERIES.items() if row.needs_source))
def test_without_a_source(name: str) -> None:
    with pytest.raises(NoSource):
        QUERIES[name].function(replace(view(), source=None), 2)


def test_no_committee_without_labelled_turns() -> None:
    with pytest.raises(UnknownStrategy, match="labelled"):
        QUERIES["committee"].function(replace(view(), get_votes=None), 2)


def test_near_repeats_wait() -> None:
    # Falling entropy sum: 5 (1.4), 0 (.9), 3 (.6), 4 (.5); 4 points where 5 points.
    assert QUERIES["target-entropy"].function(view(), 4).indices.tolist() == [5, 0, 3, 4]
    assert QUERIES["distinct"].function(view(), 3).indices.tolist() == [5, 0, 3]
    # 1 and 2 tie (.2) and both repeat what is chosen, so 4, passed over first, fills the batch.
    assert QUERIES["distinct"].function(view(), 4).indices.tolist() == [5, 0, 3, 4]


def test_adaptive_weighs_doubt_by_the_root_of_the_length() -> None:
    # Three turns of 1, 4 and 9 tokens with .6, .4 and .25 each: sums .6, 1.6, 2.25; means .6, .4,
    # .25; over the root .6, .8, .75. Sum, mean and root each put another turn first.
    lengths = np.array([1, 4, 9])
    starts = np.concatenate(([0], np.cumsum(lengths)))
    unsure = np.repeat(np.array([0.6, 0.4, 0.25], np.float32), lengths)
    given = replace(
        view(),
        candidates=np.arange(3),
        lengths=lengths,
        target=Signals(starts, unsure, 1 - unsure, sensitive=np.zeros_like(unsure)),
        source=None,
        keys=np.arange(3),
        get_vectors=lambda rows: np.eye(3, dtype=np.float32)[rows],
    )
    picked = QUERIES["adaptive"].function(given, 3)
    assert picked.indices.tolist() == [1, 2, 0]
    assert picked.scores == pytest.approx([0.8, 0.75, 0.6])
    assert QUERIES["target-entropy"].function(given, 3).indices.tolist() == [2, 1, 0]
    assert QUERIES["target-entropy-mean"].function(given, 3).indices.tolist() == [0, 1, 2]
    # Where a turn has another cost, the sum over that and no root: 2.25 / 2 before .6 and 1.6 / 4.
    costly = replace(given, costs=np.array([1.0, 4.0, 2.0]))
    assert QUERIES["adaptive"].function(costly, 3).indices.tolist() == [2, 0, 1]


def test_expected_items_weigh_doubt() -> None:
    # Four turns of four tokens, equally unsure but for the last, which is a little less so.
    starts = np.arange(5) * 4
    unsure = np.repeat(np.array([0.4, 0.4, 0.4, 0.3], np.float32), 4)
    given = replace(
        view(),
        candidates=np.arange(4),
        lengths=np.full(4, 4),
        source=None,
        keys=np.arange(4),
        get_vectors=lambda rows: np.eye(4, dtype=np.float32)[rows],
    )

    def order(*chances: list[float]) -> list[int]:
        sensitive = np.array(chances, np.float32).ravel()
        target = Signals(starts, unsure, 1 - unsure, sensitive=sensitive)
        looked = replace(given, target=target)
        return QUERIES["expected-items"].function(looked, 4).indices.tolist()

    # 1, 0, .25 and 2 items; over the root of the length .8 x 1, 0, .8 x .5 and .6 x 1.41.
    one, none, little, two = [0, 1, 1, 0], [0] * 4, [0.25, 0, 0, 0], [1, 0, 1, 1]
    assert order(one, none, little, two) == [3, 0, 2, 1]


def test_adaptive_lets_near_repeats_wait() -> None:
    # Over the root: 5 (.99), 0 (.9), 4 (.5), 3 (.3), 2 (.2), 1 (.14). 4 points where 5 points, so
    # the third place goes to 3; of those that wait, 4 is the first.
    assert QUERIES["adaptive"].function(view(), 3).indices.tolist() == [5, 0, 3]
    assert QUERIES["adaptive"].function(view(), 4).indices.tolist() == [5, 0, 3, 4]

    def vectors(rows: Ints) -> Floats:
        return np.eye(6, dtype=np.float32)[[5, 1, 2, 3, 4, 5]][rows]

    near = replace(view(), get_vectors=vectors)  # only 0 points where 5 points
    assert QUERIES["adaptive"].function(near, 3).indices.tolist() == [5, 4, 3]
    assert QUERIES["target-entropy"].function(near, 3).indices.tolist() == [5, 0, 3]


def test_adaptive_does_not_add_the_sources_doubt() -> None:
    without = QUERIES["adaptive"].function(replace(view(), source=None), 4)
    for weight in (0.0, 1.0):
        found = QUERIES["adaptive"].function(view(weight), 4)
        assert found.indices.tolist() == without.indices.tolist()
        assert set(found.reasons) == {"target"}


def test_density_prefers_what_resembles_the_rest() -> None:
    def vectors(rows: Ints) -> Floats:
        return np.eye(6, dtype=np.float32)[[0, 0, 0, 0, 0, 1]][rows]

    # Mean cosine 5/6 for all but 5, which has 1/6: 1.4/6 = .23 falls behind .9, .6 and .5 x 5/6.
    picked = QUERIES["density"].function(replace(view(), get_vectors=vectors), 4)
    assert picked.indices.tolist() == [0, 3, 4, 5]
    assert picked.scores == pytest.approx([0.75, 0.5, 0.5 * 5 / 6, 1.4 / 6])


@pytest.mark.parametrize("rows", [QUERIES, SEEDS])
def test_what_stands_in_asks_no_source(rows: Mapping[str, Strategy[object]]) -> None:
    for name, row in rows.items():
        assert row.name == name
        assert not rows[row.stand_in].needs_source
        if row.without_source:
            assert row.asks_source and not rows[row.without_source].asks_source
        assert row.without_source or not row.needs_source


def test_every_strategy_has_its_flags() -> None:
    assert all(Need.TARGET in row.needs for row in QUERIES.values() if Need.PATHS in row.needs)
    asking = [row for row in QUERIES.values() if row.asks_source]
    assert all(row.without_source for row in asking)
    assert all(row.asks_source for row in QUERIES.values() if row.source_share is not None)
    assert all(row.for_dialogues in {"", *QUERIES} for row in QUERIES.values())
    assert all(row.reason in REASONS for row in SEEDS.values())


def test_repeats_wait_until_the_others_are_taken() -> None:
    repeats = replace(view(), keys=np.array([1, 2, 3, 4, 5, 1]))  # 0 repeats 5
    assert QUERIES["target-entropy"].function(repeats, 3).indices.tolist() == [5, 3, 4]
    assert len(QUERIES["target-entropy"].function(repeats, 6).indices) == 6


def test_unknown_query() -> None:
    with pytest.raises(UnknownStrategy, match="target-entropy"):
        query_named("nonsense")


@pytest.mark.parametrize("name", sorted(SEEDS))
@pytest.mark.parametrize("size", [1, 3, 6])
def test_seeds_choose_distinct_candidates(name: str, size: int) -> None:
    chosen = SEEDS[name].function(seed_view(), size).tolist()
    assert len(set(chosen)) == size
    assert set(chosen) <= set(range(10, 16))
    assert chosen == SEEDS[name].function(seed_view(), size).tolist()


def test_seed_choice() -> None:
    assert SEEDS["longest"].function(seed_view(), 1).tolist() == [13]
    assert SEEDS["source-entropy"].function(seed_view(), 2).tolist() == [13, 12]  # 3.2, .9
    assert SEEDS["source-entropy-mean"].function(seed_view(), 2).tolist() == [12, 13]  # .9, .8
    assert SEEDS["source-entropy-max"].function(seed_view(), 2).tolist() == [12, 13]
    by_cluster: Callable[[Ints], set[int]] = lambda rows: {int(row - 10) // 2 for row in rows}  # noqa: E731
    assert by_cluster(SEEDS["kmeans"].function(seed_view(), 3)) == {0, 1, 2}
    chosen = SEEDS["kmeans+source"].function(seed_view(), 3)
    assert by_cluster(chosen) == {0, 1, 2}
    assert 13 in chosen


def test_the_automatic_seed_by_hand() -> None:
    """Nine turns in three groups far apart, three each at 0, 10 and 20 degrees of their group's
    axis: the centre of a group is nearest to its second. The source is least sure of the third of
    each group, and less sure of the whole last group than of any other."""
    angles = np.radians([0.0, 10.0, 20.0])
    vectors = np.zeros((9, 6), np.float32)
    for group in range(3):
        vectors[3 * group : 3 * group + 3, 2 * group] = np.cos(angles)
        vectors[3 * group : 3 * group + 3, 2 * group + 1] = np.sin(angles)
    doubt = np.array([0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.7, 0.8, 0.9])

    def chosen(name: str, source: Doubles | None, state: int) -> list[int]:
        rng = np.random.default_rng(state)
        starts = np.concatenate((np.zeros(10, np.int64), np.arange(10)))  # one token in each
        nothing = np.zeros(9, np.float32)
        known = Signals(starts, nothing, nothing, sensitive=nothing)
        ones = np.ones(9, np.int64)
        given = SeedView(np.arange(10, 19), ones, source, lambda: vectors, rng, known)
        return sorted(SEEDS[name].function(given, 3).tolist())

    for state in range(5):
        assert chosen("auto", doubt, state) == [12, 15, 18]  # of each group the least sure
        assert chosen("auto", None, state) == [11, 14, 17]  # of each group the one in the middle
        assert chosen("source-entropy", doubt, state) == [16, 17, 18]  # all of one group
    by_chance = [chosen("random", doubt, state) for state in range(5)]
    assert [12, 15, 18] not in by_chance and [11, 14, 17] not in by_chance


def test_the_automatic_seed_leaves_out_turns_that_likely_hold_nothing() -> None:
    """300 turns of one token. The source takes every tenth for sensitive, and doubts the others:
    it chooses among those thirty. Where it expects something in most turns, what it doubts."""
    vectors = np.eye(300, dtype=np.float32)
    holds = np.arange(300) % 10 == 3

    def chosen(sensitive: Doubles, size: int) -> npt.NDArray[np.bool_]:
        starts, nothing = np.arange(301), np.zeros(300, np.float32)
        known = Signals(starts, nothing, nothing, sensitive=sensitive.astype(np.float32))
        rng, doubt = np.random.default_rng(0), np.where(holds, 0.1, 0.9)
        ones = np.ones(300, np.int64)
        given = SeedView(np.arange(300), ones, doubt, lambda: vectors, rng, known)
        indices = SEEDS["auto"].function(given, size)
        assert len(set(indices.tolist())) == size
        return np.asarray(holds[indices])

    few = np.where(holds, 0.4, 0.1)
    assert chosen(few, 3).all() and chosen(few, 1).all()
    assert len(chosen(few, 50)) == 50
    assert not chosen(np.where(holds, 0.9, 0.8), 1).any()


def test_each_names_where_it_comes_from() -> None:
    for strategy in (*QUERIES.values(), *SEEDS.values()):
        docstring = strategy.function.__doc__ or ""
        assert re.search(r"\[[A-Z]\w+\d\d\b|\(ours\)|baseline", docstring), strategy.name


def test_seeds_that_save_reading_weigh_doubt_by_length() -> None:
    doubts = np.array([0, 0, 1.0, 1.8, 0, 0])  # turns of 1 and of 4 tokens in one cluster
    given = replace(seed_view(), source=doubts)
    assert 13 in SEEDS["kmeans+source"].function(given, 3)
    assert 12 in SEEDS["kmeans+source"].function(replace(given, saves_reading=True), 3)


@pytest.mark.parametrize("name", sorted(name for name, row in SEEDS.items() if row.needs_source))
def test_seeds_without_a_source(name: str) -> None:
    with pytest.raises(NoSource):
        SEEDS[name].function(replace(seed_view(), source=None, signals=None), 2)


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


def test_a_batch_is_not_the_answer_to_one_question() -> None:
    """Ten pairs of a question and its answer; seven of the questions are the same in meaning. The
    answers are as uncertain as they are early, and a batch of four takes two of those seven."""
    asked = np.eye(12, dtype=np.float32)[[0] * 7 + [1, 2, 3]]
    answers = np.eye(30, dtype=np.float32)[:10]
    vectors = np.zeros((20, 42), np.float32)
    vectors[::2, :12], vectors[1::2, 12:] = asked, answers
    lengths = np.ones(20, np.int64)
    entropy = np.zeros(20, np.float32)
    entropy[1::2] = np.linspace(1, 0.1, 10)
    starts = np.arange(21)
    target = Signals(starts, entropy, 1 - entropy, sensitive=np.zeros_like(entropy))
    given = QueryView(
        np.arange(1, 20, 2), lengths, target, None, 0.0,
        np.arange(20), lambda rows: vectors[rows], np.random.default_rng(0),
        get_before=lambda rows: rows - 1,
    )  # fmt: skip
    assert queries.adaptive(given, 4).indices.tolist() == [1, 3, 15, 17]
    known = replace(given, get_before=None)
    assert queries.adaptive(known, 4).indices.tolist() == [1, 3, 5, 7]
