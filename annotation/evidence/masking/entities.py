"""Recall of entities by how they identify, and precision of words, as TAB measures them [Pilan22].

Called by benchmarks. Spans of the gold dialogues carry `identifier` (DIRECT, QUASI or NO_MASK) and
`entity` beside their label.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from annotation.formats.types import DialogueValue, Interval, TurnValue, overlaps

DIRECT, QUASI = "DIRECT", "QUASI"
# Words that TAB leaves out: annotators do not agree whether a span holds them.
_SKIPPED = re.compile(
    r"mrs?|ms|and|or|from|until|to|about|after|as|at|before|between|by|during|for|in|into|of|on"
    r"|over|since|with|the|an?|n[or]|s",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
Masked = Sequence[Sequence[Interval]]  # of each turn, what was masked


@dataclass(frozen=True, slots=True)
class Masking:
    """Hits and trials; an entity is hit only if all of its mentions are masked."""

    direct: tuple[int, int] = (0, 0)
    quasi: tuple[int, int] = (0, 0)
    recalled_words: tuple[int, int] = (0, 0)  # of direct and quasi mentions
    right_words: tuple[int, int] = (0, 0)  # of what was masked: in a mention that needs it

    def __add__(self, other: "Masking") -> "Masking":
        return Masking(
            _sum(self.direct, other.direct),
            _sum(self.quasi, other.quasi),
            _sum(self.recalled_words, other.recalled_words),
            _sum(self.right_words, other.right_words),
        )


def measure_masking(dialogue: DialogueValue, masked: Masked) -> Masking:
    """What was masked of one dialogue: ER_di, ER_qi, R and P (every word weighs the same).

    A mention is masked if all its words are, but those that TAB skips. An entity is direct where a
    mention is, and mentions that need no mask are left out of it. Raises ValueError where `masked`
    has another number of turns.
    """
    needed: dict[str, list[bool]] = {}
    direct: set[str] = set()
    recalled = [0, 0]
    right = [0, 0]
    for turn, places in zip(dialogue.turns, masked, strict=True):
        needing = [span for span in turn.spans if span.extra["identifier"] in (DIRECT, QUASI)]
        for span in needing:
            entity = str(span.extra["entity"])
            hit = [_is_inside(word, places) for word in _words(turn, span, skip=True)]
            needed.setdefault(entity, []).append(all(hit))
            if span.extra["identifier"] == DIRECT:
                direct.add(entity)
            hit = [_is_inside(word, places) for word in _words(turn, span)]
            recalled = [recalled[0] + sum(hit), recalled[1] + len(hit)]
        said = [_is_inside(word, needing) for place in places for word in _words(turn, place)]
        right = [right[0] + sum(said), right[1] + len(said)]
    hidden = {entity: all(hits) for entity, hits in needed.items()}
    return Masking(
        (sum(hidden[each] for each in direct), len(direct)),
        (sum(hit for each, hit in hidden.items() if each not in direct), len(hidden) - len(direct)),
        (recalled[0], recalled[1]),
        (right[0], right[1]),
    )


def total(maskings: Iterable[Masking]) -> Masking:
    """The counts of many dialogues."""
    return sum(maskings, Masking())


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int


def _words(turn: TurnValue, span: Interval, skip: bool = False) -> Iterator[_Word]:
    for match in _WORD.finditer(turn.text, span.start, span.end):
        if not skip or not _SKIPPED.fullmatch(match[0]):
            yield _Word(*match.span())


def _is_inside(word: _Word, places: Iterable[Interval]) -> bool:
    """Whether places cover all of a word; several may share it."""
    covered = sum(
        min(word.end, place.end) - max(word.start, place.start)
        for place in places
        if overlaps(word, place)
    )
    return covered >= word.end - word.start
