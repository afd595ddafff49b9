"""Inflected names and places: cuts them into stem and ending, and puts the ending on a surrogate.

One module per language with the two functions of `Inflection`; both ways are inverse: `cut(word)`
holds (stem, ending) exactly when `put(stem, ending)` writes the word. Endings are the names of
cases ("erg", "gen") or, for what stands before a name, the plain word ("de", "en").
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from surrogates.folding import fold
from surrogates.languages.inflection import basque, catalan, english, french, german, spanish
from surrogates.languages.inflection.sounds import doubtful_onset


class Inflection(Protocol):
    """What a language's module offers."""

    # Endings and clitics that are believed only where the stem itself stands in the dialogue.
    RARE: frozenset[str]
    # Endings that stand before the stem.
    PROCLITICS: frozenset[str]
    # Endings that names of people do not take.
    OF_PLACES: frozenset[str]
    # Endings of places that are believed even where nobody knows the place.
    SURE: frozenset[str]
    # The same of people, whose names are hardly ever written like that without them.
    SURE_OF_NAMES: frozenset[str]

    def cut(self, word: str, *, place: bool = False) -> Iterator[tuple[str, str]]:
        """Candidates (stem, ending), the likeliest first; `place` prefers the cases of places."""

    def put(self, stem: str, ending: str) -> str:
        """The stem with the allomorph that its own sounds ask for."""

    def regular(self, stem: str, ending: str) -> bool:
        """Whether the ending leaves this stem as it is, beyond doubt."""

    def noun_forms(self, noun: str) -> Iterator[str]:
        """Forms of a folded common noun other than itself, where nouns take the case endings."""


_MODULES: dict[str, Inflection] = {
    "ca": catalan,
    "de": german,
    "en": english,
    "es": spanish,
    "eu": basque,
    "fr": french,
}
# Names that begin with a consonant and a vowel beyond doubt.
_CONSONANT, _VOWEL = "Bea", "Ada"
# What makes a stem that ends in a vowel one without an article of its own.
_PLAIN = "no"
# What is glued to a mention on its left ("d'", "en ", the "en " of "d'en ") and on its right
# ("ek", "-ren", "'s").
_LEFT = re.compile(r"(?:^|[\s¿¡(«\"'])([^\W\d_]+['\s])$")
_RIGHT = re.compile(r"^-?[^\W\d_]+|^'[^\W\d_]*")


def inflection_of(lang: str) -> Inflection | None:
    """The module of a language ("eu", "eu-ES"), or None."""
    return _MODULES.get(lang.split("-")[0].lower())


@lru_cache(maxsize=65536)
def stems_of(word: str, lang: str) -> tuple[str, ...]:
    """Folded stems, of three letters or more, that a word may be an inflection of."""
    inflection = inflection_of(lang)
    if inflection is None:
        return ()
    cuts = inflection.cut(plain_marks(word))
    return tuple(fold(s) for s, ending in cuts if len(s) > 2 and ending not in inflection.RARE)


def plain_marks(text: str) -> str:
    """Typographic apostrophes as typewritten ones, which the modules know."""
    return text.replace("’", "'")


@dataclass(frozen=True, slots=True)
class Glue:
    """Text outside a span that shows how its name sounds: `before` + name + `after` is one word."""

    ending: str
    before: str = ""
    after: str = ""

    def fits(self, inflection: Inflection, form: str) -> bool:
        """Whether the text outside stays right around another name."""
        written = f"{self.before}{form}{self.after}"
        return inflection.put(form, self.ending) == written


def glue_of(inflection: Inflection, before: str, text: str, after: str) -> tuple[Glue, ...]:
    """What the text around a mention asks of any name in its place."""
    glue: list[Glue] = []
    before, after = plain_marks(before), plain_marks(after)
    left = _LEFT.search(before)
    if left is not None:
        glue += _before(inflection, left.group(1), text)
    right = _RIGHT.match(after)
    quoted = before[-1:] in ("'", "‘") and left is None
    if right is not None and not quoted:
        glue += _after(inflection, text, right.group())
    return tuple(glue)


def _before(inflection: Inflection, word: str, text: str) -> list[Glue]:
    """The clitic before a name, if it is one, as it is written there."""
    lowered = word.lower()
    # "de Hugues", "de Iolanda": where a spelling does not show the sound, the clitic does.
    for name in (text, _CONSONANT, _VOWEL) if doubtful_onset(text) else (text,):
        for stem, ending in inflection.cut(f"{lowered}{name}"):
            if stem == name and ending in inflection.PROCLITICS:
                return [Glue(ending, lowered)]
    return []


def _after(inflection: Inflection, text: str, glued: str) -> list[Glue]:
    # "[Ander]ek": an r that should be doubled often is not; the ending is
    # what it is, and a name that does not end so takes it as it stands.
    for doubled in ("", "r") if text[-1:] == "r" else ("",):
        for stem, ending in inflection.cut(f"{text}{doubled}{glued}"):
            if stem == text and ending not in inflection.PROCLITICS:
                return [Glue(ending, after=glued)]
    # "[Azpeitia]ra": a stem that gives up its article elsewhere is written whole here.
    if fold(text)[-1:] in "aeiou":
        plain = f"{text}{_PLAIN}"
        for stem, ending in inflection.cut(f"{plain}{glued}", place=True):
            if stem == plain and ending not in inflection.PROCLITICS:
                return [Glue(ending, after=glued)]
    return []
