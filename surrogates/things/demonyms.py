"""Inhabitants under a label of places: "Lyonnais", "madrileño", "Londoner", "Français".

Where a language's inflection cannot make such a word from a surrogate, a place stands for it, and
a curator is told.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import fold, strip_accents
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene

STEM = 3  # letters that a place and its inhabitants share at least
_FORMS = ((False, False), (False, True), (True, False), (True, True))
SHORT = 4  # where they share no more than three, the place has no more than this
LOST = 3  # letters of a place that its inhabitants' name may leave out
LOST_OF_COUNTRY = 4  # and of a country ("Deutscher")
MORE = 2  # letters between the stem and the suffix: "Lyon-n-ais"


@dataclass(frozen=True, slots=True)
class Demonym:
    """A word for the inhabitants of a place; `form` is feminine or not, plural or not."""

    place: str
    form: tuple[bool, bool]


def _plural(word: str) -> str:
    if word[-1] in "aeo":
        return f"{word}s"
    plain = strip_accents(word) if word[-1] not in "íú" else word
    return f"{plain[:-1]}ces" if word[-1] == "z" else f"{plain}es"


def _written(row: Mapping[str, str], form: tuple[bool, bool]) -> str:
    word = row["feminine" if form[0] else "masculine"]
    return _plural(word) if form[1] else word


@lru_cache(maxsize=16)
def _demonyms(lexicon: Lexicon) -> dict[str, Demonym]:
    """Folded demonym, in gender and number -> its place; one that both genders share: masculine."""
    demonyms: dict[str, Demonym] = {}
    for row in lexicon.all_rows("demonyms"):
        for form in _FORMS:
            demonyms.setdefault(fold(_written(row, form)), Demonym(row["place"], form))
    return demonyms


@lru_cache(maxsize=16)
def _rows_of(lexicon: Lexicon) -> dict[str, Mapping[str, str]]:
    return {fold(row["place"]): row for row in lexicon.all_rows("demonyms")}


def demonym_of(lexicon: Lexicon, text: str) -> Demonym | None:
    """What a mention of inhabitants says, None where it is a place or nobody's demonym."""
    key = fold(text)
    place = key in lexicon.place_by_key or key in lexicon.province_by_key
    if lexicon.companions:
        return None  # Basque makes such words by itself, and "donostiarra" is one of them
    demonym = _demonyms(lexicon).get(key)
    # "navarra" is said of Navarra's women too; under a label of places it is the place.
    itself = demonym is not None and fold(demonym.place) == key
    return None if itself or (place and not text.islower()) else demonym


def put_demonym(lexicon: Lexicon, place: str, demonym: Demonym) -> str:
    """The inhabitants of another place in the form of a demonym; the place where it has none."""
    row = _rows_of(lexicon).get(fold(place))
    return _written(row, demonym.form) if row is not None else place


def has_demonym(lexicon: Lexicon, place: str) -> bool:
    """Whether a word for the inhabitants of a place is known."""
    return fold(place) in _rows_of(lexicon)


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
