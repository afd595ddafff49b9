"""The neutral form of a corpus: what every reader returns and every writer takes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from annotation.formats.errors import FormatError

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
    """What a reader takes from the person who imports."""

    lang: str = "es"  # of dialogues that name no language
    max_turn: int = 20_000  # characters
    max_turns: int = 10_000  # of a dialogue, as the words
    max_words: int = 2_000_000
    # Of a table: role -> the name or the place of its column.
    columns: Mapping[str, str | int] = field(default_factory=dict)
    # Asked for each table, by its file and its first rows (the header first), what somebody said of
    # its columns, as `columns` has it; where nobody said anything, that counts.
    columns_for: Callable[[str, Sequence[Sequence[str]]], Mapping[str, str | int]] | None = None
    # Told of each dialogue that has a fault, which is then left out; without it the fault is
    # raised, and ends the reading. Faults of a whole file are raised in any case, but for those
    # of a table: there may be others beside it.
    on_fault: Callable[[FormatError], None] | None = None

    # Told why a record is no dialogue to be labelled ("reject": somebody rejected that task); such
    # records are no fault.
    on_passed: Callable[[str], None] | None = None

    def pass_over(self, why: str) -> None:
        """Count a record that is left out, where somebody counts."""
        if self.on_passed is not None:
            self.on_passed(why)

    def made(self, make: Callable[[], "DialogueValue"]) -> Iterator["DialogueValue"]:
        """The dialogue that is made, or none where it has a fault and such are left out."""
        try:
            dialogue = make()
        except FormatError as fault:
            self.leave_out(fault)
            return
        yield dialogue

    def leave_out(self, fault: FormatError) -> None:
        """Go on without the dialogue that has this fault. Raises it where none is left out, and
        where it is the encoding's: then every line has been misread."""
        if self.on_fault is None or fault.code == "encoding":
            raise fault
        self.on_fault(fault)


@dataclass(frozen=True, slots=True)
class SpanValue:
    """A labelled span of a turn; code-point offsets, end exclusive."""

    start: int
    end: int
    label: str
    confidence: float | None = None
    # Keys that we do not know: a round trip loses nothing.
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
