"""The price of going on: what the next turns cost people, and what is found by them.

Called by `advice.Watch`; the figures behind it are from `benchmarks/stopping.py`.
"""

from typing import NamedTuple, TypedDict

from learning.choice.costs import CostModel


class NextTurns(TypedDict):
    """What labelling the next turns costs, and what it is expected to bring."""

    turns: int
    items: float  # missed in unread turns, that people or the next models then find
    of: float  # items in the unread turns, found or missed
    seconds: float  # of people, by the cost model


class ATurn(NamedTuple):
    """What an unread turn holds on average: items that are found, words, items likely missed."""

    found: float
    words: float
    missed: float


def price(
    turns: int,
    left: float,  # items that the newest model misses in all `unread` turns
    unread: int,
    *,
    learnt: int,  # turns that it learnt from
    a_turn: ATurn,
    costs: CostModel,
) -> NextTurns:
    seconds = float(costs.seconds(a_turn.words * turns, a_turn.missed * turns, turns))
    return {
        "turns": turns,
        "items": round(next_found(left, learnt, turns, unread), 1),
        "of": round(left + a_turn.found * unread, 1),
        "seconds": round(seconds, 1),
    }


def next_found(left: float, learnt: int, turns: int, unread: int) -> float:
    """Of `left` items missed in `unread` turns, how many a model finds, or people, once `turns`
    more are read: misses fall as one by the turns learnt from.

    >>> next_found(100.0, 300, 100, 5_000)  # 100 x (1 - 300 / 400)
    25.0
    """
    if turns >= unread:
        return left
    return left * turns / (learnt + turns) if turns else 0.0
