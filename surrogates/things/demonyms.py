"""Inhabitants under a label of places: "Lyonnais", "madrileño", "Londoner", "Français".

Where a language's inflection cannot make such a word from a surrogate, a place stands for it, and
a curator is told.
"""

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.inhabitants import demonym_of, is_place, place_of_people
from surrogates.rewrite import Item
from surrogates.scene import Scene


def is_inhabitant(lexicon: Lexicon, word: str) -> bool:
    """Whether a word is no place, but the start of one with the suffix of its inhabitants."""
    key = fold(word)
    if is_place(lexicon, key) or not key.isalpha():
        return False
    if word.islower() and key.endswith(tuple(lexicon.signs("adjective"))):
        return True  # "preußische"
    return bool(place_of_people(lexicon, key)[0])


def flag_inhabitants(scene: Scene, items: list[Item]) -> None:
    """Raises CONSTRAINT_RELAXED for inhabitants for whom a place will stand."""
    for item in items:
        if item.kind is not Kind.PLACE or scene.constraint_for(ConstraintKind.SURROGATE, item):
            continue
        known = scene.stems.thing(item.text, item.kind)[1] or demonym_of(scene.lexicon, item.text)
        if known or not is_inhabitant(scene.lexicon, item.text):
            continue
        scene.raise_issue(notices.INHABITANTS, item)
