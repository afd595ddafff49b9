"""What the rows of a lexicon's tables become: names, short forms, places, number words."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from surrogates.folding import fold, words

T = TypeVar("T")
Key = TypeVar("Key")

# Classes of words that say a cardinal number, or repeat its digits ("double").
CARDINAL = frozenset({"I", "II", "III", "IV", "scale", "repeat"})

# Bearers per million that a band of frequency stands for, where no figure is known: half of the
# people have one of the few names of the highest bands, as in countries that count them.
PER_MILLION = {"1": 10.0, "2": 80.0, "3": 250.0, "4": 600.0, "5": 1500.0}
_FIGURE = re.compile(r"\d{1,6}\.\d")


def sector_of(group: str) -> str:
    """The field of a group of trades: "health" of "health-dental"."""
    return group.partition("-")[0]


def is_weight(cell: str) -> bool:
    """Whether a cell holds a band from 1 to 5, or bearers per million with one decimal ("12.0")."""
    return cell in PER_MILLION or (bool(_FIGURE.fullmatch(cell)) and float(cell) > 0)


def per_million(cell: str) -> float:
    """Bearers per million of a name: the figure of the cell, or what its band stands for."""
    return PER_MILLION[cell] if cell in PER_MILLION else float(cell)


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    gender: str  # f, m or u
    weight: float  # bearers per million
    kind: str  # full or compound

    @classmethod
    def of(cls, row: dict[str, str]) -> "Name":
        """The name of a row of the table."""
        return cls(row["name"], row["gender"], per_million(row["weight"]), row["kind"])


@dataclass(frozen=True, slots=True)
class ShortForm:
    full: str
    short: str
    kind: str  # clip, suppletive, diminutive or compound
    gender: str

    @classmethod
    def of(cls, row: dict[str, str]) -> "ShortForm":
        return cls(row["full"], row["short"], row["kind"], row["gender"])


@dataclass(frozen=True, slots=True)
class Place:
    name: str
    province: str
    type: str
    weight: int

    @classmethod
    def of(cls, row: dict[str, str]) -> "Place":
        return cls(row["name"], row["province"], row["type"], int(row["weight"]))


@dataclass(frozen=True, slots=True)
class NumberWord:
    form: str
    value: int
    klass: str  # see languages/README.md
    gender: str  # where it matters
    position: str  # where it matters

    @classmethod
    def of(cls, row: dict[str, str]) -> "NumberWord":
        return cls(row["form"], int(row["value"]), row["class"], row["gender"], row["position"])


def grouped(pairs: Iterable[tuple[Key, T]]) -> dict[Key, tuple[T, ...]]:
    """What goes with each key, in order."""
    groups: dict[Key, list[T]] = {}
    for key, each in pairs:
        groups.setdefault(key, []).append(each)
    return {key: tuple(group) for key, group in groups.items()}


def aliased(
    concepts: Mapping[tuple[str, str], Sequence[Mapping[str, str]]], known: Mapping[str, T]
) -> dict[str, T]:
    """What is known of places by their folded names, by those in other languages too ("Bergara",
    "Vergara")."""
    found: dict[str, T] = {}
    for (kind, _), rows in concepts.items():
        forms = [fold(row["form"]) for row in rows] if kind == "place" else []
        own = [form for form in forms if form in known]
        for form in forms if own else ():
            found |= dict.fromkeys((form, " ".join(words(form))), known[own[0]])
    return found | dict(known)
