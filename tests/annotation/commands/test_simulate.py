"""`simulate`: the keys of its curve, its strategies, going on after a stop, and what it refuses."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from annotation.formats.corpora.jsonl import write_line
from learning.simulation.comparison import Bench
from tests import schemas
from tests.annotation.commands import running
from tests.annotation.services.sources.test_registry import bookings

run = partial(running.run, "simulate", "--jobs", "1")

ROOT = Path(__file__).resolve().parents[3]
POINT = {
    *("instances", "tokens", "edits", "seconds", "minutes"),
    *("precision", "recall", "f1", "f1_labels"),
    *("train_s", "score_s", "select_s"),
}


def timeless(path: Path) -> Any:
    """The result without its times, which differ from run to run."""

    def hook(found: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in found.items() if not key.endswith("_s")}

    return json.loads(path.read_text(), object_hook=hook)


def hotels(folder: Path) -> str:
    path = folder / "gold.jsonl"
    path.write_text("".join(map(write_line, bookings(20))), encoding="utf-8")
    return str(path)


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    return hotels(tmp_path)


@pytest.fixture(scope="module")
def never_stopped(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What comes out of three repeats that nobody stopped."""
    file = (folder := tmp_path_factory.mktemp("whole")) / "curve.json"
    assert run(*options(hotels(folder), "--repeats", "3", "--out", str(file)))[0] == 0
    return timeless(file)


def options(corpus: str, *more: str) -> list[str]:
    return ["--target", corpus, "--test", corpus, "--batch", "6", "--iterations", "2", *more]


def test_the_curve_has_the_keys_that_scripts_read(corpus: str, tmp_path: Path) -> None:
    file = tmp_path / "curve.json"
    args = options(corpus, "--repeats", "2", "--out", str(file), "--json")
    status, out, err = run(*args, terminal=True)
    curve = json.loads(file.read_text())
    assert status == 0
    assert curve == json.loads(out)
    assert {"set_up", "full", "pool", "runs", "summary"} == set(curve)
    schemas.check("curve", curve)
    assert set(curve["full"]) == {"precision", "recall", "f1", "f1_labels"}
    assert set(curve["pool"]) == {"instances", "tokens"}
    assert [run_["repeat"] for run_ in curve["runs"]] == [0, 1]
    assert set(curve["runs"][0]["curve"][0]) >= POINT
    assert [p["instances"] for p in curve["runs"][0]["curve"]] == [3, 9, 15]  # half is read
    assert [line.split(":")[0] for line in err.splitlines()] == [f"{n} of 4" for n in range(1, 5)]


def test_several_strategies_one_table_one_plot(corpus: str, tmp_path: Path) -> None:
    table, plot = tmp_path / "t.md", tmp_path / "p.svg"
    status, out, err = run(
        *options(corpus, "--seed-strategy", "random,kmeans", "--query-strategy", "random, mnlp"),
        *("--table", str(table), "--plot", str(plot), "--axis", "seconds", "--quiet"),
    )
    assert (status, err) == (0, "")
    assert "longest" not in out
    for pair in ("random / random", "random / mnlp", "kmeans / random", "kmeans / mnlp"):
        assert pair in out
        assert pair in table.read_text()
        assert pair in plot.read_text()


def test_a_pair_of_its_own(corpus: str) -> None:
    more = ("--seed-strategy", "random", "--query-strategy", "random,kmeans/mnlp", "--json")
    status, out, _err = run(*options(corpus, *more))
    runs = json.loads(out)["runs"]
    assert status == 0
    pairs = [("random", "random"), ("kmeans", "mnlp")]
    assert [(each["seed_strategy"], each["query_strategy"]) for each in runs] == pairs


def test_first_batches_of_several_sizes(corpus: str) -> None:
    args = options(corpus, "--seed-strategy", "random", "--seed-sizes", "20, 5")
    status, out, err = run(*args, terminal=True)
    assert status == 0
    assert [line.split(":")[1] for line in err.splitlines()][1:] == [
        " repeat 0, random / 5", " repeat 0, random / 20",
    ]  # fmt: skip
    assert "| F1 after | 5" in out


def test_a_source_takes_part(corpus: str) -> None:
    strategies = ("--seed-strategy", "kmeans+source", "--query-strategy", "combined")
    status, out, err = run(*options(corpus, "--source", corpus, *strategies, "--json", "--quiet"))
    assert (status, err) == (0, "")
    assert json.loads(out)["pool"]["instances"] == 40


@pytest.mark.parametrize("unit", ["turn", "context", "dialogue"])
def test_units(unit: str, corpus: str) -> None:
    more = ("--batch-unit", unit, "--cost", "seconds", "--prices", "5,0.3,4", "--json")
    status, out, _err = run(*options(corpus, *more))
    points = json.loads(out)["runs"][0]["curve"]
    assert status == 0
    for point in points:
        seconds = 5 * point["instances"] + 0.3 * point["tokens"] + 4 * point["edits"]
        assert point["seconds"] == pytest.approx(seconds, abs=0.06)


def test_coarse_labels(corpus: str, tmp_path: Path) -> None:
    names = tmp_path / "map.json"
    names.write_text('{"gold": {"NAME": "PERSON"}}')
    assert run(*options(corpus, "--labels", "coarse", "--labelmap", str(names), "--json"))[0] == 0
    status, _out, err = run(*options(corpus, "--labels", "coarse"))
    assert (status, "expected --labelmap FILE" in err) == (1, True)
    names.write_text('{"gold": {"OTHER": "PERSON"}}')
    status, _out, err = run(*options(corpus, "--labelmap", str(names)))
    assert (status, "gold.jsonl:1: no turn has a span" in err) == (1, True)
    names.write_text('{"elsewhere": {"NAME": "PERSON"}}')
    status, _out, err = run(*options(corpus, "--labelmap", str(names)))
    assert (status, "nothing for gold.jsonl" in err) == (0, True)


def test_going_on_and_adding(corpus: str, tmp_path: Path) -> None:
    file = tmp_path / "curve.json"
    assert run(*options(corpus, "--out", str(file)))[0] == 0
    parts = tmp_path / "curve.json.parts"
    names = {"full-0.json", "run-0-auto-adaptive.json", "settings.json"}
    assert {path.name for path in parts.iterdir()} == names
    first = {path.name: path.stat().st_mtime_ns for path in parts.glob("[fr]*.json")}
    more = ("--repeats", "2", "--query-strategy", "adaptive,random", "--out", str(file))
    status, _out, err = run(*options(corpus, *more), terminal=True)
    assert (status, err.splitlines()[0].split(":")[0]) == (0, "3 of 6")
    assert {name: (parts / name).stat().st_mtime_ns for name in first} == first
    assert len(timeless(file)["runs"]) == 4


def test_other_settings_are_refused(corpus: str, tmp_path: Path) -> None:
    file = str(tmp_path / "curve.json")
    assert run(*options(corpus, "--out", file))[0] == 0
    other = options(corpus, "--out", file, "--pool", "30")
    status, _out, err = run(*other)
    assert status == 1
    assert "other settings (--pool: None then, 30 now); expected" in err
    assert run(*other, "--restart")[0] == 0
    with open(corpus, "a", encoding="utf-8") as lines:
        lines.write(write_line(bookings(21)[-1]))
    status, _out, err = run(*other)
    assert (status, "--target: another content" in err) == (1, True)
    settings = tmp_path / "curve.json.parts" / "settings.json"
    settings.write_text("{")  # damaged: nothing tells what the parts belong to
    assert run(*other)[0] == 0


def test_settings_alone_bind_nobody(corpus: str, tmp_path: Path) -> None:
    file, missing = tmp_path / "curve.json", tmp_path / "nothing.jsonl"
    missing.write_text("")
    wrong = ["--target", corpus, "--test", str(missing), "--out", str(file)]
    assert run(*wrong)[0] == 1  # it kept nothing but its settings
    assert run(*options(corpus, "--out", str(file)))[0] == 0
    status, _out, err = run(*options(corpus, "--out", str(file), "--pool", "30"))
    assert (status, "made with other settings" in err) == (1, True)


def test_nothing_found_and_nothing_learnt_are_told(corpus: str, tmp_path: Path) -> None:
    plain = tmp_path / "plain.jsonl"
    dialogues = [json.loads(line) for line in Path(corpus).read_text("utf-8").splitlines()]
    for dialogue in dialogues[1:]:
        for turn in dialogue["turns"]:
            turn["spans"] = []
    plain.write_text("".join(f"{json.dumps(each)}\n" for each in dialogues))
    other = tmp_path / "other.jsonl"
    other.write_text('{"id": "o", "turns": [{"text": "zzz", "spans": [{"start": 0, "end": 3,'
                     ' "label": "NAME"}]}]}\n')  # fmt: skip
    table = tmp_path / "t.md"
    status, _out, err = run(
        *("--target", str(plain), "--test", str(other), "--batch", "4", "--iterations", "3"),
        *("--seed-strategy", "random", "--stop-at", "0.9", "--table", str(table)),
    )
    assert status == 0
    assert "repeat 0: the model of the whole pool has an F1 of 0, so no share" in err
    assert "--seed-strategy random, repeat 0: the first batch has no span" in err
    assert "100.0" not in table.read_text() and "not reached" in table.read_text()


def test_a_damaged_part_is_done_again(corpus: str, tmp_path: Path) -> None:
    file = tmp_path / "curve.json"
    assert run(*options(corpus, "--out", str(file)))[0] == 0
    whole = timeless(file)
    (tmp_path / "curve.json.parts" / "full-0.json").write_text('{"f1": 0.')
    status, _out, err = run(*options(corpus, "--out", str(file)), terminal=True)
    assert (status, len(err.splitlines())) == (0, 1)
    assert timeless(file) == whole


def start(args: list[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "manage.py", "simulate", *args]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A test run in several processes ignores Ctrl-C, and its children would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def wait_for(true: Callable[[], Any], process: subprocess.Popen[str]) -> None:
    for _ in range(2400):
        if true():
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    raise AssertionError("nothing came")


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_simulation_goes_on(
    how: signal.Signals, corpus: str, never_stopped: Any, tmp_path: Path
) -> None:
    file, parts = tmp_path / "curve.json", tmp_path / "curve.json.parts"
    args = options(corpus, "--repeats", "40", "--out", str(file), "--jobs", "2")
    process = start(args)
    wait_for(lambda: list(parts.glob("[fr]*-*")), process)
    children = _children(process.pid)
    assert len(children) > 2  # two that work, and what they are forked from
    process.send_signal(how)
    _out, err = process.communicate(timeout=60)
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert "the same command goes on" in err
        assert "Traceback" not in err
    for _ in range(1200):  # nobody works on for a parent that is gone
        if not any(_lives(pid) for pid in children):
            break
        time.sleep(0.05)
    assert not [pid for pid in children if _lives(pid)]
    check_that_it_goes_on(corpus, file, never_stopped, most=80)


def test_one_process_keeps_each_part_at_once_and_goes_on(
    corpus: str, never_stopped: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "curve.json"
    work, done = Bench.run, list[Any]()

    def until_stopped(*values: Any) -> Any:
        assert len(list(tmp_path.glob("curve.json.parts/[fr]*"))) == len(done)
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(values)
        return work(*values)

    with monkeypatch.context() as patch:
        patch.setattr(Bench, "run", until_stopped)
        status, _out, err = run(*options(corpus, "--repeats", "3", "--out", str(file)))
    assert (status, "the same command goes on" in err) == (130, True)
    check_that_it_goes_on(corpus, file, never_stopped, most=6)


def check_that_it_goes_on(corpus: str, file: Path, never_stopped: Any, most: int) -> None:
    """What was finished stays, and what comes out is what one that nobody stopped gives."""
    parts = file.with_name(f"{file.name}.parts")
    kept = {path: path.stat().st_mtime_ns for path in parts.glob("[fr]*.json")}
    assert 0 < len(kept) < most
    assert not file.exists()
    status, _out, _err = run(*options(corpus, "--repeats", "3", "--out", str(file)))
    assert status == 0
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert timeless(file) == never_stopped


def _children(pid: int) -> list[int]:
    """Those of a process, and theirs."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    own = [int(child) for child in path.read_text().split()] if path.exists() else []
    return [*own, *(each for child in own for each in _children(child))]


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--seed-strategy", "magic"], "--seed-strategy: no strategy 'magic'; expected one of"),
        (["--query-strategy", "random,magic"], "--query-strategy: no strategy 'magic'; expected"),
        (["--query-strategy", ","], "--query-strategy: no strategy ''"),
        (["--query-strategy", "source-entropy"], "it needs a source model; expected --source"),
        (["--seed-strategy", "kmeans+source"], "it needs a source model; expected --source"),
        (["--source", "/no/such/thing"], "No such file"),
        (["--labelmap", "/no/such/thing"], "No such file"),
    ],
)
def test_what_cannot_be_done_is_said(more: list[str], sentence: str, corpus: str) -> None:
    status, _out, err = run(*options(corpus, *more))
    assert status == 1
    assert sentence in err


@pytest.mark.parametrize(
    "more",
    [
        ["--plot", "p.bmp"],
        ["--prices", "1,2"],
        ["--stop-at", "1.5"],
        ["--batch", "0"],
        ["--seed-sizes", "5,x"],
        ["--jobs", "0"],
        ["--cost", "money"],
        ["--batch-unit", "word"],
        ["--prices", "nan,1,1"],
        ["--prices=-5,1,1"],
        ["--prices", "1,inf,1"],
        ["--gamma", "nan"],
        ["--gamma=-1"],
        ["--gamma", "inf"],
        ["--random-state=-1"],
        ["--random-state", "x"],
        ["--audit", "101"],
        ["--pool-of", "words"],
    ],
)
def test_wrong_options(more: list[str], corpus: str) -> None:
    with pytest.raises(CommandError):
        run(*options(corpus, *more))


def test_odd_but_no_failure(corpus: str, tmp_path: Path) -> None:
    more = ("--pool", "5000", "--batch", "900", "--labels", "all", "--json")
    other = tmp_path / "other.jsonl"
    text = Path(corpus).read_text(encoding="utf-8")
    other.write_text(text.replace('"NAME"', '"PERSON"', 1), encoding="utf-8")
    status, out, err = run("--target", corpus, "--test", str(other), *more)
    assert status == 0
    assert "--pool 5000: the file has 40 turns; all are the pool" in err
    assert "--batch 900: the pool has 40 turns, so one batch holds it" in err
    assert "labels never seen in the pool: PERSON" in err
    assert [p["instances"] for p in json.loads(out)["runs"][0]["curve"]] == [20, 40]


def test_one_dialogue_only(tmp_path: Path, corpus: str) -> None:
    one = tmp_path / "one.jsonl"
    one.write_text(write_line(bookings(1)[0]), encoding="utf-8")
    for unit in ("turn", "context", "dialogue"):
        status, out, err = run(
            *("--target", str(one), "--test", corpus, "--batch", "1"),
            *("--batch-unit", unit, "--json"),
        )
        assert status == 0
        assert ("the pool is one dialogue" in err) == (unit == "dialogue")
        assert json.loads(out)["runs"][0]["curve"][-1]["instances"] == 2


def test_other_labels_everywhere(corpus: str, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    text = Path(corpus).read_text(encoding="utf-8")
    other.write_text(text.replace('"label": "', '"label": "x'), encoding="utf-8")
    status, _out, err = run("--target", corpus, "--test", str(other), "--labels", "all")
    assert (status, "other.jsonl:1: no label of" in err) == (1, True)


def test_broken_files(corpus: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    for text, where in (("{\n", "bad.jsonl:1: "), ("", "bad.jsonl:1: no turn"), ("\n\n", ":1: ")):
        bad.write_text(text)
        for files in (
            ("--target", str(bad), "--test", corpus),
            ("--target", corpus, "--test", str(bad)),
        ):
            status, _out, err = run(*files)
            assert (status, where in err) == (1, True)
    bad.write_text('{"id": "d", "turns": [{"text": "hola"}]}\n')
    status, _out, err = run("--target", str(bad), "--test", corpus)
    assert (status, "no turn has a span; expected gold spans" in err) == (1, True)
    with pytest.raises(CommandError):
        run("--target", corpus)
