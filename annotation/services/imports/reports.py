"""What became of the files of an import, and how that is kept with the job.

Called by `dialogues`, `page_jobs`, the page and the command.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from annotation.formats.corpora.tables.faults import OF_A_TABLE
from annotation.formats.errors import Fault, FormatError, Phrase, shown_name
from annotation.formats.files.columns import TABLES

MOST_NAMED = 200  # duplicates and faults of a file that are named; all are counted
PROBLEM = ("fault", "file", "line", "where", "fields")  # what is kept of a FormatError


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A dialogue whose text is there already. `split`: where in the project; "" in these files."""

    line: int | None
    id: str
    other_id: str
    split: str = ""
    other_file: str = ""
    other_line: int | None = None
    across: bool = False  # one to be labelled, one kept to measure: every figure would be false


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one file: the counts of what went in, or why nothing did."""

    name: str
    format: str = ""
    dialogues: int = 0
    turns: int = 0
    spans: int = 0
    unlabelled: bool = False  # said to be labelled, but there is no label in it
    problems: tuple[FormatError, ...] = ()
    duplicates: tuple[Duplicate, ...] = ()  # the first of them, those across the splits before all
    duplicate_count: int = 0
    across_count: int = 0
    skipped: int = 0  # dialogues left out because their text was there
    passed: dict[str, int] = field(default_factory=dict)  # records that are no dialogues, by why
    problem_count: int = 0  # where there are more than those named
    tables_out: int = 0  # of the faults those that leave out a whole table beside others

    @property
    def ok(self) -> bool:
        """Whether any of it goes in: with problems, what has none."""
        return not self.problems or self.dialogues > 0

    @property
    def has_rows(self) -> bool:
        """Whether a fault leaves out a row, and not a dialogue."""
        return self.format in TABLES

    @property
    def left_out(self) -> int:
        """Dialogues of a good file, or rows of a table, that stay out for a fault."""
        if not self.ok:
            return 0
        return max(self.problem_count, len(self.problems)) - self.tables_out


@dataclass
class Faults:
    """Faults as they are found: all counted, some named, those at the beginning of a file first."""

    count: int = 0
    tables: int = 0  # those of a whole table
    _first: list[FormatError] = field(default_factory=list)

    def add(self, fault: FormatError) -> None:
        self.count += 1
        self.tables += fault.fault in OF_A_TABLE
        if len(self._first) < MOST_NAMED:
            self._first.append(fault)

    @property
    def first(self) -> tuple[FormatError, ...]:
        return tuple(sorted(self._first, key=lambda each: (each.file, each.line or 0)))

    def merged(self, other: "Faults") -> tuple[FormatError, ...]:
        both = (*self.first, *other.first)
        return tuple(sorted(both, key=lambda each: (each.file, each.line or 0))[:MOST_NAMED])


@dataclass
class Named:
    """Duplicates as they are found: all counted, some named."""

    count: int = 0
    across: int = 0
    _worst: list[Duplicate] = field(default_factory=list)
    _other: list[Duplicate] = field(default_factory=list)

    def add(self, duplicate: Duplicate) -> None:
        self.count += 1
        self.across += duplicate.across
        kept = self._worst if duplicate.across else self._other
        if len(kept) < MOST_NAMED:
            kept.append(duplicate)

    @property
    def first(self) -> tuple[Duplicate, ...]:
        return tuple((self._worst + self._other)[:MOST_NAMED])

    def on(self, report: FileReport) -> FileReport:
        return replace(
            report,
            duplicates=self.first,
            duplicate_count=self.count,
            across_count=self.across,
        )


def to_json(reports: Sequence[FileReport]) -> list[dict[str, object]]:
    return [
        {
            **{name: getattr(report, name) for name in FileReport.__slots__},
            "name": shown_name(report.name),
            "problems": [
                {name: getattr(problem, name) for name in PROBLEM} for problem in report.problems
            ],
            "duplicates": [asdict(each) for each in report.duplicates],
        }
        for report in reports
    ]


def from_json(rows: Sequence[dict[str, Any]]) -> list[FileReport]:
    reports = []
    for row in rows:
        problems = tuple(_problem(each) for each in row["problems"])
        duplicates = tuple(Duplicate(**each) for each in row["duplicates"])
        reports.append(FileReport(**row | {"problems": problems, "duplicates": duplicates}))
    return reports


def _problem(row: Any) -> FormatError:
    if isinstance(row, list):  # kept by an earlier version: sentences with their values in them
        code, message, file, line, expected, status = row
        message, expected = (text.replace("%", "%%") for text in (message, expected or ""))
        return FormatError(Fault(code, message, expected, status), file=file, line=line)
    where = tuple(_field(place) for place in row["where"])
    fields = {name: _field(value) for name, value in row["fields"].items()}
    return FormatError(
        Fault(*row["fault"]), file=row["file"], line=row["line"], where=where, **fields
    )


def _field(value: Any) -> Any:
    """A value as JSON has it: a list is a phrase and the values in it."""
    if not isinstance(value, list | tuple):
        return value
    template, fields = value
    return Phrase(template, {name: _field(each) for name, each in fields.items()})
