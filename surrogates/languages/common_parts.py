"""Words in names of things that say what a thing is and name none: "Hospital", "calle", "Doctor".

They stay where a thing gets another name, and nothing searches for them alone.
"""

from collections.abc import Mapping
from functools import lru_cache

from surrogates.folding import PARTICLES, fold, words
from surrogates.labels import Kind
from surrogates.languages.inflection import inflection_of
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.streets import inside_words, is_type, unelided

_FIRST, _LAST = 4, 5  # letters of a compound's first word, and of the word for its kind
_PUBLIC = ("health", "school", "public")
_NAMED = (Kind.ORG, Kind.STREET)


@lru_cache(maxsize=32)
def titles(lexicon: Lexicon) -> Mapping[tuple[str, ...], str]:
    """Folded words of a title -> whom it names: man, woman, surname, devotion, place."""
    rows = lexicon.rows("organisations")
    return {words(r["form"]): r["sector"] for r in rows if r["part"] == "title"}


@lru_cache(maxsize=32)
def kinds_of_thing(lexicon: Lexicon) -> Mapping[str, str]:
    """Folded words for kinds of organisations, and what is said of them ("universitario"), with
    endings ("ospitaleko") -> the word as the tables have it."""
    parts = [r["form"] for r in lexicon.rows("organisations") if r["part"] in ("common", "head")]
    listed = {word: word for part in parts for word in words(part) if word not in PARTICLES}
    inflection = inflection_of(lexicon.lang)
    forms = inflection.noun_forms if inflection is not None else lambda word: ()
    inflected = {
        form: word for word in listed for form in forms(word) if _names_none(lexicon, form)
    }
    return {**inflected, **listed}


def _names_none(lexicon: Lexicon, key: str) -> bool:
    people = key in lexicon.name_by_key or key in lexicon.surname_keys or key in lexicon.fulls_of
    return not people and key not in lexicon.known_places


@lru_cache(maxsize=32)
def _common(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(kinds_of_thing(lexicon)).union(*titles(lexicon))


@lru_cache(maxsize=8192)
def head_of(lexicon: Lexicon, key: str) -> str:
    """The word for a kind that a folded word is, or in German ends with ("stadtsparkasse")."""
    kinds = kinds_of_thing(lexicon)
    if key in kinds or lexicon.lang != "de" or not _names_none(lexicon, key):
        return key if key in kinds else ""
    ends = (key[i:] for i in range(_FIRST, len(key) - _LAST + 1))
    return next((end for end in ends if end in kinds), "")


@lru_cache(maxsize=32)
def public_nouns(lexicon: Lexicon) -> frozenset[str]:
    """Folded words for what is not called so itself: "hospital"; a shop may be "Electricidad"."""
    rows = [row for row in lexicon.rows("organisations") if row["part"] in ("head", "common")]
    return frozenset(fold(row["form"]) for row in rows if row["sector"] in _PUBLIC)


@lru_cache(maxsize=8192)
def common_parts(text: str, kind: Kind, lexicon: Lexicon) -> frozenset[str]:
    """Folded words of a mention that name nothing; none where nothing else is in it."""
    own = words(text)
    if kind in (Kind.PLACE, Kind.COUNTRY) and len(own) > 1:
        cues = lexicon.signs("province")  # "provincia de Toledo", "Co. Kerry"
        size = next((n for n in range(len(own) - 1, 0, -1) if " ".join(own[:n]) in cues), 0)
        district = frozenset(own) & lexicon.signs("district").keys()
        return (
            district | frozenset(own[:size])
            or frozenset(own[:1]) & lexicon.signs("preposition").keys()
        )
    if kind not in _NAMED or (kind is Kind.ORG and not titles(lexicon)):
        return frozenset()
    common = _common(lexicon)
    if kind is Kind.STREET:
        inside = inside_words(lexicon)
        plain = {w for w in own if w in common or w in inside or is_type(w, lexicon)}
        plain |= frozenset(own[:1]) & lexicon.signs("preposition").keys()  # "dans la rue Monge"
    else:
        plain = {w for w in own if w in common or unelided(w) in common}  # "l'hôpital"
        plain |= {w for w in own if head_of(lexicon, w)}
    alone = kind is Kind.ORG and fold(text) in public_nouns(lexicon)
    return frozenset(plain) if len(own) > 1 or alone else frozenset()
