"""`manage.py pseudonymise`: files in, files out, no database, and no original in either file."""

import gzip
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).resolve().parents[3]
TEXT = "Soy Francisco Olabarri, de Bilbao"
CALL = {
    "id": "a",
    "lang": "es",
    "meta": {"customer": "Olabarri"},
    "turns": [
        {
            "speaker": "caller",
            "text": TEXT,
            "spans": [
                {"start": 4, "end": 13, "label": "male name"},
                {"start": 14, "end": 22, "label": "surname", "text": "Olabarri"},
                {"start": 27, "end": 33, "label": "place"},
            ],
        },
        {"speaker": "agent", "text": "Muy bien 😀", "spans": []},
    ],
}


def call_with(**change: Any) -> dict[str, Any]:
    return {**CALL, **change}


def run(*args: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        call_command("pseudonymise", *args, stdout=out, stderr=err)
    except SystemExit as stop:
        status = int(stop.code or 0)
    return status, out.getvalue(), err.getvalue()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    lines = [call_with(), call_with(id="b")]
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines))
    return path


@pytest.mark.parametrize("strategy", ["entity", "word", "indexed", "named", "typed", "redact"])
def test_replaces_with_a_report(source: Path, tmp_path: Path, strategy: str) -> None:
    out, report = tmp_path / "out.jsonl", tmp_path / "report.json"
    chosen = ("--strategy", strategy, "--seed", "7", "--report", str(report), "--json")
    status, said, err = run(*chosen, str(source), str(out))
    assert (status, err) == (0, "")
    assert json.loads(said)["dialogues"] == 2
    for text in (out.read_text(), report.read_text(), said):
        assert not any(word in text for word in ("Francisco", "Olabarri", "Bilbao"))
    first = json.loads(out.read_text().splitlines()[0])
    turn = first["turns"][0]
    assert turn["text"].startswith("Soy ")
    assert [s["label"] for s in turn["spans"]] == ["male name", "surname", "place"]
    assert turn["text"][turn["spans"][0]["end"] : turn["spans"][1]["start"]] == " "
    assert first["turns"][1]["text"] == "Muy bien 😀"
    (entry, _) = json.loads(report.read_text())["dialogues"]
    assert (entry["id"], entry["replaced"]) == ("a", 3)
    assert isinstance(entry["issues"], list)


def test_one_seed_one_output(source: Path, tmp_path: Path) -> None:
    def made(name: str, seed: str) -> bytes:
        path = tmp_path / name
        assert run("--strategy", "entity", "--seed", seed, str(source), str(path))[0] == 0
        return path.read_bytes()

    assert made("1", "1") == made("2", "1") != made("3", "2")


def test_gzip_in_and_out(source: Path, tmp_path: Path) -> None:
    packed, out = tmp_path / "in.jsonl.gz", tmp_path / "out.jsonl.gz"
    packed.write_bytes(gzip.compress(source.read_bytes()))
    assert run("--strategy", "typed", "--seed", "1", str(packed), str(out))[0] == 0
    plain = tmp_path / "plain.jsonl"
    run("--strategy", "typed", "--seed", "1", str(source), str(plain))
    assert gzip.decompress(out.read_bytes()) == plain.read_bytes()


def test_a_pipe_without_a_database(source: Path, tmp_path: Path) -> None:
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "ANTIFAZ_DATA": str(tmp_path)}
    command = ["manage.py", "pseudonymise", "--strategy", "typed", "--seed", "1", "-", "-"]
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env={**os.environ, **nowhere},
        input=source.read_bytes(), capture_output=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len([json.loads(line) for line in done.stdout.splitlines()]) == 2


def test_a_repeat_without_a_label_is_left_out(tmp_path: Path) -> None:
    path, out, report = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / "r.json"
    leaky = call_with(
        turns=[*CALL["turns"], {"speaker": "x", "text": "¿Olabarri ha dicho?", "spans": []}]
    )
    path.write_text(json.dumps(leaky) + "\n" + json.dumps(call_with(id="b")))
    status, _, err = run(
        "--strategy", "entity", "--seed", "1", str(path), str(out), "--report", str(report)
    )
    assert status == 0
    assert f"{path}:1: an original would be readable" in err
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == ["b"]
    issues = json.loads(report.read_text())["dialogues"][0]["issues"]
    assert any(issue["severity"] == "block" and issue["turn"] == 2 for issue in issues)
    assert "Olabarri" not in out.read_text() + report.read_text() + err


def test_an_id_that_names_somebody_is_renamed(tmp_path: Path) -> None:
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text(json.dumps(call_with(id="olabarri-3")))
    assert run("--strategy", "typed", "--seed", "1", str(path), str(out))[0] == 0
    assert json.loads(out.read_text())["id"] == "d0001"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", ":1:"),
        (
            json.dumps(
                call_with(
                    turns=[
                        {
                            "speaker": "a",
                            "text": "Ana",
                            "spans": [{"start": 0, "end": 9, "label": "x"}],
                        }
                    ]
                )
            ),
            "does not fit",
        ),
        (json.dumps(CALL) + "\n{}", ":2:"),
    ],
)
def test_bad_input_leaves_what_was_there(tmp_path: Path, line: str, said: str) -> None:
    path, out, report = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / "r.json"
    path.write_text(line)
    out.write_text("old")
    status, _, err = run(
        "--strategy", "typed", "--seed", "1", str(path), str(out), "--report", str(report)
    )
    assert status == 1
    assert said in err
    assert out.read_text() == "old"
    assert sorted(each.name for each in tmp_path.iterdir() if each.is_file()) == [
        "in.jsonl",
        "out.jsonl",
    ]


def test_a_missing_file(tmp_path: Path) -> None:
    status, _, err = run("--strategy", "typed", "--seed", "1", str(tmp_path / "no.jsonl"), "-")
    assert status == 1
    assert "no.jsonl" in err


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("--strategy", "none", "--seed", "1", "a", "b"),
        ("--strategy", "typed", "--seed", "x", "a", "b"),
    ],
)
def test_usage_errors(args: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        call_command("pseudonymise", *args)


def test_a_strategy_for_a_label(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    chosen = ("--label-strategy", "place=redact", "--label-strategy", "age=typed")
    status, _, err = run("--strategy", "typed", *chosen, "--seed", "1", str(source), str(out))
    assert status == 0
    assert "no item has the label 'age'" in err
    assert "place" not in err
    text = json.loads(out.read_text().splitlines()[0])["turns"][0]["text"]
    assert text == "Soy [MALE_NAME] [SURNAME], de IIIII"


def test_q_is_confirmed_or_nothing_is_written(source: Path, tmp_path: Path) -> None:
    out, report = tmp_path / "out.jsonl", tmp_path / "r.json"
    plain = ("--strategy", "entity", "--seed", "1", "--q", "0.000001", str(source), str(out))
    status, _, err = run(*plain)
    assert (status, out.exists()) == (1, False)
    assert "for research only" in err
    status, said, _ = run(*plain, "--leave-originals", "--report", str(report), "--json")
    summary = json.loads(said)
    assert (status, summary["dialogues"], summary["replaced"], summary["left"]) == (0, 2, 0, 6)
    assert TEXT in out.read_text()
    assert "Olabarri" not in report.read_text() + said
    assert json.loads(out.read_text().splitlines()[0])["id"] == "a"


def test_dissociation_draws_from_the_file(tmp_path: Path) -> None:
    def line(id: str, name: str) -> str:
        spans = [{"start": 4, "end": 4 + len(name), "label": "male name"}]
        turns = [{"speaker": "a", "text": f"Soy {name}", "spans": spans}]
        return json.dumps({"id": id, "lang": "es", "meta": {}, "turns": turns})

    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    said = ["Aitor", "Aitor", "Koldo", "Koldo", "Hodei"]
    path.write_text("\n".join(line(f"{n}", name) for n, name in enumerate(said)))
    assert run("--strategy", "dissociation", "--seed", "1", str(path), str(out))[0] == 0
    drawn = [json.loads(row)["turns"][0]["text"][4:] for row in out.read_text().splitlines()]
    assert drawn[:4] == ["Koldo", "Koldo", "Aitor", "Aitor"]
    assert drawn[4] in ("Aitor", "Koldo")  # not Hodei: one dialogue alone says it
    status, _, err = run("--strategy", "dissociation", "--seed", "1", "-", str(out))
    assert status == 1
    assert "expected a file" in err
