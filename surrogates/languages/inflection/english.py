"""English: possessives and plurals of names ("Ana's", "James'", "the Smiths"); "a" and "an"."""

from collections.abc import Iterator

from surrogates.folding import fold
from surrogates.languages.inflection.sounds import VOWELS, doubtful_onset

PROCLITICS = frozenset({"a"})
RARE = frozenset({"plural", "plural'", "a"})
OF_PLACES: frozenset[str] = frozenset()
SURE: frozenset[str] = frozenset()
SURE_OF_NAMES = frozenset({"'s"})
_HISSING = ("s", "x", "z", "ch", "sh")


def put(stem: str, ending: str) -> str:
    """The possessive ("'s"; "'" where an s before it lets the s go), the plural, the plural's
    possessive, or the article.

    Raises KeyError for an unknown ending.
    """
    if ending == "a":
        return f"{'an' if fold(stem)[:1] in VOWELS else 'a'} {stem}"
    if ending in ("plural", "plural'"):
        plural = f"{stem}es" if fold(stem).endswith(_HISSING) else f"{stem}s"
        return plural + ending.removeprefix("plural")
    if ending == "'":
        return f"{stem}'" if fold(stem).endswith("s") else f"{stem}'s"
    if ending != "'s":
        raise KeyError(ending)
    return f"{stem}'s"


def cut(word: str, *, place: bool = False) -> Iterator[tuple[str, str]]:
    """Candidates (name, ending)."""
    lowered = word.lower()
    stems = {
        "plural'": [word[:-3], word[:-2]],
        "'s": [word[:-2]],
        "'": [word[:-1], word[:-2]],
        "plural": [word[:-2], word[:-1]],
        "a": [word[2:], word[3:]],
    }
    for ending, options in stems.items():
        for stem in options:
            if len(stem) > 1 and put(stem, ending).lower() == lowered:
                yield stem, ending


def regular(stem: str, ending: str) -> bool:
    """Whether the ending leaves the name alone and nobody doubts the article before it."""
    if ending == "a":
        return not doubtful_onset(stem) and fold(stem)[:1] not in ("u", "e")
    return not fold(stem).endswith(_HISSING)


def noun_forms(noun: str) -> Iterator[str]:
    """ "County Clerk's Office"."""
    yield f"{noun}'s"
