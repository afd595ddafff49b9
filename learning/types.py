"""The values that learning works on: utterances with labelled spans.

`annotation.convert` makes them from rows or files; nothing here knows where they came from.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias


class Interval(Protocol):
    """What has a start and an end in a text: code points, end exclusive."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


def overlaps(one: Interval, other: Interval) -> bool:
    """Whether two intervals of a text share a character."""
    return one.start < other.end and other.start < one.end


class Bounds(NamedTuple):
    """An interval and nothing else."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Span:
    """A labelled stretch of an utterance; code-point offsets, end exclusive."""

    start: int
    end: int
    label: str
    confidence: float | None = None  # the model's probability of it in 0..1; None: a person's label
    found: float | None = None  # its probability that it is sensitive, whatever its label


@dataclass(frozen=True, slots=True)
class Utterance:
    """One instance of the pool: a turn of a dialogue, or a line of a note."""

    text: str
    spans: tuple[Span, ...] = ()
    speaker: str = ""
    dialogue: str = ""
    position: float = 0.0  # place in its dialogue, 0 = first turn, 1 = last


if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Doubles = npt.NDArray[np.float64]
    Reals = Floats | Doubles  # where either will do
    Ints = npt.NDArray[np.int64]
    Ids = npt.NDArray[np.int32]
    Flags = npt.NDArray[np.bool_]
else:  # words for annotations alone: who reads files or replaces need not have numpy
    Floats = Doubles = Reals = Ints = Ids = Flags = Any

# What a JSON file or column holds.
Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Card = dict[str, Json]  # of a saved model: what was trained, on how much, with which settings

Labels = Literal["all", "binary"]  # what a tagger tells apart: each label, or sensitive or not

# Called with the share done (0..1) and a phase code: "features", "training", "scoring",
# "selecting", "measuring". An exception raised in it stops the work: nothing is written.
Progress = Callable[[float, str], None]
