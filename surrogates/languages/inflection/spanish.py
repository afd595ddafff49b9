"""Spanish: "y" and "o" before a name change with its first sound ("Juan e Inés", "u Óscar")."""

from collections.abc import Iterator

from surrogates.folding import fold
from surrogates.languages.inflection.sounds import VOWELS

PROCLITICS = frozenset({"y", "o"})
RARE = PROCLITICS
OF_PLACES: frozenset[str] = frozenset()
SURE: frozenset[str] = frozenset()
_FORMS = {"y": ("y", "e", "i"), "o": ("o", "u", "o")}  # plain, changed, before which sound


def put(stem: str, ending: str) -> str:
    """ "y" + Inés -> "e Inés"; raises KeyError for an unknown ending."""
    key = fold(stem).removeprefix("h")
    plain, changed, sound = _FORMS[ending]
    # "y Iago", "y hielo": a glide is no vowel.
    alike = key[:1] == sound and not (sound == "i" and key[1:2] in VOWELS)
    return f"{changed if alike else plain} {stem}"


def cut(word: str, *, place: bool = False) -> Iterator[tuple[str, str]]:
    """Candidates (name, "y" or "o")."""
    for ending in _FORMS:
        stem = word[2:]
        if len(stem) > 1 and put(stem, ending).casefold() == word.casefold():
            yield stem, ending


def regular(stem: str, ending: str) -> bool:
    """Whether nobody doubts the conjunction before this name."""
    key = fold(stem).removeprefix("h")
    return not (key[:1] in ("i", "y") and key[1:2] in VOWELS)


def noun_forms(noun: str) -> Iterator[str]:
    return iter(())
