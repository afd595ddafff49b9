"""Abbreviated Spanish names ("Mª", "Fco.", "Glez.") and what they stand for; `entities` reads them.

An abbreviation tells nothing of accents, and its full stop belongs to it.
"""

import re
from collections.abc import Iterator

from surrogates.folding import WORD, fold

_MEANT = {
    "alvarez": "alvz", "antonio": "antº", "dominguez": "dguez", "fernandez": "fdez fdz frdez",
    "fernando": "fdo fernº", "francisco": "fco fcº franº", "garcia": "gª gcia",
    "gonzalez": "glez gzlez gnlez", "guillermo": "gmo", "gutierrez": "gtrez gutrez",
    "hernandez": "hdez hdz hrdez", "jimenez": "jmnez jmez", "lopez": "lpez lpz",
    "manuel": "mnl manl", "maria": "mª ma", "martinez": "mtez mtnez mtz mrtnez", "mendez": "mdez",
    "perez": "prez pz", "rodriguez": "rguez rdguez rdgez rdriguez", "sanchez": "schez snchez",
    "santiago": "stgo", "vazquez": "vzquez vqz",
}  # fmt: skip
_FULL = {short: name for name, shorts in _MEANT.items() for short in shorts.split()}
_RAISED = re.compile(r"[\s.]+(?=[ªº]$)")
# A word of a name; "M.ª" and "G. ª" are one, and "M.a" is written for "M.ª".
NAME_WORD = re.compile(rf"[^\W\d_]{{1,4}}\.\s?[ªº]|[Mm]\.\s?a\b|{WORD.pattern}")


def full_of(word: str) -> str:
    """The folded name that a word abbreviates, or ""; "ma" only with its point ("M.a")."""
    key = fold(word)
    if key == "ma":
        return ""
    key = "mª" if re.fullmatch(r"m\.\s?a", key) else _RAISED.sub("", key)
    return _FULL.get(key, "")


def fulls_in(text: str) -> Iterator[str]:
    """The folded names that the words of a text abbreviate."""
    return filter(None, map(full_of, NAME_WORD.findall(text)))
