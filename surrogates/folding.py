"""Keys for comparing words: accents, case and separators folded away.

Every module of this package compares through these functions, so that "José", "jose" and "JOSÉ"
are one key everywhere.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

WORD = re.compile(r"[^\W_]+(?:['’·][^\W_]+)*")
# Words that stand inside names without naming anybody.
_PARTICLES_TEXT = (
    "de del la las los el lo y e i san santa santo da do dos das des du le les von van "
    "der den zu the of and a al en"
)
PARTICLES = frozenset(_PARTICLES_TEXT.split())


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Casefolded text without accents; ñ becomes n, ß becomes ss."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def strip_accents(text: str) -> str:
    """The same letters and case, without accents (but ñ and ç stay letters of their own)."""
    kept = []
    for char in unicodedata.normalize("NFC", text):
        if char in "ñÑçÇ":
            kept.append(char)
            continue
        parts = unicodedata.normalize("NFD", char)
        kept.append("".join(c for c in parts if not unicodedata.combining(c)))
    return "".join(kept)


_DIGRAPHS = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}


def digraphs(text: str) -> str:
    """German letters as they are written without umlauts: "Müller" -> "Mueller"."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(_DIGRAPHS.get(c, c) for c in composed)


@lru_cache(maxsize=65536)
def words(text: str) -> tuple[str, ...]:
    """Folded words of a text, in order."""
    return tuple(WORD.findall(fold(text)))


def differ_in_marks(texts: Iterable[str]) -> str:
    """How writings of one name differ: "sharp" (ß and ss), "umlaut" (ü and ue), "accent" (é and e).

    "" where they do not.
    """
    written = {unicodedata.normalize("NFC", text).lower() for text in texts}
    if any("ß" in w and w.replace("ß", "ss") in written for w in written):
        return "sharp"
    if any(digraphs(w) != w and digraphs(w) in written for w in written):
        return "umlaut"
    plain = any(strip_accents(w) != w and strip_accents(w) in written for w in written)
    return "accent" if plain else ""


def has_marks(text: str, kind: str) -> bool:
    """Whether a name can be written in the two ways that `differ_in_marks` names."""
    if kind == "sharp":
        return "ß" in text and not has_marks(text, "umlaut")
    if kind == "umlaut":
        return any(c in "äöüÄÖÜ" for c in unicodedata.normalize("NFC", text))
    return not kind or strip_accents(text) != text


def key_words(text: str) -> frozenset[str]:
    """Folded words that name something: three letters or more, particles left out."""
    return frozenset(w for w in words(text) if len(w) >= 3 and w not in PARTICLES)


def letters_only(text: str) -> str:
    """Folded letters, everything else dropped."""
    return "".join(c for c in fold(text) if c.isalpha())


def digits_only(text: str) -> str:
    """The decimal digits of a text, everything else dropped."""
    return "".join(c for c in text if c.isdecimal())


def case_pattern(text: str) -> str:
    """How a word is written: "upper", "lower" or "title" (anything mixed)."""
    letters = [c for c in text if c.isalpha()]
    if len(letters) > 1 and all(c.isupper() for c in letters):
        return "upper"
    if letters and all(c.islower() for c in letters):
        return "lower"
    return "title"


def apply_case(text: str, pattern: str) -> str:
    """`text` written in one of the patterns of `case_pattern`."""
    if pattern == "upper":
        return text.upper()
    if pattern == "lower":
        return text.lower()
    return text
