"""A text as another tool read it, and what it found there; made by the readers of this package."""

from dataclasses import dataclass

from annotation.formats.errors import Fault, Field, FormatError
from annotation.formats.findings import faults


@dataclass(frozen=True, slots=True)
class Finding:
    """A stretch of the tool's text, as it counts; `type` in its own words, "" where it says none.

    word: what it says stands there; loose: as its tokeniser spells it (case, accents and blanks
    are no difference).
    """

    start: int
    end: int
    type: str
    score: float | None = None
    word: str | None = None
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """One text. `id` names its dialogue, or it is found by `text`; `turn` counts from 1 on.

    replaced: the text after the tool replaced it; then findings count in it, and where there are
    none, asterisks and placeholders say what was replaced.
    """

    program: str
    file: str
    line: int
    number: int  # among the texts of the file, from 1 on
    findings: tuple[Finding, ...]
    id: str = ""
    turn: int | None = None
    text: str | None = None
    replaced: str | None = None
    annotator: str = ""  # of a labelling platform: who of its people

    def error(self, fault: Fault, index: int | None = None, **fields: Field) -> FormatError:
        """The fault of this text, or of one of its findings (from 0 on)."""
        return faults.at(fault, self.file, self.line, self.number, index, name=self.id, **fields)
