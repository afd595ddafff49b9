"""A job in its own process: it ends in order, breaks down, hangs or takes too much, and the row
says so; nothing stays behind."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from annotation.models import Export, Hook, JobStatus, Project, TrainingRun
from annotation.services.jobs import children, lifecycle
from annotation.services.jobs.children import Apart, attend_job, memory_of
from tests.annotation.services.jobs import works

Attend = Callable[..., TrainingRun]


@pytest.fixture
def run(project: Any, settings: Any) -> TrainingRun:
    settings.HEARTBEAT_SECONDS = 0.2
    settings.JOB_RETRY_SECONDS = 0
    return TrainingRun.objects.create(project=project, kind="round")


@pytest.fixture
def attend(run: TrainingRun) -> Iterator[Attend]:
    """Do a work of `works` for the run, from its claim to its end."""
    made: list[Apart] = []

    def do(
        work: Callable[..., None],
        *,
        ending: Any = lambda: False,
        note: Any = "",
    ) -> TrainingRun:
        apart = Apart()
        made.append(apart)
        while not apart.is_ready(1):
            pass
        job: Any = lifecycle.claim_job(TrainingRun, run.pk)
        assert job is not None
        job.phase = str(note)
        attend_job(apart, job, f"{works.__name__}.{work.__name__}", ending)
        run.refresh_from_db()
        return run

    yield do
    left = [apart for apart in made if apart.lives]
    for apart in left:
        apart.end()  # else the end of all tests waits for it
    assert not left


def test_a_work_without_a_result_is_tried_again(attend: Attend) -> None:
    assert attend(works.do_nothing).status == JobStatus.QUEUED


def test_a_refusal_comes_back_as_its_sentence(attend: Attend) -> None:
    run = attend(works.refuse)
    assert (run.status, run.error_words) == (JobStatus.FAILED, "There is no unread turn.")


def test_hooks_are_told_once_when_the_row_is_settled(attend: Attend) -> None:
    hook = Hook.objects.create(project=attend(works.do_nothing).project, address="https://x/")
    attend(works.refuse)
    assert list(hook.deliveries.values_list("event", flat=True)) == ["training.failed"]


def test_an_unexpected_error_is_tried_three_times(attend: Attend, caplog: Any) -> None:
    states = [attend(works.stumble).status for _attempt in range(3)]
    assert states == [JobStatus.QUEUED, JobStatus.QUEUED, JobStatus.FAILED]
    assert "KeyError in stumble" in caplog.text
    assert "Olabarri" not in caplog.text


@pytest.mark.parametrize(
    ("work", "words"), [(works.be_killed, "memory ran out"), (works.crash, "broke down")]
)
def test_a_process_that_dies_is_tried_three_times_and_told(
    work: Any, words: str, attend: Attend
) -> None:
    states = [attend(work).status for _attempt in range(3)]
    assert states == [JobStatus.QUEUED, JobStatus.QUEUED, JobStatus.FAILED]
    assert words in TrainingRun.objects.get().error_words


def test_a_job_that_hangs_is_ended_with_what_it_started(
    attend: Attend, settings: Any, tmp_path: Path
) -> None:
    """Its heart beats, and it says where it is; but it stays there."""
    settings.JOB_STALL_SECONDS = 1
    run = attend(works.hang, note=tmp_path / "pids")
    assert (run.status, run.attempts) == (JobStatus.QUEUED, 1)
    for pid in (tmp_path / "pids").read_text().split():
        assert gone(int(pid))


def test_a_job_that_goes_on_is_not_ended(attend: Attend, settings: Any, caplog: Any) -> None:
    settings.JOB_STALL_SECONDS = 1.5
    attend(works.go_on_slowly)  # for longer than that
    assert "no progress" not in caplog.text


def test_a_job_may_take_no_more_memory_than_its_lane_gives(attend: Attend, settings: Any) -> None:
    settings.JOB_MEMORY_MB = {"learning": 64}
    run = attend(works.take_memory)
    assert run.status == JobStatus.FAILED
    assert "needs more memory" in run.error_words


def test_a_cancelled_job_cleans_up_and_ends(
    attend: Attend, run: TrainingRun, tmp_path: Path
) -> None:
    def cancel() -> bool:
        lifecycle.cancel_job(run)
        return False

    run = attend(works.wait_to_be_stopped, ending=cancel, note=tmp_path / "note")
    assert run.status == JobStatus.CANCELLED
    assert (tmp_path / "note").read_text() == "cleaned up"


def test_a_worker_that_ends_gives_its_job_back(attend: Attend, tmp_path: Path) -> None:
    run = attend(works.wait_to_be_stopped, ending=lambda: True, note=tmp_path / "note")
    assert (run.status, run.attempts) == (JobStatus.QUEUED, 0)


def gone(pid: int) -> bool:
    """Whether a process ends within some seconds, or is a zombie that nobody has fetched yet."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (ProcessLookupError, FileNotFoundError):
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
def test_a_process_that_never_begins_is_not_waited_for(
    number: int, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.JOB_STALL_SECONDS = 0.5
    monkeypatch.setattr(children.beginning, "main", works.never_begin)
    apart = Apart()
    os.kill(apart.process.pid, number)
    began = time.monotonic()
    try:
        with pytest.raises(ChildProcessError):
            all(apart.is_ready(0.1) is False for _ in iter(int, 1))
    finally:
        apart.end()
    assert time.monotonic() - began < 10
    assert not apart.lives


def test_a_kind_of_job_may_have_a_limit_of_its_own(project: Project, settings: Any) -> None:
    settings.JOB_MEMORY_MB = {"learning": 64}
    assert memory_of(TrainingRun(project=project)) == 64
    assert memory_of(TrainingRun(project=project, kind=TrainingRun.Kind.LARGE)) == 0
    assert memory_of(Export(project=project)) == 0  # nothing is said of its lane
