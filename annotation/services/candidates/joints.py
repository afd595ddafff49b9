"""Which words beside each other are one item: by their looks, and as a reader labelled such words.

Pure; `finding` asks it where a candidate goes on, `said` counts for it what each turn says.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from typing import NamedTuple

from surrogates.folding import fold

MOST_SMALL = 2  # small words between two that may be of one item: "Miranda de la Sierra"
SMALL = 3  # letters of such a word at the most
LONGEST = 12  # characters between them at the most
BEFOREHAND = 2.0  # how sure looks are, as logarithm of odds: a like case or two outweigh it
_SPACES = re.compile(r"\s+")

Feature = tuple[str, str, str]  # of the word before, what is between, of the word after; "" any


class Word(NamedTuple):
    """A word of a text, what it is counted by, and how it looks (`said.look_of`)."""

    start: int
    end: int
    key: str
    look: str

    @property
    def shape(self) -> str:
        """How it looks, with the length of its number."""
        if self.look == "0":
            return "0a" if self.key.strip("0") else self.key
        return self.look[:1]


def pairs_of(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Places of words that may be of one item: beside each other, or with small words between."""
    for place, left in enumerate(words):
        for after in range(place + 1, min(place + 2 + MOST_SMALL, len(words))):
            right = words[after]
            if right.start - left.end > LONGEST:
                break
            yield place, after
            if right.look != "a" or right.end - right.start > SMALL:
                break


def features_of(text: str, left: Word, right: Word) -> Iterator[Feature]:
    """What two words of a text are remembered by."""
    sign = _SPACES.sub(" ", fold(text[left.end : right.start]))
    yield f"*{left.shape}", sign, f"*{right.shape}"  # no word is counted by a star
    yield "", sign, right.key
    yield left.key, sign, ""


@dataclass(frozen=True, slots=True)
class Joints:
    """How often two words were in one label, and parted."""

    counts: Mapping[Feature, tuple[int, int]] = field(default_factory=dict)

    def join(self, text: str, left: Word, right: Word, *, looks: bool) -> bool:
        """Whether the words are of one item, as far as one can tell. `looks`: they look so."""
        sure = BEFOREHAND if looks else -BEFOREHAND
        for feature in features_of(text, left, right):
            together, apart = self.counts.get(feature, (0, 0))
            sure += log((together + 0.5) / (apart + 0.5))
        return sure > 0


def said_of_joints(
    text: str, words: Sequence[Word], label_of: Sequence[int | None]
) -> Iterator[tuple[Feature, bool]]:
    """What labels say of neighbours (`label_of`: the label of each word): what they are remembered
    by, and whether they are parted. Two words outside labels say nothing."""
    for left, right in pairs_of(words):
        one, other = label_of[left], label_of[right]
        if one is None and other is None:
            continue
        for feature in features_of(text, words[left], words[right]):
            yield feature, one != other
