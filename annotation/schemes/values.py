"""What a label scheme is made of: labels with a key, a colour family, a sentence and a group.

Pure data; the modules beside this one each hold one scheme, services make Label rows of them.
"""

import unicodedata
from dataclasses import dataclass

# What means something else on the label screen, or everywhere (J, K, ? and /).
RESERVED_KEYS = frozenset("ARGECQVBHUIZJK?/[]. ")
# What is left for labels, letters before digits.
FREE_KEYS = "FMSOTPDWLNXY1234567890"
# For schemes with more labels than that: signs that an English and a Spanish keyboard write at one
# stroke, those with AltGr last. None of them waits for a letter to stand on, as ~ and ^ do. The
# last mean something else on the label screen where no label has them.
GIVE_WAY = ",{}"
SPARE_KEYS = "-+;:*=<>'\"!$%&()_@#|\\" + GIVE_WAY
# For still more, numbers that nobody types or takes for a letter: those labels are for the mouse.
NUMBERED = tuple(map(chr, (*range(0x2460, 0x2474), *range(0x3251, 0x3260), *range(0x32B1, 0x32C0))))
FAMILIES = ("person", "org", "place", "time", "id", "other")


def is_key(key: str) -> bool:
    """Whether a label may have this key: one character that shows and means nothing else."""
    visible = len(key) == 1 and key.isprintable() and not unicodedata.combining(key)
    return visible and key == key.upper() and key not in RESERVED_KEYS


@dataclass(frozen=True, slots=True)
class LabelValue:
    """A category: the string in files, one key, a colour family, one sentence, its group.

    A label without a key is a group: nobody annotates it, figures can be read at its level.
    `parent` is the name of a label of the same scheme, or "".
    """

    name: str
    key: str
    family: str
    description: str = ""
    parent: str = ""


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
