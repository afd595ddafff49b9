"""Snippets: a few turns with labels as [words:LABEL] and dependent words as {words}.

Blocks are parted by an empty line. Phrases without a place in a turn are lines of their own,
"+ LOC on the other bank", or "-" where they depend on nothing.
"""

import re
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from surrogates.checks.context.features import Mark, Piece, features, groups_of, pieces
from surrogates.labels import Kind, kind_of

SNIPPETS = Path(__file__).with_name("snippets")
_MARKED = re.compile(r"\[([^\[\]:{}]+):([^\[\]:{}]+)\]|\{([^{}\[\]]+)\}")
_PHRASE = re.compile(r"([+-]) ([A-Z]+) (.+)")
# What a group of phrases is said of.
_GROUPS = {
    "NAME": Kind.PERSON, "LOC": Kind.PLACE, "ADDRESS": Kind.STREET, "ORG": Kind.ORG,
    "PROF": Kind.PROFESSION, "DATE": Kind.DATE, "TIME": Kind.TIME, "AGE": Kind.AGE,
    "NUMBER": Kind.NUMBER, "CODE": Kind.ID, "KIN": Kind.RELATION,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """A turn: its pieces, and which of them depend on something that is labelled."""

    row: Sequence[Piece]
    dependent: frozenset[int]


@dataclass(frozen=True, slots=True)
class Example:
    """What a model learns from: a word, and whether it depends."""

    row: Sequence[Piece]
    at: int
    here: Collection[str]
    before: Collection[str]
    depends: bool
    in_turn: bool = True  # else what would stand around it is not told

    @property
    def word(self) -> str:
        return self.row[self.at].key

    def features(self, known: Container[str]) -> list[str]:
        told = features(self.row, self.at, self.here, self.before, known)
        return told if self.in_turn else [name for name in told if "^" not in name]


def read_snippets(lang: str, folder: Path = SNIPPETS) -> list[list[list[Line]]]:
    """The snippets of a language by who wrote them, each a list of turns."""
    return [
        [
            [_line(line.split(": ", 1)[1]) for line in block.splitlines()]
            for block in re.split(r"\n\s*\n", path.read_text("utf-8").strip())
        ]
        for path in sorted(folder.glob(f"{lang}[0-9]*.txt"))
    ]


def _line(marked: str) -> Line:
    text, last = "", 0
    marks: list[Mark] = []
    braces: list[tuple[int, int]] = []
    for match in _MARKED.finditer(marked):
        text += marked[last : match.start()]
        words = match[1] or match[3]
        if match[3]:
            braces.append((len(text), len(text) + len(words)))
        else:
            kind = Kind.RELATION if match[2] == "FAMILY" else kind_of(match[2])
            marks.append(Mark(len(text), len(text) + len(words), kind))
        text += words
        last = match.end()
    row = pieces(text + marked[last:], marks)
    inside = (
        at
        for at, piece in enumerate(row)
        if any(start <= piece.start < end for start, end in braces)
    )
    return Line(row, frozenset(at for at in inside if row[at].is_word))


def examples(turns: Sequence[Line]) -> Iterator[Example]:
    """The words of a snippet."""
    before: frozenset[str] = frozenset()
    for line in turns:
        here = groups_of(line.row)
        for at, piece in enumerate(line.row):
            if piece.is_word:
                yield Example(line.row, at, here, before, at in line.dependent)
        before = here


def phrases(lang: str, folder: Path = SNIPPETS) -> Iterator[Example]:
    """The words of what is listed without a turn; what would stand around them is not told."""
    for path in sorted(folder.glob(f"phrases-{lang}*.txt")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            match = _PHRASE.fullmatch(line.strip())
            if match is None or match[2] not in _GROUPS:
                raise ValueError(f"{path}:{number}: expected '+ LOC words', not {line!r}")
            mark = pieces("x", [Mark(0, 1, _GROUPS[match[2]])])[0]
            row = pieces(match[3], [])
            for at, piece in enumerate(row):
                if piece.is_word:
                    yield Example(row, at, [mark.group], (), match[1] == "+", in_turn=False)
