"""What the rows of a lexicon's tables become: names, short forms, places, number words."""

from dataclasses import dataclass

# Classes of words that say a cardinal number, or repeat its digits ("double").
CARDINAL = frozenset({"I", "II", "III", "IV", "scale", "repeat"})


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    gender: str  # f, m or u
    weight: int  # 1 (rare) to 5
    kind: str  # full or compound


@dataclass(frozen=True, slots=True)
class ShortForm:
    full: str
    short: str
    kind: str  # clip, suppletive, diminutive or compound
    gender: str


@dataclass(frozen=True, slots=True)
class Place:
    name: str
    province: str
    type: str
    weight: int


@dataclass(frozen=True, slots=True)
class NumberWord:
    form: str
    value: int
    klass: str  # see languages/README.md
    gender: str  # where it matters
    position: str  # where it matters
