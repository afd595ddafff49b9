"""Imports as jobs: what a fault, a cancellation, a full disk or a death leaves is nothing."""

import errno
import itertools
import json
import os
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.apps import apps
from django.core import serializers
from django.test import Client
from django.utils import timezone

from annotation.models import Dialogue, Import, Project, Turn
from annotation.refusals import JobLost, Refused
from annotation.services.corpus.integrity import find_lacks
from annotation.services.erasing import erasure
from annotation.services.imports.files import erase_uploads
from annotation.services.imports.page_jobs import (
    cancel_import,
    confirm_import,
    list_imports,
    queue_import,
    work_on_import,
)
from annotation.services.imports.previews import read_choices
from annotation.services.imports.reports import from_json
from annotation.services.imports.staging import open_staging, sweep_staging
from annotation.services.jobs.lifecycle import claim_job, run_job
from tests.imports import looked_at, whole_import

pytestmark = pytest.mark.usefixtures("data_dir")
CANARY = "Zaratustrio"


def corpus(count: int = 3) -> bytes:
    spans = [{"start": 0, "end": 11, "label": "surname"}]
    turns = [{"text": f"{CANARY} vive en el número {{n}}", "spans": spans}]
    return "\n".join(
        json.dumps({"id": f"d{n}", "turns": turns}).replace("{n}", str(n)) for n in range(count)
    ).encode()


def queue(project: Project, user: Any, data: bytes, **options: object) -> Import:
    return queue_import(project, user, [("calls.jsonl", data)], **options)


def confirmed(project: Project, user: Any, data: bytes) -> Import:
    """A job that waits to write."""
    job = queue(project, user, data)
    confirm_import(looked_at(job))
    job.refresh_from_db()
    return job


def rows() -> str:
    return "\n".join(
        serializers.serialize("json", model._base_manager.all()) for model in apps.get_models()
    )


def files(data: Path) -> list[Path]:
    return [path for path in (data / "uploads").glob("*") if path.is_file()]


def test_a_job_brings_the_dialogues_and_forgets_its_files(
    project: Project, manager: Any, data_dir: Path, no_broker: list[Any]
) -> None:
    job = queue(project, manager, corpus())
    assert len(files(data_dir)) == 1
    preview = looked_at(job)
    assert (job.status, project.dialogues.count()) == ("draft", 2)
    assert len(files(data_dir)) == 2
    assert CANARY not in rows()
    confirm_import(preview)
    run_job(Import, job.pk, work_on_import)
    job.refresh_from_db()
    assert (job.status, job.progress) == ("done", 1)
    (report,) = from_json(job.report)
    assert (report.name, report.dialogues, report.turns, report.spans) == ("calls.jsonl", 3, 3, 3)
    assert CANARY not in json.dumps([job.report, job.files, job.options])
    assert project.dialogues.count() == 5
    assert files(data_dir) == []
    assert [run.kind for run in project.runs.all()] == ["round"]


def test_workers_hear_of_it(
    project: Project,
    manager: Any,
    no_broker: list[Any],
    django_capture_on_commit_callbacks: Any,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        job = queue(project, manager, corpus())
    assert no_broker == [("annotation.run_import", [job.pk])]


def test_a_fault_leaves_out_its_dialogue_or_its_file(
    project: Project, manager: Any, data_dir: Path
) -> None:
    bad = corpus() + b"\n{"
    strict = looked_at(queue(project, manager, bad, lenient=False))
    assert (strict.dialogues, [(p.code, p.line) for p in strict.reports[0].problems]) == (
        0,
        [("json", 4)],
    )
    with pytest.raises(Refused, match="nothing to import"):
        confirm_import(strict)
    cancel_import(strict.job)
    assert files(data_dir) == []
    job = whole_import(queue(project, manager, bad))
    (report,) = from_json(job.report)
    assert (job.status, report.dialogues, report.left_out) == ("done", 3, 1)
    assert project.dialogues.filter(external_id__startswith="d").count() == 3
    assert files(data_dir) == []


def test_every_fault_of_a_file_is_told(project: Project, manager: Any, data_dir: Path) -> None:
    lines = corpus(4).split(b"\n")
    taken = lines[0].replace(b'"d0"', b'"call-1"')
    bad = [lines[0], b"{", lines[1].replace(b"11", b"99"), lines[2], taken, b"[]"]
    preview = looked_at(queue(project, manager, b"\n".join([*bad, *[b"{"] * 300])))
    (report,) = preview.reports
    told = [(each.code, each.line) for each in report.problems]
    assert told[:4] == [("json", 2), ("span_range", 3), ("wrong_type", 6), ("json", 7)]
    assert (len(told), report.left_out, preview.dialogues) == (200, 304, 2)
    assert CANARY not in rows()
    job = whole_import(preview.job)
    assert set(project.dialogues.values_list("external_id", flat=True)) == {
        "call-1", "call-2", "d0", "d2",
    }  # fmt: skip
    assert job.status == "done"
    assert files(data_dir) == []


@pytest.mark.parametrize("phase", ["reading", "writing:200"])
def test_a_cancelled_import_leaves_neither_row_nor_file(
    project: Project, manager: Any, data_dir: Path, phase: str
) -> None:
    job = confirmed(project, manager, corpus(450))

    def report(share: float, now: str) -> None:
        if now.startswith(phase):
            cancel_import(job)
            raise JobLost

    claimed = claim_job(Import, job.pk)
    with (
        patch("annotation.services.imports.dialogues.time.monotonic", itertools.count().__next__),
        pytest.raises(JobLost),
    ):
        work_on_import(claimed, report)  # type: ignore[arg-type]
    job.refresh_from_db()
    assert job.status == "cancelled"
    assert CANARY not in rows()
    assert files(data_dir) == []


def test_a_job_that_was_cancelled_at_the_last_moment_stays_cancelled(
    project: Project, manager: Any
) -> None:
    job = confirmed(project, manager, corpus())

    def work(job: Import, report: Any) -> None:
        Import.objects.update(status="cancelled")
        work_on_import(job, report)

    run_job(Import, job.pk, work)
    assert CANARY not in rows()
    assert not Project.everything.exclude(staged_at=None).exists()


def die(job: Import, data: Path) -> None:
    """As after kill -9 in the middle: rows out of sight, the file there, the job to be redone."""
    staging = open_staging(job)
    dialogue = Dialogue.objects.create(project=staging, external_id="d0")
    Turn.objects.create(dialogue=dialogue, position=0, text=CANARY)
    Import.objects.filter(pk=job.pk).update(attempts=1)


def test_an_import_whose_worker_died_is_done_once(
    project: Project, manager: Any, data_dir: Path
) -> None:
    job = confirmed(project, manager, corpus())
    die(job, data_dir)
    assert sweep_staging() == 0  # the next attempt will see to it
    run_job(Import, job.pk, work_on_import)
    assert project.dialogues.filter(external_id__startswith="d").count() == 3
    assert Turn.objects.filter(text__startswith=CANARY).count() == 3
    assert not Project.everything.exclude(staged_at=None).exists()


@pytest.mark.parametrize("status", ["failed", "cancelled"])
def test_what_a_dead_worker_left_is_swept(
    project: Project, manager: Any, data_dir: Path, status: str
) -> None:
    job = queue(project, manager, corpus())
    die(job, data_dir)
    Import.objects.update(status=status)
    assert sweep_staging() > 0
    assert erase_uploads() == 1
    assert CANARY not in rows()
    assert files(data_dir) == []
    assert not Project.everything.exclude(staged_at=None).exists()


def test_files_of_nobody_are_erased_after_hours(data_dir: Path, db: None) -> None:
    folder = data_dir / "uploads"
    folder.mkdir()
    for name, hours in (("old", 4), ("young", 1)):
        path = folder / name
        path.touch()
        then = timezone.now().timestamp() - hours * 3600
        os.utime(path, (then, then))
    assert erase_uploads() == 1
    assert [path.name for path in files(data_dir)] == ["young"]


def test_a_draft_waits_for_a_day_and_a_report_for_a_month(
    project: Project, manager: Any, data_dir: Path
) -> None:
    draft = looked_at(queue(project, manager, corpus(1))).job
    assert erase_uploads() == 0
    Import.objects.update(queued_at=timezone.now() - timedelta(hours=25))
    assert erase_uploads() == 2  # the file, and what was seen in it
    assert files(data_dir) == []
    draft.refresh_from_db()
    assert draft.status == "cancelled"
    Import.objects.update(queued_at=timezone.now() - timedelta(days=31))
    erase_uploads()
    assert not Import.objects.exists()


@pytest.mark.parametrize(("said", "count"), [("skip", 2), ("keep", 3)])
def test_somebody_says_what_becomes_of_duplicates(
    project: Project, manager: Any, data_dir: Path, said: str, count: int
) -> None:
    whole_import(queue(project, manager, corpus(1), split="test"))
    two = corpus(1).replace(b"d0", b"e0") + b"\n" + corpus(2).split(b"\n")[1]
    preview = looked_at(queue(project, manager, two))
    (report,) = preview.reports
    assert (report.duplicate_count, report.across_count) == (1, 1)
    assert preview.dialogues == 1
    read_choices(preview, {"reading": preview.token, "duplicates": said})
    assert preview.dialogues == count - 1
    confirm_import(preview)
    run_job(Import, preview.job.pk, work_on_import)
    preview.job.refresh_from_db()
    assert (preview.job.status, preview.job.attempts) == ("done", 1)
    assert Turn.objects.filter(text__startswith=CANARY).count() == count
    assert files(data_dir) == []


def test_a_full_disk_says_what_was_not_kept(project: Project, manager: Any, data_dir: Path) -> None:
    job = confirmed(project, manager, corpus(450))
    full = OSError(errno.ENOSPC, "No space left on device")
    with patch("annotation.services.imports.writing.Writer._write_turns", side_effect=full):
        run_job(Import, job.pk, work_on_import)
    job.refresh_from_db()
    assert job.status == "failed"
    assert "disk of the server is full: nothing of these files was kept" in job.error
    assert CANARY not in rows()
    assert files(data_dir) == []


def test_a_file_that_cannot_be_kept_leaves_no_part(
    project: Project, manager: Any, data_dir: Path
) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    with (
        patch("annotation.services.imports.files._copy", side_effect=[None, full]),
        pytest.raises(OSError, match="No space"),
    ):
        queue_import(project, manager, [("a", b"x"), ("b", b"y")])
    assert files(data_dir) == []
    assert not Import.objects.exists()


def test_the_administration_shows_no_row_that_is_out_of_sight(
    project: Project, client: Client, django_user_model: Any
) -> None:
    client.force_login(django_user_model.objects.create_superuser("root"))
    staging = open_staging()
    dialogue = Dialogue.objects.create(project=staging, external_id=CANARY)
    Turn.objects.create(dialogue=dialogue, position=4321, text="x", speaker=CANARY)
    for table in ("project", "dialogue", "turn"):
        html = client.get(f"/admin/annotation/{table}/").content.decode()
        assert CANARY not in html and "~import" not in html, table


def test_rows_out_of_sight_lack_nothing(project: Project, manager: Any) -> None:
    """Readings are written before their labels: no alarm is raised about them."""
    job, lacks = confirmed(project, manager, corpus(450)), []
    with patch("annotation.services.imports.dialogues.time.monotonic", itertools.count().__next__):
        work_on_import(claim_job(Import, job.pk), lambda *_: lacks.extend(find_lacks()))  # type: ignore[arg-type]
    assert lacks == []


def test_an_erased_project_takes_its_imports_along(
    project: Project, manager: Any, data_dir: Path, django_capture_on_commit_callbacks: Any
) -> None:
    queue(project, manager, corpus())
    with django_capture_on_commit_callbacks(execute=True):
        erasure.erase_project(project, user=manager)
    assert not Import.objects.exists()
    assert files(data_dir) == []


def test_reports_that_name_an_erased_dialogue_go(
    project: Project, manager: Any, data_dir: Path, django_capture_on_commit_callbacks: Any
) -> None:
    whole_import(queue(project, manager, corpus(1)))
    whole_import(queue(project, manager, corpus(1).replace(b"d0", b"e0"), duplicates="keep"))
    waiting = queue(project, manager, corpus(2))
    with django_capture_on_commit_callbacks(execute=True):
        erasure.erase_dialogues(project, project.dialogues.filter(external_id="d0"), user=manager)
    assert list(Import.objects.all()) == [waiting]
    assert len(files(data_dir)) == 1


def test_the_page_lists_what_goes_on_and_the_last_ones(project: Project, manager: Any) -> None:
    old = [Import.objects.create(project=project, status="done") for _n in range(7)]
    draft = Import.objects.create(project=project, status="draft")
    assert list_imports(project) == [draft, *old[:1:-1]]


def test_how_long_a_look_took_is_kept_for_the_next(project: Project, manager: Any) -> None:
    data = corpus()
    job = queue(project, manager, data)
    assert job.size == len(data)
    looked_at(job)
    job.refresh_from_db()
    assert job.look["bytes"] == len(data) and 0 < job.look["seconds"] < 60
