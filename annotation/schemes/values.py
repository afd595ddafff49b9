"""What a label scheme is made of: labels with a key, a colour family, a sentence and a group.

Pure data; the modules beside this one each hold one scheme, services make Label rows of them.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

# What means something else on the label screen, or everywhere (J, K, ? and /).
RESERVED_KEYS = frozenset("ARGECQVBHUIZJK?/[]. ")
# What is left for labels, letters before digits.
FREE_KEYS = "FMSOTPDWLNXY1234567890"
# For schemes with more labels than that: one of these signs, then a letter, or digits and a letter.
# English and Spanish keyboards write all of it without AltGr, and no sign looks like another.
BEGINNINGS = "-+*=,"
_MIDDLES = "23456789"  # 0 and 1 look like letters
_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_STROKES = re.compile(f"[{re.escape(BEGINNINGS)}][{_MIDDLES}]{{,2}}[{_LATIN}]")
IDENTIFIERS = ("direct", "quasi", "none")
FAMILIES = ("person", "org", "place", "time", "id", "other")


def is_key(key: str) -> bool:
    """Whether a label may have this key: one character that shows and means nothing else, or
    several strokes, as in `spare_keys`."""
    visible = len(key) == 1 and key.isprintable() and not unicodedata.combining(key)
    single = visible and key == key.upper() and key not in RESERVED_KEYS
    return single or bool(_STROKES.fullmatch(key))


def spare_keys() -> Iterator[str]:
    """Keys of two strokes, then of three and four, the shortest first."""
    for depth in range(3):
        for sign, digits in product(BEGINNINGS, product(_MIDDLES, repeat=depth)):
            yield from (f"{sign}{''.join(digits)}{letter}" for letter in _LATIN)


def is_free(key: str, taken: Iterable[str]) -> bool:
    """Whether a key and those that others have can be told apart: none begins with another."""
    return not any(key.startswith(each) or each.startswith(key) for each in taken if each)


@dataclass(frozen=True, slots=True)
class LabelValue:
    """A category: the string in files, one key, a colour family, one sentence, its group.

    A label without a key is a group: nobody annotates it, figures can be read at its level.
    `parent` is the name of a label of the same scheme, or "". `identifier`: whether its items
    are direct, quasi or no identifiers [Pilan22]; "": as the kind of thing that it names.
    """

    name: str
    key: str
    family: str
    description: str = ""
    parent: str = ""
    identifier: str = ""


@dataclass(frozen=True, slots=True)
class Scheme:
    """A named set of labels in the order in which they are shown, groups before what they hold."""

    name: str
    title: str
    labels: tuple[LabelValue, ...]

    def names(self) -> tuple[str, ...]:
        return tuple(label.name for label in self.labels)

    def usable(self) -> tuple[str, ...]:
        """The labels that people annotate, groups left out."""
        return tuple(label.name for label in self.labels if label.key)
