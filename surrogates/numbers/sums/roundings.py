"""Amounts that another one is rounded to: "79,98 €, presque quatre-vingts euros".

Once all amounts are written, each such one is the rounding of what the exact one became, as round
as the old one where that is near enough, else less so. Called by `replacement`.
"""

import re
from collections.abc import Iterator, Sequence, Set

from surrogates import notices
from surrogates.folding import words
from surrogates.numbers.board import Board
from surrogates.numbers.sums.said import NEAR, Said
from surrogates.numbers.sums.totals import said_amounts, set_text, written
from surrogates.numbers.sums.values import CENTS
from surrogates.scene import Scene

_LEAST = 10 * CENTS  # smaller amounts are near others by chance
_CLOSE = 20  # the part of an amount that it is rounded by at most: a twentieth
_BEFORE, _AFTER = 3, 3  # words beside an amount that say that it is rounded
_GRAINS = tuple(first * CENTS * 10**size for size in range(5, -1, -1) for first in (5, 1))
_CLAUSE = re.compile(r"[.,;:!?]\s")
_UP, _DOWN, _EITHER = 1, -1, 0
_CLASSES = {"almost": _UP, "over": _DOWN, "around": _EITHER}


def keep_roundings(scene: Scene, board: Board, held: Set[int]) -> None:
    """Writes rounded amounts anew. `held`: values that are a part of a sum, which they keep."""
    said = list(said_amounts(scene, board))
    done: set[int] = set()
    for each in said:
        way = _way(scene, each)
        exact = _exact(each, said, way) if way is not None else None
        if way is None or exact is None or each.value in done:
            continue
        done.add(each.value)
        alike = [other for other in said if other.value == each.value]
        free = each.value not in held and not any(other.is_end for other in alike)
        if not free or not _write(scene, alike, exact, way):
            scene.raise_issue(notices.TOTAL_LOST, each.item)


def _way(scene: Scene, said: Said) -> int | None:
    """Which way the words beside an amount say that it is rounded; None: it is not."""
    before = scene.before(said.item) + said.item.text[: said.old.pieces[0].start]
    after = said.item.text[said.old.end :] + scene.after(said.item)
    before = _CLAUSE.split(before)[-1]  # "gut vierzig", but "gut, vierzig"
    beside = {*words(before)[-_BEFORE:], *words(after)[:_AFTER]}
    found = (w for k, w in _CLASSES.items() if beside & said.numerals.forms(k))
    return next(found, None)


def _exact(rounded: Said, said: Sequence[Said], way: int) -> Said | None:
    """The amount near it that it is the rounding of, the nearest in value."""

    def is_it(other: Said) -> bool:
        away = rounded.value - other.value
        units = {rounded.unit, other.unit} - {""}
        return (
            0 < abs(away) <= rounded.value // _CLOSE
            and (way == _EITHER or away * way > 0)
            and other.value % _grain(rounded.value) != 0
            and abs(other.item.turn - rounded.item.turn) <= NEAR
            and len(units) < 2
        )

    if rounded.value < _LEAST:
        return None
    return min(filter(is_it, said), key=lambda o: abs(o.value - rounded.value), default=None)


def _grain(value: int) -> int:
    """What an amount is a round multiple of."""
    return next((grain for grain in _GRAINS if value % grain == 0), 1)


def _write(scene: Scene, alike: Sequence[Said], exact: Said, way: int) -> bool:
    for value in _roundings(exact.new, _grain(alike[0].value), way):
        texts = [written(scene, each, value) for each in alike]
        if all(texts):
            for each, text in zip(alike, texts, strict=True):
                set_text(scene, each.item, text)
            return True
    return False


def _roundings(value: int, grain: int, way: int) -> Iterator[int]:
    """What a new amount is rounded to, as roundly as the old one or less."""
    for size in (g for g in _GRAINS if g <= grain):
        low = value // size * size
        high = low if low == value else low + size
        near = {_UP: high, _DOWN: low, _EITHER: low if value - low < high - value else high}[way]
        if near != value and abs(near - value) <= near // _CLOSE:
            yield near
