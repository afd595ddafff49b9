"""Erases dialogues and projects: their rows at once, then their files, then the bytes they left.

Called by the pages, the administration site and `manage.py erase`. The rows go in one transaction
with a line of the ledger; files follow when it holds. The job (`work_on_erasure`) removes files
once more, for whoever died in between, and rewrites the database's pages.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, models, transaction
from django.utils import timezone

from annotation.models import (
    AccessEvent,
    Allotment,
    Assignment,
    AuditTurn,
    Decision,
    Departure,
    Dialogue,
    DialogueFigures,
    DialogueWords,
    Erasure,
    IntruderTry,
    JobStatus,
    LexiconRow,
    Measurement,
    Note,
    Project,
    QueryItem,
    Question,
    Reading,
    SourceTraining,
    Span,
    SpanEvent,
    Step,
    TrainingRun,
    Turn,
    User,
)
from annotation.models.run_records import Details
from annotation.services.erasing import ledger
from annotation.services.erasing.ledger import Entry, Row
from annotation.services.erasing.memory import forget_texts
from annotation.services.erasing.plans import Plan, plan_dialogues, plan_project
from annotation.services.imports.files import forget_imports
from annotation.services.imports.staging import sweep_staging
from annotation.services.jobs.broker import send_job
from annotation.services.jobs.lifecycle import cancel_job, finish_job
from annotation.services.runs.starting import start_run
from annotation.services.sources.trainings import teach_again
from annotation.services.storage import compaction, leftovers, old_models
from annotation.services.storage.leftovers import ACTIVE
from annotation.services.training.pools import pool_of

log = logging.getLogger("antifaz.erasing")
Report = Callable[[float, str], None]
STAGED = 60.0  # seconds for what an import had written out of sight
# Below a dialogue, the deepest first: deleted by one statement each, whatever their number.
BELOW: tuple[tuple[type[models.Model], str], ...] = (
    (SpanEvent, "step__dialogue"),
    (SpanEvent, "reading__turn__dialogue"),
    (Step, "dialogue"),
    (Span, "turn__dialogue"),
    (Reading, "turn__dialogue"),
    (Question, "turn__dialogue"),
    (Note, "dialogue"),
    (IntruderTry, "dialogue"),
    (AuditTurn, "turn__dialogue"),
    (Departure, "dialogue"),  # who has the key can try names on its digests
    (Assignment, "item__turn__dialogue"),
    (QueryItem, "turn__dialogue"),
    (Decision, "dialogue"),
    (Allotment, "dialogue"),
    (DialogueWords, "dialogue"),
    (DialogueFigures, "dialogue"),
    (Turn, "dialogue"),
)


def erase_dialogues(
    project: Project,
    dialogues: Sequence[Dialogue],
    *,
    user: User | None,
    choice: str = Erasure.Choice.RETRAIN,
    record: bool = True,
    address: str = "",
) -> Erasure:
    """Erase dialogues and all that was made of them. `choice`: what becomes of the models;
    record=False for an erasure that the ledger has; address: of who asks, for the access record.
    Raises OSError where the ledger cannot be written: nothing is erased then."""
    rows = tuple(Row.of(each.pk, each.imported_at) for each in dialogues)
    entry = Entry("dialogues", rows, _row(project), user.pk if user else None)

    def delete(erasure: Erasure) -> None:
        plan = plan_dialogues(project, dialogues)
        take_down(plan, erasure)
        delete_rows(plan.pks)
        Dialogue.objects.filter(pk__in=plan.pks).delete()
        blank_admin_log(Dialogue, plan.pks)
        AccessEvent.objects.create(
            user=user,
            project=project,
            purpose=AccessEvent.Purpose.ERASE,
            address=address[:45],
            detail={**plan.counts, "erased": plan.pks},
        )

    erasure = Erasure(
        kind=Erasure.Kind.DIALOGUES, project=project, requested_by=user, choice=choice
    )
    return carry_out(erasure, entry, delete, record=record)


def erase_project(
    project: Project,
    *,
    user: User | None,
    choice: str = Erasure.Choice.RETRAIN,
    record: bool = True,
) -> Erasure:
    """Erase a project with everything in it. `choice`: what becomes of models of other projects
    that had a source model taught here."""
    pk = project.pk
    entry = Entry("project", (_row(project),), by=user.pk if user else None)

    def delete(erasure: Erasure) -> None:
        plan = plan_project(project)
        take_down(plan, erasure)
        erasure.paths += leftovers.project_paths(pk)
        delete_rows(plan.pks)
        blank_admin_log(Dialogue, plan.pks)
        blank_admin_log(Project, [pk])
        SourceTraining.objects.filter(project=pk).delete()
        Project.objects.get(pk=pk).delete()

    erasure = Erasure(kind=Erasure.Kind.PROJECT, requested_by=user, choice=choice)
    return carry_out(erasure, entry, delete, record=record)


def carry_out(
    erasure: Erasure, entry: Entry, delete: Callable[[Erasure], None], *, record: bool
) -> Erasure:
    """Delete rows in one transaction, with the ledger's line on disk before it ends; then files."""
    try:
        with transaction.atomic():
            delete(erasure)
            erasure.save()
            if record:
                entry.counts.update(erasure.counts)
                ledger.write_entry(entry)
            transaction.on_commit(lambda: remove_files(erasure))
            send_job(erasure)
    except BaseException:
        if record and not _is_done(erasure):
            ledger.void_entry(entry)
        raise
    log.info("erasure %s: %s", erasure.pk, erasure.kind)
    return erasure


def _is_done(erasure: Erasure) -> bool:
    """Whether the rows went after all: the answer to a commit may be lost on its way. Where nobody
    can say they did, so that a backup brings nothing back."""
    try:
        return Erasure.objects.filter(pk=erasure.pk).exists()
    except DatabaseError:
        return True


def remove_files(erasure: Erasure) -> None:
    """Remove the files of an erasure, and what this process remembers of texts."""
    for name in erasure.paths:
        leftovers.remove_path(name)
    forget_texts()


def work_on_erasure(erasure: Erasure, report: Report) -> None:
    """The job: files once more, strays of workers that were at it, and the database's pages."""
    remove_files(erasure)
    _sweep(erasure.project)
    report(0.1, "database")
    staged = sweep_staging(STAGED)  # of an import that was under way
    left = erasure.left
    if staged or not erasure.looks:
        left = compaction.rewrite_pages(erasure.tables, report)
    with transaction.atomic():
        finish_job(erasure, left=left, looks=erasure.looks + 1)


def _sweep(project: Project | None) -> None:
    """Whatever lies below the data folder and belongs to nothing any more."""
    if project is not None:
        leftovers.sweep_strays(project)
        leftovers.forget_old_features(project, pool_of(project).key)
    leftovers.sweep_homeless()


def _row(project: Project) -> Row:
    return Row.of(project.pk, project.created_at)


def take_down(plan: Plan, erasure: Erasure) -> None:
    """Everything around the rows: work in progress, models, source models, exports, the lexicon;
    notes in `erasure` which files are to go and which tables held a text."""
    project = plan.project
    stopped = _cancel_work(project)
    erasure.counts = plan.counts
    erasure.tables = compaction.tables_of(erasure.kind)
    erasure.paths += [f"cache/project-{project.pk}"]
    erasure.paths += [f"models/project-{project.pk}/large-unfinished"]
    erasure.paths += withdraw_models([*plan.runs, *plan.others])
    erasure.paths += leftovers.forget_withdrawn(plan.exports)
    erasure.paths += forget_imports(project, whole=plan.whole)
    again = erasure.choice == Erasure.Choice.RETRAIN
    erasure.paths += [source.folder for source in plan.sources]
    LexiconRow.objects.filter(pk__in=[row.pk for row in plan.taught]).delete()
    _forget_numbers(project, set(plan.pks))
    for source in plan.sources:
        if plan.whole or not again or not teach_again(source, project):
            source.delete()  # projects that had it go on without
    transaction.on_commit(lambda: _train_again(plan, again=again, stopped=stopped))


def _forget_numbers(project: Project, pks: set[int]) -> None:
    """No figure says how few people a dialogue fitted, or what stood in it, that is no more."""
    for row in project.measurements.filter(kind=Measurement.Kind.REMAINS):
        fits, first = row.figures.get("fits", {}), row.figures.get("first", [])
        kept = {pk: people for pk, people in fits.items() if int(pk) not in pks}
        turns = [each for each in first if each["dialogue"] not in pks]
        if len(kept) < len(fits) or len(turns) < len(first):
            row.figures = {**row.figures, "fits": kept, "first": turns}
            row.save(update_fields=["figures"])


def withdraw_models(runs: Iterable[TrainingRun]) -> list[str]:
    """Take the models of these runs out of use; their scores stay. Returns their folders."""
    names = []
    for run in runs:
        names.append(run.folder)
        details = replace(Details.from_json(run.details), removed=old_models.ERASED)
        run.folder, run.details = "", details.to_json()
        run.save(update_fields=["folder", "details"])
        Project.objects.filter(model=run).update(model=None)
    return names


def _train_again(plan: Plan, *, again: bool, stopped: bool) -> None:
    """Queue a round of each project whose models went; what was stopped on the way begins anew."""
    learnt = {run.project_id for run in plan.others} if again else set()
    if again and plan.runs and not plan.whole:
        learnt.add(plan.project.pk)
    for project in Project.objects.filter(pk__in=learnt):
        start_run(project, kind=TrainingRun.Kind.ROUND, ahead=True)
    if stopped and not plan.whole and plan.project.pk not in learnt:
        start_run(plan.project, ahead=True)


def _cancel_work(project: Project) -> bool:
    """Whatever works on the project's texts now would bring them back; whether a round was."""
    runs = list(project.runs.filter(status__in=ACTIVE))
    waiting = (SourceTraining.DRAFT, *ACTIVE)
    trainings = SourceTraining.objects.filter(project=project, status__in=waiting)
    trainings.filter(status=SourceTraining.DRAFT).update(
        status=JobStatus.CANCELLED, finished_at=timezone.now()
    )
    exports, measures = project.exports.all(), project.measurements.all()
    others = [*exports.filter(status__in=ACTIVE), *measures.filter(status__in=ACTIVE)]
    for job in [*runs, *others, *trainings]:
        cancel_job(job)
    return any(run.kind != TrainingRun.Kind.LARGE for run in runs)


def delete_rows(pks: Sequence[int]) -> None:
    """Everything below these dialogues, in few statements."""
    for model, path in BELOW:
        for first in range(0, len(pks), 500):
            rows = model._default_manager.filter(**{f"{path}__in": pks[first : first + 500]})
            rows._raw_delete(rows.db)


def blank_admin_log(model: type[models.Model], pks: Sequence[int]) -> None:
    """The administration site's own log names what was changed there."""
    kind = ContentType.objects.get_for_model(model)
    rows = LogEntry.objects.filter(content_type=kind, object_id__in=[str(pk) for pk in pks])
    rows.update(object_repr="", change_message="")
