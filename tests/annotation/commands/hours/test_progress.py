"""A line of a terminal, a line of JSON a second, or nothing at all."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import OutputWrapper

from annotation.management import progress
from annotation.management.progress import Progress
from tests import schemas
from tests.annotation.commands.hours.calls import write_calls
from tests.annotation.commands.running import Terminal, run

KEYS = {"command", "phase", "done", "total", "unit", "seconds"}


def shown(out: io.StringIO, **how: Any) -> Progress:
    return Progress("tag", OutputWrapper(out), {"quiet": False, "progress": "auto", **how})


@pytest.mark.parametrize(
    ("out", "how"), [(io.StringIO(), {}), (Terminal(), {"quiet": True}),
                     (Terminal(), {"quiet": True, "progress": "json"})]
)  # fmt: skip
def test_nothing_is_shown(out: io.StringIO, how: dict[str, Any]) -> None:
    with shown(out, **how) as meter:
        meter.tell("tagging", 1, 2)
    assert out.getvalue() == ""


def test_a_line_that_goes_again() -> None:
    out = Terminal()
    with shown(out) as meter:
        meter.tell("tagging", 1000, 4000)
        meter.say(OutputWrapper(out).write, "odd")
    assert out.getvalue().startswith("\r\033[Ktagging 1,000 dialogues of 4,000, 0 s, about ")
    assert out.getvalue().endswith("\r\033[Kodd\n")


def test_a_pipe_that_nobody_reads_ends_no_work() -> None:
    class Closed(Terminal):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    with shown(Closed()) as meter:
        meter.tell("tagging", 1, 2)


def test_a_sign_of_life_while_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "ALIVE", 0.01)
    out = io.StringIO()
    with shown(out, progress="json") as meter:
        meter.tell("training", 0, None)
        while out.getvalue().count("\n") < 3:
            pass
    told = json.loads(out.getvalue().splitlines()[2])
    schemas.check("progress", told)
    assert told["total"] is None


def test_lines_of_json(tmp_path: Path) -> None:
    source = write_calls(tmp_path / "in.jsonl", 30)
    args = ("--strategy", "typed", "--seed", "1", source, str(tmp_path / "out.jsonl"))
    status, _out, err = run("pseudonymise", *args, "--progress", "json")
    lines = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert status == 0
    assert {frozenset(line) for line in lines} == {frozenset(KEYS)}
    last = {key: lines[-1][key] for key in ("command", "phase", "done", "total", "unit")}
    assert [*last.values()] == ["pseudonymise", "replacing", 30, 30, "dialogues"]
