"""Signs of life of workers: a row each."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db.models.functions import Now

from annotation.models import Lane, TrainingRun, Worker
from annotation.services.jobs import lifecycle, workers

pytestmark = pytest.mark.django_db


def add(name: str, *, lanes: str = "learning,files", seconds: float = 0) -> Worker:
    beat = Now() - timedelta(seconds=seconds)
    return Worker.objects.create(name=name, lanes=lanes, started_at=beat, beat_at=beat)


def test_a_worker_gives_a_sign_and_takes_it_along(data_dir: Path) -> None:
    assert not workers.worker_alive()
    workers.note_worker()
    workers.note_worker()
    assert workers.worker_alive()
    assert [each.name for each in (data_dir / "workers").iterdir()] == [workers.own_name()]
    workers.forget_worker()
    assert not workers.worker_alive()
    assert list((data_dir / "workers").iterdir()) == []


def test_the_sign_has_the_clock_of_its_own_machine(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database, the folder's server and this machine may each have another."""
    monkeypatch.setattr(workers.time, "time", lambda: 1_700_000_060.0)
    workers.note_worker()
    assert (data_dir / "workers" / workers.own_name()).stat().st_mtime == 1_700_000_060.0
    assert workers.worker_alive()


def test_of_two_workers_a_dead_one_is_seen(data_dir: Path) -> None:
    add("alive-1")
    add("dead-1", seconds=3600)
    assert workers.worker_alive()
    assert [each.name for each in workers.silent()] == ["dead-1"]
    assert workers.count_workers() == 1
    Worker.objects.filter(name="dead-1").update(beat_at=Now() - timedelta(days=2))
    workers.forget_old()
    assert [each.name for each in Worker.objects.all()] == ["alive-1"]


def test_a_sign_from_the_future_is_none(data_dir: Path) -> None:
    add("ahead-1", seconds=-3600)
    assert not workers.worker_alive()


def test_a_dead_worker_of_this_machine_is_seen_until_the_next_one_starts(data_dir: Path) -> None:
    host = workers.own_name().rpartition("-")[0]
    add(f"{host}-999999999", seconds=3600)
    workers.note_worker()
    workers.forget_old()
    assert [each.name for each in workers.silent()] == [f"{host}-999999999"]  # not unseen
    workers.forget_gone()
    assert [each.name for each in Worker.objects.all()] == [workers.own_name()]


def test_a_lane_has_workers_of_its_own(data_dir: Path) -> None:
    add("files-1", lanes="files")
    assert workers.worker_alive(Lane.FILES)
    assert not workers.worker_alive(Lane.LEARNING)


def test_a_job_with_a_beating_heart_is_life(project: Any, data_dir: Path) -> None:
    """No page says that no worker runs while one trains."""
    run = TrainingRun.objects.create(project=project)
    assert lifecycle.claim_job(TrainingRun, run.pk)
    add("slow-1", seconds=3600)
    assert workers.worker_alive()
    assert not workers.worker_alive(Lane.FILES)
    TrainingRun.objects.update(heartbeat_at=Now() - timedelta(hours=1))
    assert not workers.worker_alive()
