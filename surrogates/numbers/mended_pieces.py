"""Pieces in which two sayings of one number differ: "06 48 17 82 35". "Not [82], [92]".

`pieces` keeps them apart; `ties` gives each its place in the number that has it.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

from surrogates.numbers.board import Board, Group
from surrogates.numbers.corrections import FEW, WHOLE, said_otherwise
from surrogates.numbers.slots import COUNTED

_NEAR = 4  # turns between a number and the piece that is right or wrong in it


def are_alternatives(pieces: Sequence[str], wholes: Sequence[str]) -> bool:
    """Whether each piece is what two of the numbers differ in, so that they are no number."""
    long = [whole for whole in wholes if len(whole) >= WHOLE]
    return any(
        all(_start(one, other, p) is not None or _start(other, one, p) is not None for p in pieces)
        for one, other in permutations(long, 2)
    )


def _start(whole: str, other: str, piece: str) -> int | None:
    """Where a number has a piece that holds all in which it differs from another saying of it."""
    if len(whole) != len(other) or len(piece) >= len(whole):
        return None
    apart = [n for n, (x, y) in enumerate(zip(whole, other, strict=True)) if x != y]
    if not 0 < len(apart) <= FEW:
        return None
    starts = range(max(0, apart[-1] + 1 - len(piece)), apart[0] + 1)
    return next((start for start in starts if whole.startswith(piece, start)), None)


def tie_mended_pieces(board: Board) -> frozenset[int]:
    """Ties such pieces to their places; returns which groups they are."""
    groups = board.groups
    sayings = [(a, b, size) for a, b in permutations(groups, 2) if (size := said_otherwise(a, b))]
    tied: set[int] = set()
    for number, group in enumerate(groups):
        for one, values in _places(group, groups, sayings):
            for x, y in zip(group.values, values, strict=False):
                board.tie(x, y)
            group.tied = one.tied = True
            tied.add(number)
            break
    return frozenset(tied)


def _places(
    piece: Group, groups: Sequence[Group], sayings: Sequence[tuple[Group, Group, int]]
) -> Iterator[tuple[Group, list[int]]]:
    """(number, its digits from where it has the piece on), the numbers said last first."""
    if not piece.values:
        return
    for one, other, size in reversed(sayings):
        away = piece.first.turn - max(one.first.turn, other.first.turn)
        said, wrong = one.cut.said[-size:], other.cut.said[-size:]
        start = _start(said, wrong, piece.cut.said) if -1 <= away < _NEAR else None
        if start is None:
            continue
        if piece.kind is one.kind or _is_contrasted(piece, groups, wrong[start:]):
            yield one, one.values[-size:][start:]


def _is_contrasted(piece: Group, groups: Sequence[Group], wrong: str) -> bool:
    """Whether the other saying's digits stand beside a piece under the same general label: "[seven]
    at the end, not [one]" (a "seven" alone may count anything)."""
    return piece.kind in COUNTED and any(
        other.kind is piece.kind
        and abs(other.first.index - piece.first.index) == 1
        and other.first.turn == piece.first.turn
        and other.cut.said == wrong[: len(piece.values)]
        for other in groups
    )
