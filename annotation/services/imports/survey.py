"""What is in files that somebody is about to import: counts, labels with an example, first turns.

Made by `previews` while `reading` goes through the files, and kept beside them as JSON, because it
holds words of theirs; the rows of the database hold none.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from annotation.formats.corpora.documents.annotations import longest
from annotation.formats.corpora.standoff import utterances_of
from annotation.formats.corpora.tables.reading import MOST_COLUMNS
from annotation.formats.errors import shown_name
from annotation.formats.files.columns import find_columns
from annotation.formats.types import DialogueValue, TurnValue
from annotation.models import Project, Turn
from annotation.services.imports.options import ColumnsFor
from annotation.services.imports.uploads import Upload

TURNS_SHOWN = 8  # of the first dialogue of a file
FILES_SHOWN = 5  # of which turns are shown
CHARACTERS_SHOWN = 600  # of a turn
DRAWN = ("utterances", "events")  # keys beside a text that say how it is drawn
EXAMPLE = 60  # characters of an example
MOST_LABELS = 500  # that are listed; a file with more of them is no labelled one
HEADERS_SHOWN = 20  # of tables of which somebody may say which column is what
TABLES_NAMED = 5  # of one header
CELL = 80  # characters of a cell that is shown
SAMPLE = 200  # dialogues of the project that are compared


@dataclass(slots=True)
class Contents:
    """Counts of dialogues; shares are of turns."""

    dialogues: int = 0
    turns: int = 0
    words: int = 0
    overlaps: int = 0  # turns in which several people speak

    def count(self, turns: Iterable[tuple[str, Any]]) -> None:
        """A dialogue, as the text and the extra keys of each turn."""
        self.dialogues += 1
        for text, extra in turns:
            self.turns += 1
            self.words += len(text.split())
            if extra and len({each.speaker for each in utterances_of(extra, len(text))}) > 1:
                self.overlaps += 1


@dataclass(slots=True)
class TheirLabel:
    """A label as the files have it; "" where a replaced item says nothing of what it was."""

    count: int = 0
    example: str = ""


@dataclass(slots=True)
class FileContents:
    name: str
    path: str = ""  # of its file that was kept, without the folder
    langs: dict[str, int] = field(default_factory=dict)
    contents: Contents = field(default_factory=Contents)
    # What a file that is not UTF-8 says in each encoding that it may be in: (name, a line). Also of
    # one that was read in another: it may have been the wrong one.
    samples: list[tuple[str, str]] = field(default_factory=list)
    first: dict[str, Any] = field(default_factory=dict)  # its first dialogue, cut


@dataclass(slots=True)
class Tables:
    """The tables of one header: what is said of its columns is said of all of them."""

    header: list[str]  # whole: it is what the tables are known by
    rows: list[list[str]]  # the first of the first table, cut
    places: dict[str, int]  # role -> the place of the column that is taken for it
    files: list[str]  # the first of them, a member of a zip behind its name
    count: int = 0


@dataclass(slots=True)
class Survey:
    """All that a preview shows of files, apart from their reports."""

    files: list[FileContents] = field(default_factory=list)
    tables: list[Tables] = field(default_factory=list)
    labels: dict[str, TheirLabel] = field(default_factory=dict)
    more_labels: bool = False
    project: Contents = field(default_factory=Contents)  # as it is now, or a sample of it
    digests: dict[str, str] = field(default_factory=dict)  # SHA-256 by path of each file

    def begin(self, upload: Upload) -> None:
        """What is counted next stands in this file."""
        kept = upload.paths
        self.files.append(FileContents(upload.name, kept[0].name if kept else ""))

    def watch(self, dialogues: Iterable[DialogueValue]) -> Iterator[DialogueValue]:
        """The dialogues of a file, counted as they pass."""
        file = self.files[-1]
        for dialogue in dialogues:
            file.langs[dialogue.lang] = file.langs.get(dialogue.lang, 0) + 1
            file.contents.count((turn.text, turn.extra) for turn in dialogue.turns)
            for turn in dialogue.turns:
                if turn.spans:
                    self._count_labels(turn)
            if not file.first and dialogue.turns and len(self.files) <= FILES_SHOWN:
                file.first = _beginning(dialogue)
            yield dialogue

    def watch_tables(self, said: ColumnsFor | None) -> ColumnsFor:
        """What answers for tables as `said` does, while their headers are noted."""

        def columns_for(file: str, rows: Sequence[Sequence[str]]) -> Mapping[str, str | int]:
            columns = said(file, rows) if said is not None else {}
            self._note_table(file, rows, columns)
            return columns

        return columns_for

    def _note_table(
        self, file: str, rows: Sequence[Sequence[str]], columns: Mapping[str, str | int]
    ) -> None:
        header = list(rows[0])
        known = next((each for each in self.tables if each.header == header), None)
        if known is None:
            if len(self.tables) >= HEADERS_SHOWN or len(header) > MOST_COLUMNS:
                return
            shown = [[cut(cell) for cell in _padded(row, len(header))] for row in rows[1:]]
            known = Tables(header, shown, find_columns(header, columns)[0], [])
            self.tables.append(known)
        known.count += 1
        if len(known.files) < TABLES_NAMED:
            known.files.append(shown_name(file))

    def _count_labels(self, turn: TurnValue) -> None:
        for span in turn.spans:
            known = self.labels.get(span.label)
            if known is None:
                if len(self.labels) >= MOST_LABELS:
                    self.more_labels = True
                    continue
                known = self.labels[span.label] = TheirLabel()
            known.count += 1
            if not known.example:
                known.example = turn.text[span.start : span.end][:EXAMPLE].strip()

    def to_json(self) -> bytes:
        return json.dumps(asdict(self), ensure_ascii=False).encode()


def from_json(data: bytes) -> Survey:
    row = json.loads(data)
    return Survey(
        [
            FileContents(**each | {"contents": Contents(**each["contents"])})
            for each in row["files"]
        ],
        [Tables(**each) for each in row["tables"]],
        {name: TheirLabel(**each) for name, each in row["labels"].items()},
        row["more_labels"],
        Contents(**row["project"]),
        row["digests"],
    )


def _padded(row: Sequence[str], width: int) -> list[str]:
    return [*row, *[""] * width][:width]


def cut(cell: str) -> str:
    """A cell, or the name of a column, as it is shown."""
    return cell if len(cell) <= CELL else cell[: CELL - 1] + "…"


def _beginning(dialogue: DialogueValue) -> dict[str, Any]:
    """The first turns of a dialogue as JSON; a long turn is cut where no span is cut with it."""
    turns = [
        {
            "speaker": turn.speaker,
            "text": turn.text[:CHARACTERS_SHOWN],
            "cut": len(turn.text) > CHARACTERS_SHOWN,
            "extra": {key: turn.extra[key] for key in DRAWN if key in turn.extra},
            "spans": [
                (span.start, span.end, span.label, span.confidence)
                for span in longest(turn.spans, len(turn.text))
                if span.end <= CHARACTERS_SHOWN
            ],
        }
        for turn in dialogue.turns[:TURNS_SHOWN]
    ]
    return {"id": dialogue.id, "lang": dialogue.lang, "turns": turns}


def sample_project(project: Project) -> Contents:
    """What the project holds: all dialogues of a small one, some spread evenly over a large one."""
    pks = list(project.dialogues.order_by("position").values_list("pk", flat=True))
    chosen = pks[:: max(1, -(-len(pks) // SAMPLE))]
    contents = Contents()
    rows = Turn.objects.filter(dialogue__in=chosen).order_by("dialogue", "position")
    by_dialogue: dict[int, list[tuple[str, Any]]] = {pk: [] for pk in chosen}
    for dialogue, text, extra in rows.values_list("dialogue", "text", "extra").iterator():
        by_dialogue[dialogue].append((text, extra))
    for turns in by_dialogue.values():
        contents.count(turns)
    return contents
