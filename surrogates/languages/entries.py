"""What the rows of a lexicon's tables become: names, short forms, places, number words."""

from dataclasses import dataclass

# Classes of words that say a cardinal number, or repeat its digits ("double").
CARDINAL = frozenset({"I", "II", "III", "IV", "scale", "repeat"})


@dataclass(frozen=True, slots=True)
class Name:
    """A given name: gender f, m or u; weight band 1 (rare) to 5; kind full or compound."""

    text: str
    gender: str
    weight: int
    kind: str


@dataclass(frozen=True, slots=True)
class ShortForm:
    """`short` stands for `full`; kind clip, suppletive, diminutive or compound."""

    full: str
    short: str
    kind: str
    gender: str


@dataclass(frozen=True, slots=True)
class Place:
    name: str
    province: str
    type: str
    weight: int


@dataclass(frozen=True, slots=True)
class NumberWord:
    """A number word: its class (languages/README.md), gender and position where they matter."""

    form: str
    value: int
    klass: str
    gender: str
    position: str
