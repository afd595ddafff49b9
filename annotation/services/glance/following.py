"""Counts dialogues anew in which something changed, and keeps the words of those that came in.

Called by the sweep of every worker and, for a few dialogues, by the pages that show them. What
changed is noted by triggers (`storage.triggers`) in the transaction that changes it; the note goes
in the one that counts. One process counts at a time.
"""

import time
from collections.abc import Sequence
from itertools import groupby

from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import QuerySet

from annotation.models import (
    Dialogue,
    DialogueFigures,
    Project,
    TouchedDialogue,
)
from annotation.services.glance.states import count_dialogues
from annotation.services.glance.sums import Counted, sums_of
from annotation.services.glance.words import keep_words
from annotation.services.revision.approvals import changed_since_checked
from annotation.services.storage.snapshots import in_snapshot

PIECE = 50  # dialogues counted in one transaction
AT_ONCE = 100  # that a page counts before it is drawn; more are left to a worker
PATIENCE = 1.0  # seconds of one sweep
LOCK = 0x0616E7  # of PostgreSQL: any number that is used for nothing else
COUNTED = ("state", "items", "unread", "unsettled", "readers", "agreement", "issues_old", "sums")


def follow_changes() -> int:
    """Count what changed, for about a second; how many dialogues were counted."""
    until, count = time.monotonic() + PATIENCE, 0
    while time.monotonic() < until and (some := _follow_some(_touched())):
        count += some
        if connection.vendor == "sqlite" and not connection.in_atomic_block:
            time.sleep(0.02)  # whoever waits to write goes first
    return count


def follow_project(project: Project) -> int:
    """Count a few dialogues of a project that changed; how many are left to be counted."""
    waiting = _touched().filter(dialogue_id__in=project.dialogues.order_by().values("pk"))
    left = _count(waiting)
    if 0 < left <= AT_ONCE and not in_snapshot():
        while _follow_some(waiting):
            pass
        left = _count(waiting)
    return left


def counted_sums(project: Project) -> Counted | None:
    """The sums of all dialogues; None where more changed than a page counts."""
    if follow_project(project):
        return None
    rows = project.dialogues.order_by().values_list("pk", "split", "figures__sums")
    known = [(pk, split, sums) for pk, split, sums in rows if sums]
    return Counted(project, known) if len(known) == len(rows) else None


def _touched() -> QuerySet[TouchedDialogue]:
    """Not those of an import that nobody sees yet."""
    staged = Dialogue.objects.filter(project__staged_at__isnull=False).order_by()
    return TouchedDialogue.objects.exclude(dialogue_id__in=staged.values("pk"))


def _count(waiting: QuerySet[TouchedDialogue]) -> int:
    return waiting.values("dialogue_id").distinct().count()


def _follow_some(waiting: QuerySet[TouchedDialogue]) -> int:
    """Count a piece in one transaction; 0 where nothing waits or another process is at it."""
    if not waiting.exists():
        return 0
    try:
        return _count_piece(waiting)
    except (IntegrityError, OperationalError):
        return 0  # erased meanwhile, or nothing can be written: its note is looked at again


def _count_piece(waiting: QuerySet[TouchedDialogue]) -> int:
    with transaction.atomic():
        if not _alone():
            return 0
        pks = list(waiting.values_list("dialogue_id", flat=True).distinct()[:PIECE])
        notes = list(
            TouchedDialogue.objects.filter(dialogue_id__in=pks).values_list("pk", flat=True)
        )
        there = Dialogue.objects.filter(pk__in=pks).select_related("project", "figures")
        by_project = groupby(there.order_by("project"), key=lambda each: each.project)
        for project, dialogues in by_project:
            count_anew(project, list(dialogues))
        TouchedDialogue.objects.filter(pk__in=notes).delete()
    return len(pks)


def count_anew(project: Project, dialogues: Sequence[Dialogue]) -> None:
    """Write the figures of dialogues as they are now."""
    known = {each.pk: each.figures for each in dialogues if hasattr(each, "figures")}
    fresh = [each for each in dialogues if each.pk not in known]
    words = keep_words(fresh) if fresh else {}
    blocked = frozenset(pk for pk, figures in known.items() if figures.blocks)
    changed, rows = changed_since_checked(known), []
    counted = count_dialogues(project, dialogues, blocked)
    sums = sums_of({pk: counts.read_by for pk, counts in counted.items()})
    for pk, counts in counted.items():
        row = known.get(pk) or DialogueFigures(
            dialogue_id=pk, turns=counts.read_by.total(), words=words[pk]
        )
        row.state, row.items, row.agreement = counts.state, counts.items, counts.agreement
        row.unread, row.unsettled = counts.unread, counts.unsettled
        row.readers = " ".join(map(str, counts.readers))
        row.sums = sums[pk]
        row.issues_old = row.issues_old or pk in changed  # until they are counted again
        rows.append(row)
    DialogueFigures.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["dialogue"], update_fields=COUNTED
    )


def _alone() -> bool:
    """SQLite has one writer, and this transaction is it; PostgreSQL is asked for a lock."""
    if connection.vendor == "sqlite":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        return bool(cursor.fetchone()[0])
