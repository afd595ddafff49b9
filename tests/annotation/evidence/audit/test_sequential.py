"""The sequential test: its figures, and the error that it keeps whenever somebody looks."""

import math
from collections.abc import Mapping

import numpy as np
import pytest

from annotation.evidence.audit.sampling import allocate, weights
from annotation.evidence.audit.sequential import (
    FLOOR,
    GIVE_UP,
    NOT_SHOWN,
    OPEN,
    PAIR,
    SHOWN,
    Goal,
    Read,
    by_turn,
    expected,
    factor,
    judge,
    least,
)
from annotation.evidence.errors import EvidenceError

GOAL = Goal(0.99, 0.95)
FILE = {"proposed": 8_000, "likely": 11_000, "rest": 81_000}
DENSITY = {"proposed": 4.0, "likely": 1.0, "rest": 0.05}  # items of a turn, mean
DENSE = {"proposed": 4.0, "likely": 4.0, "rest": 0.5}
RUNS, TURNS = 2_000, 2_000


def test_by_hand() -> None:
    """The bet is (1 - .309) / .99 = .69798. A found item multiplies the capital by 1 + .69798 x .01
    = 1.0069798, a missed one by 1 - .69798 x .99 = .309; ln 20 / ln 1.0069798 = 430.7."""
    assert factor(GOAL, Read(1, 0)) == pytest.approx(1.0069798)
    assert factor(GOAL, Read(1, 1)) == pytest.approx(0.309)
    assert factor(GOAL, Read(3, 0, weight=0.5)) == pytest.approx(1.0104697)
    assert factor(GOAL, Read(2, 2, weight=1.0)) == 0.02  # 1 - 1.382: cut at the floor
    assert [least(GOAL, missed) for missed in range(3)] == [431, 601, 771]


def test_it_ends_at_431_without_a_miss_and_not_before() -> None:
    assert judge(GOAL, [Read(1, 0)] * 430).state == OPEN
    outcome = judge(GOAL, [Read(1, 0)] * 440)
    assert (outcome.state, outcome.ended_at, outcome.items) == (SHOWN, 431, 440)
    # What comes after the end changes nothing.
    assert judge(GOAL, [Read(1, 0)] * 431 + [Read(1, 1)] * 50).state == SHOWN
    after_192 = judge(GOAL, [Read(1, 0)] * 192)
    assert least(GOAL, capital=after_192.capital) == 239


def test_two_misses_at_the_start_end_it_the_other_way() -> None:
    """.309 x .309 = .095, below .145; nothing was shown, and more reading would not change that."""
    outcome = judge(GOAL, [Read(1, 1), Read(1, 1), *[Read(1, 0)] * 2000])
    assert (outcome.state, outcome.ended_at, outcome.missed) == (NOT_SHOWN, 2, 2)


def test_an_empty_turn_says_nothing() -> None:
    assert judge(GOAL, [Read(0, 0)] * 99).capital == 0.0
    assert judge(GOAL, []).state == OPEN


def _exactly(goal: Goal, missed: float) -> tuple[float, float]:
    """The chance that it is shown, and the items until it ends, if each item is missed with this
    chance: every path of single items, added up."""
    up, down = (math.log(factor(goal, Read(1, n))) for n in (0, 1))
    paths, shown, items, n = np.array([1.0]), 0.0, 0.0, 0
    while paths.sum() > 1e-9:
        n += 1
        paths = np.append(paths * (1 - missed), 0) + np.append(0, paths * missed)
        lost = np.arange(len(paths))
        capital = (n - lost) * up + lost * down
        over, under = capital >= goal.stop, capital <= math.log(GIVE_UP)
        shown += paths[over].sum()
        items += n * paths[over | under].sum()
        paths = np.where(over | under, 0, paths)[:60]  # nobody is in the game with 60 misses
    return shown, items


def test_its_exact_error_and_what_it_expects() -> None:
    """Exact, so the tolerances are those of rounding. The error is below .05 though somebody looks
    after each item; Wald's own limits would have .0515 (`sequential` says why not)."""
    error, _items = _exactly(GOAL, 0.01)
    power, items = _exactly(GOAL, 0.01 / 3)
    assert error == pytest.approx(0.0451, abs=0.0005) and error < 0.05
    assert power == pytest.approx(0.881, abs=0.005)
    assert items == pytest.approx(785, abs=5)
    # The grid on which the plan solves the same is off by less than one in a hundred.
    assert expected(GOAL) == pytest.approx(items, rel=0.01)


def test_expectation_on_the_way() -> None:
    """Less is expected once much was found, nothing once it has ended."""
    half = judge(GOAL, [Read(1, 0)] * 300).capital
    assert 131 < expected(GOAL, half) < expected(GOAL)
    assert expected(GOAL, GOAL.stop + 1) == expected(GOAL, math.log(GIVE_UP) - 1) == 0.0


def _error(
    missed: Mapping[str, float],
    *,
    together: bool = False,
    turns_as_one: bool = False,
    as_judged: bool = False,
    density: Mapping[str, float] = DENSITY,
) -> float:
    """How often a recall is shown by turns drawn by weight, one look after each turn. `missed`:
    share of the items of each stratum; `together`: all of a turn, or none; `as_judged`: as `judge`
    does it, by turns as well from the first in which two items were missed on."""
    rng = np.random.default_rng(20261127)
    counts = allocate(FILE, FILE, TURNS)
    names = list(FILE)
    weight = weights(FILE, counts)
    most = 12
    table = np.empty((len(names), most, most))
    for s, name in enumerate(names):
        for n in range(most):
            for m in range(n + 1):
                rows = [Read(n, m, weight[name])]
                rows = by_turn(rows) if turns_as_one else rows
                table[s, n, m] = math.log(factor(GOAL, rows[0])) if rows else 0.0
    share = np.array([counts[name] for name in names]) / TURNS
    stratum = rng.choice(len(names), size=(RUNS, TURNS), p=share)
    items = np.minimum(rng.poisson(np.array([density[n] for n in names])[stratum]), most - 1)
    chance = np.array([missed[name] for name in names])[stratum]
    if together:
        lost = np.where(rng.random(items.shape) < chance, items, 0)
    else:
        lost = rng.binomial(items, chance)
    capital = np.cumsum(table[stratum, items, lost], axis=1)

    def first(hit: np.ndarray) -> np.ndarray:
        return np.where(hit.any(axis=1), hit.argmax(axis=1), TURNS)

    over, under = first(capital >= GOAL.stop), first(capital <= math.log(GIVE_UP))
    shown = over < under
    if as_judged:
        before = np.cumsum(items**2, axis=1) / np.maximum(1, np.cumsum(items, axis=1))
        size = np.maximum(PAIR, np.insert(before[:, :-1], 0, PAIR, axis=1))
        weighs = np.array([weight[name] for name in names])[stratum]
        gain = GOAL.bet / size * weighs * (GOAL.allowed * items - lost)
        whole = np.cumsum(np.log(np.maximum(FLOOR, 1 + gain)), axis=1)
        by_turns = first(whole >= GOAL.stop) < first(whole <= math.log(GIVE_UP))
        alone = first(lost > 1) > over  # none came together before the items had ended it
        shown &= alone | by_turns
    return float(shown.mean())


def _spread(
    shares: Mapping[str, float], allowed: float = 0.01, density: Mapping[str, float] = DENSITY
) -> dict[str, float]:
    """Chances of a miss by stratum, for which the recall of the file is just what is tested:
    `shares` says in which strata the missed items are."""
    held = {name: FILE[name] * density[name] for name in FILE}
    lost = allowed * sum(held.values())
    return {name: lost * shares.get(name, 0.0) / held[name] for name in FILE}


# Of 2,000 runs with a true error of .05 a share above .065 comes once in a thousand times (three
# standard errors of .005): what lies above is a broken test, not chance.
TOLERANCE = 0.05 + 3 * math.sqrt(0.05 * 0.95 / RUNS)


@pytest.mark.parametrize(
    "where",
    [
        {"proposed": 1.0},
        {"likely": 1.0},
        {"rest": 1.0},  # in the turns that weigh most
        {"proposed": 0.6, "likely": 0.3, "rest": 0.1},
    ],
    ids=["proposed", "likely", "rest", "everywhere"],
)
def test_weighted_draws_keep_the_error_wherever_the_misses_are(where: dict[str, float]) -> None:
    assert _error(_spread(where)) <= TOLERANCE


def test_weighted_draws_show_what_is_true() -> None:
    """A tenth of the allowed misses is shown nearly always, or the test would be of no use."""
    assert _error(_spread({"proposed": 0.6, "likely": 0.3, "rest": 0.1}, 0.001)) > 0.9


def test_unweighted_counts_of_the_same_draws_would_not_keep_it() -> None:
    """Why the weights: with the misses in the rest, which is drawn less often than its share, a
    test that takes each item alike is wrong more often than it says."""
    missed, drawn = _spread({"rest": 1.0}), allocate(FILE, FILE, TURNS)
    heavy = weights(FILE, drawn)
    met = {name: drawn[name] * DENSITY[name] for name in FILE}
    lost = {name: met[name] * missed[name] for name in FILE}
    assert sum(lost.values()) / sum(met.values()) < 0.0055  # it seems to be .995; it is .99
    weighed = sum(lost[n] * heavy[n] for n in FILE) / sum(met[n] * heavy[n] for n in FILE)
    assert weighed == pytest.approx(0.01, rel=0.01)


def test_where_misses_of_a_turn_come_together_whole_turns_keep_the_error() -> None:
    """Items are fewer witnesses than they seem then, and the test of items is wrong more often than
    it says; counted by turns that hold any, the proof holds as it stands."""
    spread = _spread({"proposed": 1.0}, density=DENSE)
    assert _error(spread, together=True, density=DENSE) > TOLERANCE
    # By turns: of 100 turns that hold any item, one has a miss.
    holding = {name: FILE[name] * (1 - math.exp(-DENSE[name])) for name in FILE}
    chance = 0.01 * sum(holding.values()) / holding["proposed"]
    by_turns = {"proposed": chance, "likely": 0.0, "rest": 0.0}
    assert _error(by_turns, together=True, turns_as_one=True, density=DENSE) <= TOLERANCE


def test_from_the_first_turn_overlooked_whole_turns_are_counted_too() -> None:
    """.9 at .9: the bet is .691 / .9 = .7678, it ends at ln 10 = 2.303. Each turn holds two items:
    a found one adds ln 1.1536 = .1429 by items and, with half the bet, ln 1.0768 = .0740 by turns;
    one overlooked whole costs ln .02 (the floor) and ln .309. After 15 found and one lost the items
    need (2.303 - 2.144 + 3.912) / .1429 = 28.5 turns more, the turns (2.303 - 1.110 + 1.174) /
    .0740 = 32.0."""
    found, lost, goal = Read(2, 0), Read(2, 2), Goal(0.9, 0.9)
    begun = [*[found] * 15, lost]
    for more, state in ((28, OPEN), (31, OPEN), (33, SHOWN)):
        outcome = judge(goal, [*begun, *[found] * more])
        assert (outcome.together, outcome.state) == (1, state)
    # Single misses ask for no turns, nor does what comes after the end.
    single = judge(goal, [*[found] * 15, Read(2, 1), *[found] * 12])
    assert (single.together, single.state) == (0, SHOWN)
    assert judge(goal, [*[found] * 17, lost]).state == SHOWN


def test_as_it_is_judged_whole_turns_overlooked_are_shown_less_often() -> None:
    """What is left is where no turn overlooked whole was met before the end: nothing tells then."""
    spread = _spread({"proposed": 1.0}, density=DENSE)
    alone = _error(spread, together=True, density=DENSE)
    assert _error(spread, together=True, as_judged=True, density=DENSE) < 0.85 * alone


def test_a_goal_lies_between_0_and_1() -> None:
    with pytest.raises(EvidenceError, match="The recall is 1; expected"):
        Goal(1.0, 0.95)
    with pytest.raises(EvidenceError, match="The confidence is 0; expected"):
        Goal(0.99, 0)
