"""Telephone numbers that are said over several labels: "[null] [vierzig] ... [hamburg]".

A row of numbers is one, whatever its label, where it is as long and begins with the code of a town
that the dialogue says. Called by `place_codes`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from surrogates import notices
from surrogates.labels import Kind
from surrogates.numbers.pieces import pieces_of
from surrogates.numbers.slots import Cut
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.telephones.phone_links import WHOLE_NUMBER, Coded, owner_of

_LONGEST = 12  # figures


def rows_of_towns(
    scene: Scene, items: Sequence[Item], places: Sequence[Coded], homes: Collection[str]
) -> Iterator[tuple[list[Item], Cut, tuple[str, str]]]:
    """Each such row, what it says, and the folded place that it is of with the
    figures of its code."""
    numbers = [item for item in items if item.kind in (Kind.NUMBER, Kind.PHONE)]
    if not places or len(numbers) < 2:
        return
    for _, row, ways in pieces_of(scene, numbers):
        digits = ways[0].said if ways else ""
        if len(row) > 1 and digits.isdecimal() and WHOLE_NUMBER <= len(digits) <= _LONGEST:
            owner = owner_of(scene, row[0], digits, [places], (), homes)
            if owner is not None:
                yield row, ways[0], owner


def without_unsaid(
    scene: Scene, rows: Mapping[int, Cut], prefixes: Mapping[int, tuple[str, str]]
) -> dict[int, tuple[str, str]]:
    """The prefixes but for those that the words of some row cannot say ("null [vierzig]": 089),
    of which an issue tells."""
    unsaid = {
        prefixes[i] for i, cut in rows.items() if i in prefixes and not _can_say(cut, prefixes[i])
    }
    lost = {i for i in rows if prefixes.get(i) in unsaid}
    for item in scene.items:
        if item.index in lost:
            scene.raise_issue(notices.AREA_LOST, item)
    return {index: pair for index, pair in prefixes.items() if index not in lost}


def _can_say(cut: Cut, pair: tuple[str, str]) -> bool:
    new, at = pair[1], 0
    for slot in cut.slots:
        piece, at = new[at : at + len(slot.was)], at + len(slot.was)
        if len(slot.was) < 2 or len(piece) < len(slot.was) or not piece.isdecimal():
            continue
        like = cut.numerals.shapes[cut.numerals.shape(int(slot.was))]
        if slot.style == "word" and (piece[0] == "0" or int(piece) not in like):
            return False
    return True
