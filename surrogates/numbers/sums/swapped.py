"""Amounts of which one has figures of the other in changed places: "[240], not [420]".

Where somebody says so ("swapped", rows `swapped` of cues.tsv) they have changed places again.
Called by `replacement` when the amounts are written: the one that was said first holds.
"""

from itertools import combinations

from surrogates.numbers.board import Board
from surrogates.numbers.corrections import is_swapped, says_swapped
from surrogates.numbers.sums.said import Said
from surrogates.numbers.sums.totals import said_amounts, set_text, written
from surrogates.scene import Scene


def keep_swapped(scene: Scene, board: Board) -> None:
    """Writes the later of two such amounts anew, wherever it is said; the relations tell of what
    cannot be, as where the new figures are alike."""
    if not says_swapped(scene):
        return
    firsts: dict[int, Said] = {}
    amounts = list(said_amounts(scene, board))
    for each in amounts:
        firsts.setdefault(each.value, each)
    for one, other in combinations(list(firsts.values()), 2):
        if not is_swapped(str(one.value), str(other.value)) or other.fixed:
            continue
        new = _swapped_like(str(one.value), str(other.value), str(one.new))
        for each in amounts if new else ():
            text = written(scene, each, new) if each.value == other.value else ""
            if text:
                set_text(scene, each.item, text)


def _swapped_like(was: str, swapped: str, now: str) -> int:
    """A new amount with the figures changed that were changed in the old one; 0 for none."""
    if len(now) != len(was):
        return 0
    one, other = (n for n, pair in enumerate(zip(was, swapped, strict=True)) if len({*pair}) > 1)
    figures = list(now)
    figures[one], figures[other] = figures[other], figures[one]
    return int("".join(figures)) if figures[0] != "0" and now != "".join(figures) else 0
