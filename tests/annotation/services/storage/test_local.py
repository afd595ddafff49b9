"""Models and features on a machine of a worker's own, beside a shared folder."""

import json
import logging
import os
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Erasure, TrainingRun
from annotation.services.storage import local
from annotation.services.storage.leftovers import forget_old_features
from learning import storage
from learning.crf.tagger import MODEL_FILE
from learning.errors import ModelDamaged

pytestmark = pytest.mark.django_db
NAME = "models/project-1/round-1"


@pytest.fixture
def machine(tmp_path_factory: pytest.TempPathFactory, settings: Any, data_dir: Path) -> Path:
    settings.LOCAL_CACHE = tmp_path_factory.mktemp("machine")
    return Path(settings.LOCAL_CACHE)


def write(data: bytes = b"weights", digest: str = "") -> Path:
    from django.conf import settings

    folder: Path = settings.ANTIFAZ_DATA / NAME
    card = {"settings": {}, "sha256": digest or storage.sha256(data)}
    storage.write_folder(folder, {storage.CARD: json.dumps(card).encode(), MODEL_FILE: data})
    return folder


def test_one_machine_reads_where_it_writes(data_dir: Path) -> None:
    shared = write()
    assert local.model_folder(NAME) == shared
    assert local.features_folder(7) == data_dir / "cache" / "project-7"
    assert local.forget_unused() == 0


def test_a_model_is_fetched_once_and_anew_when_it_is_another(machine: Path) -> None:
    shared = write()
    first = local.model_folder(NAME)
    assert machine in first.parents and (first / MODEL_FILE).read_bytes() == b"weights"
    (shared / MODEL_FILE).unlink()  # the copy needs it no more
    assert local.model_folder(NAME) == first
    write(b"other weights")
    second = local.model_folder(NAME)
    assert (second / MODEL_FILE).read_bytes() == b"other weights" and not first.exists()


def test_half_a_file_gets_no_name(machine: Path) -> None:
    write(b"half", digest=storage.sha256(b"half of it"))
    with pytest.raises(ModelDamaged):
        local.model_folder(NAME)
    assert [path for path in machine.rglob("*") if path.is_file()] == []


def test_a_model_that_is_gone_is_said_to_be_by_who_opens_it(machine: Path, data_dir: Path) -> None:
    (data_dir / "models").mkdir()
    assert local.model_folder(NAME) == data_dir / NAME


def test_where_the_shared_folder_is_gone_a_copy_does_and_it_is_said(
    machine: Path, data_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write()
    copy = local.model_folder(NAME)
    shutil.rmtree(data_dir)
    data_dir.mkdir()  # as a folder looks on which nothing is mounted
    with caplog.at_level(logging.WARNING):
        assert local.model_folder(NAME) == copy
    assert "the shared folder cannot be read" in caplog.text
    with pytest.raises(FileNotFoundError):
        local.model_folder("models/project-1/round-2")


def test_a_slow_folder_is_told(
    machine: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    write()
    monkeypatch.setattr(local, "SLOW_SECONDS", -1.0)
    with caplog.at_level(logging.WARNING):
        local.model_folder(NAME)
    assert "the shared folder is slow" in caplog.text


def test_what_no_row_knows_goes_with_the_next_sign_of_life(project: Any, machine: Path) -> None:
    run = TrainingRun.objects.create(project=project, folder=NAME)
    write()
    copy = local.model_folder(NAME)
    assert local.forget_unused() == 0 and copy.exists()
    TrainingRun.objects.filter(pk=run.pk).update(folder="")  # as an erasure leaves it
    assert local.forget_unused() == 1 and not copy.exists()


def test_features_of_what_was_erased_go(project: Any, machine: Path) -> None:
    own = local.features_folder(project.pk) / "family-key"
    stranger = local.features_folder(project.pk + 1) / "family-key"
    for folder in (own, stranger):
        folder.mkdir(parents=True)
    assert local.forget_unused() == 1 and own.exists() and not stranger.exists()
    Erasure.objects.create(kind=Erasure.Kind.DIALOGUES, project=project)
    assert local.forget_unused() == 1 and not own.exists()
    own.mkdir()
    later = (timezone.now() + 2 * local.CLOCKS + timedelta(seconds=1)).timestamp()
    os.utime(own, (later, later))  # made after it, from what is left
    assert local.forget_unused() == 0 and own.exists()


def test_features_of_an_older_pool_go_here_too(project: Any, machine: Path) -> None:
    folder = local.features_folder(project.pk)
    for name in ("family-old", "family-new"):
        (folder / name).mkdir(parents=True)
    forget_old_features(project, "new")
    assert [path.name for path in folder.iterdir()] == ["family-new"]
