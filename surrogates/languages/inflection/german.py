"""German: genitives and adjectives of names, and the adjectives and inhabitants that places make.

The genitive is -s, and a bare apostrophe after s, ss, ß, tz, z, x and ce ("Klaus' Nummer"); the
adjective of a name is -sche, with an apostrophe or without ("das Berger'sche Haus"). Places
take -er ("Kieler") and -isch ("kielisch"); the many that change their stem are listed, and so are
the countries whose people end in -e ("Franzose").
"""

from collections.abc import Iterator

from surrogates.folding import fold
from surrogates.languages.inflection.german_countries import (
    COUNTRIES,
    ER,
    ISCH,
    WEAK,
    WEAK_ENDINGS,
    weak,
    weak_cuts,
)

PROCLITICS: frozenset[str] = frozenset()
_FEMININE = ("in", "innen")
_SCHE = tuple(f"{mark}sch{end}" for mark in ("'", "") for end in ("e", "er", "en", "es", "em"))
RARE = frozenset({*_FEMININE, "'s", *_SCHE})
_SIBILANT = ("s", "ß", "x", "z", "ce")
_ER_ENDINGS = ("er", "ers", "ern", "erin", "erinnen")
_ISCH_ENDINGS = ("isch", "ische", "ischer", "isches", "ischen", "ischem")
OF_PLACES = frozenset({*_ER_ENDINGS, *_ISCH_ENDINGS, *WEAK_ENDINGS})
SURE: frozenset[str] = frozenset()
_ER = {
    "Baden": "Badener", "Basel": "Basler", "Bremen": "Bremer", "Dresden": "Dresdner",
    "Emden": "Emder", "Gotha": "Gothaer", "Halle": "Hallenser", "Hannover": "Hannoveraner",
    "Jena": "Jenenser", "Kassel": "Kasseler", "Münster": "Münsteraner", "München": "Münchner",
    "Norden": "Norder", "Verden": "Verdener", "Weimar": "Weimarer", "Zürich": "Zürcher",
    "Worms": "Wormser", "Zweibrücken": "Zweibrücker", "Saarbrücken": "Saarbrücker",
    "Meißen": "Meißner", "Aschersleben": "Ascherslebener", "Eisleben": "Eislebener",
    "Winterthur": "Winterthurer", "Gießen": "Gießener", **ER,
}  # fmt: skip
_ISCH = {
    "Bayern": "Bayerisch", "Bremen": "Bremisch", "Franken": "Fränkisch", "Hannover": "Hannoversch",
    "Hessen": "Hessisch", "Köln": "Kölnisch",
    "Preußen": "Preußisch", "Sachsen": "Sächsisch", "Schwaben": "Schwäbisch",
    "Thüringen": "Thüringisch", "Westfalen": "Westfälisch", "Münster": "Münstersch", **ISCH,
}  # fmt: skip


def put(stem: str, ending: str) -> str:
    """ "Kiel" + "er" -> "Kieler"; of a stem of several words, the first makes the adjective.

    Raises KeyError for an unknown ending.
    """
    if ending in ("s", "'s"):
        return f"{stem}'" if stem.lower().endswith(_SIBILANT) else f"{stem}{ending}"
    head = stem.split(" ", 1)[0]
    if ending in WEAK_ENDINGS:
        return weak(stem, ending) or f"{_adjective(head)}{ending[1:]}"
    if ending in _ER_ENDINGS:
        return _adjective(head) + ending.removeprefix("er")
    if ending in _ISCH_ENDINGS:
        return _isch(head) + ending.removeprefix("isch")
    if ending in _FEMININE or ending in _SCHE:
        return f"{stem}{ending}"
    raise KeyError(ending)


def _adjective(place: str) -> str:
    if place in _ER:
        return _ER[place]
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


def cut(word: str, *, place: bool = False) -> Iterator[tuple[str, str]]:
    """Candidates (stem, ending); with `place`, adjectives come before genitives."""
    found = list(_genitives(word)) + list(_plain(word))
    derived = [*weak_cuts(word), *_derived(word)]
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
    for place, form in (_ER if tail == "er" else _ISCH).items():
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
        return stem in (WEAK if ending in WEAK_ENDINGS else ER if ending in _ER_ENDINGS else ISCH)
    if ending in _ER_ENDINGS or ending in _ISCH_ENDINGS:
        lowered = stem.lower()
        listed = stem in _ER or stem in _ISCH
        doubtful = lowered.endswith(("en", "ern", "el", "er", "a", "e", "stadt"))
        return not listed and not doubtful and stem.isalpha()
    return ending not in WEAK_ENDINGS and (
        ending not in _FEMININE or stem.lower()[-1:] not in ("e", "a")
    )


def noun_forms(noun: str) -> Iterator[str]:
    """ "autohaus" -> "autohauses", "stadtwerke" -> "stadtwerken", "schule" -> "schulen"."""
    yield from (noun + ending for ending in ("s", "es", "e", "en", "n"))
