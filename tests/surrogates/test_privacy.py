"""The bound in numbers: the shared fixtures, and sums done by hand."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surrogates import privacy
from surrogates.errors import ProbabilityInvalid

TABLE = Path(__file__).parents[2].parent / "shared" / "cases" / "epsilon.json"
CASES: list[dict[str, Any]] = json.loads(TABLE.read_text()) if TABLE.exists() else []


@pytest.mark.skipif(not CASES, reason=f"no fixtures at {TABLE}")
@pytest.mark.parametrize("case", CASES, ids=[c["name"] for c in CASES])
def test_fixture(case: dict[str, Any]) -> None:
    pi = privacy.uniform(case["n"]) if isinstance(case["pi"], str) else case["pi"]
    p = case["p"]
    assert privacy.epsilon(pi, p) == pytest.approx(case["eps"], abs=1e-6)
    never = math.inf if case["eps_never_self"] is None else case["eps_never_self"]
    assert privacy.epsilon_never_itself(pi, p) == pytest.approx(never, abs=1e-6)
    assert privacy.delta(pi, p, 0.0) == pytest.approx(case["delta_at_0"], abs=1e-6)
    assert privacy.delta(pi, p, 1.0) == pytest.approx(case["delta_at_1"], abs=1e-6)


def test_by_hand() -> None:
    # A fair coin over two values: (1 - .5 + .25) / .25 = 3.
    assert privacy.epsilon([0.5, 0.5], 0.5) == pytest.approx(math.log(3))
    # eps = 6.75 at p = .9: (1-p) / (p (e^6.75 - 1)) = 1.3025e-4, seen once in 7,677.
    lowest = 1 / 7677
    assert privacy.epsilon([lowest, 1 - lowest], 0.9) == pytest.approx(6.75, abs=1e-3)
    # Nine digits one by one: 9 * 0.7472.
    digits = [privacy.epsilon(privacy.uniform(10), 0.9)] * 9
    assert privacy.compose(digits) == pytest.approx(6.7249, abs=1e-4)


def test_edges_are_infinite_not_numbers() -> None:
    assert privacy.epsilon([0.5, 0.5, 0.0], 0.9) == math.inf
    assert privacy.epsilon([0.5, 0.5], 0.0) == math.inf
    assert privacy.epsilon([0.5, 0.5, 0.0], 1.0) == 0.0
    assert privacy.epsilon_never_itself([0.5, 0.5], 1.0) == math.inf
    assert privacy.delta([0.5, 0.5, 0.0], 0.9, math.inf) == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("pi", "p"), [([0.5, 0.4], 0.9), ([], 0.9), ([-0.5, 1.5], 0.9), ([0.5, 0.5], 1.1)]
)
def test_no_distribution(pi: list[float], p: float) -> None:
    with pytest.raises(ProbabilityInvalid):
        privacy.epsilon(pi, p)


@given(st.lists(st.integers(1, 9), min_size=2, max_size=7), st.floats(0.01, 0.99))
def test_never_itself_is_the_worst_pair_of_all(weights: list[int], p: float) -> None:
    """One pass over the list says what all pairs of inputs and all outputs say."""
    pi = [weight / sum(weights) for weight in weights]
    worst = 0.0
    for o, chance in enumerate(pi):
        shown = [1 - p if t == o else p * chance / (1 - pi[t]) for t in range(len(pi))]
        worst = max(worst, math.log(max(shown) / min(shown)))
    assert privacy.epsilon_never_itself(pi, p) == pytest.approx(worst, abs=1e-9)
