"""Amounts of which one has figures of the other in changed places: "[240], not [420]".

Where somebody says so ("swapped", rows `swapped` of cues.tsv) they have changed places again.
Called by `replacement` when the amounts are written: the one that was said first holds.
"""

from collections.abc import Iterator
from itertools import combinations

from surrogates import draw
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
    for one, other in combinations(firsts.values(), 2):
        if not is_swapped(str(one.value), str(other.value)) or other.fixed:
            continue
        alike = [each for each in amounts if each.value in (one.value, other.value)]
        for first, second in _swapped_like(scene, one, other):
            news = [first if each.value == one.value else second for each in alike]
            texts = [written(scene, *pair) for pair in zip(alike, news, strict=True)]
            if all(texts):
                for each, text in zip(alike, texts, strict=True):
                    set_text(scene, each.item, text)
                break


def _swapped_like(scene: Scene, one: Said, other: Said) -> Iterator[tuple[int, int]]:
    """What was drawn for an amount, and it with the figures changed that were changed in the old
    one; where that is no other amount, with another figure in one of the two places."""
    was, now = str(one.value), str(one.new)
    if len(now) != len(was):
        return
    places = zip(was, str(other.value), strict=True)
    left, right = (n for n, pair in enumerate(places) if len({*pair}) > 1)
    stream = draw.Stream(scene.seed("swapped figures", was, [one.item]))
    for figure in (now[right], *(() if one.fixed else stream.shuffled("123456789"))):
        figures = [*now[:right], figure, *now[right + 1 :]]
        first = "".join(figures)
        figures[left], figures[right] = figure, figures[left]
        second = "".join(figures)
        if second[0] != "0" and first != second:
            yield int(first), int(second)
