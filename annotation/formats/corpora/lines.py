"""A document whose lines are turns: cut into them, and put together again character by character.

Called by readers and writers of formats that know a text but no turns. What stands between the
lines is counted in `extra`: "crlf" of a turn, "blank" and "crlf_blank" lines behind it (those
before the first turn in the dialogue's).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from annotation.formats.files.archive import LIMITS, open_file
from annotation.formats.files.encoding import decode
from annotation.formats.types import Files, TurnValue


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the document: where it starts, its text without its end, and that end."""

    start: int
    text: str
    ending: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def cut_lines(document: str) -> list[Line]:
    """Lines end at LF or CRLF only: a NEL or a lone CR inside a line would shift what follows."""
    lines, start = [], 0
    for match in re.finditer(r"\r?\n|\Z", document):
        if match.start() == len(document) == start:
            break
        lines.append(Line(start, document[start : match.start()], match[0]))
        start = match.end()
    return lines


def count_blank(line: Line, turns: list[TurnValue], extra: dict[str, Any]) -> None:
    """Blank lines are no turns: a count stands where they were (in `extra`, which is a dict)."""
    key = "crlf_blank" if line.ending == "\r\n" else "blank"
    holder: Any = turns[-1].extra if turns else extra
    holder[key] = holder.get(key, 0) + 1


def blanks(extra: Mapping[str, object]) -> list[str]:
    """The ends of the blank lines that `extra` counts."""
    found = []
    for key, ending in (("crlf_blank", "\r\n"), ("blank", "\n")):
        count = extra.get(key)
        found += [ending] * (count if type(count) is int and 0 < count < 10_000 else 0)
    return found


def one_line(text: str) -> str:
    """The text with its line ends as spaces, one for one; a CR stays where it ends no line."""
    flat = text.replace("\n", " ")
    return flat[:-1] + " " if flat.endswith("\r") else flat


def rows(files: Files, name: str) -> Iterator[str]:
    """The lines of a file without their ends, one at a time in memory; a byte order mark goes."""
    offset = line = 0
    with open_file(files, name) as stream:
        while raw := stream.readline(LIMITS.line + 1):
            line += 1
            row = decode(raw, file=name, line=line, offset=offset)
            yield (
                (row if offset else row.removeprefix("\ufeff"))
                .removesuffix("\n")
                .removesuffix("\r")
            )
            offset += len(raw)
