"""Catalan: personal articles and "de" before a name ("en Jaume", "l'Anna", "d'Olot").

"n'" is the Balearic elision of en and na; "la" does not elide before an unstressed i or u, which a
spelling does not show, so such names are never regular. An article that has melted into a
preposition comes out of it before a vowel: "del Marc", but "de l'Oriol". A surname may be said in
the plural ("els Puigs", "els Serres").
"""

from collections.abc import Iterator

from surrogates.folding import fold
from surrogates.languages.inflection.sounds import PLURAL, VOWELS, doubtful_onset, vowel_onset

_MELTED = {"al": ("al ", "a l'"), "del": ("del ", "de l'"), "pel": ("pel ", "per l'")}
PROCLITICS = frozenset({"a", "en", "na", "el", "la", "de", "n'", *_MELTED})
RARE = frozenset({"el", "la", PLURAL, *_MELTED})
OF_PLACES: frozenset[str] = frozenset()
SURE: frozenset[str] = frozenset()
SURE_OF_NAMES: frozenset[str] = frozenset()
# Clitic -> before a consonant, before a vowel.
_FORMS = {
    "en": ("en ", "l'"), "na": ("na ", "l'"), "el": ("el ", "l'"), "la": ("la ", "l'"),
    "n'": ("en ", "n'"), "a": ("a ", "a "), "de": ("de ", "d'"), **_MELTED,
}  # fmt: skip
_CONTRACTED = {
    ("a", "el "): "al ", ("a", "els "): "als ", ("de", "el "): "del ", ("de", "els "): "dels ",
}  # fmt: skip


def put(stem: str, ending: str) -> str:
    """ "en" + Oriol -> "l'Oriol", "de" + El Prat -> "del Prat"; KeyError for an unknown ending."""
    if ending == PLURAL:
        if fold(stem).endswith(("s", "x", "z", "c")):
            return stem
        return f"{stem[:-1]}es" if stem.endswith("a") else f"{stem}s"
    before_consonant, before_vowel = _FORMS[ending]
    for (preposition, article), contracted in _CONTRACTED.items():
        if ending == preposition and stem.lower().startswith(article):
            return contracted + stem[len(article) :]
    key = fold(stem).removeprefix("h")
    glide = key[:1] in ("i", "u") and key[1:2] in VOWELS
    return f"{before_vowel if vowel_onset(stem) and not glide else before_consonant}{stem}"


def cut(word: str, *, place: bool = False) -> Iterator[tuple[str, str]]:
    """Candidates (name, clitic or plural)."""
    for stem in (f"{word[:-2]}a", word[:-1]):
        if len(stem) > 2 and put(stem, PLURAL) == word != stem:
            yield stem, PLURAL
    for ending, forms in _FORMS.items():
        starts = dict.fromkeys(forms, "")
        starts |= {m: was.capitalize() for (of, was), m in _CONTRACTED.items() if of == ending}
        for start, article in starts.items():
            stem = article + word[len(start) :]
            if not word.lower().startswith(start) or len(stem) < 2:
                continue
            if put(stem, ending).casefold() == word.casefold():
                yield stem, ending


def regular(stem: str, ending: str) -> bool:
    """Whether the first sound is beyond doubt and no article melts into the clitic."""
    if ending == PLURAL:
        return put(stem, ending) != stem
    if ending == "a":
        return put(stem, ending).endswith(stem)
    if doubtful_onset(stem) or (ending != "de" and fold(stem)[:1] in ("i", "u")):
        return False
    return put(stem, ending).endswith(stem)


def noun_forms(noun: str) -> Iterator[str]:
    return iter(())
