"""Diminutives by ending: "Amaitxo" of Amaia, "Hansi" of Hans, also where no table has them."""

import re
from collections.abc import Iterable

SHORT_ENDING = 2  # letters: "Benj-i", "Lott-ie"
SHARED = 3  # letters that a nickname has of the beginning or the end of its name


def is_with_ending(nick: str, name: str, endings: Iterable[str]) -> bool:
    """Whether a word is a name with an ending, or with a long one in place of its last vowel:
    "Hansi", "Amaitxo". Who is called so has the name, also where somebody else has it, too."""
    long = [ending for ending in endings if len(ending) > SHORT_ENDING]
    wholes = wholes_of(name) if len(name) >= SHARED else set()
    return name in stems_of(nick, endings) or not wholes.isdisjoint(stems_of(nick, long))


def stems_of(nick: str, endings: Iterable[str]) -> set[str]:
    """What is before an ending of a word, also without what doubles its last letter: "Jeannot"."""
    stems = {nick.removesuffix(ending) for ending in endings if nick.endswith(ending)}
    return stems | {stem[:-1] for stem in stems if len(stem) > SHARED and stem[-2] == stem[-1]}


def wholes_of(name: str) -> set[str]:
    """A name, and what is left of it before an ending."""
    return {name, re.sub("[aeiou]$", "", name), name.rstrip("aeiou")}
