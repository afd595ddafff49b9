"""How a written name begins and ends, for the languages whose clitics and endings depend on it."""

import re

from surrogates.folding import fold

PLURAL = "plural"  # the ending of a family's surname: "los Aguirres"
ELIDING = frozenset({"ca", "fr"})  # languages that write "d'Anna"
ELIDED_OR_NOT = re.compile(r"(?i)(?<![^\W_])d(?:e\s+|['’])$")
VOWELS = frozenset("aeiou")


def vowel_onset(name: str) -> bool:
    """Whether the first sound is a vowel; an h is mute, a y before a consonant is a vowel."""
    key = fold(name).removeprefix("h")
    if key.startswith("y"):
        return key[1:2] not in VOWELS and len(key) > 1
    return key[:1] in VOWELS


def doubtful_onset(name: str) -> bool:
    """Whether speakers or spellings differ on the first sound: h, y, a glide (Iolanda, Ouarda)."""
    key = fold(name)
    if key[:1] in ("h", "y"):
        return True
    if key.startswith("ou") and key[2:3] in VOWELS:
        return True
    return key[:1] in ("i", "u") and key[1:2] in VOWELS
