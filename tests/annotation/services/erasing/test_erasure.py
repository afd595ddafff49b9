"""Erasing a dialogue or a project: no row and no file keeps a word of it, and the rest stays."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, transaction

from annotation.models import (
    AccessEvent,
    Dialogue,
    Erasure,
    Export,
    Import,
    JobStatus,
    Label,
    Project,
    Reading,
    SourceModel,
    SourceTraining,
    Span,
    SpanEvent,
    Step,
    TrainingRun,
    Turn,
)
from annotation.services.erasing import erasure as erasing
from annotation.services.erasing import ledger as erasure_ledger
from annotation.services.erasing import memory
from annotation.services.erasing.plans import plan_dialogues, plan_project
from annotation.services.imports.staging import open_staging
from annotation.services.jobs.lifecycle import run_job
from annotation.services.revision.plans import LATELY
from annotation.services.sources.trainings import work_on_source
from tests.annotation.services.erasing.canary import CANARY, canaries, file_at, rows
from tests.labelled import read_all


def test_the_list_that_is_shown_first_names_all(scene: Dialogue, project: Project) -> None:
    plan = plan_dialogues(project, [scene])
    assert plan.counts == {
        "dialogues": 1,
        "turns": 1,
        "spans": 2,
        "steps": 1,
        "questions": 1,
        "notes": 1,
        "decisions": 1,
        "taught": 1,
        "exports": 1,
        "models": 1,
        "sources": 1,
        "others": 1,
    }
    assert plan.has_models
    said = " · ".join(plan.lines())
    for words in (
        "1 turn with its text",
        "1 export that may contain these texts",
        "1 source model",
    ):
        assert words in said
    assert CANARY not in said


def test_nothing_keeps_a_word_of_an_erased_dialogue(
    scene: Dialogue, project: Project, manager: Any, data_dir: Path, commits: Any
) -> None:
    assert CANARY in rows() and len(canaries(data_dir)) == 6
    others = Turn.objects.exclude(dialogue=scene).count()
    with commits():
        erasure = erasing.erase_dialogues(project, [scene], user=manager, choice="withdraw")
    # Before any worker did a thing.
    assert len(LATELY) == 0
    assert not any(cache.cache_info().currsize for cache in memory.caches())
    assert canaries(data_dir) == []
    assert CANARY not in rows()
    assert run_job(Erasure, erasure.pk, erasing.work_on_erasure)
    erasure.refresh_from_db()
    assert (erasure.status, erasure.looks, erasure.counts["turns"]) == (JobStatus.DONE, 1, 1)
    assert CANARY not in rows() and canaries(data_dir) == []
    assert Turn.objects.count() == others  # the other calls are as they were
    project.refresh_from_db()
    assert project.model is None


def test_the_record_says_that_and_how_much_was_erased(
    scene: Dialogue, project: Project, manager: Any, data_dir: Path
) -> None:
    before = AccessEvent.objects.count()
    erasing.erase_dialogues(project, [scene], user=manager)
    event = AccessEvent.objects.latest("pk")
    assert (event.user, event.project) == (manager, project)
    assert event.detail["dialogues"] == 1 and event.detail["turns"] == 1
    assert AccessEvent.objects.count() == before + 1  # who read it before stays known
    ledger = (data_dir / "erasures.jsonl").read_text()
    assert CANARY not in ledger
    entry = json.loads(ledger)
    assert (entry["kind"], entry["by"], entry["counts"]["turns"]) == ("dialogues", manager.pk, 1)
    assert (data_dir / "erasures.jsonl").stat().st_mode & 0o777 == 0o600


def test_an_export_is_withdrawn_and_its_digest_stays(
    scene: Dialogue, project: Project, manager: Any
) -> None:
    erasing.erase_dialogues(project, [scene], user=manager)
    export = Export.objects.get()
    assert (export.path, export.sha256, export.summary["withdrawn"]) == ("", "ab", True)


def test_files_and_reports_of_imports_go_too(
    scene: Dialogue, project: Project, manager: Any, data_dir: Path, commits: Any
) -> None:
    over = {"name": "a.jsonl", "path": file_at(data_dir, "uploads/over"), "replaced": False}
    Import.objects.create(
        project=project, status="draft", files=[over], report=[{"id": f"call-{CANARY}"}]
    )
    way = {"name": "b.jsonl", "path": file_at(data_dir, "uploads/way"), "replaced": False}
    job = Import.objects.create(project=project, status="running", files=[way])
    place = open_staging(job)
    hidden = Dialogue.objects.create(project=place, external_id=CANARY)
    Turn.objects.create(dialogue=hidden, position=0, text=CANARY)
    with commits():
        erasing.erase_dialogues(project, [scene], user=manager, choice="withdraw")
    assert not (data_dir / "uploads/over").exists()
    assert (data_dir / "uploads/way").exists()  # other dialogues, on their way
    assert Import.objects.get() == job
    with commits():
        erasure = erasing.erase_project(project, user=manager, choice="withdraw")
    run_job(Erasure, erasure.pk, erasing.work_on_erasure)
    assert CANARY not in rows() and canaries(data_dir) == []
    assert not Turn.objects.filter(text=CANARY).exists()
    assert not Project.everything.filter(pk=place.pk).exists()


def test_exports_that_never_held_it_stay(
    scene: Dialogue, project: Project, manager: Any, data_dir: Path, commits: Any
) -> None:
    Export.objects.update(summary={"held_back": {str(scene.pk): ["unread"]}})
    early = Export.objects.create(
        project=project,
        status="done",
        finished_at=scene.imported_at - timedelta(hours=1),
        path=file_at(data_dir, "exports/early.jsonl"),
    )
    assert plan_dialogues(project, [scene]).exports == []
    Export.objects.exclude(pk=early.pk).update(strategy="dissociation")  # draws words of others
    assert len(plan_dialogues(project, [scene]).exports) == 1
    own = {"dish": {"values": 2, "drawn": 1, "placeholders": 0}}
    held = {str(scene.pk): ["unread"]}
    Export.objects.exclude(pk=early.pk).update(
        strategy="entity", summary={"held_back": held, "own_values": own}
    )
    assert len(plan_dialogues(project, [scene]).exports) == 1


def test_models_from_before_it_came_in_stay(scene: Dialogue, project: Project) -> None:
    before = scene.imported_at - timedelta(days=1)
    TrainingRun.objects.update(finished_at=before)
    SourceTraining.objects.update(finished_at=before)
    plan = plan_dialogues(project, [scene])
    assert not plan.has_models


def test_withdrawn_models_leave_their_scores_and_no_round(
    scene: Dialogue, project: Project, manager: Any, commits: Any
) -> None:
    with commits():
        erasing.erase_dialogues(project, [scene], user=manager, choice="withdraw")
    run = project.runs.get()
    assert (run.folder, run.details["removed"], run.status) == ("", "erased", JobStatus.DONE)
    assert not SourceModel.objects.exists()
    assert Project.objects.get(slug="other").source_model is None


def test_retraining_is_queued_from_what_is_left(
    scene: Dialogue, project: Project, manager: Any, annotator: Any, batch: Any, commits: Any,
    data_dir: Path,
) -> None:  # fmt: skip
    read_all(project, annotator)
    with commits():
        erasing.erase_dialogues(project, [scene], user=manager, choice="retrain")
    waiting = project.runs.get(status=JobStatus.QUEUED)
    assert waiting.kind == "round" and waiting.details["ahead"]  # what is being read stays asked
    source = SourceModel.objects.get()
    assert Project.objects.get(slug="other").source_model == source
    training = SourceTraining.objects.get(status=JobStatus.QUEUED)
    assert (training.source, training.requested_by) == (source, manager)
    training.labels = {"male name": True, "surname": True}
    training.save()
    old = source.folder
    assert run_job(SourceTraining, training.pk, work_on_source)
    source.refresh_from_db()
    training.refresh_from_db()
    assert training.status == JobStatus.DONE, training.error
    assert source.folder != old and (data_dir / source.folder).is_dir()
    assert canaries(data_dir) == []


def test_work_that_reads_the_texts_is_stopped(
    scene: Dialogue, project: Project, manager: Any, batch: Any, commits: Any
) -> None:
    run = TrainingRun.objects.create(project=project, status="running", number=2)
    export = Export.objects.create(project=project, status="queued", format="brat")
    training = SourceTraining.objects.create(project=project, name="new", lang="es")
    with commits():
        erasing.erase_dialogues(project, [scene], user=manager, choice="withdraw")
    for job in (run, export, training):
        job.refresh_from_db()
        assert job.status == JobStatus.CANCELLED
    assert project.runs.filter(status=JobStatus.QUEUED).exists()  # it is begun anew


def test_a_word_that_others_say_stays_taught(scene: Dialogue, project: Project) -> None:
    turn = Turn.objects.exclude(dialogue=scene)[0]
    Turn.objects.filter(pk=turn.pk).update(text=f"habla {CANARY}")
    assert plan_dialogues(project, [scene]).taught == []


def test_what_cannot_be_written_down_is_not_erased(
    scene: Dialogue, project: Project, manager: Any, settings: Any, data_dir: Path, commits: Any
) -> None:
    settings.ERASURE_LEDGER = str(data_dir / "no" / "such" / "folder" / "ledger")
    with pytest.raises(FileNotFoundError), commits():
        erasing.erase_dialogues(project, [scene], user=manager)
    assert Dialogue.objects.filter(pk=scene.pk).exists()
    assert len(canaries(data_dir)) == 6


def test_an_erasure_that_fails_is_void_in_the_ledger(
    scene: Dialogue, project: Project, manager: Any, monkeypatch: pytest.MonkeyPatch, data_dir: Path
) -> None:
    monkeypatch.setattr(erasing, "send_job", lambda _job: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        erasing.erase_dialogues(project, [scene], user=manager)
    assert Dialogue.objects.filter(pk=scene.pk).exists()
    assert erasure_ledger.read_own() == []


def test_an_erasure_whose_commit_was_not_answered_stands_in_the_ledger(
    scene: Dialogue, project: Project, manager: Any, monkeypatch: pytest.MonkeyPatch, data_dir: Path
) -> None:
    @contextmanager
    def unanswered() -> Iterator[None]:
        with transaction.atomic():
            yield
        raise OperationalError("server closed the connection unexpectedly")

    own = SimpleNamespace(atomic=unanswered, on_commit=transaction.on_commit)
    monkeypatch.setattr(erasing, "transaction", own)
    with pytest.raises(OperationalError):
        erasing.erase_dialogues(project, [scene], user=manager)
    assert not Dialogue.objects.filter(pk=scene.pk).exists()
    assert len(erasure_ledger.read_own()) == 1


def test_a_project_goes_with_everything(
    scene: Dialogue, project: Project, manager: Any, data_dir: Path, commits: Any
) -> None:
    project.guidelines.create(version=1, text=CANARY, author=manager)
    project.tool_imports.create(name=CANARY, imported_by=manager)
    Project.objects.filter(pk=project.pk).update(description=CANARY)
    assert plan_project(project).counts["dialogues"] == 3
    with commits():
        erasure = erasing.erase_project(project, user=manager)
    assert CANARY not in rows() and canaries(data_dir) == []
    assert not Project.objects.filter(slug="support").exists()
    assert Project.objects.filter(slug="other").exists()
    for model in (Dialogue, Turn, Span, Reading, Step, SpanEvent, Label):
        assert not model._base_manager.exists()
    assert not any((data_dir / shelf / f"project-{project.pk}").exists() for shelf in ("models",))
    assert run_job(Erasure, erasure.pk, erasing.work_on_erasure)
