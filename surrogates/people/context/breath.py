"""Two names said in one breath, or one that the next turn confirms: "nani, bueno, Ana"; "Ana, sí".

`relations` asks whether a doubt is answered, `nicknames` whether a name was set right at once.
"""

from collections.abc import Sequence
from itertools import product

from surrogates.folding import AND, PARTICLES, words
from surrogates.labels import NAMES
from surrogates.rewrite import Item
from surrogates.scene import Scene

MOST = 6  # words of a correction
LONGEST = 4  # words of one cue: "me he equivocado"


def is_one_person(scene: Scene, one: Item, two: Item) -> bool:
    """Whether the second name only repeats, corrects or confirms the first."""
    first, last = sorted((one, two), key=lambda item: item.index)
    return in_one_breath(scene, first, last) or _is_confirmed(scene, first, last)


def in_one_breath(scene: Scene, first: Item, last: Item) -> bool:
    """Whether nothing but a correction stands between: "paco bueno francisco"."""
    if first.turn != last.turn or first.end > last.start:
        return False
    gap = words(scene.between(first, last))
    cues = (scene.lexicon.cues("correction").keys() | scene.lexicon.fillers) - PARTICLES
    verbs = scene.lexicon.cues("copula").keys()  # "Itsi naiz, barkatu, Itsaso"
    corrected = 0 < len(gap) <= MOST and not _only(gap, verbs | AND)  # "Bosse und Lasse" are two
    return corrected and _only(gap, cues | verbs)


def in_brackets(scene: Scene, ones: Sequence[Item], others: Sequence[Item]) -> bool:
    """Whether one name explains the other right behind it: "Iñaki (Ignacio en el DNI)"."""
    pairs = [*product(ones, others), *product(others, ones)]
    near = ((a, b) for a, b in pairs if a.turn == b.turn and a.end <= b.start)
    return any(scene.between(a, b).strip() == "(" for a, b in near)


def _only(said: Sequence[str], phrases: frozenset[str] | set[str]) -> bool:
    """Whether words are nothing but these phrases, one after the other."""
    if not said:
        return True
    sizes = range(min(LONGEST, len(said)), 0, -1)
    return any(" ".join(said[:n]) in phrases and _only(said[n:], phrases) for n in sizes)


def _is_confirmed(scene: Scene, first: Item, last: Item) -> bool:
    """Whether the other one says the second name in the next turn, and yes: "Margaret, yes"."""
    turns = scene.dialogue.turns
    if last.turn != first.turn + 1 or turns[first.turn].speaker == turns[last.turn].speaker:
        return False
    named = [item for item in scene.items_by_turn[last.turn] if item.kind in NAMES]
    confirm = scene.lexicon.cues("confirm").keys()
    before, after = words(scene.before(last)), words(scene.after(last))
    before = before[:-1] if before[-1:] and before[-1] in scene.lexicon.cues("article") else before
    if named[0] is not last or not _only(before, confirm | scene.lexicon.fillers):
        return False
    return not confirm.isdisjoint(before) or (bool(after) and after[0] in confirm)
