"""Words for the inhabitants of places, read from `demonyms.tsv` and guessed from their endings."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from surrogates.folding import apply_case, case_pattern, fold
from surrogates.languages.demonyms import Forms, forms_of
from surrogates.languages.lexicon import Lexicon, name_key

STEM = 3  # letters that a place and its inhabitants share at least
SHORT = 4  # where they share no more than three, the place has no more than this
LOST = 3  # letters of a place that its inhabitants' name may leave out
LOST_OF_COUNTRY = 4  # and of a country ("Deutscher")
MORE = 2  # letters between the stem and the suffix: "Lyon-n-ais"
_LONG = 5  # letters of a place whose inhabitants are guessed
_LOST = 2  # of them that an ending may take away ("Gandí-a", "gandi-ense")


_NEAR = 2  # words before a demonym of which one says of whom it is

_SHORT = re.compile(r"(\w{5,}) (?:am|an der|im|ob der) ")


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
    """Folded demonym, or one with its accents, -> its place, and every form written so."""
    demonyms: dict[str, Demonym] = {}
    for row in lexicon.rows("demonyms"):
        slots: dict[str, tuple[str, ...]] = {}
        for slot, word in forms_of(row, lexicon.lang).items():
            slots[fold(word)] = (*slots.get(fold(word), ()), slot)
        for word, held in slots.items():
            demonyms.setdefault(word, Demonym(row["place"], held))
        # "Romanès" is of Romania, and without its accent of Rome's women.
        for word in map(str.casefold, forms_of(row, lexicon.lang).values()):
            if word != fold(word):
                demonyms.setdefault(word, Demonym(row["place"], slots[fold(word)]))
    return demonyms


@lru_cache(maxsize=8192)
def demonym_of(lexicon: Lexicon, text: str) -> Demonym | None:
    """What a mention of inhabitants says, None where it is a place or nobody's demonym."""
    key = fold(text)
    place = key in lexicon.place_by_key or key in lexicon.province_by_key
    demonym = _demonyms(lexicon).get(text.casefold()) or _demonyms(lexicon).get(key)
    demonym = demonym or (_guessed(lexicon, key) if text.islower() else None)
    # "navarra" is said of Navarra's women too; under a label of places it is the place.
    # The accent alone tells "manresà" from Manresa.
    plain = demonym is not None and text.casefold() in (demonym.place.casefold(), key)
    itself = plain and demonym is not None and fold(demonym.place) == key
    return None if itself or (place and not text.islower()) else demonym


def as_asked(lexicon: Lexicon, demonym: Demonym, before: Sequence[str]) -> Demonym:
    """A demonym in the forms that the folded words before it leave: one person behind "je suis",
    a woman's behind "la nacionalidad"."""
    noun = next(iter(lexicon.agreement.get(("noun", before[-1]), ())), "") if before else ""
    one = not lexicon.cues("being_one").keys().isdisjoint(before[-_NEAR:])
    left = tuple(
        slot
        for slot in demonym.slots
        if (not noun or slot == noun) and (not one or slot.partition(".")[0][-1:] != "p")
    )
    return replace(demonym, slots=left) if left else demonym


@lru_cache(maxsize=16)
def places_known(lexicon: Lexicon) -> frozenset[str]:
    """Folded places, provinces, countries, regions, rivers and towns abroad."""
    landscape = (row["name"] for row in lexicon.all_rows("landscape") if row["kind"] != "cue")
    abroad = (row["name"] for row in lexicon.all_rows("abroad"))
    names = (*landscape, *abroad, *(row["region"] for row in lexicon.all_rows("regions_abroad")))
    short = (_SHORT.match(place.name) for place in lexicon.place_entries)  # "Freiburg"
    tables = ("neighbours", "neighbour_regions")
    neighbours = (row["name"] for table in tables for row in lexicon.rows(table))
    names = (*names, *(said[1] for said in short if said), *neighbours)
    keys = ((fold(name), name_key(name)) for name in names)
    return lexicon.known_places.union(lexicon.province_by_key, *keys)


def is_place(lexicon: Lexicon, key: str) -> bool:
    """Whether a folded word is itself a place, a country, a region or a river."""
    return key in places_known(lexicon)


@lru_cache(maxsize=16)
def _by_stem(lexicon: Lexicon) -> dict[str, tuple[str, ...]]:
    """First letters -> folded places and countries of one word that begin with them."""
    places: dict[str, tuple[str, ...]] = {}
    for key in sorted(lexicon.known_places):
        if " " not in key and len(key) >= STEM:
            places[key[:STEM]] = (*places.get(key[:STEM], ()), key)
    return places


@lru_cache(maxsize=4096)
def place_of_people(lexicon: Lexicon, key: str) -> tuple[str, str]:
    """The folded place that a folded word begins with, and the suffix of inhabitants behind it,
    the longest of each; ("", "") where it is none."""
    best = (0, 0, "", "")
    for suffix in lexicon.signs("inhabitant"):
        if not key.endswith(suffix):
            continue
        for place in _by_stem(lexicon).get(key[:STEM], ()):
            shared = next(
                (i for i, (x, y) in enumerate(zip(key, place, strict=False)) if x != y),
                min(len(key), len(place)),
            )
            enough = shared > STEM or (shared == STEM and len(place) <= SHORT)
            lost = LOST_OF_COUNTRY if place in lexicon.country_keys else LOST
            more = len(key) - len(suffix) - shared
            if enough and len(place) - shared <= lost and -1 <= more <= MORE:
                best = max(best, (len(suffix), shared - len(place), place, suffix))
    return best[2], best[3]


def _guessed(lexicon: Lexicon, key: str) -> Demonym | None:
    """A word in small letters that no table has: "tolosans", by the forms of its suffix."""
    if is_place(lexicon, key) or not key.isalpha():
        return None
    place, suffix = place_of_people(lexicon, key)
    slots = tuple(lexicon.signs("inhabitant").get(suffix, "").split())
    return Demonym(place, slots) if place and slots else None


def people_named(lexicon: Lexicon, text: str, *, nationality: bool) -> Demonym | None:
    """The inhabitants that a mention names; `nationality`: its label says that it does so, even
    where it is a place's name, too: "Argentina", a woman of it."""
    found = demonym_of(lexicon, text)
    return found or (demonym_of_namesake(lexicon, text) if nationality else None)


def demonym_of_namesake(lexicon: Lexicon, text: str) -> Demonym | None:
    """What a word in small letters says that is a place's name as well ("argentina", "corse")."""
    return _demonyms(lexicon).get(text.casefold()) or _demonyms(lexicon).get(fold(text))


@lru_cache(maxsize=16)
def _endings(lexicon: Lexicon) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Endings of inhabitants as they are written, the longest first, and the forms they are."""
    rows = (row for row in lexicon.rows("signs") if row["kind"] == "inhabitant" and row["value"])
    endings = {row["form"]: tuple(row["value"].split()) for row in rows}
    return tuple(sorted(endings.items(), key=lambda ending: (-len(ending[0]), ending[0])))


def demonym_by_ending(lexicon: Lexicon, text: str) -> Demonym | None:
    """A word for the inhabitants of a place that nobody knows, by its ending: "sanabresa"."""
    word = text.casefold()
    slots = next((held for end, held in _endings(lexicon) if word.endswith(end)), ())
    return Demonym(word, slots) if slots else None


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


@lru_cache(maxsize=4096)
def inhabitants_of(lexicon: Lexicon, place: str) -> frozenset[str]:
    """Folded words for the inhabitants of a place that a table has."""
    return frozenset(map(fold, _forms(lexicon).get(fold(place), {}).values()))


@lru_cache(maxsize=4096)
def perhaps_inhabitants_of(lexicon: Lexicon, place: str) -> frozenset[str]:
    """Folded words that its inhabitants may be called by, where no table has them."""
    key = fold(place)
    if not key.isalpha() or len(key) < _LONG:
        return frozenset()
    stems = [key[: len(key) - lost] for lost in range(_LOST + 1)]
    return frozenset(f"{stem}{suffix}" for stem in stems for suffix in lexicon.signs("inhabitant"))
