"""Spanish: "y" and "o" before a name change with its first sound ("Juan e Inés", "u Óscar").

A surname may be said in the plural ("los Aguirres"), but for one that ends in s or z."""

from collections.abc import Iterator

from surrogates.folding import fold
from surrogates.languages.inflection.sounds import PLURAL, VOWELS

PROCLITICS = frozenset({"y", "o"})
RARE = PROCLITICS | {PLURAL}
OF_PLACES: frozenset[str] = frozenset()
SURE: frozenset[str] = frozenset()
SURE_OF_NAMES: frozenset[str] = frozenset()
_FORMS = {"y": ("y", "e", "i"), "o": ("o", "u", "o")}  # plain, changed, before which sound


def put(stem: str, ending: str) -> str:
    """ "y" + Inés -> "e Inés"; raises KeyError for an unknown ending."""
    if ending == PLURAL:
        last = fold(stem)[-1:]
        return stem if last in ("s", "z") else f"{stem}{'' if last in VOWELS else 'e'}s"
    key = fold(stem).removeprefix("h")
    plain, changed, sound = _FORMS[ending]
    # "y Iago", "y hielo": a glide is no vowel.
    alike = key[:1] == sound and not (sound == "i" and key[1:2] in VOWELS)
    return f"{changed if alike else plain} {stem}"


def cut(word: str, *, place: bool = False) -> Iterator[tuple[str, str]]:
    """Candidates (name, "y", "o" or the plural)."""
    for size in (2, 1) if word.endswith("s") else ():
        stem = word[:-size]
        if len(stem) > 2 and put(stem, PLURAL) == word:
            yield stem, PLURAL
    for ending in _FORMS if word[1:2] == " " else ():
        stem = word[2:]
        if len(stem) > 1 and put(stem, ending).casefold() == word.casefold():
            yield stem, ending


def regular(stem: str, ending: str) -> bool:
    """Whether nobody doubts the plural, or the conjunction before this name."""
    if ending == PLURAL:
        return put(stem, ending) != stem
    key = fold(stem).removeprefix("h")
    return not (key[:1] in ("i", "y") and key[1:2] in VOWELS)


def noun_forms(noun: str) -> Iterator[str]:
    return iter(())
