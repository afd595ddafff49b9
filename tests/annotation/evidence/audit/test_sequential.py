"""The sequential test: its figures, and the error that it keeps whenever somebody looks."""

import math
from collections.abc import Mapping

import numpy as np
import pytest
from scipy.stats import poisson

from annotation.evidence.audit.sampling import allocate, weights
from annotation.evidence.audit.sequential import (
    AIM,
    FLOOR,
    GIVE_UP,
    NOT_SHOWN,
    OPEN,
    SHOWN,
    Goal,
    Read,
    expected,
    factor,
    judge,
    least,
    size_of,
)
from annotation.evidence.errors import EvidenceError

GOAL = Goal(0.99, 0.95)
FILE = {"proposed": 8_000, "likely": 11_000, "rest": 81_000}
DENSITY = {"proposed": 4.0, "likely": 1.0, "rest": 0.05}  # items of a turn, mean
EVERYWHERE = {"proposed": 0.6, "likely": 0.3, "rest": 0.1}
DENSE = {"proposed": 4.0, "likely": 4.0, "rest": 0.5}
RUNS, TURNS = 500, 1_500


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
    alone: bool = False,
    longest: int = 0,
    density: Mapping[str, float] = DENSITY,
) -> float:
    """How often a recall is shown by turns drawn by weight, one look after each turn. `missed`:
    share of the items of each stratum; `together`: all of a turn, or none; `alone`: by items only;
    `longest`: of turns with fewer items none is missed, of the others the more."""
    rng = np.random.default_rng(20261127)
    counts = allocate(FILE, FILE, TURNS)
    names = list(FILE)
    weight, mean, chance = (
        np.array([each[name] for name in names])
        for each in (weights(FILE, counts), density, missed)
    )
    # Turns without an item change nothing, so that only the others are drawn.
    share = np.array([counts[name] for name in names]) * (1 - np.exp(-mean))
    stratum = rng.choice(len(names), size=(RUNS, TURNS), p=share / share.sum())
    items = _held(stratum, mean, rng)
    chance = chance[stratum]
    if longest:
        heard = np.where(items >= longest, items, 0)
        chance = np.where(items >= longest, chance * items.sum() / heard.sum(), 0.0)
    if together:
        lost = np.where(rng.random(items.shape) < chance, items, 0)
    else:
        lost = rng.binomial(items, chance)
    weighs = weight[stratum]
    gain = GOAL.bet * weighs * (GOAL.allowed * items - lost)
    of_items = _ends(gain)
    if alone:
        return float((of_items[0] < of_items[1]).mean())
    held, holding = (np.cumsum(weighs * each, axis=1) for each in (items, 1))
    seen = (1 - AIM) / (1 - FLOOR) * np.cumsum(weighs * items**2, axis=1) / held
    size = np.ones(items.shape)
    size[:, 1:] = np.maximum(held / holding, seen)[:, :-1]
    of_turns = _ends(gain / size)
    shown = np.maximum(of_items[0], of_turns[0])
    return float((shown < np.minimum(of_items[1], of_turns[1])).mean())


def _held(stratum: np.ndarray, mean: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Items of turns that hold any: Poisson without zero, at most 20."""
    items, drawn = np.empty(stratum.shape, int), rng.random(stratum.shape)
    for place, each in enumerate(mean):
        chances = poisson.pmf(np.arange(1, 20), each)
        here = stratum == place
        steps = np.cumsum(chances) / chances.sum()
        items[here] = 1 + np.minimum(19, np.searchsorted(steps, drawn[here]))
    return items


def _ends(gain: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """After how many turns each run shows it, and gives up; `TURNS`: never."""
    capital = np.cumsum(np.log(np.maximum(FLOOR, 1 + gain)), axis=1)

    def first(hit: np.ndarray) -> np.ndarray:
        return np.where(hit.any(axis=1), hit.argmax(axis=1), TURNS)

    return first(capital >= GOAL.stop), first(capital <= math.log(GIVE_UP))


def _spread(
    shares: Mapping[str, float], allowed: float = 0.01, density: Mapping[str, float] = DENSITY
) -> dict[str, float]:
    """Chances of a miss by stratum, for which the recall of the file is just what is tested:
    `shares` says in which strata the missed items are."""
    held = {name: FILE[name] * density[name] for name in FILE}
    lost = allowed * sum(held.values())
    return {name: lost * shares.get(name, 0.0) / held[name] for name in FILE}


# Of 500 runs with a true error of .05 a share above .079 comes once in a thousand times (three
# standard errors of .0097): what lies above is a broken test, not chance.
TOLERANCE = 0.05 + 3 * math.sqrt(0.05 * 0.95 / RUNS)


@pytest.mark.parametrize(
    "where",
    [
        {"proposed": 1.0},
        {"likely": 1.0},
        {"rest": 1.0},  # in the turns that weigh most
        EVERYWHERE,
    ],
    ids=["proposed", "likely", "rest", "everywhere"],
)
def test_weighted_draws_keep_the_error_wherever_the_misses_are(where: dict[str, float]) -> None:
    assert _error(_spread(where)) <= TOLERANCE


def test_weighted_draws_show_what_is_true() -> None:
    """A tenth of the allowed misses is shown nearly always, or the test would be of no use."""
    assert _error(_spread(EVERYWHERE, 0.001)) > 0.9


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


LONG = {"proposed": 8.0, "likely": 2.0, "rest": 0.5}


@pytest.mark.parametrize("density", [DENSITY, DENSE, LONG], ids=["usual", "dense", "long"])
@pytest.mark.parametrize("where", [{"proposed": 1.0}, {"rest": 1.0}, EVERYWHERE], ids=str)
def test_where_turns_are_overlooked_whole_the_error_is_kept(
    density: Mapping[str, float], where: Mapping[str, float]
) -> None:
    assert _error(_spread(where, density=density), together=True, density=density) <= TOLERANCE


def test_items_alone_would_not_keep_it() -> None:
    """Why turns count: items of a turn are fewer witnesses than they seem."""
    spread = _spread({"proposed": 1.0}, density=DENSE)
    assert _error(spread, together=True, density=DENSE, alone=True) > TOLERANCE


def test_long_turns_alone_overlooked_whole() -> None:
    """The worst case: only turns of seven items and more are overlooked, where usual ones hold
    four. The loss is cut at the floor there, so the proof holds only nearly; the error does."""
    spread = _spread({"proposed": 1.0}, density=DENSE)
    assert _error(spread, together=True, density=DENSE, longest=7) <= TOLERANCE


def test_turns_that_hold_an_item_are_counted() -> None:
    """.9 at .9: the bet is .691 / .9 = .7678, it ends at ln 10 = 2.303. Each turn holds two items,
    so but for the first the bet is halved: a found one adds ln 1.1536 = .1429 by items and ln
    1.0768 = .0740 by turns. Items would have ended it at 17 turns (2.303 / .1429 = 16.1); turns do
    after 1 + (2.303 - .1429) / .0740 = 30.2."""
    found, goal = Read(2, 0), Goal(0.9, 0.9)
    early = judge(goal, [found] * 30)
    assert (early.state, early.by_items, early.ended_at) == (OPEN, SHOWN, None)
    outcome = judge(goal, [found] * 31)
    assert (outcome.state, outcome.ended_at) == (SHOWN, 62)
    # After 15 found one overlooked whole costs items ln .02, the floor: they need (2.303 - 2.144 +
    # 3.912) / .1429 = 28.5 more; turns ln .309: (2.303 - 1.179 + 1.174) / .0740 = 31.1.
    begun = [*[found] * 15, Read(2, 2)]
    for more, state in ((31, OPEN), (32, SHOWN)):
        assert judge(goal, [*begun, *[found] * more]).state == state


def test_how_many_items_count_as_one() -> None:
    """Alike turns: what each holds. Of nine turns with one and one with eleven a turn holds 2, but
    an item sees (9 + 121) / 20 = 6.5, of which .691 / .98 is 4.58."""
    assert size_of(0, 0, 0) == size_of(5, 5, 5) == 1.0
    assert size_of(40, 10, 160) == 4.0
    assert size_of(20, 10, 130) == pytest.approx(4.583, abs=0.001)


def test_a_goal_lies_between_0_and_1() -> None:
    with pytest.raises(EvidenceError, match="The recall is 1; expected"):
        Goal(1.0, 0.95)
    with pytest.raises(EvidenceError, match="The confidence is 0; expected"):
        Goal(0.99, 0)
