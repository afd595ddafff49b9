"""Ctrl-C, SIGTERM and a pipe that nobody reads: nothing half done, one sentence or none."""

import json
import os
import signal
from pathlib import Path

import pytest

from tests.annotation.commands.hours.calls import start, write_calls

ENTITY = ("pseudonymise", "--strategy", "entity", "--key")


@pytest.fixture
def key(tmp_path: Path) -> str:
    path = tmp_path / "key"
    path.write_bytes(bytes(range(32)))
    path.chmod(0o600)
    return str(path)


@pytest.mark.parametrize(
    ("number", "status", "jobs"), [(signal.SIGINT, 130, "2"), (signal.SIGTERM, 143, "1")]
)
def test_a_stop_leaves_nothing(
    number: signal.Signals, status: int, jobs: str, key: str, tmp_path: Path
) -> None:
    """Every process of the group hears it, as those of a terminal do."""
    source = write_calls(tmp_path / "in.jsonl", 2000)
    out = tmp_path / "out" / "out.jsonl"
    out.parent.mkdir()
    args = (*ENTITY, key, source, str(out), "--keep-ids", "--jobs", jobs, "--progress", "json")
    with start(*args) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if json.loads(line)["phase"] == "replacing":
                break
        assert len(list(out.parent.iterdir())) == 1  # under a hidden name
        os.killpg(process.pid, number)
        said, err = process.communicate(timeout=120)
    assert (process.returncode, said) == (status, "")
    assert [line for line in err.splitlines() if not line.startswith("{")] == ["stopped"]
    assert list(out.parent.iterdir()) == []


def test_a_training_that_is_stopped_leaves_no_model(tmp_path: Path) -> None:
    source, out = write_calls(tmp_path / "in.jsonl", 5000), tmp_path / "out"
    out.mkdir()
    more = ("--recall", "0.98", "--progress", "json")  # which trains four models
    with start("train", source, "--out", str(out / "model"), *more) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if json.loads(line)["phase"] == "training":
                break
        os.killpg(process.pid, signal.SIGINT)
        said, err = process.communicate(timeout=120)
    assert (process.returncode, said, err.splitlines()[-1]) == (130, "", "stopped")
    assert list(out.iterdir()) == []


def test_a_closed_pipe_is_no_failure(key: str, tmp_path: Path) -> None:
    source = write_calls(tmp_path / "in.jsonl", 400)  # more than a pipe holds
    with start(*ENTITY, key, source, "-", "--keep-ids") as process:
        assert process.stdout is not None and process.stderr is not None
        assert json.loads(process.stdout.readline())["id"] == "call-0"
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=120) == 128 + signal.SIGPIPE
