"""Relations of money that no word says: a half, the middle of two offers, a sum in any order.

Some hold by chance; `totals` keeps them where it can, beside those that words tell, and says
nothing where it cannot.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from surrogates.numbers.sums.said import NEAR, Said, Tie, is_total, stands_by
from surrogates.numbers.sums.values import CENTS, MONEY
from surrogates.scene import Scene

_FAR = 6  # turns
_LEAST = 10 * CENTS  # smaller amounts without cents fit by chance
_MOST = 12  # amounts of one dialogue, and times that a total may be one
_HALF = 2


def likely(scene: Scene, said: Sequence[Said]) -> Iterator[Tie]:
    """What amounts of money make together, whatever the words."""
    once = {
        each.value: each
        for each in reversed(said)
        if each.unit in (MONEY, "") and (each.value >= _LEAST or each.value % CENTS)
        if each.unit or not each.measured
    }
    amounts = [once[value] for value in sorted(once)]
    if len(amounts) > _MOST or all(each.unit != MONEY for each in said):
        return
    yield from _apiece(scene, said)
    for low, high in combinations(amounts, 2):
        times, rest = divmod(high.value, low.value)
        told = times == _HALF or is_total(scene, high.item, high.numerals)
        if not rest and 1 < times <= _MOST and told and _are_near(low, high):
            yield Tie({high.value: 1, low.value: -times}, high)
    for low, middle, high in combinations(amounts, 3):
        if not _are_near(low, middle, high):
            continue
        if low.value + middle.value == high.value:
            yield Tie({high.value: 1, low.value: -1, middle.value: -1}, high)
        if low.value + high.value == _HALF * middle.value:
            yield Tie({middle.value: _HALF, low.value: -1, high.value: -1}, middle)


def _apiece(scene: Scene, said: Sequence[Said]) -> Iterator[Tie]:
    """A price for each and, right after it, what some pay together: "£[6] each, [12] for us"."""
    cues = frozenset(scene.lexicon.cues("apiece"))
    for price, total in pairwise(said) if scene.says(cues) else ():
        times, rest = divmod(total.value, price.value)
        money = price.unit == MONEY and total.unit in (MONEY, "")
        near = total.item.turn - price.item.turn <= NEAR and stands_by(scene, price.item, cues)
        if money and near and not rest and 1 < times <= _MOST:
            yield Tie({total.value: 1, price.value: -times}, total)


def _are_near(*said: Said) -> bool:
    turns = [each.item.turn for each in said]
    return max(turns) - min(turns) <= _FAR
