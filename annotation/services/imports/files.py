"""Files of imports in the data folder: kept while the job waits and works, erased when it ends.

Called by `page_jobs`, by the command for its standard input, and by the sweep in every worker.
"""

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from annotation.models import Import, JobStatus, Project
from annotation.services.imports.uploads import Source
from annotation.services.jobs.telling import tell_of_job

FOLDER = "uploads"  # below ANTIFAZ_DATA
KEPT = timedelta(hours=24)  # a draft that nobody comes back to
TOLD = timedelta(days=30)  # how long it is told what became of files; names may be personal
ON_THEIR_WAY = timedelta(hours=3)  # a file without a row may belong to an upload that goes on
WAITING = (Import.DRAFT, JobStatus.QUEUED, JobStatus.RUNNING)
DISK_FULL = gettext_noop(
    "The disk of the server is full: nothing of these files was kept. Tell whoever looks after it, "
    "and import again when there is room."
)


def keep_file(source: Source) -> str:
    """Keep a file, readable by the owner alone; its path below ANTIFAZ_DATA.

    One that lies on this disk already is not copied. Raises OSError, and then leaves nothing.
    """
    name = f"{FOLDER}/{secrets.token_hex(16)}"
    path = settings.ANTIFAZ_DATA / name
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        if not isinstance(source, Path) or not _linked(source, path):
            with _private(path) as out:
                _copy(source, out)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return name


def _linked(source: Path, path: Path) -> bool:
    with contextlib.suppress(OSError):  # another disk, or one that cannot: it is copied
        os.link(source, path)
        return True
    return False


def _private(path: Path) -> IO[bytes]:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _copy(source: Source, out: IO[bytes]) -> None:
    if isinstance(source, bytes):
        out.write(source)
    elif isinstance(source, Path):
        with source.open("rb") as stream:
            shutil.copyfileobj(stream, out)
    else:
        shutil.copyfileobj(source, out)


def path_of(name: str) -> Path:
    path: Path = settings.ANTIFAZ_DATA / name
    return path


def erase_files(names: Iterable[str]) -> None:
    """Erase files that were kept; one that is gone already is no error."""
    for name in names:
        path_of(name).unlink(missing_ok=True)


def erase_job_files(job: Import) -> None:
    erase_files(each["path"] for each in job.files)


@transaction.atomic
def end_draft(job: Import, **still: object) -> bool:
    """Cancel a draft, and tell of it; False where it is none any more, or not as `still` says."""
    drafts = Import.objects.filter(pk=job.pk, status=Import.DRAFT, **still)
    ended = drafts.update(status=JobStatus.CANCELLED, finished_at=timezone.now())
    if ended:
        tell_of_job(job, JobStatus.CANCELLED)
    return bool(ended)


def erase_uploads() -> int:
    """Erase what nothing waits for: files of jobs that are over or of nobody, drafts that nobody
    came back to, old reports. Returns how many files went. Called by the sweep of every worker."""
    now = timezone.now()
    for job in Import.objects.filter(status=Import.DRAFT, queued_at__lt=now - KEPT):
        end_draft(job, queued_at__lt=now - KEPT)  # it may be looked at again meanwhile
    over = Import.objects.exclude(status__in=WAITING).filter(queued_at__lt=now - TOLD)
    if over.exists():
        over.delete()
    folder = settings.ANTIFAZ_DATA / FOLDER
    files = list(folder.iterdir()) if folder.is_dir() else []
    return sum(_erase_orphans(files)) if files else 0


def _erase_orphans(files: Iterable[Path]) -> Iterable[bool]:
    jobs = Import.objects.values_list("status", "files")
    named = [(Path(each["path"]).name, status in WAITING) for status, own in jobs for each in own]
    kept, over = (
        {name for name, waits in named if waits},
        {name for name, waits in named if not waits},
    )
    young = timezone.now().timestamp() - ON_THEIR_WAY.total_seconds()
    for each in files:
        with contextlib.suppress(FileNotFoundError):  # another worker sweeps, too
            gone = each.name not in kept and (each.name in over or each.stat().st_mtime < young)
            if gone:
                each.unlink()
            yield gone


def forget_imports(project: Project, *, whole: bool) -> list[str]:
    """What imports tell of a project whose dialogues are erased goes, with the drafts that tell it;
    where the `whole` project goes, the imports under way, too. The paths of files to be erased."""
    rows = project.imports.all()
    if not whole:
        rows = rows.exclude(status__in=[JobStatus.QUEUED, JobStatus.RUNNING])
        for job in rows.filter(status=Import.DRAFT):
            end_draft(job)
    paths = [each["path"] for files in rows.values_list("files", flat=True) for each in files]
    rows.delete()
    return paths
