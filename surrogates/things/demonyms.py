"""Inhabitants under a label of places: "Lyonnais", "madrileño", "Londoner", "Français".

Where a language's inflection cannot make such a word from a surrogate, a place stands for it, and
a curator is told.
"""

from dataclasses import dataclass
from functools import lru_cache

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import apply_case, case_pattern, fold
from surrogates.labels import Kind
from surrogates.languages.demonyms import Forms, forms_of
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene

STEM = 3  # letters that a place and its inhabitants share at least
SHORT = 4  # where they share no more than three, the place has no more than this
LOST = 3  # letters of a place that its inhabitants' name may leave out
LOST_OF_COUNTRY = 4  # and of a country ("Deutscher")
MORE = 2  # letters between the stem and the suffix: "Lyon-n-ais"


@dataclass(frozen=True, slots=True)
class Demonym:
    """A word for the inhabitants of a place, or what is said of it; `slots` are its forms."""

    place: str
    slots: tuple[str, ...]


@lru_cache(maxsize=16)
def _forms(lexicon: Lexicon) -> dict[str, Forms]:
    """Folded place -> the words for its inhabitants, by slot."""
    rows = lexicon.rows("demonyms")
    return {fold(row["place"]): forms_of(row, lexicon.lang) for row in rows}


@lru_cache(maxsize=16)
def _demonyms(lexicon: Lexicon) -> dict[str, Demonym]:
    """Folded demonym -> its place, and every form that is written so."""
    demonyms: dict[str, Demonym] = {}
    for row in lexicon.rows("demonyms"):
        slots: dict[str, tuple[str, ...]] = {}
        for slot, word in forms_of(row, lexicon.lang).items():
            slots[fold(word)] = (*slots.get(fold(word), ()), slot)
        for word, held in slots.items():
            demonyms.setdefault(word, Demonym(row["place"], held))
    return demonyms


def demonym_of(lexicon: Lexicon, text: str) -> Demonym | None:
    """What a mention of inhabitants says, None where it is a place or nobody's demonym."""
    key = fold(text)
    place = key in lexicon.place_by_key or key in lexicon.province_by_key
    demonym = _demonyms(lexicon).get(key)
    # "navarra" is said of Navarra's women too; under a label of places it is the place.
    itself = demonym is not None and fold(demonym.place) == key
    return None if itself or (place and not text.islower()) else demonym


def _words(lexicon: Lexicon, place: str, demonym: Demonym) -> list[str]:
    """Of another place, one word for each form of a demonym; what it lacks is left out."""
    forms = _forms(lexicon).get(fold(place), {})
    return [forms[slot] for slot in demonym.slots if slot in forms]


def put_demonym(lexicon: Lexicon, place: str, demonym: Demonym, like: str) -> str:
    """Another place's word in the form of a demonym, written like it; the place without one."""
    word = apply_case(next(iter(_words(lexicon, place, demonym)), place), case_pattern(like))
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


def has_demonym(lexicon: Lexicon, place: str, demonym: Demonym) -> bool:
    """Whether one word of another place is right in every form that a demonym may be.

    "Belga" is a man or a woman: "croata" is as well, "sueco" and "sueca" are not.
    """
    words = _words(lexicon, place, demonym)
    return len(words) == len(demonym.slots) and len(set(words)) == 1


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
