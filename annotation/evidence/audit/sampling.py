"""Which turns a second reader is given, and what each stands for. Called when turns are drawn, and
by the report that weighs what came of it.

Turns are drawn by chance within strata. Those in which much is expected are drawn more often than
their share, which is mild on purpose: a turn of the rest may weigh `HEAVIEST` at most, because a
miss in a heavy turn costs the sequential test the more.
"""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotation.evidence.audit.sequential import Read
from annotation.evidence.types import Share
from learning.metrics.intervals import clopper_pearson

PROPOSED, LIKELY, REST = "proposed", "likely", "rest"
STRATA = (PROPOSED, LIKELY, REST)
HEAVIEST = 1.25  # weight of a turn of the rest, as long as there are enough of the others
SHEET = 20  # turns that are read in any order; sheets are judged one after the other


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn turn (its id): its stratum, its weight, and its sheet in this drawing, from 0 on."""

    turn: int
    stratum: str
    weight: float
    sheet: int


def allocate(sizes: Mapping[str, int], free: Mapping[str, int], turns: int) -> dict[str, int]:
    """How many turns of each stratum are drawn: `turns` in all, or all that are free.

    sizes: turns of the file by stratum; free: those of them that were not drawn yet. The rest gets
    1 / `HEAVIEST` of its share, the others share what remains by their sizes; a stratum with a free
    turn gets one at the least, where so many are drawn.
    """
    total = sum(sizes.values())
    turns = min(turns, sum(free.values()))
    if not total or turns <= 0:
        return dict.fromkeys(sizes, 0)
    rich = total - sizes.get(REST, 0)
    lightened = sizes.get(REST, 0) / (total * HEAVIEST) if rich else 1.0
    wanted = {
        name: turns * (lightened if name == REST else (1 - lightened) * size / rich)
        for name, size in sizes.items()
        if size
    }
    given = {name: min(free.get(name, 0), math.floor(wanted.get(name, 0.0))) for name in sizes}
    for name in given:
        given[name] = max(given[name], min(1, free.get(name, 0)))
    return _settled(given, free, wanted, turns)


def _settled(
    given: dict[str, int], free: Mapping[str, int], wanted: Mapping[str, float], turns: int
) -> dict[str, int]:
    """The numbers brought to their sum, each time where most is lacking or most is too much."""
    while (over := sum(given.values()) - turns) != 0:
        step = -1 if over > 0 else 1
        able = [n for n in given if (given[n] > 0 if over > 0 else given[n] < free.get(n, 0))]
        name = max(able, key=lambda each: (step * (wanted.get(each, 0.0) - given[each]), each))
        given[name] += step
    return given


def weights(sizes: Mapping[str, int], drawn: Mapping[str, int]) -> dict[str, float]:
    """What a drawn turn of each stratum stands for: share of the file over share of the drawing
    [HorvitzThompson52], so that the mean over the drawn turns is 1."""
    total, turns = sum(sizes.values()), sum(drawn.values())
    return {
        name: (sizes.get(name, 0) / total) / (count / turns)
        for name, count in drawn.items()
        if count
    }


def draw(
    free: Mapping[str, Sequence[int]], sizes: Mapping[str, int], turns: int, rng: random.Random
) -> list[Drawn]:
    """Draw turns without putting back, and put them into an order of chance; the same for the same
    generator, whatever order the ids come in."""
    counts = allocate(sizes, {name: len(ids) for name, ids in free.items()}, turns)
    weight = weights(sizes, counts)
    chosen = [
        (turn, name)
        for name in sorted(counts)
        for turn in rng.sample(sorted(free.get(name, ())), counts[name])
    ]
    rng.shuffle(chosen)
    return [
        Drawn(turn, name, weight[name], place // SHEET) for place, (turn, name) in enumerate(chosen)
    ]


def estimate(turns: Sequence[Read]) -> Share | None:
    """The recall of the first readings, weighted [HorvitzThompson52], with its 95 % interval: the
    exact one on as many items as the weights leave [Kish65]. None before an item was met."""
    items = sum(turn.weight * turn.items for turn in turns)
    if not items:
        return None
    missed = sum(turn.weight * turn.missed for turn in turns)
    effective = items**2 / sum(turn.weight**2 * turn.items for turn in turns)
    count = max(1, math.floor(effective))
    # Between two whole numbers of misses the wider of the two ends counts.
    lost = missed / items * count
    low = clopper_pearson(count - math.ceil(lost - 1e-9), count)[0]
    high = clopper_pearson(count - math.floor(lost + 1e-9), count)[1]
    return Share(1 - missed / items, low, high, sum(turn.items for turn in turns))
