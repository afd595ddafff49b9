"""Floors that are said by where they lie to each other: "[third] floor", "the [second], below".

`replacement` asks before anything is drawn: they stay as many floors apart. The words are rows
"floor_apart" of cues.tsv.
"""

import re
from itertools import combinations

from surrogates.folding import words_apart
from surrogates.labels import Kind
from surrogates.languages.numerals import numerals_of
from surrogates.numbers.board import Board, Group, Relation
from surrogates.numbers.identifiers.rooms import is_floor
from surrogates.scene import Scene

_NEAR = 3  # turns
_APART = 2  # floors at most
_FIGURE = re.compile(r"\d{1,2}\s*(?:[ºª°.]|st|nd|rd|th|er|e|è|r|n|t)\.?")


def hold_floors_apart(scene: Scene, board: Board) -> None:
    """Lets two floors move together where the words say that one is above the other."""
    cues = scene.lexicon.cues("floor_apart").keys()
    turns = {
        number
        for number, turn in enumerate(scene.dialogue.turns)
        if not cues.isdisjoint(words_apart(turn.text))
    }
    floors = [g for g in board.groups if _is_floor(scene, g)] if turns else []
    for one, two in combinations(floors, 2):
        between = range(one.first.turn, two.first.turn + 1)
        if two.first.turn - one.first.turn <= _NEAR and not turns.isdisjoint(between):
            _hold(one, two, board)


def _is_floor(scene: Scene, group: Group) -> bool:
    """Whether a number is an ordinal of one figure that says a place, or stands beside "floor"."""
    if group.kind is not Kind.NUMBER or len(group.items) > 1 or len(group.values) != 1:
        return False
    text = group.first.text
    ordinal = numerals_of(scene.lexicon).ordinals.get(" ".join(words_apart(text)))
    told = ordinal is not None and ordinal.klass == "ordinal"
    return told or _FIGURE.fullmatch(text.strip()) is not None or is_floor(scene, group)


def _hold(one: Group, two: Group, board: Board) -> None:
    first, second = one.values[0], two.values[0]
    if board.root(first) == board.root(second):
        return
    was = [board.was([value]) for value in (first, second)]
    if not all(map(str.isdecimal, was)) or not 0 < abs(int(was[0]) - int(was[1])) <= _APART:
        return
    apart = int(was[1]) - int(was[0])
    options = tuple(
        f"{low}{low + apart}"
        for low in range(1, 10)
        if 0 < low + apart < 10 and str(low) != was[0]
        if str(low) in board.variables[first].domain
        and str(low + apart) in board.variables[second].domain
    )
    if options:
        one.relations.append(Relation((first, second), options))
