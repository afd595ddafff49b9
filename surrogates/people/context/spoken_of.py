"""Of whom words of a turn may be said besides the person that is named in it.

`gender` asks before it takes a pronoun or an adjective for a contradiction of a name.
"""

import re
from collections.abc import Iterator

from surrogates.folding import fold, words
from surrogates.labels import NAMES
from surrogates.people.context.predicates import SEXES
from surrogates.rewrite import Item
from surrogates.scene import Scene

# "Listo, y yo Ana Gil": a word of its own that begins what is said is said of nobody.
_BEGUN = re.compile(r"(?:^|[.!?…]\s+)[¡¿]?([^\W\d_]+)\s*[,.!…]")


def begun_with(text: str) -> set[str]:
    """Folded words that stand alone at the beginning of a turn or sentence."""
    return {fold(match[1]) for match in _BEGUN.finditer(text)}


def called_to(scene: Scene) -> frozenset[str]:
    """Folded words that the hearer is called ("madame"): they tell nothing of who is named."""
    return frozenset(fold(word) for word in scene.lexicon.cues("vocative"))


def others_of(scene: Scene, item: Item, sex: str) -> bool:
    """Whether somebody else of a sex is named up to the turn of a mention, whom a pronoun there
    may mean: "es el cumple de Vane ... en casa de Iker ... ¿y ella no sabe nada?"."""
    mine = set(words(item.text))
    return any(sex in _sexes(scene, other) for other in _before(scene, item)
               if mine.isdisjoint(words(other.text)))  # fmt: skip


def _before(scene: Scene, item: Item) -> Iterator[Item]:
    return (o for o in scene.items if o.kind in NAMES and o.index != item.index
            and (o.turn, o.start) <= (item.turn + 1, 0))  # fmt: skip


def _sexes(scene: Scene, item: Item) -> set[str]:
    """The sexes of a mention's first word as the lexicon has it: a given name or a short one."""
    key = next(iter(words(item.text)), "")
    entry = scene.lexicon.name_by_key.get(key)
    forms = scene.lexicon.fulls_of.get(key, ())
    return ({entry.gender} if entry is not None else {form.gender for form in forms}) & set(SEXES)
