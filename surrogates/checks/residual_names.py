"""The long form of a labelled short one said again without a label: "[Mamen]. — Mari Carmen?".

Nothing holds back such a form; near the short one it is the same person's, and contradicts the
new name. Called by `issues`, after the other searches, on the finished dialogue.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from surrogates import notices
from surrogates.checks.residual_numbers import raise_again
from surrogates.folding import PARTICLES, fold
from surrogates.labels import NAMES
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item, outside
from surrogates.scene import Scene

_NEAR = 2  # turns from a short form to a long one
_WORDS = re.compile(r"[^\W\d_]+")
_MARY = ("maria", "mari", "mary", "marie")


def inspect(scene: Scene) -> None:
    """Raises NAME_AGAIN for every unlabelled form of two words of a labelled short one near it."""
    forms = [(item, form) for item in scene.items for form in _forms(scene.lexicon, item)]
    for turn, start, text in outside(scene.dialogue, scene.items) if forms else ():
        said = list(_WORDS.finditer(text))
        for one, two in pairwise(said):
            pair = fold(one[0]), fold(two[0])
            if not (one[0].istitle() and two[0].istitle() and text[one.end() : two.start()] == " "):
                continue
            owner = next((i for i, f in forms if f == pair and abs(i.turn - turn) <= _NEAR), None)
            if owner is not None:
                place = start + one.start(), start + two.end()
                raise_again(scene, notices.NAME_AGAIN, owner, turn, *place)


def _forms(lexicon: Lexicon, item: Item) -> Iterator[tuple[str, str]]:
    """The pairs of words that a short form may stand for: "maria carmen", "mari carmen"."""
    if item.kind not in NAMES:
        return
    for full in lexicon.fulls_of.get(fold(item.text), ()):
        first, *rest = (w for w in map(fold, _WORDS.findall(full.full)) if w not in PARTICLES)
        if len(rest) == 1:
            yield from ((head, rest[0]) for head in (_MARY if first in _MARY else (first,)))
