"""Ids of many dialogues as a short text: what a list showed comes back with what is asked of it.

Called by the corpus page.
"""

from bisect import bisect_right
from collections.abc import Iterable


def packed(pks: Iterable[int]) -> str:
    """Ids as ranges: a list of thousands is a short field. "1-3 7"."""
    ranges: list[list[int]] = []
    for pk in sorted(pks):
        if ranges and pk == ranges[-1][1] + 1:
            ranges[-1][1] = pk
        else:
            ranges.append([pk, pk])
    return " ".join(f"{a}-{b}" if b > a else f"{a}" for a, b in ranges)


def unpacked(text: str, there: Iterable[int]) -> set[int]:
    """Those of the ids that are `there` in the ranges, and single ids whether they are or not."""
    pairs = sorted(
        (int(a), int(b or a)) for a, _dash, b in (p.partition("-") for p in text.split())
    )
    firsts = [first for first, _last in pairs]

    def within(pk: int) -> bool:
        at = bisect_right(firsts, pk)
        return bool(at) and pk <= pairs[at - 1][1]

    return {pk for pk in there if within(pk)} | {a for a, b in pairs if a == b}
