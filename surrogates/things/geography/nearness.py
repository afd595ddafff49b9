"""Which places the words around them put near each other: "à [Bergues], près de [Dunkerque]",
"[Zarautz] ondoan", "in der Nähe von [Bautzen], in [Wilthen]".

Called by `distances`, which keeps them near, and by the check of relations, which says where they
are not; the words are the cue `near`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from surrogates.folding import words_apart
from surrogates.labels import Kind
from surrogates.once import once_a_scene
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.groups import thing_key

_REACH = 2  # turns back to the place of an answer: "Where is that? Near [Hexham]."
_CLOSE = 3  # words between a cue and its place
_ENDS = re.compile(r"[.!?;:](?=\s|$)")
_RIGHT = "right"  # a cue with nothing between it and its place: "bei [Offenburg]"
_AFTER = "after"  # a cue that stands behind its place: "[Zarautz] ondoan"


@once_a_scene
def said_near(scene: Scene) -> Sequence[tuple[Item, Item]]:
    """Pairs of places that are said to lie near each other: the one beside the words, and the
    nearest other one of its sentence, or the one that was said before it."""
    return tuple(_near(scene))


def _near(scene: Scene) -> Iterator[tuple[Item, Item]]:
    cues = scene.lexicon.cues("near")
    said: list[Item] = []
    for number, start, end, row in sentences(scene) if cues else ():
        text = scene.dialogue.turns[number].text
        edges = [start, *(cut for item in row for cut in (item.start, item.end)), end]
        gaps = [text[a:b] for a, b in pairwise(edges)][::2]
        told = [said[-1]] if said and number - said[-1].turn <= _REACH else []
        line = [*told, *row]
        for at, item in enumerate(row):
            own = at + len(told)
            beside = [line[own - 1]] if own and (at or len(row) == 1) else line[own + 1 : own + 2]
            before = _stands(gaps[at], cues, behind=False)
            if beside and thing_key(scene, beside[0]) == thing_key(scene, item):
                continue  # "[Azpeitia] ... [Azpeitiko] azokaren ondoan"
            if beside and (before or _stands(gaps[at + 1], cues, behind=True)):
                yield beside[0], item
        said += row


@once_a_scene
def sentences(scene: Scene) -> Sequence[tuple[int, int, int, list[Item]]]:
    """Turn, start, end and places of each sentence that has some."""
    return tuple(_sentences(scene))


def _sentences(scene: Scene) -> Iterator[tuple[int, int, int, list[Item]]]:
    for number, turn in enumerate(scene.dialogue.turns):
        places = scene.of_kind(scene.items_by_turn.get(number, ()), Kind.PLACE)
        ends = [match.start() for match in _ENDS.finditer(turn.text)] if places else []
        for start, end in pairwise([0, *ends, len(turn.text)]):
            row = [item for item in places if start <= item.start < end]
            if row:
                yield number, start, end, row


def _stands(gap: str, cues: Mapping[str, str], *, behind: bool) -> bool:
    """Whether a cue stands right before a place, or `behind` it."""
    said = words_apart(gap)
    said = said if behind else said[::-1]
    for first in range(min(_CLOSE, len(said))):
        for last in range(first + 1, len(said) + 1):
            cut = said[first:last]
            value = cues.get(" ".join(cut if behind else cut[::-1]))
            fits = value is not None and (value == _AFTER) == behind
            if fits and not (value == _RIGHT and first):
                return True
    return False
