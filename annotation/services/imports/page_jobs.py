"""An import from the page as a job: keep the files, queue it, do it, ask, cancel, erase the files.

Called by the import page and by the workers.
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.formats.errors import shown_name
from annotation.models import Import, JobStatus, Project, User
from annotation.refusals import JobLost, Refused
from annotation.services.imports.dialogues import ImportOrder, Undecided, import_dialogues
from annotation.services.imports.files import (
    DISK_FULL,
    WAITING,
    erase_files,
    erase_job_files,
    keep_file,
    path_of,
)
from annotation.services.imports.reports import FileReport, to_json
from annotation.services.imports.uploads import Source
from annotation.services.jobs.broker import send_job
from annotation.services.jobs.database_outages import is_disk_full
from annotation.services.jobs.lifecycle import cancel_job, finish_job, mine

Report = Callable[[float, str], None]
CHOICES = ("skip", "keep")  # what may become of duplicates
SHOWN = 5  # imports that are over and are still told of


def queue_import(
    project: Project,
    user: User,
    files: Iterable[tuple[str, Source]],
    *,
    replaced: Iterable[tuple[str, Source]] = (),
    **options: str,
) -> Import:
    """Keep the files and queue their import; `options` are those of an `ImportOrder`.

    Raises OSError, such as that of a full disk, and then keeps nothing.
    """
    kept: list[dict[str, Any]] = []
    try:
        for name, source, is_replaced in (
            *((name, source, False) for name, source in files),
            *((name, source, True) for name, source in replaced),
        ):
            path = keep_file(source)
            kept.append({"name": shown_name(name), "path": path, "replaced": is_replaced})
        with transaction.atomic():
            job = Import.objects.create(
                project=project,
                requested_by=user,
                files=kept,
                options={"duplicates": "ask", **options},
            )
            send_job(job)
    except BaseException:
        erase_files(each["path"] for each in kept)
        raise
    return job


def work_on_import(job: Import, report: Report) -> None:
    """Do the job, or ask what becomes of duplicates. Raises Refused with a sentence, or JobLost."""
    if job.requested_by is None:
        erase_job_files(job)
        raise Refused(gettext_noop("The account that began this import is gone."))
    given = {
        is_replaced: [
            (each["name"], path_of(each["path"]))
            for each in job.files
            if each["replaced"] is is_replaced
        ]
        for is_replaced in (False, True)
    }
    try:
        import_dialogues(
            job.project,
            given[False],
            ImportOrder(
                user=job.requested_by, replaced=given[True], every_fault=True, **job.options
            ),
            job=job,
            report=report,
            settle=lambda reports: finish_job(job, report=to_json(reports)),
        )
    except Undecided as undecided:
        _ask(job, undecided.reports)
        return
    except JobLost:
        raise  # cancelled, and erased by who cancelled; or another worker needs the files
    except Exception as error:
        if is_disk_full(error):
            erase_job_files(job)
            raise Refused(DISK_FULL) from error
        if isinstance(error, Refused):
            erase_job_files(job)
        raise  # it may be tried again; the sweep erases the files when it is not
    erase_job_files(job)


def _ask(job: Import, reports: list[FileReport]) -> None:
    """Let the job wait until somebody has said what becomes of the duplicates."""
    waiting = {"status": Import.DRAFT, "claim": "", "phase": "", "progress": 0}
    if not mine(job).update(report=to_json(reports), queued_at=timezone.now(), **waiting):
        raise JobLost


def answer_import(job: Import, duplicates: str) -> None:
    """Go on with a draft: leave the duplicates out ("skip"), or take them too ("keep").

    Raises Refused where it was answered or cancelled in another window.
    """
    if duplicates not in CHOICES:
        raise Refused(_("Say what becomes of the dialogues that are there already."))
    with transaction.atomic():
        drafts = Import.objects.filter(pk=job.pk, status=Import.DRAFT)
        if not drafts.update(
            status=JobStatus.QUEUED,
            options={**job.options, "duplicates": duplicates},
            report=[],
            attempts=0,
            heartbeat_at=None,
            queued_at=timezone.now(),
        ):
            raise Refused(_("This was answered or cancelled in another window."), status=409)
        job.refresh_from_db()
        send_job(job)


def cancel_import(job: Import) -> None:
    """Give up a draft or the work; nothing goes in, and the files are erased."""
    drafts = Import.objects.filter(pk=job.pk, status=Import.DRAFT)
    now = timezone.now()
    if drafts.update(status=JobStatus.CANCELLED, finished_at=now) or cancel_job(job):
        erase_job_files(job)


def list_imports(project: Project) -> list[Import]:
    """The imports that wait or work, and the last that are over; the newest first."""
    rows = list(project.imports.all()[:50])
    over = [job for job in rows if job.status not in WAITING][:SHOWN]
    return [job for job in rows if job.status in WAITING or job in over]
