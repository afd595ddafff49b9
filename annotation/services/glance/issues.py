"""Counts the open issues of dialogues that nobody has opened, so that lists are sorted by them.

`ask_for_counts` is called by the sweep of every worker; `count_issues` is the job that it queues,
one a project. What is to be counted stands in the figures of each dialogue (`approvals.unchecked`):
a count that was broken off goes on with the rest.
"""

import hashlib
import logging
import time
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.db.models import Count, Max
from django.db.models.functions import Now
from django.utils import timezone

from annotation.models import (
    UNCHECKED,
    Dialogue,
    DialogueFigures,
    IssueCount,
    JobStatus,
    Label,
    LexiconRow,
    Project,
)
from annotation.services.jobs.broker import send_job
from annotation.services.jobs.failures import trouble_of
from annotation.services.jobs.lifecycle import finish_job, mine
from annotation.services.revision.approvals import make_old, note_found, unchecked
from annotation.services.revision.plans import TOGETHER, plan_all

log = logging.getLogger("antifaz.jobs")
Report = Callable[[float, str], None]
Found = tuple[int, dict[str, int] | None, datetime]  # dialogue, its open issues, as they were then
# After a count the project is left alone for so long, and for so many times as long as it took:
# people who label all day keep no processor busy.
REST, REST_TIMES = timedelta(seconds=20), 10
REST_FAILED = timedelta(hours=1)
PIECE = 1.0  # seconds of work that may be lost


def ask_for_counts() -> int:
    """Queue a count for each project that needs one and is rested; how many."""
    wanted = DialogueFigures.objects.filter(UNCHECKED).order_by()
    uncounted = set(wanted.values_list("dialogue__project", flat=True).distinct())
    known = {row.project_id: row for row in IssueCount.objects.all()}
    rules = _tell_rules(known)
    changed = {pk for pk, row in known.items() if row.rules != rules.get(pk)}
    asked = 0
    for pk in uncounted | changed:
        row = known.get(pk)
        if row is None:
            row, is_asked = IssueCount.objects.get_or_create(project_id=pk)
        else:
            is_asked = _ask_again(row)
        if is_asked:
            send_job(row)
            asked += 1
    return asked


def _ask_again(row: IssueCount) -> bool:
    if row.is_active or row.finished_at is None:
        return False
    rest = REST_FAILED
    if row.status == JobStatus.DONE and row.started_at is not None:
        rest = max(REST, REST_TIMES * (row.finished_at - row.started_at))
    rested = IssueCount.objects.filter(
        pk=row.pk, status=row.status, claim=row.claim, finished_at__lt=Now() - rest
    )
    return bool(rested.update(status=JobStatus.QUEUED, claim="", attempts=0, queued_at=Now()))


def _tell_rules(projects: Collection[int]) -> dict[int, str]:
    """A digest of what the replacements of each project follow from besides its labels: the
    strategies and the lexicon; three queries."""
    told: defaultdict[int, list[object]] = defaultdict(list)
    lexicon = LexiconRow.objects.filter(project__in=projects).order_by().values_list("project")
    for rows in (
        Project.objects.filter(pk__in=projects).order_by().values_list("pk", "replacement"),
        lexicon.annotate(Count("pk"), Max("pk"), Count("removed_at")),
        Label.objects.filter(project__in=projects)
        .order_by("pk")
        .values_list("project", "name", "replacement"),
    ):
        for pk, *values in rows:
            told[pk].append(values)
    return {pk: hashlib.sha256(repr(said).encode()).hexdigest()[:32] for pk, said in told.items()}


def count_issues(job: IssueCount, report: Report) -> None:
    """Do the job: count what is to be counted, and keep each piece at once."""
    project = job.project
    _follow_rules(job)
    pks = list(
        unchecked(project)
        .order_by("dialogue__position", "dialogue_id")
        .values_list("dialogue_id", flat=True)
    )
    found: dict[int, Mapping[str, int] | None] = {}
    moment, noted = timezone.now(), time.monotonic()
    for number, (pk, counts, at) in enumerate(_count_each(project, pks), 1):
        if at != moment or time.monotonic() > noted + PIECE:
            note_found(project, found, moment)
            found, moment, noted = {}, at, time.monotonic()
        found[pk] = counts
        report(number / len(pks), "")
    note_found(project, found, moment)
    finish_job(job)


def _follow_rules(job: IssueCount) -> None:
    """By other rules than the last time every count is old."""
    rules = _tell_rules([job.project_id]).get(job.project_id, "")
    if rules == job.rules:
        return
    with transaction.atomic():
        if job.rules:
            make_old(job.project.dialogues.order_by().values("pk"))
        mine(job).update(rules=rules)


def _count_each(project: Project, pks: Collection[int]) -> Iterator[Found]:
    """The open issues of dialogues, some at a time; None of one that the engine does not take."""
    waiting = deque(pks)
    while waiting:
        begun: deque[tuple[int, datetime]] = deque()
        try:
            for now in plan_all(project, _in_turn(project, waiting, begun)):
                pk, at = begun.popleft()
                yield pk, now.counts, at
        except (DatabaseError, OSError):
            raise
        except Exception as error:  # of one dialogue: the others are counted all the same
            if not begun:
                raise
            pk, at = begun.popleft()
            log.warning("issues of dialogue %s not counted: %s", pk, trouble_of(error).log)
            waiting.extendleft(pk for pk, _at in reversed(begun))
            yield pk, None, at


def _in_turn(
    project: Project, waiting: deque[int], begun: deque[tuple[int, datetime]]
) -> Iterator[Dialogue]:
    """Takes dialogues from those that wait, without those that somebody counted meanwhile; a piece
    is as large as what `plan_all` reads at once, and `begun` says when."""
    while waiting:
        some = [waiting.popleft() for _ in range(min(TOGETHER, len(waiting)))]
        at = timezone.now()
        still = unchecked(project).filter(dialogue_id__in=some).values("dialogue")
        there = Dialogue.objects.in_bulk(list(still.values_list("dialogue_id", flat=True)))
        for pk in some:
            if pk in there:
                begun.append((pk, at))
                yield there[pk]
