"""One line about the work of a project: the job that matters most now, and what to say of it.

Called by the foot of every page: of the page's project, else of all that the person is in. What
failed goes before what cannot begin, a wait before work, work before what is done.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum
from functools import cache
from typing import Any

from django.db.models import Q
from django.db.models.functions import Now
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from annotation.models import (
    Erasure,
    Export,
    Import,
    Job,
    JobStatus,
    Measurement,
    Project,
    SourceTraining,
    TrainingRun,
    User,
)
from annotation.services.jobs.broker import KINDS
from annotation.services.jobs.phases import PHASES
from annotation.services.jobs.waiting import is_at_its_end, line_and_minutes
from annotation.services.jobs.workers import worker_alive

TOLD = [model for model in KINDS if not model.in_background]
LOOKED_AT = 8  # the newest jobs of a kind
LOOKED_AT_EVERYWHERE = 60  # the same, of all projects of a person
FAILED_FOR = timedelta(days=1)  # after which a failure is no news


class State(IntEnum):
    """What may be said of a job; the lowest is said first."""

    FAILED = 0
    AWAY = 1
    WAITING = 2
    WORKING = 3
    DONE = 4


@dataclass(frozen=True, slots=True)
class Words:
    """What is said of a kind of job in each state."""

    waits: Promise
    works: Promise
    failed: Promise
    done: Promise


@dataclass(frozen=True, slots=True)
class WorkLine:
    job: Job
    state: State
    what: str
    rest: str
    percent: int | None = None  # of a job at work
    minutes: int | None = None  # that it is expected to need still
    is_slow: bool = False  # it needs longer than usual: `rest` says why that may be

    @property
    def name(self) -> str:
        """Under which a page asks for the same job again."""
        return name_of(self.job)

    @property
    def brief(self) -> str:
        """The rest, where it has one line with much else beside it."""
        return _("longer than usual") if self.is_slow else self.rest


RUNS: dict[str, Words] = {
    TrainingRun.Kind.SEED: Words(
        gettext_lazy("The first batch waits to be chosen"),
        gettext_lazy("The first batch is being chosen"),
        gettext_lazy("The first batch could not be chosen"),
        gettext_lazy("The first batch has been chosen"),
    ),
    TrainingRun.Kind.ROUND: Words(
        gettext_lazy("Model %(n)s waits to learn"),
        gettext_lazy("Model %(n)s is learning"),
        gettext_lazy("Model %(n)s could not be trained"),
        gettext_lazy("Model %(n)s has learnt"),
    ),
    TrainingRun.Kind.TAG: Words(
        gettext_lazy("The model waits to read the corpus"),
        gettext_lazy("The model reads the corpus"),
        gettext_lazy("The corpus could not be read"),
        gettext_lazy("The model has read the corpus"),
    ),
    TrainingRun.Kind.LARGE: Words(
        gettext_lazy("The large model waits to learn"),
        gettext_lazy("The large model is learning"),
        gettext_lazy("The large model could not be trained"),
        gettext_lazy("The large model has learnt"),
    ),
}
OTHERS: dict[type[Job], Words] = {
    Export: Words(
        gettext_lazy("A release waits to be written"),
        gettext_lazy("A release is being written"),
        gettext_lazy("The release could not be written"),
        gettext_lazy("The release has been written"),
    ),
    Import: Words(
        gettext_lazy("An import waits"),
        gettext_lazy("Dialogues are being imported"),
        gettext_lazy("The import did not succeed"),
        pgettext_lazy("a job", "The import is done"),
    ),
    SourceTraining: Words(
        gettext_lazy("A source model waits to learn"),
        gettext_lazy("A source model is learning"),
        gettext_lazy("The source model could not be trained"),
        gettext_lazy("The source model has learnt"),
    ),
    Erasure: Words(
        gettext_lazy("An erasure waits"),
        gettext_lazy("What was erased is being removed from the disk"),
        gettext_lazy("An erasure is not finished"),
        gettext_lazy("The erasure is finished"),
    ),
    Measurement: Words(
        gettext_lazy("A measurement waits: %(of)s"),
        gettext_lazy("Being measured: %(of)s"),
        gettext_lazy("Could not be measured: %(of)s"),
        gettext_lazy("Measured: %(of)s"),
    ),
}


PREVIEW = Words(
    gettext_lazy("Files to be imported wait to be read"),
    gettext_lazy("Files to be imported are being read"),
    gettext_lazy("The files could not be read"),
    gettext_lazy("The files are read"),
)


def name_of(job: Job) -> str:
    return f"{job._meta.model_name}-{job.pk}"


def work_line(
    project: Project, user: User, followed: str = "", about: type[Job] | None = None
) -> WorkLine | None:
    """What a page of the project says about its work; None where there is nothing to say.

    followed: the name of the job that the page showed last. Its end is told to whoever saw it run.
    about: the kind of job that the page is about: one that is active is told before all others.
    """
    told = _told(newest_jobs(project), lambda job: name_of(job) == followed)
    own = [each for each in told if about and isinstance(each[1], about) and each[1].is_active]
    return _first(own or told, user)


def words_at_work(job: Job) -> str:
    """What a job does while it works, as every page says it."""
    return str(_words(job).works) % _number(job)


def work_lines(project: Project, user: User) -> list[WorkLine]:
    """All that the project's last jobs of each kind have to say, in the order of the one line."""
    return _all(_told(newest_jobs(project), lambda job: True), user)


def own_line(projects: Collection[int], user: User, followed: str = "") -> WorkLine | None:
    """The same on a page of no project. `projects`: ids of those that the person may see."""
    jobs = jobs_of_person(projects, user)
    return _first(_told(jobs, lambda job: name_of(job) == followed), user)


def own_lines(projects: Collection[int], user: User) -> list[WorkLine]:
    """What works, waits, ended or failed lately, in all those projects."""
    return _all(_told(jobs_of_person(projects, user), lambda job: True), user)


def _first(told: list[tuple[State, Job]], user: User) -> WorkLine | None:
    if not told:
        return None
    state, job = min(told, key=lambda pair: (pair[0], -pair[1].progress))
    return _line(state, job, user)


def _all(told: list[tuple[State, Job]], user: User) -> list[WorkLine]:
    told.sort(key=lambda pair: (pair[0], -pair[1].queued_at.timestamp()))
    return [_line(state, job, user) for state, job in told]


def _told(jobs: Iterable[Job], followed: Callable[[Job], bool]) -> list[tuple[State, Job]]:
    """The jobs of which something is to be said. An end is told to whoever followed the job, a
    failure while it is news: lately, and nothing of its kind was begun since."""
    alive = cache(worker_alive)
    told: list[tuple[State, Job]] = []
    kinds: set[tuple[int | None, type[Job], str]] = set()  # of which a newer job was seen
    for job in jobs:
        named = job.kind if isinstance(job, TrainingRun) else ""
        kind = getattr(job, "project_id", None), type(job), named
        if job.is_active:
            waits = State.WAITING if job.status == JobStatus.QUEUED else State.WORKING
            told.append((waits if alive(job.lane) else State.AWAY, job))
        elif job.status == JobStatus.FAILED and kind not in kinds and _is_recent(job):
            told.append((State.FAILED, job))
        elif job.status == JobStatus.DONE and followed(job):
            told.append((State.DONE, job))
        kinds.add(kind)
    return told


def newest_jobs(project: Project) -> list[Job]:
    """The last jobs of each kind, newest first within a kind; one query a kind."""
    jobs: list[Job] = []
    for model in TOLD:
        rows: Any = model._default_manager
        found = rows.filter(project=project).select_related("project").order_by("-pk")
        jobs += found[:LOOKED_AT]
    return jobs


def jobs_of_person(projects: Collection[int], user: User) -> list[Job]:
    """What works or waits in these projects or ended lately, newest first within a kind; and source
    models that she teaches from a file of her own. One query a kind."""
    news = Q(status__in=[JobStatus.QUEUED, JobStatus.RUNNING])
    news |= Q(finished_at__gt=Now() - FAILED_FOR)
    jobs: list[Job] = []
    for model in TOLD:
        rows: Any = model._default_manager
        hers = Q(project__in=projects)
        if model is SourceTraining:
            hers |= Q(project=None, requested_by=user)
        found = rows.filter(news, hers).select_related("project").order_by("-pk")
        jobs += found[:LOOKED_AT_EVERYWHERE]
    return jobs


def _is_recent(job: Job) -> bool:
    rows: Any = type(job)._default_manager
    return bool(rows.filter(pk=job.pk, finished_at__gt=Now() - FAILED_FOR).exists())


def _words(job: Job) -> Words:
    if isinstance(job, TrainingRun):
        return RUNS[job.kind]
    if isinstance(job, Import) and job.is_preview:
        return PREVIEW
    return OTHERS[type(job)]


def _number(job: Job) -> dict[str, object]:
    of = Measurement.Kind(job.kind).label if isinstance(job, Measurement) else ""
    return {"n": job.number if isinstance(job, TrainingRun) else "", "of": of}


def _line(state: State, job: Job, user: User) -> WorkLine:
    words = _words(job)
    number = _number(job)
    if state == State.FAILED:
        return WorkLine(job, state, str(words.failed) % number, job.error_words)
    if state == State.AWAY:
        rest = _("No worker is running: it begins when one is there. What you save is kept.")
        return WorkLine(job, state, str(words.waits) % number, rest)
    if state == State.DONE:
        return WorkLine(job, state, str(words.done) % number, "")
    rest, minutes = line_and_minutes(job, user)
    is_slow = bool(rest) and minutes is None
    if state == State.WAITING:
        return WorkLine(job, state, str(words.waits) % number, rest)
    percent = round(100 * job.progress) or None  # "0 %" would say that nothing is done
    if is_at_its_end(job):
        rest = rest or str(PHASES.get(job.phase) or _("nearly done"))
    rest = rest or ("" if percent else _("just begun"))
    return WorkLine(job, state, str(words.works) % number, rest, percent, minutes, is_slow)
