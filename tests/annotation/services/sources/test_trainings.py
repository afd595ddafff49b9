"""Teaching a source model from the page: drafts, the answers on labels, the work, and that a secret
file never outlives them."""

import gzip
import io
import json
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from annotation.formats import FormatError
from annotation.models import JobStatus, Project, SourceModel, SourceTraining
from annotation.refusals import Refused
from annotation.services.jobs.lifecycle import recover_jobs, run_job
from annotation.services.sources import trainings
from annotation.services.sources.corpora import FOLDER, erase_leftovers
from annotation.services.sources.registry import remove_source
from learning.crf.tagger import CrfTagger
from learning.source.training import train_source_tagger
from learning.types import Utterance
from tests.labelled import read_all

SECRET = "Ottoline"


def lines(n: int = 12, **changes: Any) -> bytes:
    """Bookings with a name, a price and an intent, one dialogue a line."""
    made = []
    for number in range(n):
        name = (SECRET, "Harriet", "Desmond", "Rupert")[number % 4]
        text = f"I am {name} and I pay 90 pounds"
        at = text.index("90")
        spans = [
            {"start": 5, "end": 5 + len(name), "label": "guest_name"},
            {"start": at, "end": at + 9, "label": "price"},
        ]
        turns = [{"speaker": "guest", "text": text, "spans": spans, "note": SECRET}]
        turns.append({"speaker": "desk", "text": "Certainly, for how long?", "spans": []})
        row = {"id": f"b{number}", "lang": "en", "meta": {"caller": SECRET}, "turns": turns}
        made.append(json.dumps(row | changes))
    return "\n".join(made).encode()


def draft(user: Any, data: bytes | None = None, name: str = "Hotels") -> SourceTraining:
    given = ("hotels.jsonl", lines() if data is None else data)
    return trainings.draft_from_file(user, given, name=name, domain="hotels")


def files(data_dir: Path) -> list[Path]:
    return sorted((data_dir / FOLDER).glob("*")) if (data_dir / FOLDER).is_dir() else []


def work(training: SourceTraining) -> SourceTraining:
    assert run_job(SourceTraining, training.pk, trainings.work_on_source)
    training.refresh_from_db()
    return training


def test_a_draft_counts_the_labels_and_guesses(manager: Any, data_dir: Path) -> None:
    training = draft(manager)
    assert training.status == SourceTraining.DRAFT
    assert training.counts == {
        "dialogues": 12,
        "turns": 24,
        "labels": {"guest_name": 12, "price": 12},
    }
    assert training.labels == {"guest_name": True, "price": False}
    assert (training.lang, training.corpus) == ("en", "hotels.jsonl")
    (kept,) = files(data_dir)
    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.parent.stat().st_mode & 0o777 == 0o700
    text = gzip.decompress(kept.read_bytes()).decode()
    assert "meta" not in text  # only what a model learns from
    assert "note" not in text


@pytest.mark.parametrize("packed", [False, True])
def test_streams_and_gzip_are_read(packed: bool, manager: Any, data_dir: Path) -> None:
    data = gzip.compress(lines()) if packed else lines()
    given = ("hotels.jsonl.gz" if packed else "hotels.jsonl", io.BytesIO(data))
    training = trainings.draft_from_file(manager, given, name="Hotels")
    assert training.counts["turns"] == 24


def test_the_labels_of_ones_projects_are_known(project: Project, data_dir: Path) -> None:
    manager = project.memberships.get(role="manager").user
    project.labels.filter(name="surname").update(name="price")
    assert draft(manager).labels == {"guest_name": True, "price": True}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b"{]", "json"),
        (lines()[:-20], "json"),
        (lines(turns=[{"speaker": "", "text": "no label", "spans": []}]), "label_count"),
        (
            lines(turns=[{"text": "ab", "spans": [{"start": 0, "end": 9, "label": "x"}]}]),
            "span_range",
        ),
    ],
)
def test_a_file_that_is_not_whole_leaves_nothing(
    data: bytes, code: str, manager: Any, data_dir: Path
) -> None:
    with pytest.raises(FormatError) as refused:
        draft(manager, data)
    assert refused.value.code == code
    assert SECRET not in str(refused.value)
    assert files(data_dir) == []
    assert not SourceTraining.objects.exists()


def test_a_file_in_an_older_encoding_is_read_right_and_says_so(
    manager: Any, data_dir: Path
) -> None:
    turn = {
        "speaker": "",
        "text": "Soy Íñigo Peña",
        "spans": [{"start": 4, "end": 9, "label": "b"}],
    }
    data = json.dumps({"id": "a", "turns": [turn]}, ensure_ascii=False)
    training = draft(manager, data.encode("windows-1252"))
    assert training.counts["encoding"] == "iso-8859-1"
    assert "Íñigo" in gzip.decompress(files(data_dir)[0].read_bytes()).decode()
    assert "encoding" not in draft(manager, data.encode(), "Other").counts


def test_the_line_is_named(manager: Any, data_dir: Path) -> None:
    broken = lines().replace(b'"b3"', b"3")
    with pytest.raises(FormatError, match=r"hotels\.jsonl:4: "):
        draft(manager, broken)


def test_too_many_labels_are_no_scheme(
    manager: Any, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trainings, "MOST_LABELS", 1)
    with pytest.raises(FormatError, match="2 labels; expected 1 to 1"):
        draft(manager)


def test_a_name_that_is_taken(manager: Any, data_dir: Path) -> None:
    SourceModel.objects.create(name="Hotels", lang="en", folder="none")
    with pytest.raises(Refused, match="already"):
        draft(manager)
    assert files(data_dir) == []


def test_answered_trained_registered_and_erased(
    manager: Any, data_dir: Path, no_broker: Any, django_capture_on_commit_callbacks: Any
) -> None:
    training = draft(manager)
    with django_capture_on_commit_callbacks(execute=True):
        trainings.start_source_training(training, {"guest_name"})
    assert no_broker == [("annotation.run_source_training", [training.pk])]
    training = work(training)
    assert (training.status, training.file) == (JobStatus.DONE, "")
    assert files(data_dir) == []
    source = training.source
    assert source is not None
    assert source.labels == {"guest_name": True, "price": False}
    assert source.card["items"] == 12  # the prices were left out
    assert "probe" not in source.card
    tagger = CrfTagger.load(data_dir / source.folder)
    (spans,) = tagger.predict([Utterance("I am Rupert and I pay 90 pounds")])
    assert [(span.start, span.end) for span in spans] == [(5, 11)]


def test_nothing_personal_and_answered_twice(manager: Any, data_dir: Path) -> None:
    training = draft(manager)
    with pytest.raises(Refused, match="at least one"):
        trainings.start_source_training(training, set())
    with pytest.raises(Refused, match="at least one"):
        trainings.start_source_training(training, {"not a label of it"})
    trainings.start_source_training(training, {"price"})
    with pytest.raises(Refused, match="another window"):
        trainings.start_source_training(training, {"price"})


def test_a_draft_is_no_job_yet(manager: Any, data_dir: Path) -> None:
    training = draft(manager)
    SourceTraining.objects.update(queued_at=timezone.now() - timedelta(hours=1))
    assert recover_jobs() == 0
    assert not run_job(SourceTraining, training.pk, trainings.work_on_source)


@pytest.mark.parametrize("begun", [False, True])
def test_cancelled_and_erased(begun: bool, manager: Any, data_dir: Path) -> None:
    training = draft(manager)
    if begun:
        trainings.start_source_training(training, {"price"})
    trainings.cancel_source_training(training)
    training.refresh_from_db()
    assert training.status == JobStatus.CANCELLED
    assert files(data_dir) == []
    assert not run_job(SourceTraining, training.pk, trainings.work_on_source)


def test_cancelled_while_it_learns(
    manager: Any, data_dir: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    training = draft(manager)
    trainings.start_source_training(training, {"guest_name"})
    real = train_source_tagger

    def cancelling(utterances: Any, report: Any) -> CrfTagger:
        trainings.cancel_source_training(training)
        return real(utterances, report)

    monkeypatch.setattr(trainings, "train_source_tagger", cancelling)
    assert work(training).status == JobStatus.CANCELLED
    assert not SourceModel.objects.exists()
    assert files(data_dir) == []
    assert list((data_dir / "models").glob("*")) == [] if (data_dir / "models").exists() else True


def test_a_failure_erases_and_says_why(
    manager: Any, data_dir: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    training = draft(manager)
    trainings.start_source_training(training, {"guest_name"})

    def broken(*_: Any) -> None:
        raise RuntimeError(SECRET)

    monkeypatch.setattr(trainings, "train_source_tagger", broken)
    settings.JOB_RETRY_SECONDS = 0
    for _attempt in (1, 2):
        assert work(training).status == JobStatus.QUEUED
        assert len(files(data_dir)) == 1  # for the next attempt
    training = work(training)
    assert training.status == JobStatus.FAILED
    assert SECRET not in training.error
    assert files(data_dir) == []
    assert trainings.own_trainings(manager) == [training]


def test_a_file_that_is_gone(manager: Any, data_dir: Path) -> None:
    training = draft(manager)
    trainings.start_source_training(training, {"guest_name"})
    files(data_dir)[0].unlink()
    assert "give it again" in work(training).error


def test_the_name_was_taken_while_it_waited(manager: Any, data_dir: Path) -> None:
    first, second = draft(manager), draft(manager)
    for training in (first, second):
        trainings.start_source_training(training, {"guest_name"})
    assert work(first).status == JobStatus.DONE
    assert "already" in work(second).error
    assert len(list((data_dir / "models").glob("source-*"))) == 1
    assert files(data_dir) == []


def test_a_worker_that_ends_keeps_the_file_for_the_next(
    manager: Any, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    training = draft(manager)
    trainings.start_source_training(training, {"guest_name"})

    def stopped(*_: Any) -> None:
        raise SystemExit

    monkeypatch.setattr(trainings, "train_source_tagger", stopped)
    with pytest.raises(SystemExit):
        run_job(SourceTraining, training.pk, trainings.work_on_source)
    assert len(files(data_dir)) == 1
    monkeypatch.undo()
    SourceTraining.objects.update(heartbeat_at=timezone.now() - timedelta(hours=1))
    assert recover_jobs() == 1


def test_leftovers_are_swept(manager: Any, data_dir: Path) -> None:
    assert erase_leftovers() == 0
    waiting, forgotten, failed = (draft(manager, name=name) for name in ("A", "B", "C"))
    for path in files(data_dir):
        os.utime(path, (1, 1))
    day = timezone.now() - timedelta(hours=25)
    SourceTraining.objects.filter(pk=forgotten.pk).update(queued_at=day)
    SourceTraining.objects.filter(pk=failed.pk).update(status=JobStatus.FAILED)
    assert erase_leftovers() == 2
    assert [path.name for path in files(data_dir)] == [Path(waiting.file).name]
    forgotten.refresh_from_db()
    assert forgotten.status == JobStatus.CANCELLED


def test_a_projects_finished_turns(project: Project, annotator: Any, data_dir: Path) -> None:
    manager = project.memberships.get(role="manager").user
    with pytest.raises(Refused, match="No turn"):
        trainings.draft_from_project(manager, project, name="Calls")
    read_all(project, annotator)
    training = trainings.draft_from_project(manager, project, name="Calls")
    assert training.labels
    assert all(training.labels.values())
    assert files(data_dir) == []  # nothing is copied: the turns are read when the work begins
    trainings.start_source_training(training, training.labels)
    assert work(training).status == JobStatus.DONE
    assert training.source is not None
    assert training.source.lang == "es"


def test_removed_unless_a_project_asks(manager: Any, data_dir: Path) -> None:
    training = draft(manager)
    trainings.start_source_training(training, {"guest_name"})
    source = work(training).source
    assert source is not None
    assert trainings.removable(manager) == {source.pk}
    asking = Project.objects.create(slug="a", name="A", source_model=source)
    with pytest.raises(Refused, match="asks"):
        remove_source(source)
    asking.delete()
    folder = data_dir / source.folder
    remove_source(source)
    assert not folder.exists()
    training.refresh_from_db()
    assert training.source is None
