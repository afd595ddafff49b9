"""Bring dialogues into a project: each file whole or not at all, and what became of each.

Called by `page_jobs` (the job of the import page), `manage.py import_corpus` and the demo.
Files are read twice, one dialogue at a time: `reading` finds every fault and duplicate, then
`writing` writes out of sight and makes all visible at once.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from django.conf import settings
from django.db import IntegrityError

from annotation.formats.errors import FormatError
from annotation.models import Dialogue, Import, Project, User
from annotation.refusals import Refused
from annotation.services.imports.checks import duplicate, own_labels
from annotation.services.imports.other_tools import KINDS, ReplacedVersions, label_names
from annotation.services.imports.reading import FirstReading, Found, Options, read_versions
from annotation.services.imports.reports import FileReport
from annotation.services.imports.staging import erase_staging, is_lost, lost, open_staging
from annotation.services.imports.uploads import Source, Upload, group_files
from annotation.services.imports.writing import Writer, publish

Report = Callable[[float, str], None]
READING = 0.3  # share of the work, for the progress that is shown
DUPLICATES = ("keep", "skip", "refuse", "ask")


class Undecided(Exception):
    """The text of some dialogues is there already: somebody is to say what becomes of them."""

    def __init__(self, reports: list[FileReport]) -> None:
        super().__init__()
        self.reports = reports


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOrder(Options):
    """How files are to be taken in, and for whom."""

    user: User
    # The versions that a program replaced; without them they stand in the turns' own key.
    replaced: Iterable[tuple[str, Source]] = ()
    label_map: str = ""  # lines "THEIRS = LABEL", of which `names` is made
    label_map_file: str = ""
    address: str = ""  # of who imports, for the access record
    limit: int | None = None  # bytes per file, by default UPLOAD_LIMIT


def import_dialogues(
    project: Project,
    files: Iterable[tuple[str, Source]],
    order: ImportOrder,
    *,
    job: Import | None = None,
    report: Report | None = None,
    settle: Callable[[list[FileReport]], None] = lambda reports: None,
) -> list[FileReport]:
    """Import files (name and path, bytes or stream); a file with any fault leaves no trace.

    The first import into the pool starts the learning.

    job: whose work it is; report: called with (fraction, phase), and may raise to stop; settle:
    called with what became of the files, in the transaction that makes all of it visible.
    """
    if (
        order.spans not in ("gold", "ignore", *KINDS)
        or order.split not in Dialogue.Split.values
        or order.duplicates not in DUPLICATES
    ):
        known = ", ".join(("gold", "ignore", *KINDS))
        raise Refused(
            f"spans are one of {known}; the split is pool or test; duplicates are one of "
            + ", ".join(DUPLICATES)
        )
    try:
        names = label_names(order.label_map, own_labels(project), order.label_map_file)
    except FormatError as error:
        refused = [FileReport(error.file, problems=(error,))]
        settle(refused)
        return refused
    order = replace(
        order,
        lang=order.lang or project.lang,
        tool=order.tool.strip(),
        names=names,
        limit=settings.UPLOAD_LIMIT if order.limit is None else order.limit,
    )
    work = _Work(project, order, _Progress(report))
    pairs = list(order.replaced) if order.spans == "replaced" else []
    findings = work.read(group_files(files), group_files(pairs))
    if findings.has_duplicates and order.duplicates == "ask":
        raise Undecided(findings.reports)
    return work.write(findings, job, settle)


class _Progress:
    """Turns read or written as a fraction and a phase ("reading:400", "writing:200:4000")."""

    def __init__(self, report: Report | None) -> None:
        self._report, self._turns, self._last = report, 0, 0.0

    def read(self, turns: int) -> None:
        self._turns += turns
        # How much is to come nobody knows yet: the bar goes on and never reaches its end.
        self._tell(READING * self._turns / (self._turns + 20_000), f"reading:{self._turns}")

    def begin(self, total: int) -> None:
        self._turns, self._total, self._last = 0, max(1, total), 0.0
        self._tell(READING, f"writing:0:{self._total}")

    def written(self, turns: int) -> None:
        self._turns += turns
        share = READING + (1 - READING) * min(1.0, self._turns / self._total)
        self._tell(min(share, 0.99), f"writing:{self._turns}:{self._total}")

    def _tell(self, share: float, phase: str) -> None:
        now = time.monotonic()
        if self._report is not None and now - self._last > 0.2:
            self._last = now
            self._report(share, phase)


class _Work:
    def __init__(self, project: Project, order: ImportOrder, progress: _Progress) -> None:
        self.project, self.order, self.progress = project, order, progress
        self.versions: ReplacedVersions | None = None

    def read(self, uploads: Sequence[Upload], replaced: Sequence[Upload]) -> Found:
        """Every fault and duplicate of the files; nothing is written."""
        if replaced:
            try:
                self.versions = read_versions(replaced, self.order, self.order.limit)
            except FormatError as error:
                return Found([FileReport(error.file, problems=(error,))])
        first = FirstReading(
            self.project, self.order, self.order.limit, self.versions, self.progress.read
        )
        return first.read(uploads)

    def write(
        self, found: Found, job: Import | None, settle: Callable[[list[FileReport]], None]
    ) -> list[FileReport]:
        """Write what is good; what was begun is erased where it cannot be finished."""
        if not found.good:
            settle(found.reports)
            return found.reports
        self.progress.begin(found.turns)
        staging = open_staging(job)
        try:
            writer = Writer(
                self.project,
                staging,
                found,
                self.order,
                self.order.user,
                self.order.address,
                self.progress.written,
            )
            writer.write(self.order.limit, self.versions)
            publish(writer, lambda: settle(found.reports))
        except IntegrityError:  # somebody imported the same ids at this moment
            gone = is_lost(staging)
            erase_staging(staging)
            if gone:
                raise lost(staging) from None
            found.reports = [_lost(report) for report in found.reports]
            settle(found.reports)
        except BaseException:
            erase_staging(staging)
            raise
        return found.reports


def _lost(report: FileReport) -> FileReport:
    if not report.ok:
        return report
    return FileReport(report.name, report.format, problems=(duplicate(report.name, None),))
