"""Bring dialogues into a project: each file whole or not at all, and what became of each.

Called by `page_jobs` (the job of the import page), `manage.py import_corpus` and the demo.
Files are read twice, one dialogue at a time: `reading` finds every fault and duplicate, then
`writing` writes out of sight and makes all visible at once.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.conf import settings
from django.db import IntegrityError
from django.utils.translation import gettext_noop

from annotation.formats.errors import FormatError
from annotation.models import Dialogue, Import, Project, User
from annotation.refusals import Refused
from annotation.services.imports.checks import Outdated, duplicate, own_labels
from annotation.services.imports.options import Options
from annotation.services.imports.other_tools.found import Matcher
from annotation.services.imports.other_tools.replaced import KINDS, ReplacedVersions, label_names
from annotation.services.imports.other_tools.writing_found import Findings
from annotation.services.imports.reading import FirstReading, Found, read_versions
from annotation.services.imports.reports import FileReport
from annotation.services.imports.staging import erase_staging, is_lost, lost, open_staging
from annotation.services.imports.survey import Survey
from annotation.services.imports.uploads import Source, group_files
from annotation.services.imports.writing import Writer, publish

Report = Callable[[float, str], None]
CHANGED = gettext_noop(
    "The project has changed since the files were looked at, so nothing was imported. "
    "This is what would go in now."
)
READING = 0.3  # share of the work, for the progress that is shown
DUPLICATES = ("keep", "skip", "refuse")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOrder(Options):
    """How files are to be taken in, and for whom."""

    user: User
    # The versions that a program replaced; without them they stand in the turns' own key.
    replaced: Iterable[tuple[str, Source]] = ()
    label_map: str = ""  # lines "THEIRS = LABEL", of which `names` is made
    label_map_file: str = ""
    promised: int | None = None  # how many dialogues go in, as somebody was told
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
    """Import files (name and path, bytes or stream); a file with any fault leaves no trace, unless
    the order is lenient.

    The first import into the pool starts the learning.

    job: whose work it is; report: called with (fraction, phase), and may raise to stop; settle:
    called with what became of the files, in the transaction that makes all of it visible.

    Raises Outdated, and has written nothing, where other dialogues would go in than `promised`.
    """
    try:
        order = _whole(order, project)
    except FormatError as error:
        refused = [FileReport(error.file, problems=(error,))]
        settle(refused)
        return refused
    work = _Work(project, order, _Progress(report))
    found = work.read(files)
    if order.promised not in (None, sum(each.dialogues for each in found.reports)):
        raise Outdated(CHANGED)
    return work.write(found, job, settle)


def survey_files(
    project: Project,
    files: Iterable[tuple[str, Source]],
    order: ImportOrder,
    survey: Survey,
    *,
    report: Report | None = None,
) -> list[FileReport]:
    """Look at files as an import would, and write nothing; what would become of them.

    The counts are those of an import that keeps duplicates.
    """
    try:
        order = _whole(order, project)
    except FormatError as error:
        return [FileReport(error.file, problems=(error,))]
    return _Work(project, order, _Progress(report)).read(files, survey).reports


def _whole(order: ImportOrder, project: Project) -> ImportOrder:
    """The order with what the project and the settings say. Raises Refused, FormatError."""
    if (
        order.spans not in ("gold", "ignore", *KINDS)
        or order.split not in Dialogue.Split.values
        or order.duplicates not in DUPLICATES
    ):
        known = ", ".join(("gold", "ignore", *KINDS))
        raise Refused(
            f"spans are one of {known}; the split is pool, test or aside; duplicates are one of "
            + ", ".join(DUPLICATES)
        )
    return replace(
        order,
        lang=order.lang or project.lang,
        tool=order.tool.strip(),
        names=label_names(order.label_map, own_labels(project), order.label_map_file),
        limit=settings.UPLOAD_LIMIT if order.limit is None else order.limit,
    )


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
        self.matcher: Matcher | None = None

    def read(self, files: Iterable[tuple[str, Source]], survey: Survey | None = None) -> Found:
        """Every fault and duplicate of the files; nothing is written."""
        order = self.order
        replaced = group_files(order.replaced if order.spans == "replaced" else ())
        if replaced:
            self.versions, refused = read_versions(replaced, order, order.limit, survey)
            if refused:
                return Found(refused)
        tick = self.progress.read
        if order.is_found:
            self.matcher = Matcher(self.project, order.tool)
        first = FirstReading(
            self.project, order, order.limit, self.versions, tick, survey, self.matcher
        )
        return first.read(group_files(files))

    def write(
        self, found: Found, job: Import | None, settle: Callable[[list[FileReport]], None]
    ) -> list[FileReport]:
        """Write what is good; what was begun is erased where it cannot be finished."""
        if not found.good:
            settle(found.reports)
            return found.reports
        self.progress.begin(found.turns)
        if self.matcher is not None:
            findings = Findings(self.project, found, self.order)
            findings.read(self.matcher, self.order.limit, self.progress.written)
            user, address = self.order.user.pk, self.order.address
            findings.write(user, address, lambda: settle(found.reports))
            return found.reports
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
            if self.order.promised is not None:
                raise Outdated(CHANGED) from None
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
