"""What a replaced file is said to hold: counts for the summary, a list of dialogues for a person.

Called by `pseudonyms`. Neither holds an original; the list is written from the spool, an entry at a
time.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, NotRequired, TypedDict

from annotation.replacement.own_values import OwnTally
from annotation.services.standalone.replacing import IssueRecord
from annotation.services.standalone.streaming.spool import Record
from annotation.services.storage.files import written
from annotation.shapes import says


class OwnValues(TypedDict):
    """Of a label whose values are drawn from those of other dialogues."""

    values: Annotated[int, says("Values to draw from.", minimum=0)]
    drawn: Annotated[int, says("Items that became one of them.", minimum=0)]
    placeholders: Annotated[int, says("Items that became [NAME].", minimum=0)]


class Entry(TypedDict):
    """What became of a dialogue."""

    id: Annotated[str, says('As in the output; "line 7" of one that is held back.')]
    line: Annotated[int, says("Where it stood in the input.", minimum=0)]
    issues: list[IssueRecord]
    replaced: Annotated[int, says("Items.", minimum=0)]
    held_back: Annotated[bool, says("It is not in the output: an original would be readable.")]


class ReportFile(TypedDict):
    warning: NotRequired[str]
    own_values: NotRequired[Annotated[dict[str, OwnValues], says("By label.")]]
    dialogues: list[Entry]


class Summary(TypedDict):
    out: Annotated[str, says("The output's path, or -.")]
    dialogues: Annotated[int, says("In the output.", minimum=0)]
    replaced: Annotated[int, says("Items.", minimum=0)]
    held_back: Annotated[list[str], says("Ids, or lines, of what is not in the output.")]
    issues: Annotated[dict[str, int], says("How many, by code.")]
    own_values: NotRequired[Annotated[dict[str, OwnValues], says("By label.")]]
    left: NotRequired[Annotated[int, says("Items left on purpose, with q below 1.", minimum=0)]]
    warning: NotRequired[str]
    left_out: NotRequired[Annotated[int, says("How much was held back; with status 3.")]]


ENTRY = tuple(Entry.__annotations__)  # of a record, what the report says


@dataclass(slots=True)
class Report:
    """What was done to the dialogues in all."""

    written: int = 0
    held: list[dict[str, Any]] = field(default_factory=list)
    replaced: int = 0
    left: int | None = None  # with q below 1: items left as they were, in full or in part
    issues: Counter[str] = field(default_factory=Counter)
    labels: set[str] = field(default_factory=set)
    languages: set[str] = field(default_factory=set)  # of what is written
    own_values: OwnTally = field(default_factory=OwnTally)
    warning: str = ""

    def add(self, record: Record) -> None:
        self.issues.update(issue["code"] for issue in record["issues"])
        self.labels.update(record["labels"])
        if record["held_back"]:
            self.held.append({"id": name_of_held(record), "line": record["line"]})
            return
        self.written += 1
        self.languages.add(record["lang"])
        self.replaced += record["replaced"]
        self.own_values.add_json(record["own"])
        if self.left is not None:
            self.left += record["left"]

    def head(self) -> dict[str, object]:
        """What stands before the dialogues in the file."""
        warning = {"warning": self.warning} if self.warning else {}
        return {**warning, **self.own_values.summary()}

    def sentences(self, file: str, asked: Iterable[str]) -> Iterator[str]:
        """What a person is told beside the summary; asked: labels that somebody named."""
        for held in self.held:
            yield (
                f"{file}:{held['line']}: an original would be readable; "
                "expected every mention of it labelled; the dialogue is not in the output"
            )
        for label in sorted(set(asked) - self.labels):
            yield f"{file}: no item has the label {label!r}"

    def summary(self) -> dict[str, object]:
        return {
            "dialogues": self.written,
            "replaced": self.replaced,
            "held_back": [each["id"] for each in self.held],
            "issues": dict(sorted(self.issues.items())),
            **self.own_values.summary(),
            **({"left": self.left} if self.left is not None else {}),
            **({"warning": self.warning} if self.warning else {}),
        }


def name_of_held(record: Record) -> str:
    """One that has no running name is told by its line."""
    return str(record.get("id", f"line {record['line']}"))


def entries(records: Iterable[Record], running: Mapping[int, str]) -> Iterator[dict[str, Any]]:
    """What the report says of each dialogue; running: its name by its place in the input, where it
    has one."""
    for number, record in enumerate(records):
        named = {**record, "id": running.get(number) or name_of_held(record)}
        yield {key: named[key] for key in ENTRY}


def write_report(head: Mapping[str, object], dialogues: Iterable[object], out: str) -> None:
    """As `write_json` would write {**head, "dialogues": [...]}, an entry at a time."""
    with written(out) as stream:
        text = json.dumps({**head, "dialogues": []}, ensure_ascii=False, indent=1)
        stream.write(text.removesuffix("]\n}").encode())
        comma = ""
        for entry in dialogues:
            # No string of JSON holds a line end: all of them are the layout's.
            row = json.dumps(entry, ensure_ascii=False, indent=1).replace("\n", "\n  ")
            stream.write(f"{comma}\n  {row}".encode())
            comma = ","
        stream.write(b"\n ]\n}\n" if comma else b"]\n}\n")
