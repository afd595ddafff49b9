"""An import from the page as a job: keep the files, look at them, wait until somebody confirms, do
it, cancel, erase the files.

Called by the import page and by the workers.
"""

from collections.abc import Callable, Iterable
from typing import Any, cast

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.formats.errors import shown_name
from annotation.models import Import, JobStatus, Project, User
from annotation.refusals import JobLost, Refused
from annotation.services.imports.checks import Outdated
from annotation.services.imports.dialogues import ImportOrder, import_dialogues, survey_files
from annotation.services.imports.files import (
    DISK_FULL,
    WAITING,
    end_draft,
    erase_files,
    erase_job_files,
    keep_file,
    path_of,
)
from annotation.services.imports.previews import (
    Preview,
    check_choices,
    check_seal,
    digests_of,
    load_preview,
    load_survey,
    names_of,
    remember_choices,
)
from annotation.services.imports.reports import to_json
from annotation.services.imports.survey import Survey, sample_project
from annotation.services.imports.tables import columns_said
from annotation.services.imports.uploads import Source
from annotation.services.jobs.broker import send_job
from annotation.services.jobs.database_outages import is_disk_full
from annotation.services.jobs.lifecycle import cancel_job, finish_job, mine
from annotation.services.jobs.telling import tell_of_job

Report = Callable[[float, str], None]
# Of a job, unless told otherwise.
MANNER = {"duplicates": "skip", "lenient": True, "encodings": {}, "tables": {}}
NO_ORDERS = ("at_once", "unknown", "tables")  # options of the job that no order has
SHOWN = 5  # imports that are over and are still told of


def queue_import(
    project: Project,
    user: User,
    files: Iterable[tuple[str, Source]],
    *,
    replaced: Iterable[tuple[str, Source]] = (),
    **options: object,
) -> Import:
    """Keep the files and queue the look at them; `options` are those of an `ImportOrder`.

    Raises OSError, such as that of a full disk, and then keeps nothing.
    """
    kept: list[dict[str, Any]] = []
    try:
        for name, source, is_replaced in (
            *((name, source, False) for name, source in files),
            *((name, source, True) for name, source in replaced),
        ):
            path = keep_file(source)
            size = path_of(path).stat().st_size
            said = {"name": shown_name(name), "replaced": is_replaced}
            kept.append({**said, "path": path, "bytes": size})
        with transaction.atomic():
            job = Import.objects.create(
                project=project,
                requested_by=user,
                files=kept,
                options={**MANNER, **options},
            )
            send_job(job)
    except BaseException:
        erase_files(each["path"] for each in kept)
        raise
    return job


def work_on_import(job: Import, report: Report) -> None:
    """Do what somebody confirmed, or look at the files first. Raises Refused, or JobLost."""
    if job.requested_by is None:
        erase_job_files(job)
        raise Refused(gettext_noop("The account that began this import is gone."))
    try:
        try:
            if job.is_preview:
                _look(job, report)
                _go_on(job)
                return
            _write(job, report)
        except Outdated as outdated:  # somebody looks again
            _look(job, report, note=str(outdated))
            _go_on(job)
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


def _go_on(job: Import) -> None:
    """What a program sent to go in at once is confirmed without it; where something is still to be
    said, it fails and says what, and nothing is left of it."""
    if not job.options.get("at_once"):
        return
    drafted = Import.objects.filter(pk=job.pk, status=Import.DRAFT)
    now = drafted.first()
    preview = load_preview(now) if now is not None else None
    if now is None or preview is None:
        return
    try:
        if (rest := now.options.get("unknown")) in ("new", "out"):
            now.mapping |= {row.theirs: rest for row in preview.unnamed_rows}
            preview.__dict__.pop("rows", None)
        confirm_import(preview)
    except Refused as refusal:
        said = str(refusal)[:300]
        failed = {"status": JobStatus.FAILED, "error": said, "finished_at": timezone.now()}
        with transaction.atomic():
            done = drafted.update(**failed)
            if done:
                tell_of_job(now, JobStatus.FAILED)
        if done:
            erase_job_files(now)


def _sources(job: Import, *, replaced: bool) -> list[tuple[str, Source]]:
    return [
        (each["name"], path_of(each["path"]))
        for each in job.uploads
        if each["replaced"] is replaced
    ]


def _order(job: Import, **more: Any) -> ImportOrder:
    """`more`: what goes before the options of the job."""
    given = {"replaced": _sources(job, replaced=True), "every_fault": True}
    encodings = {path_of(path): each for path, each in job.options.get("encodings", {}).items()}
    said = job.options | {"encodings": encodings, "columns_for": columns_said(job)}
    for name in NO_ORDERS:
        said.pop(name, None)
    return ImportOrder(user=cast(User, job.requested_by), **given | said | more)


def _write(job: Import, report: Report) -> None:
    survey = load_survey(job)
    check_seal(job, survey)
    mapping, new = names_of(job, survey)
    import_dialogues(
        job.project,
        _sources(job, replaced=False),
        _order(
            job,
            mapping=mapping,
            new_labels=new,
            promised=job.promised,
            duplicates="keep" if job.options.get("duplicates") == "keep" else "skip",
        ),
        job=job,
        report=report,
        settle=lambda reports: finish_job(job, report=to_json(reports)),
    )


def _look(job: Import, report: Report, note: str = "") -> None:
    """Read the files, keep what is to be shown, and let the job wait until somebody confirms it.

    note: why somebody has to look again.
    """
    survey = Survey(digests=digests_of([each["path"] for each in job.uploads]))
    order = _order(job, duplicates="keep")
    reports = survey_files(job.project, _sources(job, replaced=False), order, survey, report=report)
    survey.project = sample_project(job.project)
    path = keep_file(survey.to_json())
    old = job.survey_path
    now = timezone.now()
    seconds = (now - job.started_at).total_seconds() if job.started_at else 0.0
    with transaction.atomic():
        drafted = mine(job).update(
            status=Import.DRAFT,
            look={"bytes": job.size, "seconds": seconds} if job.size and seconds > 0 else {},
            report=to_json(reports),
            options=job.options,
            files=[*job.uploads, {"name": "", "path": path, "replaced": False}],
            promised=None,
            error=note,
            claim="",
            phase="",
            progress=0,
            queued_at=now,
        )
        if drafted and not job.options.get("at_once"):
            tell_of_job(job, Import.DRAFT)
    erase_files([old] if old and drafted else [] if drafted else [path])
    if not drafted:
        raise JobLost


def confirm_import(preview: Preview) -> None:
    """Queue what is shown. Raises Refused where something is still to be said, or where it was
    confirmed or cancelled in another window."""
    check_choices(preview)
    job = preview.job
    job.mapping = {row.theirs: row.choice for row in preview.rows}
    with transaction.atomic():
        _queue_again(job, promised=preview.dialogues)
        remember_choices(preview)


def save_choices(job: Import) -> None:
    """Keep what was said on the page. Raises Refused as `confirm_import`."""
    drafts = Import.objects.filter(pk=job.pk, status=Import.DRAFT)
    if not drafts.update(mapping=job.mapping, options=job.options):
        raise ended()


@transaction.atomic
def read_again(job: Import, **options: object) -> None:
    """Look at the files once more, in another way. `encodings`: of files that have another than
    so far, by their paths. Raises Refused as `confirm_import`."""
    encodings = {**job.options.get("encodings", {}), **cast(Any, options.get("encodings", {}))}
    job.options |= {**options, "encodings": encodings}
    _queue_again(job, promised=None)


def _queue_again(job: Import, *, promised: int | None) -> None:
    drafts = Import.objects.filter(pk=job.pk, status=Import.DRAFT)
    if not drafts.update(
        status=JobStatus.QUEUED,
        options=job.options,
        mapping=job.mapping,
        promised=promised,
        error="",
        attempts=0,
        heartbeat_at=None,
        queued_at=timezone.now(),
    ):
        raise ended()
    job.refresh_from_db()
    send_job(job)


def ended() -> Refused:
    return Refused(_("This was confirmed or cancelled in another window."), status=409)


def cancel_import(job: Import) -> None:
    """Give up a draft or the work; nothing goes in, and the files are erased."""
    if end_draft(job) or cancel_job(job):
        erase_job_files(job)


def list_imports(project: Project) -> list[Import]:
    """The imports that wait or work, and the last that are over; the newest first."""
    rows = list(project.imports.select_related("requested_by")[:50])
    over = [job for job in rows if job.status not in WAITING][:SHOWN]
    return [job for job in rows if job.status in WAITING or job in over]
