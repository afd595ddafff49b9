"""Another look after an erasure, and one that is put off."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone

from annotation.models import Dialogue, Erasure, Project
from annotation.services.erasing import erasure as erasing
from annotation.services.erasing.recovery import put_off_erasure, recover_erasures
from annotation.services.jobs.fairness import queue_of
from annotation.services.jobs.lifecycle import run_job
from tests.annotation.services.erasing.canary import file_at


def test_another_look_follows_and_failures_are_tried_again(
    scene: Dialogue, project: Project, manager: Any, data_dir: Path, commits: Any
) -> None:
    with commits():
        erasure = erasing.erase_dialogues(project, [scene], user=manager, choice="withdraw")
    run_job(Erasure, erasure.pk, erasing.work_on_erasure)
    assert recover_erasures() == 0  # not yet
    late = file_at(data_dir, f"cache/project-{project.pk}/target-late/attributes.txt")
    Erasure.objects.update(finished_at=timezone.now() - timedelta(hours=1))
    assert recover_erasures() == 1
    run_job(Erasure, erasure.pk, erasing.work_on_erasure)
    assert not (data_dir / late).exists()  # a worker that was cancelled wrote it after
    Erasure.objects.update(finished_at=timezone.now() - timedelta(hours=1))
    assert recover_erasures() == 0  # twice is enough
    Erasure.objects.update(status="failed")
    assert recover_erasures() == 1


def test_an_erasure_that_is_put_off_is_done_later_all_the_same(
    scene: Dialogue, project: Project, manager: Any, commits: Any
) -> None:
    with commits():
        erasure = erasing.erase_dialogues(project, [scene], user=manager, choice="withdraw")

    def put_off(job: Erasure, report: Any) -> None:
        assert put_off_erasure(job)
        erasing.work_on_erasure(job, report)  # until it hears of it

    run_job(Erasure, erasure.pk, put_off)
    erasure.refresh_from_db()
    assert (erasure.status, erasure.looks, erasure.attempts) == ("queued", 0, 0)
    assert erasure.is_put_off and not queue_of(Erasure.lane)
    Erasure.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    assert queue_of(Erasure.lane) == [erasure]
    assert run_job(Erasure, erasure.pk, erasing.work_on_erasure)
    erasure.refresh_from_db()
    assert (erasure.status, erasure.looks, erasure.not_before) == ("done", 1, None)
    assert not put_off_erasure(erasure)
