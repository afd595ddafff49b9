"""A practised typist: the fewest keys that bring a turn from what it shows to what it shall hold.

She uses what the page offers and goes through the turn from its beginning; every key counts, one
with others held as one, and so does the key that ends the turn.
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from annotating.ring import Marks, Pair, Place, Ring, Text, overlap

TAKEN = {"W"}  # with Shift it leads to the list of work, whatever label has it
FAR = 30  # keys after which a way is none


class Act(NamedTuple):
    """A key that changes labels, where the ring has to be for it, and what it leaves."""

    key: str
    places: tuple[Place, ...]
    done: int  # events behind it
    ends: Pair  # the stretch that it was done on
    stays: bool  # a decision goes to the next proposal, a label to the next stop


@dataclass(frozen=True)
class Event:
    """Something to be done, in the order of the text: label, accept, reject or clear."""

    kind: str
    pair: Pair
    label: str = ""


def events_of(marks: Marks, gold: Mapping[Pair, str]) -> list[Event]:
    """What separates the marks from the gold."""
    events = [
        Event("accept" if marks.open.get(pair) == label else "label", pair, label)
        for pair, label in gold.items()
        if marks.own.get(pair) != label
    ]
    right = [event.pair for event in events]
    for kind, some in (("reject", marks.open), ("clear", marks.own)):
        for pair, label in some.items():
            gives_way = any(overlap(pair, each) for each in right)
            if gold.get(pair) != label and not gives_way:
                events.append(Event(kind, pair))
    return sorted(events, key=lambda event: event.pair)


def applied(marks: Marks, event: Event) -> Marks:
    if event.kind == "reject":
        return marks.rejected(event.pair)
    if event.kind == "clear":
        return marks.cleared(event.pair)
    return marks.labelled(event.pair, event.label)


def cheapest(
    text: Text, marks: Marks, gold: Mapping[Pair, str], sure: frozenset[Pair] = frozenset()
) -> list[str] | None:
    """Keys for the turn without its end; None where no way was found. `sure`: proposals that one
    key accepts together."""
    plans = [_plan(text, marks, gold, Ring(text, marks).begin())]
    if len(marks.open) > 1 and sure:
        taken = marks
        for pair in sure:
            taken = taken.labelled(pair, marks.open[pair])
        rest = _plan(text, taken, gold, Ring(text, marks).begin())
        plans.append(None if rest is None else ["Shift+A", *rest])
    found = [plan for plan in plans if plan is not None]
    return min(found, key=len_of, default=None)


def len_of(keys: Sequence[str]) -> int:
    """How often a key is pressed: "/ e Enter" is three."""
    return sum(len(key.split()) for key in keys)


def _plan(text: Text, marks: Marks, gold: Mapping[Pair, str], start: Place) -> list[str] | None:
    events = events_of(marks, gold)
    states = [marks]
    for event in events:
        states.append(applied(states[-1], event))
    rings = [Ring(text, each) for each in states]

    @cache
    def ways(done: int, place: Place) -> tuple[int, tuple[str, ...]]:
        """The price and the keys of all that is left from here on."""
        if done == len(events):
            return 0, ()
        best: tuple[int, tuple[str, ...]] = (10**6, ())
        acts = list(_acts(rings[done], events, done))
        goals = {goal for act in acts for goal in act.places}
        reached = _reach(rings[done], place, goals)
        for act in acts:
            for goal in act.places:
                if goal not in reached:
                    continue
                keys = reached[goal]
                behind = _behind(rings[done], rings[act.done], act, goal)
                price, rest = ways(act.done, behind)
                total = len_of([*keys, act.key]) + price
                if total < best[0]:
                    best = (total, (*keys, act.key, *rest))
        return best

    price, keys = ways(0, start)
    return list(keys) if price < 10**6 else None


def _acts(ring: Ring, events: Sequence[Event], done: int) -> Iterator[Act]:
    event = events[done]
    low, high = event.pair
    inside = [Place(each, each) for each in range(low, high + 1)]
    ends = (Place(low, high), Place(high, low))
    if event.kind in {"accept", "reject"}:
        key = "a" if event.kind == "accept" else "r"
        yield Act(key, (*ends, *inside), done + 1, event.pair, stays=True)
        if event.kind == "reject":
            return
    if event.kind == "clear":
        yield Act("c", (*ends, *inside), done + 1, event.pair, stays=True)
        return
    is_marked = event.pair in {*ring.marks.own, *ring.marks.open}
    places = (*ends, *(inside if is_marked else ()))
    yield Act(" ".join(event.label), places, done + 1, event.pair, stays=False)
    if event.label[-1].isalnum() and event.label.upper() not in TAKEN:
        yield from _rows(ring, events, done)


def _rows(ring: Ring, events: Sequence[Event], done: int) -> Iterator[Act]:
    """Words of one label side by side, which Shift labels together."""
    row: list[int] = []
    label = events[done].label
    for number in range(done, len(events)):
        event = events[number]
        if event.kind == "reject" or event.label != label or event.pair[0] != event.pair[1]:
            return
        row.append(event.pair[0])
        if len(row) < 2:
            continue
        ends = (Place(row[0], row[-1]), Place(row[-1], row[0]), Place(row[0], row[0]))
        places = tuple(place for place in ends if ring.apart(place) == row)
        pair = (row[0], row[-1])
        last = f"Digit{label[-1]}" if label[-1].isdigit() else label[-1]
        keys = " ".join([*label[:-1], f"Shift+{last}"])
        yield Act(keys, places, number + 1, pair, stays=False)


def _behind(before: Ring, after: Ring, act: Act, goal: Place) -> Place:
    """Where the ring is after the act."""
    if act.stays:
        if act.key == "c":
            return goal
        return after.next_proposal(goal.caret) or goal
    return after.moved_on(act.ends, was_stop=before.touches(act.ends))


def _reach(ring: Ring, start: Place, goals: set[Place]) -> dict[Place, tuple[str, ...]]:
    """The cheapest keys from a place to each of the goals."""
    best = {start: 0}
    found: dict[Place, tuple[str, ...]] = {}
    heap: list[tuple[int, Place, tuple[str, ...]]] = [(0, start, ())]
    while heap and len(found) < len(goals):
        price, place, keys = heapq.heappop(heap)
        if price > best[place] or price > FAR:
            continue
        if place in goals and place not in found:
            found[place] = keys
        for key, there in ring.moves(place):
            cost = price + len(key.split())
            if cost < best.get(there, FAR):
                best[there] = cost
                heapq.heappush(heap, (cost, there, (*keys, key)))
    return found
