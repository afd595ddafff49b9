"""Dialogues dealt out by shares, like cards: numbers in, numbers out, no chance.

Called by `shares`. A share is a percentage; what is left of a hundred stays open to
everybody (the reader None).
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

Dealt = dict[int, int | None]  # dialogue -> reader


def equal_shares(readers: Sequence[int]) -> dict[int, int]:
    """A hundred among readers; the first ones have one percent more where it does not go even."""
    if not readers:
        return {}
    each, rest = divmod(100, len(readers))
    return {reader: each + (place < rest) for place, reader in enumerate(readers)}


def deal(
    dialogues: Iterable[int], shares: Mapping[int, int], has: Mapping[int | None, int] | None = None
) -> Dealt:
    """Give each dialogue, in their order, to whoever is furthest behind her share.

    So neighbours go to different readers, and after any number of dialogues each reader has her
    share of them but for about one. `has`: how many each has already.
    """
    parts: dict[int | None, int] = {who: share for who, share in shares.items() if share > 0}
    if (rest := 100 - sum(parts.values())) > 0:
        parts[None] = rest
    counts = Counter(has or {})
    total, dealt = counts.total(), Dealt()
    for dialogue in dialogues:
        total += 1
        who = max(parts, key=lambda each: parts[each] * total / 100 - counts[each])
        counts[who] += 1
        dealt[dialogue] = who
    return dealt


def deal_anew(
    dialogues: Sequence[int], shares: Mapping[int, int], held: Mapping[int, int]
) -> Dealt:
    """Deal all of them, and let each reader keep what she has as far as her share goes.

    `held`: dialogue -> reader of the deal before, those first that she should keep.
    """
    room = {who: math.ceil(len(dialogues) * share / 100) for who, share in shares.items()}
    kept: Dealt = {}
    for dialogue, who in held.items():
        if room.get(who, 0) > 0:
            room[who] -= 1
            kept[dialogue] = who
    rest = [each for each in dialogues if each not in kept]
    return kept | deal(rest, shares, Counter(kept.values()))


def deal_more(dialogues: Iterable[int], shares: Mapping[int, int], has: Mapping[int, int]) -> Dealt:
    """Deal those that came in later. `has`: how many each reader has of the deals before."""
    counts: Counter[int | None] = Counter({who: has.get(who, 0) for who in shares})
    shared = sum(shares.values())
    if shared:  # as many stayed open as the shares say
        counts[None] = round(counts.total() * (100 - shared) / shared)
    return deal(dialogues, shares, counts)
