"""Lengths of time stay as they were said: hours and days move together, so they stay true.

`dates.hours.lengths` tells which numbers are such; what repeats one right after it ("[quince]
minutos. - ¿[Quince]?") is one, too.
"""

from surrogates import notices
from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.numbers.board import Board, Group, is_dictated
from surrogates.numbers.sums.values import read_amount, unit_of
from surrogates.scene import Scene

_AGAIN = 2  # turns
_MARKS = ".,;:!?¿¡…-"  # before what is said by itself


def keep_lengths(scene: Scene, board: Board) -> None:
    """Marks the numbers that stay, and says so."""
    kept = [group for group in board.groups if _lasts(group)]
    kept += [
        group
        for group in board.groups
        if group not in kept and any(_repeats(scene, group, one) for one in kept)
    ]
    for group in kept:
        group.stays = True
        for notice in (notices.NUMBER_UNSAYABLE, notices.ONE_STAYS):
            scene.withdraw(notice, group.first)  # nothing is to be drawn
        for item in group.items:
            scene.told[item.index] = frozenset(words(item.text))
            scene.raise_issue(notices.DATE_RELATIVE, item)


def _lasts(group: Group) -> bool:
    """Whether a number in one mention or several ("[treinta] y [cinco] minutos") says how long."""
    if group.kind is not Kind.NUMBER or not group.items[-1].lasts:
        return False
    return all(item.lasts for item in group.items) or not is_dictated(group)


def _repeats(scene: Scene, group: Group, length: Group) -> bool:
    """Whether a number that stands alone says that of a length again."""
    item, numerals = group.first, group.cut.numerals
    if group.kind is not Kind.NUMBER or len(group.items) > 1:
        return False
    if not 0 <= item.turn - length.first.turn <= _AGAIN:
        return False
    said, again = (read_amount(i.text, numerals, scene.lexicon) for i in (length.first, item))
    if said is None or again is None or said.value != again.value:
        return False
    before, after = scene.before(item).rstrip(), scene.after(item).lstrip()
    alone = not before or before[-1] in _MARKS
    return alone and not (after[:1].isalpha() or unit_of(again, after, numerals, scene.lexicon))
