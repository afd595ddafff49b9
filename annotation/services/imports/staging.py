"""Where an import writes what nobody sees yet: a project without members that `Project.objects`
leaves out. Rows go in and out in small pieces, so that nobody who saves a label waits for them.

Called by `writing`, by the sweep in every worker and by `import_corpus`.
"""

import contextlib
import gc
import secrets
import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, TypeVar

from django.db import connection, models, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_noop

from annotation.models import (
    Decision,
    Dialogue,
    Import,
    JobStatus,
    Label,
    Project,
    Reading,
    Span,
    ToolImport,
    Turn,
)
from annotation.refusals import JobLost, Refused

PIECE = 200  # rows written or deleted in one transaction
M = TypeVar("M", bound=models.Model)
SILENT = timedelta(seconds=60)  # after this an import from the command line is dead
_PREFIX = "~import-"  # no address and no person can name it: "~" is no part of a short name
_DEAD = "~dead-"  # its import may not go on, should it wake up
_ALIVE = 5.0  # seconds between two signs of life


def open_staging(job: Import | None = None) -> Project:
    """A new, empty place; what an earlier attempt at the same job left is erased first, and for a
    second what other dead imports left."""
    sweep_staging()
    slug = f"{_PREFIX}{job.pk if job else f'x{secrets.token_hex(8)}'}"  # never a job's number
    for old in Project.everything.filter(slug=slug):
        erase_staging(old)
    return Project.everything.create(slug=slug, name=slug, staged_at=Now())


class Pulse:
    """Signs of life of a place by the database's clock, so that no sweep takes it for dead."""

    def __init__(self, staging: Project) -> None:
        self._staging, self._last = staging, time.monotonic()

    def beat(self) -> None:
        if time.monotonic() - self._last > _ALIVE:
            self._last = time.monotonic()
            if not _own(self._staging).update(staged_at=Now()):
                raise lost(self._staging)


def hold_staging(staging: Project) -> None:
    """Keep sweeps away to the end of the caller's transaction. Raises as `lost` says."""
    held = _own(staging).select_for_update(no_key=True)
    if not list(held.values_list("pk", flat=True)):
        raise lost(staging)


def is_lost(staging: Project) -> bool:
    """Whether somebody took the place for dead, or its job away."""
    return not _own(staging).exists()


def lost(staging: Project) -> Exception:
    """For an import that was taken for dead: JobLost for a job, a sentence for the command line."""
    if staging.slug.removeprefix(_PREFIX).isdecimal():
        return JobLost()
    return Refused(gettext_noop("The import stood still for too long: try again."))


def _own(staging: Project) -> models.QuerySet[Project]:
    return Project.everything.filter(pk=staging.pk, slug=staging.slug)


@contextlib.contextmanager
def no_collection() -> Iterator[None]:
    """Python's collector of garbage takes a tenth of a second at a time: not while others wait."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@contextlib.contextmanager
def piece() -> Iterator[None]:
    """One short transaction, and on SQLite as long a pause after it, for whoever waits to write."""
    begun = time.perf_counter()
    with no_collection(), transaction.atomic():
        yield
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        time.sleep(min(time.perf_counter() - begun, 0.1))


def insert_rows(rows: Sequence[M]) -> list[M]:
    """Write rows of one table in pieces; they come back with their ids."""
    for first in range(0, len(rows), PIECE):
        chunk = rows[first : first + PIECE]
        with piece():
            type(chunk[0])._default_manager.bulk_create(chunk)
    return list(rows)


def erase_staging(staging: Project) -> None:
    for _each in _erase(staging):
        pass


def sweep_staging(seconds: float = 1.0) -> int:
    """Erase places whose import is over or dead, for at most so long: the next sweep goes on.

    Returns how many pieces were erased.
    """
    until, count = time.monotonic() + seconds, 0
    for staging in Project.everything.exclude(staged_at=None):
        if not _bury(staging):
            continue
        for _each in _erase(staging):
            count += 1
            if time.monotonic() > until:
                return count
    return count


def _bury(staging: Project) -> bool:
    """Mark a place whose import is over or dead; False for one that lives.

    One conditional UPDATE: an import that publishes holds the row (`hold_staging`), and one that
    only slept finds the mark and gives up, so that no row is erased that became visible.
    """
    number = staging.slug.removeprefix(_PREFIX)
    if staging.slug.startswith(_DEAD):
        return True
    dead = _own(staging)
    if not number.isdecimal():
        now = Now()
        dead = dead.filter(Q(staged_at__lt=now - SILENT) | Q(staged_at__gt=now + SILENT))
    elif Import.objects.filter(
        pk=int(number), status__in=[JobStatus.QUEUED, JobStatus.RUNNING]
    ).exists():
        return False
    with transaction.atomic():
        free = list(dead.select_for_update(skip_locked=True).values_list("pk", flat=True))
        return bool(free and dead.update(slug=f"{_DEAD}{staging.pk}"))


def _erase(staging: Project) -> Iterator[None]:
    """Delete piece by piece, from the leaves to the root; yields after each."""
    dialogues = Dialogue.objects.filter(project=staging).order_by()
    while chunk := list(dialogues.values_list("pk", flat=True)[:PIECE]):
        yield from _delete(Decision.objects.filter(dialogue__in=chunk))
        turns = Turn.objects.filter(dialogue__in=chunk).order_by()
        while part := list(turns.values_list("pk", flat=True)[:PIECE]):
            yield from _delete(Span.objects.filter(turn__in=part))
            yield from _delete(Reading.objects.filter(turn__in=part))
            yield from _delete(Turn.objects.filter(pk__in=part))
        yield from _delete(Dialogue.objects.filter(pk__in=chunk))
    with piece():
        Label.objects.filter(project=staging).update(parent=None)
    yield from _delete(Label.objects.filter(project=staging))
    yield from _delete(ToolImport.objects.filter(project=staging))
    yield from _delete(Project.everything.filter(pk=staging.pk))


def _delete(rows: Any) -> Iterator[None]:
    while chunk := list(rows.order_by().values_list("pk", flat=True)[:PIECE]):
        with piece():  # nothing else refers to them, so Django need not look for what does
            doomed = rows.model._base_manager.filter(pk__in=chunk)
            doomed._raw_delete(doomed.db)
        yield
