"""Rooms that begin with the number of their floor: "[214]", on the "[second]" floor.

`replacement` asks before anything is drawn. The words are rows "room" and "floor" of cues.tsv.
"""

import re
from collections.abc import Collection, Iterator

from surrogates.folding import fold, words_apart
from surrogates.labels import Kind, is_room_label
from surrogates.languages.numerals import numerals_of
from surrogates.numbers.board import Board, Group
from surrogates.numbers.identifiers.doors import CUE, low_floor
from surrogates.rewrite import outside
from surrogates.scene import Scene

_NEAR = 3  # turns
_LED = 3  # words before a room: "la habitación es la [304]"
_DOOR = 2  # figures of a room behind those of its floor
_ROOM = re.compile(r"[1-9]\d{2,3}")


def tie_rooms(scene: Scene, board: Board) -> None:
    """Ties the first figures of a room to the floor that is said near it, labelled or not."""
    floors = {(g.first.turn, g.cut.said) for g in board.groups if is_floor(scene, g)}
    rooms = [group for group in board.groups if _is_room(scene, group, floors)]
    for room in rooms:
        floor, turn = room.values[:-_DOOR], room.first.turn
        for group in board.groups:
            near = abs(group.first.turn - turn) <= _NEAR and group.cut.said == board.was(floor)
            if near and is_floor(scene, group):
                room.tied = group.tied = True
                for one, two in zip(floor, group.values, strict=True):
                    board.tie(one, two)
        for item in scene.items:  # under a label of addresses it is written by now
            near = item.cue == CUE and abs(item.turn - turn) <= _NEAR
            if near and low_floor(item.text, scene.lexicon) == board.was(floor):
                now = low_floor(scene.surrogates.get(item.index, ""), scene.lexicon)
                for value in floor if now else ():
                    board.limit(value, now)
        told = (value for n, value in _floors_told(scene) if abs(n - turn) <= _NEAR)
        if int(board.was(floor)) in told:
            for value in floor:
                board.limit(value, board.was([value]))


def _is_room(scene: Scene, group: Group, floors: Collection[tuple[int, str]]) -> bool:
    """`floors`: turn and number of those that are said; "la [412], planta [cuarta]" needs no word
    for a room."""
    item = group.first
    if group.kind not in (Kind.NUMBER, Kind.ID) or not _ROOM.fullmatch(item.text):
        return False
    beside = (*words_apart(scene.before(item))[-_LED:], *words_apart(scene.after(item))[:1])
    told = is_room_label(item.label) or (item.turn, group.cut.said[:-_DOOR]) in floors
    told = told or not scene.lexicon.cues("room").keys().isdisjoint(beside)
    return len(group.items) == 1 and told


def is_floor(scene: Scene, group: Group) -> bool:
    """Whether a number stands beside a word for a floor."""
    item, floors = group.items[-1], scene.lexicon.cues("floor").keys()
    beside = (*words_apart(scene.before(item))[-1:], *words_apart(scene.after(item))[:1])
    return group.kind is Kind.NUMBER and len(group.items) == 1 and not floors.isdisjoint(beside)


def _floors_told(scene: Scene) -> Iterator[tuple[int, int]]:
    """(turn, floor) of those that are said outside the labels: "on the second floor"."""
    numerals, floors = numerals_of(scene.lexicon), scene.lexicon.cues("floor")
    for turn, _, text in outside(scene.dialogue, scene.items):
        said = words_apart(text)
        for before, word, after in zip(("", *said), said, (*said[1:], ""), strict=False):
            if before not in floors and after not in floors:
                continue
            figures = re.match(r"\d+", word)
            ordinal = numerals.ordinals.get(fold(word))
            value = int(figures[0]) if figures else ordinal.value if ordinal is not None else 0
            yield turn, value or numerals.parse(word) or 0
