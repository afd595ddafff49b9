"""Names inside words that somebody or something made: addresses, hashtags, user names, file names.

"nelizegi@", "#IzarbeMurgiondo", "garbine82": there a name has no border. Called by `leaks` and
`corpus`, which know the names.
"""

import re
from collections.abc import Callable, Container, Iterator

from surrogates.folding import WORD, letters_only

SHORTEST = 4  # letters of a name that is all there is between two borders ("Ana82" may be chance)
AT_EDGE = 5  # of one with which such a stretch begins or ends
INSIDE = 7  # of one that stands within it
LONGEST = 24  # of any: what is longer costs as much as it is long
# What no plain word has: a sign or an ending of addresses and files, a figure or a capital behind a
# letter.
_MADE = re.compile(
    r"[@#_]|[^\W\d_]\d|\d[^\W\d_]|[^\W\d_]\.[a-z]{2,4}(?![^\W_])|[a-zà-öø-ÿ][A-ZÀ-ÖØ-Þ]"
)
_TOKEN = re.compile(r"[^\s,;()\[\]<>\"¿?¡!]+")
_PIECE = re.compile(r"[A-ZÀ-ÖØ-Þ]?[^\W\d_A-ZÀ-ÖØ-Þ]+|[A-ZÀ-ÖØ-Þ]+(?![^\W\d_A-ZÀ-ÖØ-Þ])")


def glued(
    text: str, names: Container[str], is_plain: Callable[[str], bool]
) -> Iterator[tuple[int, int, str]]:
    """(start, end) of each made word that holds one of the names, as letters, and that name."""
    if not _MADE.search(text):
        return
    for token in _TOKEN.finditer(text):
        if not _MADE.search(token.group()):
            continue
        for match in WORD.finditer(text, token.start(), token.end()):
            # A plain word is none, nor is a name.
            name = "" if is_plain(match.group()) else _held(match.group(), names, is_plain)
            if name:
                yield match.start(), match.end(), name


def _held(word: str, names: Container[str], is_plain: Callable[[str], bool]) -> str:
    """The longest name in a word, or ""."""
    pieces = [letters_only(piece) for piece in _PIECE.findall(word)]
    whole = letters_only(word)
    names_held = [piece for piece in pieces if len(piece) >= SHORTEST and piece in names]
    for run in dict.fromkeys((*pieces, whole)):
        names_held += [part for part in _parts(run) if part in names]
    return max((name for name in names_held if not is_plain(name)), key=len, default="")


def _parts(run: str) -> Iterator[str]:
    """What may be a name in a stretch of letters."""
    for start in range(len(run) - AT_EDGE + 1):
        for end in range(start + AT_EDGE, min(start + LONGEST, len(run)) + 1):
            if not start or end == len(run) or end - start >= INSIDE:
                yield run[start:end]
