"""Keys for comparing words: accents, case and separators folded away.

Every module of this package compares through these functions, so that "José", "jose" and "JOSÉ"
are one key everywhere.
"""

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

# Signs that are not seen, and marks that stand on the letter before: inside a word, no end of it.
_UNSEEN = "\u00ad\u200b-\u200d\u2060\ufeff"
_INSIDE = rf"(?:[^\W_]|[\u0300-\u036f{_UNSEEN}])*"
WORD = re.compile(rf"[^\W_]{_INSIDE}(?:['’´·][^\W_]{_INSIDE})*")
# Letters and digits that are drawn as others are: full-width ones, mathematical ones ("𝐀", "𝟙").
_DRAWN = (*range(0xFF01, 0xFF5F), *range(0x1D400, 0x1D800))
# Letters that no mark can be taken from, drawn ones and Cyrillic ones that look like others.
_PLAIN = str.maketrans(
    {
        **dict(zip("łøđıðаеорсухіјѕ", "lodidaeopcyxijs", strict=True)),
        **{"æ": "ae", "œ": "oe", "þ": "th"},
        **dict.fromkeys("’ʼ´", "'"),
        **{chr(n): unicodedata.normalize("NFKC", chr(n)).casefold() for n in _DRAWN},
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff"),
    }
)


class _Folded(dict[int, "str | int | None"]):
    """What each character becomes, found out once: marks nothing."""

    def __missing__(self, code: int) -> "str | int | None":
        is_mark = unicodedata.combining(chr(code))
        self[code] = None if is_mark else _PLAIN.get(code, code)
        return self[code]


_FOLDED = _Folded()
# Words that stand inside names without naming anybody, by language.
PARTICLES_OF = {
    lang: frozenset(text.split())
    for lang, text in {
        "es": "de del la las los el lo y e a al en",
        "ca": "de del dels la les el lo i a al en",
        "eu": "de la eta",
        "gl": "da do dos das de e a o",
        "de": "von der den das des zu van",
        "fr": "de du la le les des",
        "en": "the of and a ap ferch",
    }.items()
}
# Letters of their own, which nobody spells as another letter with a mark on it.
OWN_LETTERS = frozenset("ñçß")
# Of saints: a part of the name that the next word alone is not.
SAINTS = frozenset({"san", "santa", "santo"})
# "And", whatever the language.
AND = frozenset({"y", "e", "i", "eta", "and", "und", "et"})
# What comparing leaves out, whatever the language.
PARTICLES = SAINTS.union(*PARTICLES_OF.values()) - {"eta", "o"}


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Casefolded text without accents and unseen signs; ñ becomes n, ß becomes ss, ø becomes o."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFD", text.casefold()).translate(_FOLDED)


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
    if text.isascii():
        return text
    composed = unicodedata.normalize("NFC", text)
    return "".join(_DIGRAPHS.get(c, c) for c in composed)


_FURTHER = str.maketrans({"ø": "oe", "å": "aa", "đ": "dj", "Ø": "oe", "Å": "aa", "Đ": "dj"})


def other_writings(word: str) -> frozenset[str]:
    """Folded, what else a name is written as: without apostrophes, "Mueller", "Djuric"."""
    if word.isascii() and "'" not in word:
        return frozenset()
    whole = unicodedata.normalize("NFC", word)
    writings = {fold(digraphs(whole)), fold(whole.translate(_FURTHER))}
    writings |= {run_together(each) for each in (fold(whole), *writings)}
    return frozenset(writings) - {fold(whole)}


def run_together(key: str) -> str:
    """A folded word without what joins its parts: "o'donoghue" -> "odonoghue"."""
    return key.replace("'", "").replace("·", "")


def saint_writings(parts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Folded words of a name with its saint as a word of its own, or as none: "sanmartin"."""
    for saint, name in pairwise(parts):
        if saint in SAINTS:
            yield (saint + name,)
    for word in parts:
        for saint in SAINTS:
            if word.startswith(saint) and len(word) - len(saint) >= 4:
                yield (saint, word[len(saint) :])


@lru_cache(maxsize=16384)  # texts of turns among them, so a few MB
def words(text: str) -> tuple[str, ...]:
    """Folded words of a text, in order; each word is one object in all of what is remembered."""
    return tuple(map(sys.intern, WORD.findall(fold(text))))


@lru_cache(maxsize=16384)
def words_apart(text: str) -> tuple[str, ...]:
    """Folded words, what is elided before one as a word of its own: "d'heure" is two."""
    return words(text.replace("'", " ").replace("’", " "))


def differ_in_marks(texts: Iterable[str]) -> str:
    """How writings of one name differ: "sharp" (ß, ss), "umlaut" (ü, ue), "accent" (é, e) or ""."""
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


@lru_cache(maxsize=65536)
def letters_only(text: str) -> str:
    """Folded letters, everything else dropped."""
    return "".join(c for c in fold(text) if c.isalpha())


def signs_only(text: str) -> str:
    """Folded letters and figures, everything else dropped."""
    return "".join(c for c in fold(text) if c.isalnum())


def digits_only(text: str) -> str:
    """The decimal digits of a text, everything else dropped."""
    return "".join(c for c in text if c.isdecimal())


@lru_cache(maxsize=8192)
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


def cased_like(word: str, old: str) -> str:
    """`word` in small or capital letters as `old`, with a capital where that has one."""
    pattern = case_pattern(old)
    return word[:1].upper() + word[1:] if pattern == "title" else apply_case(word, pattern)


@lru_cache(maxsize=65536)
def name_letters(text: str) -> tuple[str, ...]:
    """The letters of a name in lower case, one each; blanks, hyphens and points dropped."""
    return tuple(c for c in unicodedata.normalize("NFC", text).lower() if c.isalpha())


def plain_letter(letter: str) -> str:
    """A letter without its mark; ñ, ç and ß stay what they are."""
    return letter if letter in OWN_LETTERS else fold(letter)


@lru_cache(maxsize=65536)
def plain_letters(name: str) -> str:
    """The letters of a name without their marks."""
    return "".join(plain_letter(c) for c in name_letters(name))


def lead_of(text: str) -> str:
    """What stands before the first blank."""
    return text.partition(" ")[0]
