"""Units of cost and of batches: hand-worked sums."""

from dataclasses import replace

import numpy as np
import pytest

from learning.choice.costs import DEFAULT_COSTS, CostModel, count_edits, fit_costs
from learning.choice.queries import Picked, QueryView
from learning.choice.uncertainty import Signals
from learning.choice.units import (
    Shape,
    add_context,
    choose_dialogues,
    dialogue_numbers,
    expected_costs,
    per_cost,
    shape_seed,
    shaped,
)
from learning.simulation.replay import Plan, simulate
from learning.types import Doubles, Ints, Span, Utterance
from tests.learning.conftest import calls


def span(start: int, end: int, label: str = "NAME") -> Span:
    return Span(start, end, label)


@pytest.mark.parametrize(
    ("proposed", "final", "expected"),
    [
        ([], [], (0, 0, 0, 0)),
        ([], [span(0, 3), span(5, 9)], (2, 0, 0, 0)),
        ([span(0, 3)], [], (0, 1, 0, 0)),
        ([span(0, 3)], [span(0, 3)], (0, 0, 0, 0)),
        ([span(0, 3)], [span(0, 3, "PLACE")], (0, 0, 1, 0)),
        ([span(0, 3)], [span(0, 5)], (0, 0, 0, 1)),
        ([span(0, 3)], [span(0, 5, "PLACE")], (0, 0, 1, 1)),
        # One proposal over two items: one is moved, the other added.
        ([span(0, 9)], [span(0, 3), span(5, 9)], (1, 0, 0, 1)),
        # The exact pair is found first, whatever overlaps it.
        ([span(0, 5), span(4, 9)], [span(4, 9)], (0, 1, 0, 0)),
    ],
)
def test_edits_by_hand(
    proposed: list[Span], final: list[Span], expected: tuple[int, int, int, int]
) -> None:
    assert count_edits(proposed, final) == expected


def test_gain_per_cost() -> None:
    scores, costs = np.array([6.0, 4.0]), np.array([4.0, 1.0])
    assert per_cost(scores, costs, 0).tolist() == [6, 4]
    assert per_cost(scores, costs, 0.5).tolist() == [3, 4]
    assert per_cost(scores, costs).tolist() == [1.5, 4]


def test_costs_are_found_again() -> None:
    rng = np.random.default_rng(0)
    tokens, edits = rng.integers(3, 40, 200), rng.integers(0, 5, 200)
    seconds = 4 + 0.5 * tokens + 6 * edits + rng.normal(0, 0.5, 200)
    seconds[::10] = 900  # somebody went for a coffee
    found = fit_costs(seconds.tolist(), tokens.tolist(), edits.tolist())
    assert found.readings == 200
    assert found.per_turn == pytest.approx(4, abs=0.7)
    assert found.per_token == pytest.approx(0.5, abs=0.05)
    assert found.per_edit == pytest.approx(6, abs=0.3)


def test_few_times_or_times_that_say_nothing() -> None:
    assert fit_costs([5.0] * 29, [3] * 29, [1] * 29) == DEFAULT_COSTS
    # Nobody edited anything yet: that part stays where it was, and none falls below nought.
    found = fit_costs([10.0 - n / 10 for n in range(60)], list(range(60)), [0] * 60)
    assert found.per_edit == pytest.approx(DEFAULT_COSTS.per_edit, abs=1e-3)
    assert min(found.per_turn, found.per_token) >= 0


def test_the_cost_of_many() -> None:
    assert CostModel(10, 0.5, 4).seconds(100, 5, turns=3) == 100


def view(sizes: list[int], entropy: float = 1.0, margin: float = 1.0) -> QueryView:
    """Turns of these lengths, every token equally unsure."""
    starts = np.concatenate([[0], np.cumsum(sizes)])
    total = int(starts[-1])
    signals = Signals(
        starts,
        np.full(total, entropy, np.float32),
        np.full(total, margin, np.float32),
        sensitive=np.zeros(total, np.float32),
    )
    return QueryView(
        candidates=np.arange(len(sizes)),
        lengths=np.asarray(sizes),
        target=signals,
        source=None,
        source_weight=0.0,
        keys=np.arange(len(sizes)),
        get_vectors=lambda rows: np.eye(len(sizes), dtype=np.float32)[rows],
        rng=np.random.default_rng(0),
    )


def test_expected_costs_by_hand() -> None:
    looked = view([2, 6], margin=0.5)  # each token is wrong with probability 1/4
    assert expected_costs(looked, Shape()).tolist() == [1, 1]
    assert expected_costs(looked, Shape(cost="tokens")).tolist() == [2, 6]
    assert expected_costs(looked, Shape(cost="spans")).tolist() == [1.5, 2.5]
    costs = Shape(cost="seconds", model=CostModel(10, 1, 2))
    assert expected_costs(looked, costs).tolist() == [10 + 2 + 1, 10 + 6 + 3]


def test_sums_save_turns_and_means_save_reading() -> None:
    looked = view([2, 6, 4])
    first = looked.target.entropy
    first[:2] = 2.0  # sums 4, 6, 4; means 2, 1, 1
    plain = shaped("target-entropy", Shape(), lambda: np.zeros(3, np.int64))
    per_token = shaped("target-entropy", Shape(cost="tokens"), lambda: np.zeros(3, np.int64))
    assert plain(looked, 1).indices.tolist() == [1]
    assert per_token(looked, 1).indices.tolist() == [0]
    # A mean is not divided once more: the longest of equal means does not fall back.
    mean = shaped("target-entropy-mean", Shape(cost="tokens"), lambda: np.zeros(3, np.int64))
    assert mean(looked, 1).indices.tolist() == [0]
    half = shaped("target-entropy", Shape(cost="tokens", gamma=0.0), lambda: np.zeros(3, np.int64))
    assert half(looked, 1).indices.tolist() == [1]


@pytest.mark.parametrize(
    ("shape", "chosen"),
    [
        (Shape(), 1),  # over the root of the length: 2.8, 3.0
        (Shape(gamma=1.0), 1),  # turns have no cost to take a power of
        (Shape(cost="tokens"), 0),  # means: 2.0, 1.5
        (Shape(cost="tokens", gamma=0.5), 1),
        (Shape(cost="tokens", gamma=0.0), 2),  # sums: 4, 6, 8 (roots would be 2.8, 3.0, 2.0)
    ],
)
def test_gamma_of_the_default_strategy(shape: Shape, chosen: int) -> None:
    looked = view([2, 4, 16], entropy=0.5)
    looked.target.entropy[:6] = [2.0, 2.0, 1.5, 1.5, 1.5, 1.5]
    adaptive = shaped("adaptive", shape, lambda: np.zeros(3, np.int64))
    assert adaptive(looked, 1).indices.tolist() == [chosen]


def test_gamma_of_dialogues() -> None:
    looked = view([2, 2, 5])  # two dialogues; sums 4 and 5, means 1 and 1
    looked.target.entropy[:4] = 1.1
    for shape, first in (
        (Shape("dialogue"), 2),  # a turn: 2.2 against 5
        (Shape("dialogue", gamma=0.0), 2),
        (Shape("dialogue", "tokens"), 0),  # a token: 1.1 against 1
        (Shape("dialogue", "tokens", gamma=0.0), 2),  # sums: 4.4 against 5
    ):
        query = shaped("target-entropy", shape, lambda: ints(0, 0, 1))
        assert query(looked, 1).indices[0] == first


@pytest.mark.parametrize(
    ("strategy", "unit"), [("committee", "turn"), ("committee-kl", "turn"), ("random", "dialogue")]
)
@pytest.mark.parametrize("cost", ["spans", "seconds"])
def test_expected_edits_are_those_of_the_target_model(
    corpus: list[Utterance], monkeypatch: pytest.MonkeyPatch, strategy: str, unit: str, cost: str
) -> None:
    """A model that nobody asked would doubt every token, and the cost be a matter of length."""
    seen = []

    def watched(looked: QueryView, shape: Shape) -> Doubles:
        seen.append(looked.target.margin.mean())
        return expected_costs(looked, shape)

    monkeypatch.setattr("learning.choice.units.expected_costs", watched)
    plan = Plan.as_published(
        seed_strategy="random", query_strategy=strategy, batch=16, iterations=1, pool_size=48,
        classes=False, batch_unit=unit, cost=cost,
    )  # fmt: skip
    simulate(corpus, calls(40, seed=2), plan)
    assert seen and min(seen) > 0.5


def picked(*indices: int) -> Picked:
    return Picked(np.asarray(indices), np.arange(len(indices), 0.0, -1), ("target",) * len(indices))


def ints(*values: int) -> Ints:
    return np.asarray(values, np.int64)


def test_context_by_hand() -> None:
    dialogues = ints(0, 0, 0, 0, 1, 1, 1)
    free = ints(0, 1, 3, 4, 5, 6)  # turn 2 was read before
    found = add_context(picked(4, 1), dialogues, free, 10)
    assert found.indices.tolist() == [4, 5, 0, 1]  # 3 is another dialogue, 2 is read
    assert found.reasons == ("target", "context", "context", "target")
    assert found.scores.tolist() == [2, 0, 0, 1]
    # What does not fit whole waits, what comes after it may fit; a neighbour is taken once.
    assert add_context(picked(5, 1), dialogues, free, 4).indices.tolist() == [4, 5, 6]
    assert add_context(picked(5, 1, 3), dialogues, free, 4).indices.tolist() == [4, 5, 6, 3]
    assert add_context(picked(5, 1), dialogues, free, 1).indices.tolist() == [5]
    assert add_context(picked(5, 6), dialogues, free, 9).indices.tolist() == [4, 5, 6]


def test_dialogues_by_hand() -> None:
    dialogues = ints(0, 0, 0, 1, 1, 2)
    scores = np.array([3.0, 1, 2, 5, 0, 1.5])  # per turn: 2, 2.5, 1.5
    costs, rng = np.ones(6), np.random.default_rng(0)
    found = choose_dialogues(scores, costs, dialogues, np.arange(6), 3, rng)
    assert found.indices.tolist() == [3, 4, 5]  # 0 does not fit behind 1, 2 does
    # The first is taken even where it is longer than the batch.
    tall = np.array([9.0, 9, 9, 1, 1, 1])
    found = choose_dialogues(tall, costs, dialogues, np.arange(6), 2, rng)
    assert found.indices.tolist() == [0, 1, 2]
    # What was read of a dialogue is neither asked again nor paid for.
    found = choose_dialogues(scores, costs, dialogues, ints(0, 1, 2, 4, 5), 3, rng)
    assert found.indices.tolist() == [0, 1, 2]


def test_seeds_in_units() -> None:
    dialogues = ints(0, 0, 0, 1, 1, 2)
    free = np.arange(6)
    chosen = picked(5, 3, 0)
    assert shape_seed(chosen, Shape(), dialogues, free, 3) is chosen
    found = shape_seed(chosen, Shape(unit="dialogue"), dialogues, free, 3)
    assert found.indices.tolist() == [5, 3, 4]
    assert found.reasons == ("dialogue",) * 3
    found = shape_seed(chosen, Shape(unit="context"), dialogues, free, 3)
    assert found.indices.tolist() == [5, 3, 4]
    assert found.reasons == ("target", "target", "context")


def test_one_dialogue_only() -> None:
    turns = [replace(each, dialogue="one") for each in calls(30)]
    plan = Plan.as_published(batch=10, iterations=3, batch_unit="dialogue", seed_strategy="kmeans")
    (run,) = simulate(turns, calls(40, seed=3), plan)["runs"]
    assert [point["instances"] for point in run["curve"]] == [30]  # it is the batch


@pytest.mark.parametrize("unit", ["context", "dialogue"])
@pytest.mark.parametrize("cost", ["turns", "tokens", "spans", "seconds"])
def test_simulated_units(corpus: list[Utterance], unit: str, cost: str) -> None:
    plan = Plan.as_published(
        batch=24, iterations=3, pool_size=112, classes=False, batch_unit=unit, cost=cost
    )
    (run,) = simulate(corpus, calls(40, seed=2), plan)["runs"]
    assert run["pool"]["instances"] == 112  # whole dialogues of eight
    counts = [point["instances"] for point in run["curve"]]
    assert [24 * n - 8 <= count <= 24 * n for n, count in enumerate(counts, 1)] == [True] * 4
    assert run["curve"][-1]["f1"] > 0.7
    for key in ("tokens", "edits", "seconds"):
        assert [p[key] for p in run["curve"]] == sorted(p[key] for p in run["curve"])


def test_dialogue_numbers() -> None:
    turns = [Utterance("", dialogue=name) for name in ("b", "b", "a", "c")]
    assert dialogue_numbers(turns).tolist() == [0, 0, 1, 2]
