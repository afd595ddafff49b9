"""The sequential test of a second reading: whether the first readings find a share of the items,
at whatever moment somebody looks. Called by plan and report of a second reading.

**The test.** Each drawn turn, in the order in which it was drawn, multiplies a capital that begins
at 1 by `1 - bet * weight * (missed - (1 - recall) * items)`. If the first readings find no more
than `recall`, the mean of this factor over turns that are drawn by chance is at most 1, whatever
the shares of the strata, so the capital reaches `1 / (1 - confidence)` with a chance of at most
`1 - confidence`, once and for all looks together [Ville39, WaudbySmith24]: *shown*. With one item a
turn and equal weights it is Wald's probability ratio [Wald45] of a miss rate of `AIM` times the
allowed one. A capital below `GIVE_UP` ends the test the other way: *not shown*.

**Why not Wald's own limits.** His test for a third of the allowed misses, with a power of .9, stops
from 431 items on and expects 785 when the third is true, but its exact error at .99 is .0515, not
.05. `AIM` and `GIVE_UP` keep both figures with a proven limit (exact error .045).

**Items of a turn are missed together**, and then they are fewer witnesses than they seem: where
turns of four items are overlooked whole, items alone would show a recall of .99 that is none in
about .2 of the runs. So a second capital counts whole turns: its bet is divided by the size of a
turn, over the turns before (`size_of`), so that a turn of the usual size counts as one item at the
most. It is shown when both are. Where each turn holds one item the two are the same; else it takes
about as many turns that hold one as it would take items. Turns are drawn by chance, so what goes
together beyond a turn (a dialogue, a reader) costs nothing. A factor cannot fall below `FLOOR`: for
a turn of far more items than usual, all missed, the loss is cut there and the proof holds nearly.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from annotation.evidence.audit.planning import check_goal

AIM = 0.309  # of the allowed misses: what the bet is best against
GIVE_UP = 0.145  # of the capital: the power is .88 when a third of the allowed misses is true
FLOOR = 0.02  # of a factor: nobody loses everything by one turn
TRUTH = 1 / 3  # of the allowed misses: the truth for which a plan says what it expects
SHOWN, NOT_SHOWN, OPEN = "shown", "not shown", "open"


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be shown. Raises EvidenceError for numbers outside (0, 1)."""

    recall: float = 0.99
    confidence: float = 0.95

    def __post_init__(self) -> None:
        check_goal(self.recall, self.confidence)

    @property
    def allowed(self) -> float:
        """Share of the items that may be missed."""
        return 1 - self.recall

    @property
    def bet(self) -> float:
        """Of the capital, on each item: Wald's ratio of `AIM` x allowed against allowed."""
        return (1 - AIM) / self.recall

    @property
    def stop(self) -> float:
        """Logarithm of the capital at which the recall is shown."""
        return -math.log(1 - self.confidence)

    @property
    def truth(self) -> float:
        """The recall for which the expected number of items is told."""
        return 1 - TRUTH * self.allowed


@dataclass(frozen=True, slots=True)
class Read:
    """A drawn turn that a second reader has read: the items that she met there, how many of them
    the first reading lacked, and what the turn weighs (1: drawn as often as its share)."""

    items: int
    missed: int
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where the test stands. `capital` is a logarithm; `ended_at` the items met when it ended, None
    while it is open: what is read after that changes nothing."""

    state: str
    capital: float
    turns: int
    items: int
    missed: int
    ended_at: int | None = None
    by_items: str = OPEN  # what items alone say, as if each were missed for itself


def judge(goal: Goal, turns: Iterable[Read]) -> Outcome:
    """Go along the turns in the order of drawing. The counts are of all turns; the capital is that
    of the count that has still to be shown."""
    of_items, of_turns = _Capital(goal), _Capital(goal)
    state, ended_at, read, items, missed = OPEN, None, 0, 0, 0
    size, held, holding, squares = 1.0, 0.0, 0.0, 0.0  # of the turns before: none decides its bet
    for turn in turns:
        read, items, missed = read + 1, items + turn.items, missed + turn.missed
        if state != OPEN:
            continue
        of_items.take(turn)
        of_turns.take(turn, size)
        held += turn.weight * turn.items
        holding += turn.weight * (turn.items > 0)
        squares += turn.weight * turn.items**2
        size = size_of(held, holding, squares)
        asked = {of_items.state, of_turns.state}
        if NOT_SHOWN in asked:
            state, ended_at = NOT_SHOWN, items
        elif asked == {SHOWN}:
            state, ended_at = SHOWN, items
    slower = min((of_items, of_turns), key=lambda each: (each.state == SHOWN, each.capital))
    return Outcome(state, slower.capital, read, items, missed, ended_at, of_items.state)


@dataclass(slots=True)
class _Capital:
    """A capital on its way, as a logarithm; where it has ended it stays."""

    goal: Goal
    capital: float = 0.0
    state: str = OPEN

    def take(self, turn: Read, size: float = 1.0) -> None:
        if self.state != OPEN:
            return
        self.capital += math.log(factor(self.goal, turn, size))
        if self.capital >= self.goal.stop - 1e-9:
            self.state = SHOWN
        elif self.capital <= math.log(GIVE_UP):
            self.state = NOT_SHOWN


def size_of(held: float, holding: float, squares: float) -> float:
    """Items that count as one: those of a turn that holds any, or more where turns are so unlike
    that one as most items see it (mean of squares over mean) would lose more than `FLOOR` leaves.

    held, holding, squares: items of some turns, turns that hold any, squared items of each."""
    if not holding:
        return 1.0
    return max(1.0, held / holding, (1 - AIM) / (1 - FLOOR) * squares / held)


def factor(goal: Goal, turn: Read, size: float = 1.0) -> float:
    """By what a turn multiplies the capital; `size`: items that count as one."""
    gain = turn.weight * (goal.allowed * turn.items - turn.missed)
    return max(FLOOR, 1 + goal.bet / size * gain)


def least(goal: Goal, missed: int = 0, capital: float = 0.0) -> int:
    """The fewest items from this capital (a logarithm) to the end, one a turn and all of weight 1,
    of which this many are missed. .99 and .95: 431 with none, 601 with one."""
    up, down = _steps(goal)
    return missed + max(0, math.ceil((goal.stop - capital - missed * down) / up - 1e-9))


def expected(goal: Goal, capital: float = 0.0) -> float:
    """The items that the test is expected to take from this capital (a logarithm) until it ends,
    either way, if the first readings find `goal.truth`. .99 and .95: about 785."""
    low, step, counts = _expectations(goal.recall, goal.confidence)
    place = (capital - low) / step
    if not 0 <= place < len(counts):
        return 0.0
    return float(np.interp(place, np.arange(len(counts)), counts))


def _steps(goal: Goal) -> tuple[float, float]:
    """What an item that was found, and one that was missed, adds to the capital's logarithm."""
    return math.log(factor(goal, Read(1, 0))), math.log(factor(goal, Read(1, 1)))


@lru_cache(maxsize=32)
def _expectations(recall: float, confidence: float) -> tuple[float, float, np.ndarray]:
    """Expected items by capital, on a grid from where the test gives up, one found item a step:
    N(c) = 1 + p N(c + up) + (1 - p) N(c + down), solved as linear equations."""
    goal = Goal(recall, confidence)
    up, down = _steps(goal)
    low = math.log(GIVE_UP)
    # Coarser where thousands of steps lie between the limits: so many found items are one step.
    stride = max(1, math.ceil((goal.stop - low) / up / 750))
    size = max(2, math.ceil((goal.stop - low) / (up * stride)) + 1)
    lost, steps = 1 - goal.truth**stride, np.arange(size)
    system = np.eye(size)
    system[steps[:-1], steps[1:]] -= 1 - lost
    back = steps + down / (up * stride)
    floor = np.floor(back).astype(int)
    for row, below, part in zip(steps, floor, back - floor, strict=True):
        for place, share in ((below, 1 - part), (below + 1, part)):
            if place > 0:
                system[row, place] -= lost * share
    counts = np.linalg.solve(system, np.full(size, float(stride)))
    counts[0] = 0.0
    return low, up * stride, counts
