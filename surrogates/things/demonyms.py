"""Inhabitants under a label of places: "Lyonnais", "madrileño", "Londoner", "Français".

Where a language's inflection cannot make such a word from a surrogate, a place stands for it, and
a curator is told.
"""

from functools import lru_cache

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.inhabitants import demonym_of
from surrogates.languages.places.landscape import landscape_names
from surrogates.rewrite import Item
from surrogates.scene import Scene

STEM = 3  # letters that a place and its inhabitants share at least
SHORT = 4  # where they share no more than three, the place has no more than this
LOST = 3  # letters of a place that its inhabitants' name may leave out
LOST_OF_COUNTRY = 4  # and of a country ("Deutscher")
MORE = 2  # letters between the stem and the suffix: "Lyon-n-ais"


@lru_cache(maxsize=16)
def _by_stem(lexicon: Lexicon) -> dict[str, tuple[str, ...]]:
    """First letters -> folded places and countries of one word that begin with them."""
    forms = {form for kind, form in lexicon.concept_of if kind == "place"}
    places: dict[str, tuple[str, ...]] = {}
    for key in sorted(forms | lexicon.place_by_key.keys() | lexicon.country_keys):
        if " " not in key and len(key) >= STEM:
            places[key[:STEM]] = (*places.get(key[:STEM], ()), key)
    return places


def is_inhabitant(lexicon: Lexicon, word: str) -> bool:
    """Whether a word is no place, but the start of one with the suffix of its inhabitants."""
    key = fold(word)
    known = key in lexicon.place_by_key or ("place", key) in lexicon.concept_of
    known = known or key in landscape_names(lexicon)
    if known or key in lexicon.country_keys or not key.isalpha():
        return False
    if word.islower() and key.endswith(tuple(lexicon.signs("adjective"))):
        return True  # "preußische"
    for suffix in lexicon.signs("inhabitant"):
        if not key.endswith(suffix):
            continue
        stem = key[: -len(suffix)]
        for place in _by_stem(lexicon).get(key[:STEM], ()):
            shared = next(
                (i for i, (x, y) in enumerate(zip(key, place, strict=False)) if x != y),
                min(len(key), len(place)),
            )
            enough = shared > STEM or (shared == STEM and len(place) <= SHORT)
            lost = LOST_OF_COUNTRY if place in lexicon.country_keys else LOST
            if enough and len(place) - shared <= lost and -1 <= len(stem) - shared <= MORE:
                return True
    return False


def flag_inhabitants(scene: Scene, items: list[Item]) -> None:
    """Raises CONSTRAINT_RELAXED for inhabitants for whom a place will stand."""
    for item in items:
        if item.kind is not Kind.PLACE or scene.constraint_for(ConstraintKind.SURROGATE, item):
            continue
        known = scene.stems.thing(item.text, item.kind)[1] or demonym_of(scene.lexicon, item.text)
        if known or not is_inhabitant(scene.lexicon, item.text):
            continue
        scene.raise_issue(notices.INHABITANTS, item)
