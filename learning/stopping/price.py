"""The price of going on: what the next turns cost people, and what is found by them.

Called by `advice.Watch`; the figures behind it are from `benchmarks/stopping.py`.
"""

from typing import TypedDict

from learning.choice.costs import CostModel
from learning.stopping.audit import next_items
from learning.stopping.change import begins
from learning.stopping.stopset import Look, expected_misses

FALL = 1.25  # what is left falls with the turns learnt from, to this power


class NextTurns(TypedDict):
    """What labelling the next turns costs, and what it is expected to bring."""

    turns: int
    items: float  # missed in unread turns, that people or the next models then find
    of: float  # items in the unread turns, found or missed
    seconds: float  # of people, by the cost model


def price(
    look: Look | None,  # of the newest model, on unread turns
    *,
    left: float,  # items that it misses in all unread turns
    learnt: int,  # turns that it learnt from
    unread: int,
    turns: int,
    costs: CostModel,
) -> NextTurns:
    found = words = edits = 0.0
    if look is not None and len(look.keys):
        found = float(begins(look.codes > 0, look.starts).sum()) / len(look.keys)
        words = float(look.lengths.mean())
        edits = next_items(expected_misses(look), unread, turns)  # in the turns that are read
    return {
        "turns": turns,
        "items": round(next_found(left, learnt, turns, unread), 1),
        "of": round(left + found * unread, 1),
        "seconds": round(float(costs.seconds(words * turns, edits, turns)), 1),
    }


def next_found(left: float, learnt: int, turns: int, unread: int) -> float:
    """Of `left` items missed in `unread` turns, how many a model finds, or people, once `turns`
    more are read.

    >>> round(next_found(100.0, 300, 100, 5_000), 1)  # 100 x (1 - (300 / 400) ^ 1.25)
    30.2
    """
    if turns >= unread:
        return left
    return left * (1 - (learnt / (learnt + turns)) ** FALL) if turns else 0.0
