"""Countries by region, and names of people by where they are usual: `nations`, `names_abroad`.

What stands for a nationality lies near it, and who says one has a name that goes with it.
"""

from dataclasses import dataclass
from functools import lru_cache

from surrogates.folding import fold, words
from surrogates.languages.entries import per_million
from surrogates.languages.lexicon import Lexicon, name_key

OWN, UNNAMED = "own", "none"  # names as at home; a country of whose names no table knows any
LANGUAGE = "language"  # the region of what is spoken
_NAMES = ("f", "m", "surname")
_REGISTER, _RARE = "ine", "1"  # a source, and the lowest band
# Origins of which the languages here share names, and which a name alone does not tell.
_SHARED_TEXT = (
    "dutch english filipino french german hungarian italian latin polish portuguese romanian"
    " scandinavian southslavic"
)
_SHARED = frozenset(_SHARED_TEXT.split())
# Whose names are those of other countries, too.
_KIN = {
    "bengali": ("pakistani", "mashriq"),
    "indian": ("pakistani",),
    "maghreb": ("mashriq",),
    "mashriq": ("maghreb",),
    "pakistani": ("bengali", "mashriq"),
    "persian": ("mashriq",),
    "turkish": ("mashriq", "persian"),
    "westafrican": ("maghreb",),
}


@dataclass(frozen=True, slots=True)
class Nation:
    """A country: its region, and the origin of the names that are usual there."""

    name: str
    region: str
    origin: str


@lru_cache(maxsize=16)
def nations(lexicon: Lexicon) -> dict[str, Nation]:
    """Folded country, or language, -> what is known of it."""
    rows = lexicon.all_rows("nations")
    return {name_key(r["name"]): Nation(r["name"], r["region"], r["origin"]) for r in rows}


@lru_cache(maxsize=16)
def own_nations(lexicon: Lexicon) -> tuple[str, ...]:
    """The folded countries of a language's own table, which may be drawn."""
    rows = lexicon.rows("nations")
    return tuple(name_key(row["name"]) for row in rows if row["region"] != LANGUAGE)


@lru_cache(maxsize=16)
def names_from(lexicon: Lexicon, origin: str, kind: str) -> tuple[str, ...]:
    """The names of an origin: given ones of "f" or "m", or each "surname"."""
    rows = lexicon.rows("names_abroad")
    return tuple(r["name"] for r in rows if (r["origin"], r["kind"]) == (origin, kind))


@lru_cache(maxsize=16)
def given_from(lexicon: Lexicon) -> frozenset[str]:
    """Folded words of the given names of all origins, which are no surname of one."""
    rows = lexicon.rows("names_abroad")
    families = {word for r in rows if r["kind"] == "surname" for word in words(r["name"])}
    return frozenset(w for r in rows if r["kind"] != "surname" for w in words(r["name"])) - families


@lru_cache(maxsize=16)
def _origins(lexicon: Lexicon) -> dict[str, frozenset[str]]:
    """Folded word of a name -> the origins that have it."""
    found: dict[str, frozenset[str]] = {}
    for row in lexicon.rows("names_abroad"):
        for word in words(row["name"]) if row["kind"] in _NAMES else ():
            found[word] = found.get(word, frozenset()) | {row["origin"]}
    return found


@lru_cache(maxsize=16)
def _at_home(lexicon: Lexicon) -> frozenset[str]:
    """Folded words of the names that people of the country have; a register's newcomers, whom
    `ine` counts, are not told from them there."""
    tables = (("names", "name"), ("surnames", "surname"))
    rows = [(row[column], row) for table, column in tables for row in lexicon.all_rows(table)]
    usual = (name for name, row in rows if row["source"] != _REGISTER and _is_usual(row))
    return frozenset(word for name in usual for word in words(name))


def _is_usual(row: dict[str, str]) -> bool:
    """Whether a name of the tables is no rare one; surnames have no band for those."""
    return "surname" in row or per_million(row["weight"]) > per_million(_RARE)


def is_known(lexicon: Lexicon, word: str) -> bool:
    """Whether any table has a folded word of a name."""
    listed = word in lexicon.name_by_key or word in lexicon.fulls_of or word in lexicon.surname_keys
    return listed or word in _origins(lexicon)


def tells_origin(lexicon: Lexicon, word: str, origin: str) -> bool:
    """Whether a folded word of a name is one of an origin and of nobody at home: "amrani",
    "dumitrescu"."""
    if not _origins(lexicon).get(word, frozenset()).isdisjoint((origin, *_KIN.get(origin, ()))):
        return origin not in _SHARED or word not in _at_home(lexicon)
    if is_known(lexicon, word):
        return False
    return any(_is_made_so(word, sign) for sign in _signs(lexicon).get(origin, ()))


def is_abroad(lexicon: Lexicon, word: str) -> bool:
    """Whether a folded word is a name of an origin and of nobody at home."""
    return word in _origins(lexicon) and word not in _at_home(lexicon)


def may_be_from(lexicon: Lexicon, word: str, origin: str) -> bool:
    """Whether a folded word of a name is one of an origin, if at home too: "Marin"."""
    return origin in _origins(lexicon).get(word, ())


def _is_made_so(word: str, sign: str) -> bool:
    """Whether a word begins ("abd-") or ends ("-escu") like the names of an origin."""
    part = sign.strip("-")
    fits = word.startswith(part) if sign.endswith("-") else word.endswith(part)
    return fits and len(word) > len(part) + 1


@lru_cache(maxsize=16)
def _signs(lexicon: Lexicon) -> dict[str, tuple[str, ...]]:
    """Origin -> what names of it begin with ("abd-") or end in ("-escu"), folded."""
    signs: dict[str, tuple[str, ...]] = {}
    for row in lexicon.rows("names_abroad"):
        if row["kind"] == "sign":
            signs[row["origin"]] = (*signs.get(row["origin"], ()), fold(row["name"]))
    return signs
