"""What the last labels changed in turns that nobody has read, and what is left by that.

A model is held against one that knew half as many turns, and one that knew a fifth fewer. Called by
`advice.Watch`; the constants are from `benchmarks/stopping.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from learning.stopping.stopset import Look, Mask, shared_tokens
from learning.types import Ints

HALF, FIFTH = 2.0, 1.25  # times as many turns as the older model had learnt from
WINDOW = 1.2  # rounds count that had at most so many times fewer turns
LEFT = 1.3  # items left for one that is told by what was gained and is expected
LOSS = 1.3  # share of full F1 that is missing, for one of what is found that changes


@dataclass(frozen=True, slots=True)
class Change:
    """From an older model to the newest, on the turns that both looked at."""

    share: float  # 1 - F1 of the one's tokens against the other's: 0 = they find the same
    gained: int  # items of which the older found nothing, or less


def change(before: Look, now: Look) -> Change | None:
    """On the turns that both hold; None where neither finds anything."""
    older, newest, starts = shared_tokens(before, now)
    left, right = before.codes[older] > 0, now.codes[newest] > 0
    found = int(left.sum()) + int(right.sum())
    if not found:
        return None
    same = 2 * int((left & right).sum()) / found
    return Change(1.0 - same, int(begins(right & ~left, starts).sum()))


def items_found(look: Look) -> int:
    return int(begins(look.codes > 0, look.starts).sum())


def begins(is_found: Mask, starts: Ints) -> Mask:
    """Where a run of such tokens begins, in turns with these token offsets (n + 1)."""
    before = np.concatenate(([False], is_found[:-1])) if len(is_found) else is_found.copy()
    before[starts[:-1][np.diff(starts) > 0]] = False
    return is_found & ~before


def loss(short: float | None, long: float | None) -> float | None:
    """The share of the F1 of all labels that a model lacks; None where one is not known.

    short, long: what changed since the model with a fifth fewer turns (mean of the last rounds),
    and with half as many. The first is quick to tell that a model settles, the second not soon
    fooled by quiet rounds.
    """
    return None if short is None or long is None else LOSS * float(np.sqrt(short * long))


def carried_on(gained: float, base: int, learnt: int) -> float:
    """What is still to be gained: misses fall about as one by the turns learnt from, so what came
    between `base` and `learnt` turns tells what is left after `learnt`."""
    return gained * base / (learnt - base)


def left_per_turn(to_gain: Sequence[float], expected: float) -> float:
    """Items missed in an unread turn: the geometric mean of what is to be gained by the last
    rounds (`carried_on`, a turn) and of what the newest model expects to miss, times `LEFT`."""
    told = float(np.sqrt(np.mean(to_gain) * expected)) if len(to_gain) else expected
    return LEFT * told
