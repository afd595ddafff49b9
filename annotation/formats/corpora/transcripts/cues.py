"""What WebVTT and SRT have in common: cues, the lines between, and turns made of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from annotation.formats.corpora.plain import NOBODY, SPOKEN
from annotation.formats.corpora.transcripts import faults as wrong
from annotation.formats.corpora.transcripts.times import parse_time
from annotation.formats.errors import FormatError

_STAMP = r"(?:\d{1,4}:)?\d{1,2}:\d\d[.,]\d{1,3}"
TIMING = re.compile(
    rf"[ \t]*(?P<start>{_STAMP})[ \t]*-->[ \t]*(?P<end>{_STAMP})(?:[ \t]+(?P<rest>.*))?"
)


@dataclass(slots=True)
class Cue:
    """A subtitle: its times in seconds, its text as it stands in the file, what is beside it.

    `before`: blocks of notes and styles above it; `line`: of its times, from 1.
    """

    start: float
    end: float
    text: str
    line: int
    name: str = ""
    settings: str = ""
    before: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Block:
    """Lines between empty ones; `line` is the number of the first."""

    line: int
    rows: tuple[str, ...]


def blocks_of(text: str, *, blank: re.Pattern[str]) -> Iterator[Block]:
    """The blocks of a file whose lines end with LF; a CR at their end belongs to the line."""
    rows: list[str] = []
    for number, row in enumerate([*text.split("\n"), ""], 1):
        if not blank.fullmatch(row):
            rows.append(row)
        elif rows:
            yield Block(number - len(rows), tuple(rows))
            rows = []


def timed(row: str, *, file: str, line: int) -> tuple[float, float, str]:
    """The times of a cue and what stands behind them. Raises FormatError subtitles."""
    match = TIMING.fullmatch(row)
    if match is None:
        raise FormatError(wrong.NO_CUE, file=file, line=line)
    start, end = parse_time(match["start"]), parse_time(match["end"])
    if start is None or end is None:
        raise FormatError(wrong.NO_CUE, file=file, line=line)
    if end < start:
        raise FormatError(wrong.CUE_TIMES, file=file, line=line)
    return start, end, (match["rest"] or "").strip()


def line_end(text: str) -> str:
    """What ends the lines of a file, told by its first one."""
    return "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"


def names_speakers(texts: Sequence[str]) -> bool:
    """Whether cues say who speaks as "Name: text": at least half of those with a text do."""
    said = [text for text in texts if text.strip()]
    return bool(said) and 2 * sum(_spoken(text) is not None for text in said) >= len(said)


def split_speaker(text: str) -> tuple[str, str]:
    """The speaker of "Name: text" and the text; "" where nobody is named."""
    match = _spoken(text)
    if match is None:
        return "", text
    first, _end, _rest = text.partition("\n")
    speaker = "" if match["speaker"] == NOBODY else match["speaker"]
    return speaker, (match["text"] or "") + text[len(first) :]


def _spoken(text: str) -> re.Match[str] | None:
    return SPOKEN.fullmatch(text.partition("\n")[0])
