"""`--jobs` and `--resume`: the bytes of one process that nobody interrupted."""

import gzip
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from annotation.formats.corpora.jsonl import write_line
from annotation.services.standalone import pseudonyms, tagging
from tests.annotation.commands.hours.calls import start, write_calls
from tests.annotation.commands.running import run
from tests.annotation.services.sources.test_registry import bookings
from tests.processes.probing import without_child

Replace = Callable[..., tuple[int, str, str]]


@pytest.fixture
def replace(tmp_path: Path) -> Replace:
    """`pseudonymise` of 100 calls into a file of this name."""
    source = write_calls(tmp_path / "in.jsonl", 100)

    def run_it(out: str, *more: str, strategy: str = "entity", key: int = 1) -> Any:
        place = tmp_path / f"key{key}"
        place.write_bytes(bytes([key]) * 32)
        place.chmod(0o600)
        args = ("--strategy", strategy, "--key", str(place), source, str(tmp_path / out))
        return run("pseudonymise", *args, *more)

    return run_it


def interrupted(in_order: Any, chunks: int, by: type[BaseException]) -> Any:
    """The same, until so many chunks are through."""

    def some(work: Any, pieces: Iterable[Any], jobs: int = 1) -> Iterator[Any]:
        for number, answer in enumerate(in_order(work, pieces, jobs)):
            if number == chunks:
                raise by
            yield answer

    return some


def stop_after(monkeypatch: pytest.MonkeyPatch, room: Any, chunks: int) -> pytest.MonkeyPatch:
    monkeypatch.setattr(room, "in_order", interrupted(room.in_order, chunks, KeyboardInterrupt))
    return monkeypatch


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.name.startswith("out")}


def test_killed_in_the_middle_of_two_processes(replace: Replace, tmp_path: Path) -> None:
    """SIGKILL leaves no time to tidy up; standard input is read anew, the end is gzipped."""
    report = tmp_path / "report.json"
    assert replace("whole.jsonl", "--report", str(report))[0] == 0
    told = report.read_bytes()
    out, part = tmp_path / "out.jsonl.gz", tmp_path / "out.jsonl.gz.part"
    more = ("--report", str(report), "--resume")
    args = ("--strategy", "entity", "--key", str(tmp_path / "key1"), str(tmp_path / "in.jsonl"))
    with start("pseudonymise", *args, str(out), *more, "--jobs", "2") as process:
        while process.poll() is None and not (part.exists() and part.stat().st_size):
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
    if not out.exists():  # it was not faster than we are
        assert names(tmp_path) == {part.name, f"{part.name}.json"}
    status, _said, err = replace(out.name, *more)
    assert (status, err) == (0, "")
    assert gzip.decompress(out.read_bytes()) == (tmp_path / "whole.jsonl").read_bytes()
    assert report.read_bytes() == told
    assert names(tmp_path) == {out.name}


@pytest.mark.parametrize("ids", [(), ("--keep-ids",)])
def test_a_torn_line_is_done_again(
    replace: Replace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ids: tuple[str, ...]
) -> None:
    assert replace("whole.jsonl", *ids)[0] == 0
    with monkeypatch.context() as patch:
        stop_after(patch, pseudonyms, 2)
        status, _said, err = replace("out.jsonl", "--resume", *ids)
    part = tmp_path / "out.jsonl.part"
    sentence = f"stopped; what is finished is in {part}, the same command goes on\n"
    assert (status, err) == (130, sentence)
    assert len(part.read_bytes().splitlines()) == 2 * pseudonyms.CHUNK
    assert not [name for name in ("call-1", "Amaia") if name in part.read_text() and not ids]
    part.write_bytes(part.read_bytes()[:-7])
    made: list[int] = []
    real = pseudonyms.Replacing.replace
    monkeypatch.setattr(
        pseudonyms.Replacing, "replace", lambda *each: made.append(each[2]) or real(*each)
    )
    assert replace("out.jsonl", "--resume", *ids)[0] == 0
    assert made == [*range(2 * pseudonyms.CHUNK, 101)]  # what is finished is not done again
    assert (tmp_path / "out.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert names(tmp_path) == {"out.jsonl"}


def test_a_part_of_something_else_is_refused(
    replace: Replace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        stop_after(patch, pseudonyms, 1)
        assert replace("out.jsonl", "--resume")[0] == 130
    part, note = tmp_path / "out.jsonl.part", tmp_path / "out.jsonl.part.json"
    before = part.read_bytes()
    for what, change in (
        ("key", {"key": 2}),
        ("strategy", {"strategy": "typed"}),
        ("setting", {"more": ("--spans", "marked")}),
    ):
        more = change.pop("more", ())
        status, _said, err = replace("out.jsonl", "--resume", *more, **change)
        assert (status, err.split(";")[0]) == (1, f"{part}: made with another {what}")
    with (tmp_path / "in.jsonl").open("a") as source:
        source.write(" ")
    status, _said, err = replace("out.jsonl", "--resume")
    assert (status, "made with another input; expected the same" in err) == (1, True)
    note.unlink()
    status, _said, err = replace("out.jsonl", "--resume")
    assert (status, "nothing says what it was made with" in err) == (1, True)
    assert part.read_bytes() == before


def test_a_new_key_stays_as_long_as_it_is_needed(
    replace: Replace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, args = str(tmp_path / "key"), (str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"))
    command = ("pseudonymise", "--strategy", "entity", "--new-key", key, *args, "--resume")
    with monkeypatch.context() as patch:
        stop_after(patch, pseudonyms, 1)
        assert run(*command)[0] == 130
    assert run(*command)[0] == 0
    assert run(*command)[0] == 1  # of a run that is through: another one is another key's
    whole = ("--key", key, args[0], str(tmp_path / "whole.jsonl"))
    assert run("pseudonymise", "--strategy", "entity", *whole)[0] == 0
    assert (tmp_path / "whole.jsonl").read_bytes() == (tmp_path / "out.jsonl").read_bytes()


@pytest.mark.parametrize("command", [("tag", "--model", "m"), ("pseudonymise", "--strategy", "word",
                                                                "--seed", "1")])  # fmt: skip
def test_standard_output_cannot_be_gone_on_with(command: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="--resume needs a file to write to"):
        run(*command, "in.jsonl", "-", "--resume")


def test_tagging_by_two_processes_and_going_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tagging, "CHUNK", 5)
    gold, model = tmp_path / "gold.jsonl", str(tmp_path / "model")
    gold.write_text("".join(map(write_line, bookings())), encoding="utf-8")

    def tag(out: str, *more: str) -> tuple[int, str, str]:
        return run("tag", "--model", model, str(gold), str(tmp_path / out), "--json", *more)

    with without_child():
        assert run("train", str(gold), "--out", model)[0] == 0
        status, summary, _err = tag("whole.jsonl")
        assert status == 0
        assert tag("two.jsonl", "--jobs", "2") == (0, summary.replace("whole", "two"), "")
        with monkeypatch.context() as patch:
            stop_after(patch, tagging, 1)
            assert tag("out.jsonl", "--resume")[0] == 130
        part = tmp_path / "out.jsonl.part"
        part.write_bytes(part.read_bytes()[:-3])  # the fifth line: in the middle of a chunk
        assert (tag("out.jsonl", "--resume", "--threshold", "0.9"))[0] == 1
        assert tag("out.jsonl", "--resume") == (0, summary.replace("whole", "out"), "")
    whole = (tmp_path / "whole.jsonl").read_bytes()
    assert (tmp_path / "two.jsonl").read_bytes() == whole
    assert (tmp_path / "out.jsonl").read_bytes() == whole
    assert names(tmp_path) == {"out.jsonl"}
