"""Whether a text holds one of the names or numbers of a person, however they are written there.

Called by `person_search`. It rather finds too much: somebody looks at what was found before it
goes, and of what was not found nobody hears again.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from annotation.folding import GAP, plain, squeezed
from surrogates.languages import lexicon_for
from surrogates.search.projections import digits_said

INSIDE = 4  # letters of a name that is looked for inside words, too
ACROSS = 6  # letters of one that is looked for across spaces and signs
NUMBER = 5  # digits of a number that is looked for by its digits alone
ABROAD = 9  # last digits of a number with the prefix of a country
_PIECE = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True)
class Looks:
    """What is looked for: anywhere in a text without gaps, digits, and as a pattern with them."""

    joined: tuple[str, ...]
    numbers: tuple[str, ...]
    written: re.Pattern[str]

    def find(self, text: str, lang: str = "") -> bool:
        """Whether the text holds a term; lang: in whose words numbers are read, too."""
        seen = plain(text)
        if self.written.search(seen):
            return True
        bare = squeezed(seen)
        if any(term in bare for term in self.joined):
            return True
        if not self.numbers or not lang:
            return False
        digits = "".join(sign.char for sign in digits_said(text, 0, lexicon_for(lang)))
        return any(number in digits for number in self.numbers)


def looks_of(terms: Iterable[str]) -> Looks:
    """How to look for terms, each of which has letters or digits."""
    joined: list[str] = []
    numbers: list[str] = []
    written: list[str] = []
    for term in terms:
        pieces = _PIECE.findall(plain(term))
        bare = "".join(pieces)
        if bare.isdecimal() and len(bare) >= NUMBER:
            numbers.append(bare)
            if term.strip().startswith(("+", "00")) and len(bare) > ABROAD:
                numbers.append(bare[-ABROAD:])
        elif len(bare) >= ACROSS or (len(bare) >= NUMBER and any(c.isdecimal() for c in bare)):
            words = GAP.split(plain(term).strip())  # "Ane Soto" is "Soto, Ane", too
            joined += ["".join(words[n:] + words[:n]) for n in range(len(words))]
        else:
            inside = len(pieces) == 1 and len(bare) >= INSIDE and not bare.isdecimal()
            whole = r"[\W_]*".join(map(re.escape, pieces))
            written.append(whole if inside else _bordered(whole, bare))
        if bare.isalpha():
            written.append(_bordered(r"[\W_]+".join(map(re.escape, bare)), bare))
    either = re.compile("|".join(written) or r"(?!)")
    return Looks((*joined, *numbers), tuple(numbers), either)


def _bordered(pattern: str, bare: str) -> str:
    """Where no letter goes on before and after letters, and no digit before and after digits."""
    before, after = (r"\d" if c.isdecimal() else r"[^\W\d_]" for c in (bare[0], bare[-1]))
    return f"(?<!{before}){pattern}(?!{after})"
