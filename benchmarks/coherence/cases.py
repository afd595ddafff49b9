"""Reads the dialogues of `dialogues/*.txt`, and writes them as JSONL for tools that want that.

A case is a block of lines: `# id phenomenon [held-out]`, turns (`A: Soy [Ana:PER].`), rules
(`rule same 0 2`), right answers (`good Eva | Eva`) and wrong ones (`bad Eva | Iris`). Items are
counted from 0 through the whole dialogue.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "dialogues"
LANGUAGES = ("es", "ca", "eu", "de", "en", "fr")
_ITEM = re.compile(r"\[([^\[\]]+):([^\[\]:]+)\]")


class BadCase(ValueError):
    """A line of a file of dialogues that cannot be read: FILE:LINE, what, what was expected."""


@dataclass(frozen=True)
class Item:
    """A labelled stretch [start, end) of a turn, in code points."""

    turn: int
    start: int
    end: int
    label: str
    text: str


@dataclass
class Case:
    """One dialogue with its rules; answers are lists of surrogates in the order of the items."""

    id: str
    lang: str
    phenomenon: str
    held_out: bool = False
    turns: list[tuple[str, str]] = field(default_factory=list)  # speaker, text
    items: list[Item] = field(default_factory=list)
    rules: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    good: list[list[str]] = field(default_factory=list)
    bad: list[list[str]] = field(default_factory=list)

    @property
    def originals(self) -> list[str]:
        return [item.text for item in self.items]

    def with_answer(self, answer: list[str]) -> list[str]:
        """The texts of the turns with the surrogates in place."""
        texts = []
        for number, (_, text) in enumerate(self.turns):
            own = [(i, new) for i, new in zip(self.items, answer, strict=True) if i.turn == number]
            for item, new in reversed(own):
                text = text[: item.start] + new + text[item.end :]
            texts.append(text)
        return texts

    def as_json(self) -> dict[str, Any]:
        """The dialogue in the interchange form, with what the benchmark knows of it."""
        return {
            "id": self.id,
            "lang": self.lang,
            "meta": {"phenomenon": self.phenomenon, "held_out": self.held_out},
            "turns": [
                {
                    "speaker": speaker,
                    "text": text,
                    "spans": [
                        {"start": item.start, "end": item.end, "label": item.label}
                        for item in self.items
                        if item.turn == number
                    ],
                }
                for number, (speaker, text) in enumerate(self.turns)
            ],
            "rules": [[name, *args] for name, args in self.rules],
            "good": self.good,
            "bad": self.bad,
        }


def read_cases(folder: Path = FOLDER, languages: tuple[str, ...] = LANGUAGES) -> list[Case]:
    """All dialogues of a folder, in the order of the files; BadCase where a line is wrong."""
    files = [folder / f"{lang}.txt" for lang in languages]
    return [case for file in files if file.exists() for case in read_file(file)]


def read_file(file: Path) -> Iterator[Case]:
    case: Case | None = None
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        try:
            if line.startswith("# "):
                if case is not None:
                    yield _whole(case)
                name, phenomenon, *more = line[2:].split()
                case = Case(name, file.stem, phenomenon, "held-out" in more)
            elif line.strip() and case is not None:
                _read_line(case, line)
        except ValueError as error:
            raise BadCase(f"{file.name}:{number}: {error}") from error
    if case is not None:
        yield _whole(case)


def _whole(case: Case) -> Case:
    """The case, which must say enough: items, rules, an answer of each kind."""
    for answers in (case.good, case.bad):
        if not answers:
            raise ValueError(f"{case.id}: expected at least one line 'good' and one 'bad'")
        for answer in answers:
            if len(answer) != len(case.items):
                raise ValueError(
                    f"{case.id}: {len(answer)} surrogates; expected {len(case.items)}: {answer}"
                )
    if not case.rules:
        raise ValueError(f"{case.id}: expected at least one line 'rule'")
    return case


def _read_line(case: Case, line: str) -> None:
    word, _, rest = line.partition(" ")
    if word == "rule":
        name, *args = rest.split()
        case.rules.append((name, tuple(args)))
    elif word in ("good", "bad"):
        getattr(case, word).append([part.strip() for part in rest.split(" | ")])
    elif word.endswith(":"):
        read_turn(case, word[:-1], rest)
    else:
        raise ValueError(f"{word!r}; expected SPEAKER:, rule, good, bad or '# id'")


def read_turn(case: Case, speaker: str, marked: str) -> None:
    """Adds a turn and its items, which are written [words:LABEL]."""
    text, last = "", 0
    for match in _ITEM.finditer(marked):
        text += marked[last : match.start()]
        start = len(text)
        text += match[1]
        case.items.append(Item(len(case.turns), start, len(text), match[2], match[1]))
        last = match.end()
    case.turns.append((speaker, text + marked[last:]))
