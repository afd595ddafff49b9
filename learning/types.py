"""The values that learning works on: utterances with labelled spans.

`annotation.convert` makes them from rows or files; nothing here knows where they came from.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A labelled stretch of an utterance; code-point offsets, end exclusive.

    `score` is the model's probability of the span in 0..1, or None for a human label.
    """

    start: int
    end: int
    label: str
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Utterance:
    """One instance of the pool: a turn of a dialogue, or a line of a note."""

    text: str
    spans: tuple[Span, ...] = ()
    speaker: str = ""
    dialogue: str = ""
    position: float = 0.0  # place in its dialogue, 0 = first turn, 1 = last
