"""What becomes of a batch between two rounds: turns drawn by chance join it (the **audit stream**),
and the next round begins before all of it is read.

Called by the services that make batches and start rounds, and by simulations of them.
"""

import random
from collections.abc import Collection, Sequence

from learning.rounds.run import Selection

AUDIT = "audit"  # the reason of a turn that was drawn by chance to measure the model
UNTRIED = -1.0  # priority of an audit turn on which no model was tried before it was read


def mix_audit(
    selection: Selection,
    free: Sequence[int],
    percent: int,
    rng: random.Random,
    *,
    in_place: bool = True,
) -> Selection:
    """The selection with audit turns: `percent` of its size, drawn with equal chance from `free`.

    free: pool indices that nobody read or was asked; those of the selection too, else the sample
    would stand for the easy turns only. in_place: they take the places of those that it ranks last;
    False, where turns are asked together: they come on top. The priority of audit turns is
    `UNTRIED` until a model says how many misses it expects there.
    """
    size = len(selection.indices)
    wanted = len(draw_ranks(rng, size, percent))
    if not wanted:
        return selection
    drawn = rng.sample(list(free), min(wanted, len(free)))
    room = size - len(drawn) if in_place else size
    audit = set(drawn)
    kept = [rank for rank, index in enumerate(selection.indices) if index not in audit]
    kept, moved = kept[:room], kept[room:]
    # What makes room for them comes next.
    spare = [*(selection.indices[rank] for rank in moved), *selection.spare]
    return Selection(
        (*(selection.indices[rank] for rank in kept), *drawn),
        (*(selection.priorities[rank] for rank in kept), *(UNTRIED for _ in drawn)),
        (*(selection.reasons[rank] for rank in kept), *(AUDIT for _ in drawn)),
        tuple(index for index in spare if index not in audit)[: len(selection.spare)],
    )


def audit_turns(selection: Selection | None) -> list[int]:
    """The pool indices of a selection that were drawn by chance."""
    if selection is None:
        return []
    pairs = zip(selection.indices, selection.reasons, strict=True)
    return [index for index, reason in pairs if reason == AUDIT]


def draw_ranks(rng: random.Random, size: int, percent: int) -> Collection[int]:
    """A percentage of the ranks below `size`, drawn; the fraction that remains is one more rank by
    chance."""
    whole = size * min(percent, 100) / 100
    count = int(whole) + (rng.random() < whole - int(whole))
    return set(rng.sample(range(size), count))


def is_time(left: int, total: int, batch_size: int) -> bool:
    """Whether the next round begins: from half of a batch on, so that its turns are chosen while
    people read the rest. left: turns still unread of the `total`, those carried over included."""
    return left <= min(total, batch_size) // 2
