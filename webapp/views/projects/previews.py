"""What the page of an import shows before it is confirmed: numbers beside the project's own, rows
of labels and files, the first turns as people who label will see them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from annotation.formats import FORMATS
from annotation.formats.errors import shown_name
from annotation.formats.findings.reading import FINDINGS, MASKED
from annotation.models import Label, Span
from annotation.services.imports.previews import OUT, LabelRow, Preview
from annotation.services.imports.reports import FileReport
from annotation.services.imports.survey import Contents, FileContents, cut
from annotation.services.imports.tables import REQUIRED
from annotation.services.labelling.pieces import Stretch, speakers_at_once, turn_stretches
from webapp.forms.projects import LANGUAGES, ReadingForm
from webapp.words.refused_files import Problem, problem_of

StrOrPromise = str | Promise
# Why records of a file are no dialogues here, by the words of its reader.
PASSED = {
    "reject": gettext_lazy("tasks that were rejected"),
    "ignore": gettext_lazy("tasks that were ignored"),
    "skipped": gettext_lazy("annotations that were cancelled"),
    "annotation": gettext_lazy("annotations of other people"),
    "attachment": gettext_lazy("attachments"),
    "outside": gettext_lazy("findings in no turn"),
    "overlap": gettext_lazy("findings inside longer ones"),
    "type": gettext_lazy("findings of types that are left out"),
}
# What a column of a table may be.
ROLE_WORDS: dict[str, StrOrPromise] = {
    "text": gettext_lazy("Text of the turn"),
    "speaker": pgettext_lazy("a column", "Speaker"),
    "id": pgettext_lazy("a column", "Dialogue"),
    "start": pgettext_lazy("a column", "Time"),
    "end": pgettext_lazy("a column", "End"),
    "lang": pgettext_lazy("a column", "Language"),
    "spans": pgettext_lazy("a column", "Labels"),
}
FINDING_WORDS: dict[str, StrOrPromise] = {
    FINDINGS: gettext_lazy("findings of a program"),
    MASKED: gettext_lazy("replaced text"),
}
NAMED = 3  # files whose names stand in the heading
PROPOSED = ("machine", "replaced", "masked", "found")


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of a corpus as people compare them; None where there is nothing to divide by."""

    turns: float | None  # a dialogue
    words: float | None  # a turn
    overlaps: float | None  # percent of the turns


@dataclass(frozen=True, slots=True)
class FileRow:
    number: int | None  # among the files that were chosen
    name: str
    report: FileReport
    format: str
    encoding: str
    languages: list[str]
    figures: Figures | None
    samples: list[tuple[str, str]]  # what it says in each encoding that it may be in

    @property
    def problems(self) -> list[Problem]:
        return [problem_of(each) for each in self.report.problems]

    @property
    def passed(self) -> list[str]:
        """Records that the file has besides, and why they are no dialogues here."""
        return [f"{PASSED.get(why, why)}: {n}" for why, n in sorted(self.report.passed.items())]

    @property
    def more(self) -> int:
        """Faults that are counted and not named."""
        return max(0, self.report.problem_count - len(self.report.problems))


@dataclass(frozen=True, slots=True)
class RoleShown:
    """What a column may be, and which one is."""

    name: str
    words: StrOrPromise
    place: int | None
    is_required: bool


@dataclass(frozen=True, slots=True)
class TableShown:
    """The columns of tables with one header (place, name, what it is taken for), the first rows of
    the first, and the choices."""

    number: int
    names: list[str]  # of the first files
    others: int  # beside the first
    columns: list[tuple[int, str, StrOrPromise]]
    rows: list[list[str]]
    roles: list[RoleShown]
    is_read: bool


@dataclass(frozen=True, slots=True)
class ShownTurn:
    number: int
    speaker: str
    stretches: list[Stretch]
    is_second: bool
    is_overlap: bool
    is_cut: bool


@dataclass(frozen=True, slots=True)
class Beginning:
    """The first turns of a file's first dialogue."""

    file: str
    id: str
    lang: str
    turns: list[ShownTurn]


def shown(preview: Preview) -> dict[str, Any]:
    """The context of a draft."""
    files = _files(preview)
    rows = preview.rows
    contents = [found.contents for report, found in preview.files if found and report.ok]
    good = [row for row in files if row.report.ok]
    return {
        "token": preview.token,
        "names": [row.name for row in files[:NAMED]],
        "files": files,
        "alone": files[0].name if len(files) == 1 else "",
        "formats": _each(row.format for row in good),
        "encodings": _each(row.encoding for row in good),
        "languages": _each(name for row in good for name in row.languages),
        "rows": rows,
        "asked": [(at, row) for at, row in enumerate(rows) if not row.is_named],
        "matched": [(at, row) for at, row in enumerate(rows) if row.is_named],
        "is_changed": any(row.is_changed for row in rows),
        "known": sum(row.is_known for row in rows),
        "unnamed": len(preview.unnamed_rows),
        "open": len(preview.open_rows),
        "meant": sum(row.is_meant for row in rows),
        "labels": preview.labels,
        "dialogues": preview.dialogues,
        "duplicates": preview.duplicates,
        "takes_duplicates": preview.takes_duplicates,
        "here": _figures(contents),
        "there": _figures([preview.survey.project]),
        "there_dialogues": preview.project.dialogues.count(),
        "there_language": dict(LANGUAGES).get(preview.project.lang, preview.project.lang),
        "left_out": sum(row.report.left_out for row in good if not row.report.has_rows),
        "rows_out": sum(row.report.left_out for row in good if row.report.has_rows),
        "tables_out": sum(row.report.tables_out for row in good),
        "refused": [row for row in files if not row.report.ok],
        "reread": [row for row in good if row.samples],
        "going": sum(row.report.dialogues for row in good),
        "spans_going": sum(row.report.spans for row in good),
        "problems": [problem for row in good for problem in row.problems],
        "more_problems": sum(row.more for row in good),
        "beginnings": _beginnings(preview, rows),
        "tables": list(_tables(preview)),
        "form": ReadingForm(initial=_initial(preview)),
        "spans": preview.job.options.get("spans", "gold"),
    }


def _each(names: Any) -> list[str]:
    """Each name once, in order."""
    return list(dict.fromkeys(names))


def _initial(preview: Preview) -> dict[str, Any]:
    options: dict[str, Any] = preview.job.options
    return options | {"faults": "leave" if options.get("lenient") else "refuse"}


def _files(preview: Preview) -> list[FileRow]:
    places = {Path(each["path"]).name: at for at, each in enumerate(preview.job.uploads)}
    options = preview.job.options
    encodings = {Path(path).name: each for path, each in options.get("encodings", {}).items()}
    usual = options.get("encoding", "utf-8")
    rows = []
    for report, found in preview.files:
        known = FORMATS.get(report.format)
        path = found.path if found else ""
        rows.append(
            FileRow(
                places.get(path),
                shown_name(found.name if found else report.name),
                report,
                known.label if known else str(FINDING_WORDS.get(report.format, "")),
                encodings.get(path, usual).upper(),
                _languages(found),
                _figures([found.contents]) if found else None,
                found.samples if found else [],
            )
        )
    return rows


def _tables(preview: Preview) -> Iterator[TableShown]:
    """The tables in the files, a row a header, with what their columns are taken for."""
    for number, table in enumerate(preview.survey.tables):
        names, taken = [cut(name) for name in table.header], table.places
        roles = [
            RoleShown(role, words, taken.get(role), role == REQUIRED)
            for role, words in ROLE_WORDS.items()
        ]
        told = {place: ROLE_WORDS[role] for role, place in taken.items()}
        columns = [(at, name, told.get(at, "")) for at, name in enumerate(names)]
        is_read = REQUIRED in taken
        yield TableShown(number, table.files, table.count - 1, columns, table.rows, roles, is_read)


def _languages(found: FileContents | None) -> list[str]:
    names = dict(LANGUAGES)
    langs = sorted(found.langs.items(), key=lambda pair: -pair[1]) if found else []
    return [str(names.get(code, code)) for code, _count in langs]


def _figures(all_contents: list[Contents]) -> Figures:
    dialogues = sum(each.dialogues for each in all_contents)
    turns = sum(each.turns for each in all_contents)
    words = sum(each.words for each in all_contents)
    overlaps = sum(each.overlaps for each in all_contents)
    return Figures(
        turns / dialogues if dialogues else None,
        words / turns if turns else None,
        100 * overlaps / turns if turns else None,
    )


def _beginnings(preview: Preview, rows: list[LabelRow]) -> list[Beginning]:
    labels = {row.theirs: row for row in rows}
    is_proposed = preview.job.options.get("spans") in PROPOSED
    beginnings = []
    for report, found in preview.files:
        if found is None or not found.first or not report.ok:
            continue
        first = found.first
        speaker = first["turns"][0]["speaker"]
        turns = [
            ShownTurn(
                number,
                turn["speaker"],
                turn_stretches(
                    turn["text"],
                    [
                        _span(span, row, is_proposed=is_proposed)
                        for span in turn["spans"]
                        if (row := labels.get(span[2])) and row.choice != OUT
                    ],
                    extra=turn["extra"],
                    tokens=False,
                ),
                turn["speaker"] != speaker,
                speakers_at_once(turn["text"], turn["extra"]),
                turn["cut"],
            )
            for number, turn in enumerate(first["turns"], 1)
        ]
        beginnings.append(Beginning(report.name, first["id"], first["lang"], turns))
    return beginnings


def _span(span: list[Any], row: LabelRow, *, is_proposed: bool) -> Span:
    start, end, theirs, confidence = span
    return Span(
        start=start,
        end=end,
        label=row.label or Label(name=theirs or "?", key="?", family="other"),
        confidence=confidence if is_proposed else None,
        status=Span.Status.PROPOSED if is_proposed else Span.Status.ACCEPTED,
    )
