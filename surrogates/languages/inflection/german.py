"""German: genitives and adjectives of names, and the adjectives and inhabitants that places make.

The genitive is -s, and a bare apostrophe after s, ss, ß, tz, z, x and ce ("Klaus' Nummer"); the
adjective of a name is -sche, with an apostrophe or without ("das Berger'sche Haus"). Places
take -er ("Kieler") and -isch ("kielisch"); the many that change their stem are listed, and so are
the countries whose people end in -e ("Franzose").
"""

from collections.abc import Iterator

from surrogates.folding import fold
from surrogates.languages.schema import FOLDER, read_table

PROCLITICS: frozenset[str] = frozenset()
_FEMININE = ("in", "innen")
_SCHE = tuple(f"{mark}sch{end}" for mark in ("'", "") for end in ("e", "er", "en", "es", "em"))
RARE = frozenset({*_FEMININE, "'s", *_SCHE})
_SIBILANT = ("s", "ß", "x", "z", "ce")
_ER_ENDINGS = ("er", "ers", "ern", "erin", "erinnen")
_ISCH_ENDINGS = ("isch", "ische", "ischer", "isches", "ischen", "ischem")
SURE: frozenset[str] = frozenset()
SURE_OF_NAMES: frozenset[str] = frozenset()
# Place -> its people in -er, its adjective; a country's "-" says that it has none of the sort.
_ROWS = read_table(FOLDER / "de" / "people.tsv")
COUNTRIES = frozenset(row["place"] for row in _ROWS if row["kind"] == "country")
ER = {row["place"]: row["people"] for row in _ROWS if row["people"].endswith("er")}
_ISCH = {
    row["place"]: row["adjective"].capitalize()
    for row in _ROWS
    if row["adjective"] not in ("", "-")
}
# Country -> a man and a woman of it, where he ends in -e and so has his case endings.
_MEN = {row["place"]: row["people"] for row in _ROWS if row["people"].endswith("e")}
WEAK = {country: (man, f"{man[:-1]}in") for country, man in _MEN.items()}
WEAK |= {"Frankreich": ("Franzose", "Französin"), "Ungarn": ("Ungar", "Ungarin")}
# Name of an ending -> which of the two takes it, and what it adds.
_WEAK_ENDINGS = {"e": (0, ""), "en": (0, "n"), "ein": (1, ""), "einnen": (1, "nen")}
OF_PLACES = frozenset({*_ER_ENDINGS, *_ISCH_ENDINGS, *_WEAK_ENDINGS})


def put(stem: str, ending: str) -> str:
    """ "Kiel" + "er" -> "Kieler"; of a stem of several words, the first makes the adjective.

    Raises KeyError for an unknown ending.
    """
    if ending in ("s", "'s"):
        return f"{stem}'" if stem.lower().endswith(_SIBILANT) else f"{stem}{ending}"
    head = stem.split(" ", 1)[0]
    if ending in _WEAK_ENDINGS:
        return _weak(stem, ending) or f"{_adjective(head)}{ending[1:]}"
    if ending in _ER_ENDINGS:
        return _adjective(head) + ending.removeprefix("er")
    if ending in _ISCH_ENDINGS:
        return _isch(head) + ending.removeprefix("isch")
    if ending in _FEMININE or ending in _SCHE:
        return f"{stem}{ending}"
    raise KeyError(ending)


def _adjective(place: str) -> str:
    if place in ER:
        return ER[place]
    lowered = place.lower()
    if lowered.endswith("ngen"):
        return f"{place[:-2]}er"
    if lowered.endswith("stadt"):
        return f"{place[:-3]}ädter"
    return f"{place}r" if lowered.endswith("e") else f"{place}er"


def _isch(place: str) -> str:
    if place in _ISCH:
        return _ISCH[place]
    lowered = place.lower()
    if lowered.endswith("ngen"):
        return f"{place[:-2]}isch"
    return f"{place[:-1]}isch" if lowered.endswith("e") else f"{place}isch"


def _weak(country: str, ending: str) -> str | None:
    """ "Frankreich" + "en" -> "Franzosen"; None where the country's people do not end in -e."""
    which, more = _WEAK_ENDINGS[ending]
    return f"{WEAK[country][which]}{more}" if country in WEAK else None


def _weak_cuts(word: str) -> Iterator[tuple[str, str]]:
    """(country, ending) of a word for somebody whose country's people end in -e."""
    for country in WEAK:
        for ending in _WEAK_ENDINGS:
            made = _weak(country, ending)
            if made is not None and made.lower() == word.lower():
                yield country, ending


def cut(word: str, *, place: bool = False) -> Iterator[tuple[str, str]]:
    """Candidates (stem, ending); with `place`, adjectives come before genitives."""
    found = list(_genitives(word)) + list(_plain(word))
    derived = [*_weak_cuts(word), *_derived(word)]
    yield from derived + found if place else found + derived


def _genitives(word: str) -> Iterator[tuple[str, str]]:
    for ending in ("s", "'s"):
        for stem in (word[:-1], word[:-2]):
            if len(stem) > 1 and put(stem, ending).lower() == word.lower():
                yield stem, ending


def _plain(word: str) -> Iterator[tuple[str, str]]:
    for ending in (*_FEMININE, *_SCHE):
        if word.lower().endswith(ending) and len(word) > len(ending) + 2:
            yield word[: -len(ending)], ending


def _derived(word: str) -> Iterator[tuple[str, str]]:
    for endings, tail in ((_ER_ENDINGS, "er"), (_ISCH_ENDINGS, "isch")):
        for ending in sorted(endings, key=len, reverse=True):
            more = ending.removeprefix(tail)
            if more and not word.lower().endswith(more):
                continue
            bare = word[: len(word) - len(more)]
            for stem in _places(bare, tail):
                if len(stem) > 1 and put(stem, ending).lower() == word.lower():
                    yield stem, ending


def _places(adjective: str, tail: str) -> Iterator[str]:
    """Places that may have made an adjective, listed ones first."""
    lowered = adjective.lower()
    for place, form in (ER if tail == "er" else _ISCH).items():
        if form.lower() == lowered:
            yield place
    if lowered.endswith(tail):
        stem = adjective[: -len(tail)]
        if fold(stem).endswith("stadt"):
            yield f"{stem[:-5]}stadt"
        yield stem
        yield f"{stem}e"
        if lowered.endswith(f"ng{tail}"):
            yield f"{stem}en"


def regular(stem: str, ending: str) -> bool:
    """Whether the ending leaves a stem of one word as it is."""
    if stem in COUNTRIES and ending in OF_PLACES:
        er = ending in _ER_ENDINGS
        return stem in (WEAK if ending in _WEAK_ENDINGS else ER if er else _ISCH)
    if ending in _ER_ENDINGS or ending in _ISCH_ENDINGS:
        lowered = stem.lower()
        listed = stem in ER or stem in _ISCH
        doubtful = lowered.endswith(("en", "ern", "el", "er", "a", "e", "stadt"))
        return not listed and not doubtful and stem.isalpha()
    return ending not in _WEAK_ENDINGS and (
        ending not in _FEMININE or stem.lower()[-1:] not in ("e", "a")
    )


def noun_forms(noun: str) -> Iterator[str]:
    """ "autohaus" -> "autohauses", "stadtwerke" -> "stadtwerken", "schule" -> "schulen"."""
    yield from (noun + ending for ending in ("s", "es", "e", "en", "n"))
