"""Words of a mention that stay as they are: titles, figures of kings, what introduces a surname,
words of kinship that are used like titles ("Tante Uschi", "Dumas fils")."""

import re
from collections.abc import Container, Iterator
from functools import lru_cache

from surrogates.folding import WORD, fold
from surrogates.languages.lexicon import Lexicon

_KINDS = ("title", "title_after", "maiden")
# Titles that go with given names.
_BEFORE_GIVEN_TEXT = "d don dona donya dna en na fray fra padre mossen sor sister soeur"
BEFORE_GIVEN = frozenset(_BEFORE_GIVEN_TEXT.split())
_EVERYWHERE = frozenset({"dr", "dra", "prof", "herr"})


# "Smith family", "Familia Gil": the name beside them is a surname.
FAMILIES = frozenset({"familia", "familie", "famille", "family"})
_RAISED = re.compile(r"(?<!\w)[^\W\d_]{1,3}\.?\s?ª")
_FIGURE = re.compile(r"X{0,2}(?:IX|IV|VI{0,3}|I{1,3}|X)")


def _is_figure(word: str, *, shouted: bool) -> bool:
    """Whether a word is a Roman figure; in capitals all through, "XI" may be a surname."""
    return len(word) > 1 + shouted and _FIGURE.fullmatch(word) is not None


@lru_cache(maxsize=16)
def _cues(lexicon: Lexicon) -> frozenset[str]:
    return _EVERYWHERE.union(*(lexicon.cues(kind) for kind in _KINDS))


@lru_cache(maxsize=16)
def plain_titles(lexicon: Lexicon) -> frozenset[str]:
    """Folded titles that are no given name, so that they name nobody wherever they stand."""
    return frozenset(key for key in _cues(lexicon) if key not in lexicon.name_by_key)


@lru_cache(maxsize=4096)
def title_words(text: str, lexicon: Lexicon) -> frozenset[str]:
    """Folded words that are titles in this mention."""
    known, plain = _cues(lexicon), plain_titles(lexicon)
    words = [(m.group(), fold(m.group())) for m in WORD.finditer(text)]
    return frozenset(
        key
        for place, (word, key) in enumerate(words)
        if (key in plain and (len(key) > 1 or not place))  # "D.": only before the name
        or (key in known and place and word.islower())  # not "Andrea Garmendia"
        or (place and _is_figure(word, shouted=text.isupper()))  # "Alfonso XIII"
        or (len(words) > 1 and key in FAMILIES)
    ).union(kin_titles(text, lexicon), _raised(text, known))


def joined_titles(text: str) -> str:
    """A text in which "D.ª" is one word."""
    return (
        _RAISED.sub(lambda match: re.sub(r"[.\s]", "", match.group()), text)
        if "ª" in text
        else text
    )


def _raised(text: str, known: Container[str]) -> Iterator[str]:
    """Titles with a raised letter: "D.ª", as one word and in parts."""
    for match in _RAISED.finditer(text):
        key = fold(match.group())
        if (whole := re.sub(r"[.\s]", "", key)) in known:
            yield from (key, whole, *WORD.findall(key))


def kin_titles(text: str, lexicon: Lexicon) -> frozenset[str]:
    """Folded words of kinship before a name or, in small letters, behind it."""
    known = lexicon.cues("kin_title")
    words = [m.group() for m in WORD.finditer(text)]
    keys = [fold(word) for word in words]
    if len(words) < 2 or known.keys().isdisjoint(keys):
        return frozenset()
    found = set()
    for place, beside in ((0, 1), (len(words) - 1, len(words) - 2)):
        word, key = words[place], keys[place]
        small = word.islower() and not text.islower()
        named = words[beside][0].isupper() or keys[beside] in lexicon.name_by_key
        if key not in known or keys[beside] in known or (place and not (word.islower() and named)):
            continue
        # "Vetter, Hans", "Nana Mouskouri": it may be the name itself.
        listed = key in lexicon.name_by_key or key in lexicon.fulls_of
        if small or not (listed or key in lexicon.surname_keys):
            found.add(key)
    return frozenset(found)
