"""A turn while it is made: words that know their label, and where each comes to stand.

Offsets are counted only here, when the words are laid out, so no other file adds them up.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from annotation.formats.types import SpanValue


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a turn.

    `label` is its category or ""; labelled words with the same `group` above 0 form one span.
    `after` is the punctuation that follows. `lang` marks a language switch. `event` names an
    ES-Port event: one that starts with "pronounce" is about the word itself, any other one was
    heard after it.
    """

    text: str
    label: str = ""
    group: int = 0
    after: str = ""
    lang: str = ""
    event: str = ""


@dataclass(frozen=True, slots=True)
class Speech:
    """What one speaker says in one turn."""

    speaker: str
    words: tuple[Word, ...]


class Placed(NamedTuple):
    """A word at [start, end) of its turn, in code points; its punctuation ends at `stop`."""

    word: Word
    start: int
    end: int
    stop: int


def lay_out(words: Iterable[Word], offset: int = 0) -> list[Placed]:
    """The words one after the other, with a space between two."""
    placed: list[Placed] = []
    for word in words:
        end = offset + len(word.text)
        placed.append(Placed(word, offset, end, end + len(word.after)))
        offset = end + len(word.after) + 1
    return placed


def text_of(words: Iterable[Word]) -> str:
    return " ".join(word.text + word.after for word in words)


def spans_of(placed: Sequence[Placed]) -> list[SpanValue]:
    """The labelled words as spans; neighbours of one group are one span."""
    spans: list[SpanValue] = []
    previous = Word("")
    for word, start, end, _ in placed:
        if word.label and word.group and word.group == previous.group:
            spans[-1] = SpanValue(spans[-1].start, end, word.label)
        elif word.label:
            spans.append(SpanValue(start, end, word.label))
        previous = word
    return spans
