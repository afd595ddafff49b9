"""What is asked together (turns, turns with their neighbours, dialogues) and what that saves.

Pure functions over arrays; `simulation` and `rounds` wrap a query strategy with them. Choosing by
gain per cost is [SettlesCosts08].
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from learning.choice.costs import DEFAULT_COSTS, CostModel
from learning.choice.queries import Picked, Query, QueryView, query_named
from learning.types import Doubles, Ints, Utterance

UNITS = ("turn", "context", "dialogue")
COSTS = ("turns", "tokens", "spans", "seconds")
# Power of the cost by which a strategy's sum is divided: 0 saves turns, 1 saves what is counted.
GAMMA = {"turns": 0.0, "tokens": 1.0, "spans": 1.0, "seconds": 1.0}


@dataclass(frozen=True)
class Shape:
    """How a batch is made up: `unit` of UNITS is asked together, `cost` of COSTS is saved."""

    unit: str = "turn"
    cost: str = "turns"
    model: CostModel = DEFAULT_COSTS  # for the cost in seconds
    gamma: float | None = None  # power of the cost; None: that of `GAMMA`

    @property
    def power(self) -> float:
        return GAMMA[self.cost] if self.gamma is None else self.gamma

    @property
    def expects_edits(self) -> bool:
        """Whether the cost of a turn depends on what the target model doubts."""
        return self.cost in {"spans", "seconds"}


def per_cost(scores: Doubles, costs: Doubles, gamma: float = 1.0) -> Doubles:
    """Gain per cost: scores / costs ** gamma [SettlesCosts08]; 0 leaves them as they are."""
    return scores / np.maximum(costs, 1e-9) ** gamma


def expected_costs(view: QueryView, shape: Shape) -> Doubles:
    """The cost of every utterance of the pool in the shape's unit, before anybody has read it."""
    lengths = view.lengths.astype(np.float64)
    if shape.cost == "turns":
        return np.ones(len(lengths))
    if shape.cost == "tokens":
        return lengths
    # A tag is not its best with about half of what its margin lacks of 1.
    edits = _sums((1.0 - view.target.margin.astype(np.float64)) / 2, view.target.starts)
    # Spans cost one more, for looking a turn over.
    costs = 1.0 + edits if shape.cost == "spans" else shape.model.seconds(lengths, edits)
    return np.asarray(costs, np.float64)


def _sums(values: Doubles, starts: Ints) -> Doubles:
    sums = np.concatenate([[0.0], np.cumsum(values)])
    return np.asarray(sums[starts[1:]] - sums[starts[:-1]])


def shaped(name: str, shape: Shape, get_dialogues: Callable[[], Ints]) -> Query:
    """The query strategy of this name, made to save the shape's cost and to ask its units.

    get_dialogues: called for one number per pool utterance, the same within a dialogue; utterances
    of a dialogue stand together in the pool, in reading order. Raises: UnknownStrategy.
    """
    strategy = query_named(name)
    query = strategy.function
    if shape.unit == "dialogue":
        plain = query_named(strategy.for_dialogues or name).function
        return lambda view, size: _ask_dialogues(plain, view, shape, get_dialogues(), size)

    def choose(view: QueryView, size: int) -> Picked:
        if shape.cost != "turns" and strategy.grows_with_length:
            costs = expected_costs(view, shape) ** shape.power
            view = replace(view, costs=costs)
        picked = query(view, size)
        if shape.unit == "context":
            return add_context(picked, get_dialogues(), view.candidates, size)
        return picked

    return choose


def add_context(picked: Picked, dialogues: Ints, candidates: Ints, size: int) -> Picked:
    """Each chosen turn with its free neighbours in the dialogue, one on each side, up to `size`."""
    free = np.zeros(len(dialogues), bool)
    free[candidates] = True
    known = dict(zip(picked.indices.tolist(), _rows(picked), strict=True))
    taken: dict[int, None] = {}
    for index in picked.indices.tolist():
        around = [
            place
            for place in (index, index - 1, index + 1)
            if 0 <= place < len(dialogues)
            and free[place]
            and dialogues[place] == dialogues[index]
            and place not in taken
        ]
        # What no longer fits whole waits; a batch smaller than that is a turn by itself.
        if len(around) <= size - len(taken) or not taken:
            taken |= dict.fromkeys(sorted(around[:size]))
        if len(taken) >= size:
            break
    rows = [known.get(place, (0.0, "context")) for place in taken]
    return Picked(
        np.asarray(list(taken), np.int64),
        np.asarray([score for score, _ in rows], np.float64),
        tuple(reason for _, reason in rows),
    )


def _rows(picked: Picked) -> list[tuple[float, str]]:
    return list(zip(picked.scores.tolist(), picked.reasons, strict=True))


def _ask_dialogues(
    query: Query, view: QueryView, shape: Shape, dialogues: Ints, size: int
) -> Picked:
    """Whole dialogues by the sum of their turns' scores for their cost."""
    costs = expected_costs(view, shape)
    picked = query(view, len(view.candidates))
    scores = np.zeros(len(dialogues))
    scores[picked.indices] = picked.scores
    power = 1.0 if shape.cost == "turns" else shape.power
    return choose_dialogues(scores, costs, dialogues, view.candidates, size, view.rng, power)


def choose_dialogues(
    scores: Doubles,
    costs: Doubles,
    dialogues: Ints,
    candidates: Ints,
    size: int,
    rng: np.random.Generator,
    power: float = 1.0,  # of the costs, as in `per_cost`
) -> Picked:
    """What is free of whole dialogues, by sum of scores per sum of costs, until `size` turns."""
    dialogue_of = dialogues[candidates]
    names, where = np.unique(dialogue_of, return_inverse=True)
    gains, prices = np.zeros(len(names)), np.zeros(len(names))
    np.add.at(gains, where, scores[candidates])
    np.add.at(prices, where, costs[candidates])
    ratio = per_cost(gains, prices, power)
    order = np.lexsort((rng.random(len(names)), -ratio))
    chosen = _fill(order, where, candidates, size)
    return Picked(chosen, scores[chosen], ("dialogue",) * len(chosen))


def _fill(order: npt.NDArray[np.int64], where: Ints, candidates: Ints, size: int) -> Ints:
    """The candidates of groups in `order`, each whole, as long as they fit."""
    sizes = np.bincount(where)
    parts: list[Ints] = []
    room = size
    for group in order:
        if room <= 0:
            break
        # The first is taken whatever its size.
        if sizes[group] <= room or not parts:
            parts.append(candidates[where == group])
            room -= int(sizes[group])
    return np.concatenate(parts) if parts else np.zeros(0, np.int64)


def shape_seed(
    chosen: Picked, shape: Shape, dialogues: Ints, candidates: Ints, size: int
) -> Picked:
    """A seed batch made up of the shape's units: the strategy's turns, in its order, bring their
    neighbours or their dialogues along until there are `size` turns."""
    if shape.unit == "turn":
        return chosen
    if shape.unit == "context":
        return add_context(chosen, dialogues, candidates, size)
    names, where = np.unique(dialogues[candidates], return_inverse=True)
    met, firsts = np.unique(dialogues[chosen.indices], return_index=True)
    order = np.searchsorted(names, met[np.argsort(firsts)])
    indices = _fill(order, where, candidates, size)
    known = dict(zip(chosen.indices.tolist(), chosen.scores.tolist(), strict=True))
    scores = np.asarray([known.get(index, 0.0) for index in indices.tolist()], np.float64)
    return Picked(indices, scores, ("dialogue",) * len(indices))


def dialogue_numbers(utterances: Sequence[Utterance]) -> Ints:
    """One number per utterance, the same for all of a dialogue."""
    numbers: dict[str, int] = {}
    places = [numbers.setdefault(utterance.dialogue, len(numbers)) for utterance in utterances]
    return np.asarray(places, np.int64)
