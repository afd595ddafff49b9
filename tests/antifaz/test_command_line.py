"""The command `antifaz`: which commands there are, what lacks, and pipes through `transform`."""

import gzip
import io
import json
import os
import signal
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import get_commands

import antifaz
import antifaz.command_line.transform as pipes
from annotation.management.commands import train
from antifaz import command_line
from antifaz.command_line import listing
from learning.large.finetuning import extra_missing
from tests.annotation.services.sources.test_registry import bookings
from tests.antifaz.calls import KEY, LINES
from tests.processes.probing import without_child

ROOT = Path(__file__).resolve().parents[2]
OF_DJANGO = {"createsuperuser", "migrate"}
TEXT = "\nHello, I am Ann Archer\r\nGood morning, Ann"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("models") / "model"
    ann = antifaz.Span(12, 15, "female name"), antifaz.Span(16, 22, "surname")
    turns = (
        antifaz.Turn("", "Hello, I am Ann Archer", ann),
        antifaz.Turn("", "Good morning, Ann", (antifaz.Span(14, 17, "female name"),)),
    )
    with without_child():
        antifaz.train(
            [*bookings(), *[antifaz.Dialogue(f"x{n}", "en", turns) for n in range(9)]], folder
        )
    return str(folder)


def piped(said: str | bytes, *words: str) -> tuple[int, bytes, str]:
    """Exit status, standard output and error of `antifaz` with these words."""
    given = io.TextIOWrapper(io.BytesIO(said.encode() if isinstance(said, str) else said))
    out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in (("stdin", given), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
        try:
            status = command_line.main(words)
        except SystemExit as stop:
            status = int(str(stop.code))
    out.flush()
    return status, out.buffer.getvalue(), err.getvalue()  # type: ignore[attr-defined]


def test_every_command_is_listed_in_one_group() -> None:
    apps = {name for name, app in get_commands().items() if app in ("annotation", "webapp")}
    told = [name for group in listing.GROUPS.values() for name in group]
    assert len(told) == len(set(told))
    assert set(told) == apps - {"makemessages"} | OF_DJANGO | {"guest", "transform"}


def test_help_version_and_what_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["--help"]) == 0
    assert "pseudonymise" in capsys.readouterr().out
    assert command_line.main([]) == 2
    assert command_line.main(["--version"]) == 0
    assert antifaz.__version__ in capsys.readouterr().out
    with (ROOT / "pyproject.toml").open("rb") as stream:
        assert tomllib.load(stream)["project"]["version"] == antifaz.__version__
    assert command_line.main(["none"]) == 2
    assert "no such command" in capsys.readouterr().err


def test_a_command_of_the_site_is_run_under_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        command_line.main(["help", "pseudonymise"])
    assert stop.value.code == 0 and "usage: antifaz pseudonymise" in capsys.readouterr().out
    with pytest.raises(SystemExit) as stop:
        command_line.main(["pseudonymise", "--none"])
    assert stop.value.code == 2


def test_a_kind_of_model_whose_extra_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lacks(*_: object, **__: object) -> None:
        raise extra_missing()

    monkeypatch.setattr(train, "train_on_file", lacks)
    with pytest.raises(SystemExit) as stop:
        command_line.main(["train", "corpus.jsonl", "--tagger", "bert", "--out", "m"])
    assert stop.value.code == 2 and "pip install 'antifaz[bert]'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["pseudonymise", "serve", "migrate"])
def test_what_lacks_is_said_in_a_sentence(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command_line, "find_spec", lambda each: None)
    assert command_line.main([name]) == 2
    assert (
        capsys.readouterr().err
        == f"antifaz {name} needs the extra web: pip install 'antifaz[web]'\n"
    )
    assert command_line.main(["none"]) == 2


def test_a_text_goes_through_a_pipe(model: str) -> None:
    status, out, err = piped(TEXT, "transform", "--model", model, "--seed", "1", "--lang", "en")
    assert (status, err) == (0, "")
    lines = out.decode().split("\n")
    assert lines[0] == "" and lines[1].endswith("\r") and len(lines) == 3
    name = lines[1].split()[3]
    assert name != "Ann" and lines[2] == f"Good morning, {name}" and b"Archer" not in out


def test_a_text_that_shows_an_original_does_not_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it, not even what comes before."""

    def half(dialogues: list[antifaz.Dialogue], *_: object, **__: object) -> list[antifaz.Dialogue]:
        (given,) = dialogues
        first = replace(given.turns[0], spans=(antifaz.Span(4, 11, "surname"),))
        return [replace(given, turns=(first, *given.turns[1:]))]

    monkeypatch.setattr(pipes, "tag", half)
    status, out, err = piped("Soy Urrutia\n\n¿Urrutia?\n", "transform", "--model", "any")
    assert (status, out) == (3, b"")
    assert "an original would be readable" in err and "Urrutia" not in err
    status, out, _err = piped("Soy Urrutia\n\n¿Perdón?\n", "transform", "--model", "any")
    assert status == 0 and out.decode().endswith("\n\n¿Perdón?\n")


def test_a_line_that_shows_an_original_does_not_leave() -> None:
    status, out, err = piped(LINES[1], "transform")
    assert (status, out) == (3, b"") and "stdin:1: an original would be readable" in err
    assert err.endswith("1 of 1 dialogues held back\n")
    assert "Urrutia" not in err


def test_a_pipe_in_any_locale_that_nobody_reads() -> None:
    """As a process of its own: UTF-8 in any locale, and no traceback when `head` has enough."""
    transform = f"{sys.executable} -m antifaz transform --strategy typed"
    long = json.loads(LINES[0]) | {"turns": json.loads(LINES[0])["turns"] * 2_000}
    lines = [json.dumps(long | {"id": str(number)}) + "\n" for number in range(3)]
    command = f"({transform}; echo $? >&2) | head -c 1 >/dev/null"
    done = subprocess.run(
        ["sh", "-c", command], input="".join(lines).encode(),
        cwd=ROOT, capture_output=True, env=dict(os.environ, LC_ALL="C"),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"141\n")


def test_lines_go_through_a_pipe_as_through_the_interface(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_bytes(KEY)
    key.chmod(0o600)
    status, out, _err = piped("".join(LINES), "transform", "--key", str(key), "--strategy", "typed")
    assert status == 3
    wanted = antifaz.pseudonymise_lines(LINES, key=KEY, strategy="typed")
    assert out.decode() == "".join(wanted)
    assert [json.loads(line)["id"] for line in out.splitlines()] == ["d0001", "d0002"]


def test_files_packed_or_not_go_through_as_a_pipe_does(tmp_path: Path, model: str) -> None:
    packed, out = tmp_path / "in.jsonl.gz", tmp_path / "out.jsonl.gz"
    packed.write_bytes(gzip.compress("".join(LINES).encode()))
    words = ("transform", "--seed", "1", "--strategy", "typed", "--progress", "json")
    _status, wanted, _err = piped("".join(LINES), *words)
    status, said, err = piped("", *words, str(packed), str(out))
    assert (status, said, gzip.decompress(out.read_bytes())) == (3, b"", wanted)
    assert f"{packed}:2: an original" in err
    told = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert (told[-1]["command"], told[-1]["phase"], told[-1]["done"]) == (
        "transform",
        "replacing",
        2,
    )
    assert list(tmp_path.iterdir()) == [packed, out]
    text = tmp_path / "in.txt"
    text.write_bytes(TEXT.encode())
    words = ("transform", "--model", model, "--seed", "1", "--lang", "en")
    assert piped("", *words, str(text)) == piped(TEXT, *words)
    assert "json" not in piped(TEXT, *words, "--quiet")[2]


def test_what_is_held_back_or_broken_leaves_the_old_file(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("old")
    assert piped(LINES[0] + "{", "transform", "-", str(out))[0] == 1
    assert out.read_text() == "old" and list(tmp_path.iterdir()) == [out]
    status, _said, err = piped("", "transform", str(tmp_path / "none.jsonl"), str(out))
    assert (status, "none.jsonl: No such file" in err, out.read_text()) == (1, True, "old")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_who_stops_it_finds_no_file(number: int, status: int, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    words = [sys.executable, "-m", "antifaz", "transform", "--progress", "json", "-", str(out)]
    child = subprocess.Popen(
        words, cwd=ROOT, stdin=subprocess.PIPE, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdin and child.stderr
    child.stdin.write("".join(LINES).encode())
    child.stdin.flush()
    child.stderr.readline()  # it reads
    child.send_signal(number)
    _out, err = child.communicate(timeout=60)
    assert child.returncode == status
    assert err.decode().splitlines()[-1] == "stopped" and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("said", "words", "status", "why"),
    [
        ("hola", [], 2, "needs --model"),
        ("{", [], 1, "stdin:1|lines:1"),
        (b"a\xff", [], 1, "UTF-8"),
        ("hola", ["--model", "none/of/these"], 1, "none/of/these|model"),
        ("{}", ["--key", "none/of/these"], 1, "none/of/these"),
        ("{}", ["--strategy", "none of ours"], 2, "invalid choice"),
        ("", [], 2, "needs --model"),
    ],
)
def test_what_cannot_be_done_is_said(
    said: str | bytes, words: list[str], status: int, why: str
) -> None:
    got, out, err = piped(said, "transform", *words)
    assert (got, out) == (status, b"")
    assert any(each in err for each in why.split("|")) and "Traceback" not in err
