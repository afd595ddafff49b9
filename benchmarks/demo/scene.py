"""What both corpora share: the cast of a dialogue, its facts, and how a phrase becomes words."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random

from benchmarks.demo.errors import PlanError
from benchmarks.demo.template import Slot
from benchmarks.demo.words import Word

FEMALE, MALE, SURNAME = "female name", "male name", "surname"
ORGANISATION, PLACE, MONTH, DOMAIN = "organisation", "place", "month", "domain"
LETTER, PRODUCT, NUMBER, OTHER = "letter", "product/service", "number", "other"
LABELS = (
    *(FEMALE, MALE, SURNAME, ORGANISATION, PLACE, MONTH),
    *(DOMAIN, LETTER, PRODUCT, NUMBER, OTHER),
)
LANGUAGES = frozenset({"en", "es", "eu", "ca", "fr", "it"})
_PIECE = re.compile(r"\s+|[^\s,.;:?!]+|[,.;:?!]+")


@dataclass(slots=True)
class Person:
    """Someone of the cast. `short` and `other` are "" where the lexicon knows none."""

    gender: str
    first: str
    surname: str
    second: str
    short: str = ""
    other: str = ""  # the same name in another language of the region


@dataclass(slots=True)
class Scene:
    """The facts of one dialogue: drawn when first asked for, then kept.

    `slots` maps a fact's name to the function that words it; a language adds its own.
    """

    rng: Random
    lang: str = "es"
    needs: dict[str, set[str]] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    groups: Iterable[int] = field(default_factory=lambda: count(1))

    def fact(self, name: str, draw: Callable[[], str]) -> str:
        """The value of a fact, drawn once."""
        if name not in self.facts:
            self.facts[name] = draw()
        return self.facts[name]

    def span(self, text: str, label: str) -> list[Word]:
        """One span, of as many words as `text` has."""
        parts = text.split()
        group = next(iter(self.groups)) if len(parts) > 1 else 0
        return [Word(part, label, group) for part in parts]

    def each(self, text: str, label: str) -> list[Word]:
        """A span for each word of `text`."""
        return [Word(part, label) for part in text.split()]


SlotMaker = Callable[[Scene, str, str], list[Word]]


def fill_from(slots: Mapping[str, SlotMaker], scene: Scene, slot: str) -> list[Word]:
    """The words of `{slot}`, written `name`, `name.facet` or `name:argument`."""
    name, _, argument = slot.partition(":")
    name, _, facet = name.partition(".")
    if name in LANGUAGES:
        return switch_words(name, argument)
    if name in slots:
        return slots[name](scene, facet, argument)
    raise PlanError(f"no slot '{slot}'")


def phrase_words(
    parts: Iterable[str | Slot], scene: Scene, fill: Callable[[Scene, str], list[Word]]
) -> list[Word]:
    """The words of a chosen phrase; punctuation sticks to the word before it."""
    words: list[Word] = []
    for part in parts:
        if isinstance(part, Slot):
            words += fill(scene, part.name)
            continue
        for piece in _PIECE.findall(part):
            if piece.isspace():
                continue
            if piece[0] in ",.;:?!" and words:
                words[-1] = _with_after(words[-1], piece)
            elif piece.startswith("%"):
                words.append(Word(f"<{piece}>"))
            else:
                words.append(Word(piece))
    if words and words[-1].after in {",", "."}:
        words[-1] = replace(words[-1], after="")
    return words


def _with_after(word: Word, sign: str) -> Word:
    """`word` with the punctuation sign; of two signs in a row the stronger one stays."""
    kept = word.after if word.after and word.after in ".?!" else sign[0]
    return replace(word, after=kept)


def switch_words(lang: str, text: str) -> list[Word]:
    """Words said in another language."""
    return [Word(part, lang=lang) for part in text.split()]


def gendered(person: Person, forms: str) -> list[Word]:
    """`señor/señora`: the form that agrees with the person."""
    male, slash, female = forms.partition("/")
    if not slash:
        raise PlanError(f"expected 'male/female' forms, not '{forms}'")
    return [Word(part) for part in (female if person.gender == "f" else male).split()]
