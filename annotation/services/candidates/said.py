"""What a reader said of the turns that she read last: of words, neighbours, entries and looks.

Pure; `labelling.habits` adds up turns with it, `finding` asks it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from annotation.services.candidates.entries import said_of_entries
from annotation.services.candidates.joints import Feature, Joints, Word, said_of_joints
from learning.tokens import tokenise
from learning.types import Interval
from surrogates.folding import fold

SEEN = 2  # times that a word was left alone, from which on that counts; one label of it does
MET = 30  # words read once, from which on it counts how many that look alike were in labels
HARDLY = 1 / 20  # of them: that look says nothing here
DIGIT = re.compile(r"\d")
_EDGES = re.compile(r"^\W+|\W+$")


@dataclass(frozen=True, slots=True)
class Habits:
    """What she does, as far as one can tell."""

    words: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # in labels, outside
    joints: Joints = field(default_factory=Joints)  # which words she labels as one
    entries: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # one label, or not
    idle: frozenset[str] = frozenset()  # looks of words that she hardly ever labels

    def share(self, *keys: str) -> float | None:
        """How many of a word were in labels, by the first key that tells; None where none does."""
        for key in keys:
            inside, outside = self.words.get(key, (0, 0))
            if inside or outside >= SEEN:
                return inside / (inside + outside)
        return None


def bare(word: str) -> str:
    """Without the signs around it."""
    return _EDGES.sub("", word)


def key_of(word: str) -> str:
    """What words are counted by: folded, and a digit like another."""
    return DIGIT.sub("0", fold(bare(word)))


def with_units(keys: Sequence[str]) -> list[str]:
    """Numbers with the word behind them, which says what they count: "34 años", "48 horas"."""
    return [
        f"{key} {after}" if key.startswith("0") and after and "0" not in after else key
        for key, after in zip(keys, [*keys[1:], ""], strict=False)
    ]


def look_of(word: str) -> str:
    """With digits, capitals only, with a capital, or in small letters."""
    if DIGIT.search(word):
        return "0"
    return "AA" if len(word) > 1 and word.isupper() else "A" if word[:1].isupper() else "a"


@lru_cache(maxsize=4096)
def keyed(text: str) -> tuple[Word, ...]:
    """The words of a text with what they are counted by."""
    cut = ((start, end, text[start:end]) for start, end in tokenise(text))
    words = (Word(start, end, key_of(word), look_of(bare(word))) for start, end, word in cut)
    return tuple(word for word in words if word.key)


@dataclass(frozen=True, slots=True)
class Said:
    """What a person said of one turn, by what it is counted by."""

    words: tuple[tuple[str, bool], ...]  # whether outside labels
    looks: tuple[tuple[tuple[str, str], bool], ...]  # of each word, with its key; the same
    joints: tuple[tuple[Feature, bool], ...]  # whether in two labels
    entries: tuple[tuple[str, bool], ...]  # whether the value is not one label


def said_of(text: str, spans: Sequence[Interval]) -> Said:
    """What labels say of a text."""
    words = keyed(text)
    labels = [_label_of(word, spans) for word in words]
    outside = [label is None for label in labels]
    keys = [word.key for word in words]
    counts = [
        (key, is_out)
        for key, is_out, plain in zip(with_units(keys), outside, keys, strict=True)
        if key != plain
    ]
    return Said(
        (*zip(keys, outside, strict=True), *counts),
        tuple(((word.look, word.key), out) for word, out in zip(words, outside, strict=True)),
        tuple(said_of_joints(text, words, labels)),
        tuple(said_of_entries(text, words, labels)),
    )


def _label_of(word: Word, spans: Iterable[Interval]) -> int | None:
    touching = (
        n for n, span in enumerate(spans) if span.start < word.end and word.start < span.end
    )
    return next(touching, None)


Counts = dict[Any, tuple[int, int]]  # of each key: how often the first was said, and the second


class Learner:
    """Adds up what was said of turns, one taken in or out at a time."""

    def __init__(self) -> None:
        self._words: Counts = {}
        self._looks: Counts = {}
        self._joints: Counts = {}
        self._entries: Counts = {}

    def take(self, said: Said, times: int = 1) -> None:
        """Take in a turn, or with -1 out again."""
        _count(self._words, said.words, times)
        _count(self._looks, said.looks, times)
        _count(self._joints, said.joints, times)
        _count(self._entries, said.entries, times)

    def habits(self) -> Habits:
        return Habits(
            dict(self._words), Joints(dict(self._joints)), dict(self._entries), self._idle()
        )

    def _idle(self) -> frozenset[str]:
        """Looks of which hardly a word that was read once was in a label: a new word is no more."""
        met: dict[str, list[int]] = {}
        for (look, _key), counts in self._looks.items():
            if sum(counts) == 1:
                both = met.setdefault(look, [0, 0])
                both[counts[1]] += 1
        return frozenset(
            look
            for look, (inside, outside) in met.items()
            if inside + outside >= MET and inside < HARDLY * (inside + outside)
        )


def _count(counted: Counts, said: Iterable[tuple[Any, bool]], times: int) -> None:
    for key, is_other in said:
        one, other = counted.get(key, (0, 0))
        counts = (one, other + times) if is_other else (one + times, other)
        if any(counts):
            counted[key] = counts
        else:  # nothing stays of what nobody says
            counted.pop(key, None)
