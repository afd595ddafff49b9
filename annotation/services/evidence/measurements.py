"""Measurements of a project: started, cancelled, worked on, and compared with how things are now.

Called by the evidence page, by commands, and by the worker (`jobs.broker`). Each kind of
measurement is one row of `WORK`: a function of (project, options, report) that returns figures.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from annotation.models import Export, JobStatus, Measurement, Project, User
from annotation.refusals import Refused
from annotation.services.jobs.broker import send_job
from annotation.services.jobs.lifecycle import finish_job, run_or_await
from annotation.services.release.changes import digest_of, stamp_parts

Report = Callable[[float, str], None]
Kind = Measurement.Kind
# Paths of functions: who looks at figures imports nothing of what makes them.
WORK: dict[str, str] = {  # kind -> path of what measures it
    Kind.RECALL: "annotation.services.evidence.recall.measure_recall",
    Kind.REMAINS: "annotation.services.evidence.remains.measuring.measure_remains",
    Kind.ATTACK: "annotation.services.evidence.attacks.measuring.measure_attacks",
    Kind.EXPOSURE: "annotation.services.evidence.use.exposure.measure_exposure",
    Kind.UTILITY: "annotation.services.evidence.use.utility.measure_utility",
    Kind.TABLES: "annotation.services.evidence.tables.making.measure_tables",
}


# What depends on how a file was replaced, and with it what a signature needs.
BY_STRATEGY = (Kind.ATTACK, Kind.REMAINS)
OF_FILE = (Kind.RECALL, *BY_STRATEGY)
SHARED = (Kind.UTILITY,)  # whose parts other workers do, too: they need the row


def start_measurement(
    project: Project, user: User | None, kind: str, options: Mapping[str, object] | None = None
) -> Measurement:
    """Queue a measurement; the one of its kind that is active already, if there is one.

    Raises Refused for a kind that there is not.
    """
    if kind not in WORK:
        raise Refused(_("There is no such measurement."), code="no_measurement")
    try:
        with transaction.atomic():
            row = Measurement.objects.create(
                project=project, kind=kind, options=dict(options or {}), requested_by=user
            )
            send_job(row)
    except IntegrityError:
        active = (JobStatus.QUEUED, JobStatus.RUNNING)
        return project.measurements.filter(kind=kind, status__in=active).latest("pk")
    return row


def start_for(export: Export, user: User | None) -> None:
    """Queue what a signature needs, and what depends on how a file was replaced, for this file."""
    for kind in OF_FILE:
        start_measurement(export.project, user, kind, {"export": export.pk})


def measure_now(export: Export, kind: str, user: User | None) -> None:
    """The same in this process, for a command. Raises Refused, where a worker is at it too."""
    try:
        with transaction.atomic():
            row = Measurement.objects.create(
                project=export.project,
                kind=kind,
                options={"export": export.pk},
                requested_by=user,
            )
    except IntegrityError:
        text = _("This is being measured: %(kind)s. Wait until it is.")
        values = {"kind": Measurement.Kind(kind).label}
        raise Refused(text % values, code="measuring", status=409) from None
    run_or_await(row, work_on_measurement)
    if row.status != JobStatus.DONE:
        raise Refused(row.error_words or _("It could not be measured; see the log."), code="failed")


def file_of(project: Project, options: Mapping[str, Any]) -> Export | None:
    """The file that was to be measured; None: what would leave now. Raises Refused."""
    if not options.get("export"):
        return None
    export = project.exports.filter(pk=options["export"], status=JobStatus.DONE).first()
    if export is None:
        raise Refused(_("The file that was to be measured is gone."), code="no_file")
    return export


def strategy_of(row: Measurement, project: Project) -> str:
    """The strategy of what was measured: a file's, else the project's own."""
    return str(row.figures.get("strategy") or project.replacement)


def start_all(project: Project, user: User | None) -> None:
    """Queue every kind that does not wait or is at work already, in the order of the page."""
    for kind in WORK:
        start_measurement(project, user, kind)


def work_on_measurement(row: Measurement, report: Report) -> None:
    """Do the job: measure, and only then show it. A failure leaves the last figures as they are."""
    stamp = stamp_of(row.project)
    room, _dot, name = WORK[row.kind].rpartition(".")
    measure: Callable[..., dict[str, Any]] = getattr(import_module(room), name)
    given = {"row": row} if row.kind in SHARED else {}
    figures = measure(row.project, row.options, report, **given)
    with transaction.atomic():
        finish_job(row, figures=figures, stamp=stamp)
        row.parts.all().delete()


def newest(project: Project, kind: str) -> Measurement | None:
    """The newest finished measurement of a kind."""
    return project.measurements.filter(kind=kind, status=JobStatus.DONE).first()


def active(project: Project) -> dict[str, Measurement]:
    """Those that wait or are at work, by kind; one query."""
    rows = project.measurements.filter(status__in=(JobStatus.QUEUED, JobStatus.RUNNING))
    return {row.kind: row for row in rows}


def is_stale(row: Measurement, stamp: str) -> bool:
    """Whether something that the figures depend on is another now; `stamp`: `stamp_of` now."""
    return row.stamp != stamp


def stamp_of(project: Project) -> str:
    """A digest of all that figures depend on: texts, labels, readings, decisions, lexicon, model,
    settings and the rules of replacement; a fixed number of queries, whatever the size."""
    return digest_of(stamp_parts(project))
