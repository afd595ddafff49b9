"""Which places the words around them put near each other: "à [Bergues], près de [Dunkerque]",
"[Zarautz] ondoan", "in der Nähe von [Bautzen], in [Wilthen]".

Called by `distances`, which keeps them near, and by the check of relations, which says where they
are not; the words are the cue `near`.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from surrogates.folding import words_apart
from surrogates.labels import Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene

_REACH = 2  # turns back to the place of an answer: "Where is that? Near [Hexham]."
_CLOSE = 3  # words between a cue and its place
_ENDS = re.compile(r"[.!?;:](?=\s|$)")
_RIGHT = "right"  # a cue with nothing between it and its place: "bei [Offenburg]"
_AFTER = "after"  # a cue that stands behind its place: "[Zarautz] ondoan"


def said_near(scene: Scene) -> Iterator[tuple[Item, Item]]:
    """Pairs of places that are said to lie near each other: the one beside the words, and the
    nearest other one of its sentence, or the one that was said before it."""
    cues = scene.lexicon.cues("near")
    said: list[Item] = []
    for number, turn in enumerate(scene.dialogue.turns if cues else ()):
        places = scene.of_kind(scene.items_by_turn.get(number, ()), Kind.PLACE)
        ends = [match.start() for match in _ENDS.finditer(turn.text)]
        rows: dict[int, list[Item]] = {}
        for item in places:
            rows.setdefault(sum(end < item.start for end in ends), []).append(item)
        for sentence, row in rows.items():
            start, end = ([0, *(e + 1 for e in ends), len(turn.text)][sentence + i] for i in (0, 1))
            edges = [start, *(cut for item in row for cut in (item.start, item.end)), end]
            gaps = [turn.text[a:b] for a, b in pairwise(edges)][::2]
            told = [said[-1]] if said and number - said[-1].turn <= _REACH else []
            line = [*told, *row]
            for at, item in enumerate(row):
                own = at + len(told)
                before = _stands(gaps[at], cues, behind=False)
                after = _stands(gaps[at + 1], cues, behind=True)
                beside = [line[own - 1]] if own and (at or len(row) == 1) else []
                other = next(iter(beside or line[own + 1 : own + 2]), None)
                if (before or after) and other is not None:
                    yield other, item
            said += row


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
