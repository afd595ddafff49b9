"""The neutral form of a corpus: what every reader returns and every writer takes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

# Files by name, the whole of one import: one file, a pair, or what a zip or a folder holds.
Files = Mapping[str, bytes]


class Interval(Protocol):
    """What has a start and an end in a text: code points, end exclusive."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


def overlaps(one: Interval, other: Interval) -> bool:
    """Whether two intervals of a text share a character."""
    return one.start < other.end and other.start < one.end


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What a reader takes from the person who imports.

    `lang` is for dialogues that name no language; `max_turn` is the longest turn in characters,
    the other two how many turns and words a dialogue may have.
    """

    lang: str = "es"
    max_turn: int = 20_000
    max_turns: int = 10_000
    max_words: int = 2_000_000


@dataclass(frozen=True, slots=True)
class SpanValue:
    """A labelled span of a turn; code-point offsets, end exclusive.

    `extra` keeps keys that we do not know, so that a round trip loses nothing.
    """

    start: int
    end: int
    label: str
    confidence: float | None = None
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TurnValue:
    """One turn: who spoke, the text as transcribed, its spans in order."""

    speaker: str
    text: str
    spans: tuple[SpanValue, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DialogueValue:
    """One dialogue or document. `line` is where it stood in its file (1-based), for messages."""

    id: str
    lang: str
    turns: tuple[TurnValue, ...]
    meta: Mapping[str, object] = field(default_factory=dict)
    extra: Mapping[str, object] = field(default_factory=dict)
    line: int = 0
