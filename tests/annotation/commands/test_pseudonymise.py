"""`manage.py pseudonymise`: files in, files out, no database, and no original in either file."""

import gzip
import hashlib
import io
import json
import os
import stat
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests import schemas
from tests.annotation.commands import running
from tests.processes import warm

run = partial(running.run, "pseudonymise")

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


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    lines = [call_with(), call_with(id="b")]
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines))
    return path


def test_a_catalogue_entry_is_written_beside(source: Path, tmp_path: Path) -> None:
    out, entry = tmp_path / "out.jsonl.gz", tmp_path / "croissant.json"
    chosen = ("--strategy", "typed", "--new-key", str(tmp_path / "key"), "--croissant", str(entry))
    assert run(*chosen, str(source), str(out))[0] == 0
    told = json.loads(entry.read_text())
    [file] = told["distribution"]
    assert file["contentUrl"] == "out.jsonl.gz"
    assert file["sha256"] == hashlib.sha256(out.read_bytes()).hexdigest()
    assert (told["inLanguage"], told["license"]) == ("es", "not stated")
    assert told["description"].startswith("< 10 dialogues. < 10 personal items")
    assert "in.jsonl" not in entry.read_text() and "Olabarri" not in entry.read_text()


@pytest.mark.parametrize("entry", ["in.jsonl", "sub/../out.jsonl", "report", "key", "sub", "-"])
def test_a_catalogue_entry_takes_no_other_files_place(
    source: Path, tmp_path: Path, entry: str
) -> None:
    (tmp_path / "sub").mkdir()
    out, before = tmp_path / "out.jsonl", source.read_bytes()
    chosen = ("--strategy", "typed", "--report", str(tmp_path / "report"))
    key = ("--new-key", str(tmp_path / "key"))
    place = "-" if entry == "-" else str(tmp_path / entry)
    with pytest.raises(CommandError, match="--croissant") as refused:
        run(*chosen, *key, "--croissant", place, str(source), str(out))
    assert refused.value.returncode == 2
    assert source.read_bytes() == before and not out.exists()


@pytest.mark.parametrize("strategy", ["entity", "word", "indexed", "named", "typed", "redact"])
def test_replaces_with_a_report(source: Path, tmp_path: Path, strategy: str) -> None:
    out, report = tmp_path / "out.jsonl", tmp_path / "report.json"
    key = tmp_path / "key"
    chosen = ("--strategy", strategy, "--new-key", str(key), "--report", str(report), "--json")
    status, said, err = run(*chosen, "--spans", "marked", "--keep-ids", str(source), str(out))
    assert (status, err) == (0, "")
    assert json.loads(said)["dialogues"] == 2
    schemas.check("pseudonymise-summary", json.loads(said))
    schemas.check("pseudonymise-report", json.loads(report.read_text()))
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
    done = warm.run(*command, env={**os.environ, **nowhere}, stdin=source.read_text("utf-8"))
    assert done.returncode == 0, done.stderr
    assert len([json.loads(line) for line in done.stdout.splitlines()]) == 2


def test_a_repeat_without_a_label_is_left_out(tmp_path: Path) -> None:
    path, out, report = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / "r.json"
    leaky = call_with(
        turns=[*CALL["turns"], {"speaker": "x", "text": "¿Olabarri ha dicho?", "spans": []}]
    )
    path.write_text(json.dumps(leaky) + "\n" + json.dumps(call_with(id="b")))
    args = ("--strategy", "entity", "--seed", "1", str(path), str(out), "--report", str(report))
    status, said, err = run(*args)
    assert status == 3
    assert said.endswith(", 1 dialogues held back\n")
    summary = json.loads(run(*args, "--json")[1])
    schemas.check("pseudonymise-summary", summary)
    assert summary["left_out"] == 1
    assert f"{path}:1: an original would be readable" in err
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == ["d0001"]
    told = json.loads(report.read_text())["dialogues"]
    assert [(each["id"], each["line"], each["held_back"]) for each in told] == [
        ("line 1", 1, True),
        ("d0001", 2, False),
    ]
    schemas.check("pseudonymise-report", json.loads(report.read_text()))
    issues = json.loads(report.read_text())["dialogues"][0]["issues"]
    assert any(issue["severity"] == "block" and issue["turn"] == 2 for issue in issues)
    assert "Olabarri" not in out.read_text() + report.read_text() + err


def test_an_id_that_names_somebody_is_renamed(tmp_path: Path) -> None:
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text(json.dumps(call_with(id="olabarri-3")))
    chosen = ("--strategy", "typed", "--seed", "1", "--keep-ids")
    assert run(*chosen, str(path), str(out))[0] == 0
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
        ("--strategy", "typed", "a", "b"),
        ("--strategy", "typed", "--seed", "1", "--key", "k", "a", "b"),
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


def test_dissociation_draws_from_the_file(tmp_path: Path, monkeypatch: Any) -> None:
    def line(id: str, name: str) -> str:
        spans = [{"start": 4, "end": 4 + len(name), "label": "male name"}]
        turns = [{"speaker": "a", "text": f"Soy {name}", "spans": spans}]
        return json.dumps({"id": id, "lang": "es", "meta": {}, "turns": turns})

    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    said = ["Aitor"] * 5 + ["Koldo"] * 5 + ["Hodei"] * 4
    path.write_text("\n".join(line(f"{n}", name) for n, name in enumerate(said)))
    chosen = ("--strategy", "dissociation", "--seed", "1", "--keep-ids")
    assert run(*chosen, str(path), str(out))[0] == 0
    drawn = [json.loads(row)["turns"][0]["text"][4:] for row in out.read_text().splitlines()]
    assert drawn[:10] == ["Koldo"] * 5 + ["Aitor"] * 5
    assert {*drawn[10:]} <= {"Aitor", "Koldo"}  # not Hodei: too few dialogues say it
    whole = out.read_bytes()
    piped = SimpleNamespace(buffer=io.BytesIO(path.read_bytes()))
    monkeypatch.setattr(sys, "stdin", piped)
    assert run(*chosen, "-", str(out))[0] == 0
    assert out.read_bytes() == whole
    few = (*chosen, "--said-in", "4", str(path), str(out))
    assert run(*few)[0] == 0
    assert "Hodei" in "".join(out.read_text().splitlines()[:10])
    with pytest.raises(CommandError, match="whole number above 1"):
        run(*chosen, "--said-in", "1", str(path), str(out))


def test_own_values_come_from_the_file_and_the_report_counts_them(
    tmp_path: Path, monkeypatch: Any
) -> None:
    def line(id: str, dish: str) -> str:
        spans = [{"start": 7, "end": 7 + len(dish), "label": "dish"}]
        turns = [{"speaker": "a", "text": f"Quiero {dish}", "spans": spans}]
        return json.dumps({"id": id, "lang": "es", "meta": {}, "turns": turns})

    path, out, report = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "report.json"))
    said = ["paella"] * 5 + ["cocido"] * 5 + ["gazpacho"]
    path.write_text("\n".join(line(f"{n}", dish) for n, dish in enumerate(said)))
    chosen = ("--strategy", "entity", "--seed", "1", "--keep-ids", "--report", str(report))
    assert run(*chosen, str(path), str(out))[0] == 0
    drawn = [json.loads(row)["turns"][0]["text"][7:] for row in out.read_text().splitlines()]
    assert drawn[:10] == ["cocido"] * 5 + ["paella"] * 5
    assert drawn[10] in ("cocido", "paella")
    counts = {"dish": {"values": 2, "drawn": 11, "placeholders": 0}}
    assert json.loads(report.read_text())["own_values"] == counts
    whole = out.read_bytes()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(path.read_bytes())))
    assert run(*chosen, "-", str(out))[0] == 0
    assert out.read_bytes() == whole
    assert run(*chosen, "--said-in", "6", str(path), str(out))[0] == 0
    assert json.loads(report.read_text())["own_values"]["dish"]["placeholders"] == 11


# --- keys and ids ---------------------------------------------------------------------------------


def test_a_new_key_is_made_once_and_draws_the_same_again(source: Path, tmp_path: Path) -> None:
    key, out, again = tmp_path / "key", tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    assert run("--strategy", "entity", "--new-key", str(key), str(source), str(out))[0] == 0
    assert (len(key.read_bytes()), stat.S_IMODE(key.stat().st_mode)) == (32, 0o600)
    status, _, err = run("--strategy", "entity", "--key", str(key), str(source), str(again))
    assert (status, err) == (0, "")
    assert out.read_bytes() == again.read_bytes()
    before = key.read_bytes()
    status, _, err = run("--strategy", "entity", "--new-key", str(key), str(source), str(out))
    assert (status, key.read_bytes()) == (1, before)
    assert "is there already" in err
    other = tmp_path / "other"
    assert run("--strategy", "entity", "--new-key", str(other), str(source), str(again))[0] == 0
    assert other.read_bytes() != before
    assert out.read_bytes() != again.read_bytes()


def test_a_key_of_work_that_failed_is_not_kept(tmp_path: Path) -> None:
    key = tmp_path / "key"
    path = str(tmp_path / "no.jsonl")
    assert run("--strategy", "typed", "--new-key", str(key), path, str(tmp_path / "o"))[0] == 1
    assert not key.exists()


def test_a_key_that_is_none_or_that_others_read(source: Path, tmp_path: Path) -> None:
    key, out = tmp_path / "key", tmp_path / "out.jsonl"
    key.write_bytes(b"short")
    key.chmod(0o600)
    status, _, err = run("--strategy", "typed", "--key", str(key), str(source), str(out))
    assert (status, out.exists()) == (1, False)
    assert "expected a key of 32 bytes" in err
    key.write_bytes(bytes(32))
    key.chmod(0o644)
    with pytest.raises(CommandError, match="others can read this key; expected mode 600"):
        run("--strategy", "typed", "--key", str(key), str(source), str(out))
    assert not out.exists()
    key.chmod(0o400)
    assert run("--strategy", "typed", "--key", str(key), str(source), str(out))[0] == 0


def test_a_seed_is_said_to_be_no_key(source: Path, tmp_path: Path) -> None:
    out, report = tmp_path / "out.jsonl", tmp_path / "r.json"
    args = ("--strategy", "typed", "--seed", "1", "--report", str(report), "--json")
    status, said, err = run(*args, str(source), str(out))
    assert status == 0
    for text in (err, json.loads(said)["warning"], json.loads(report.read_text())["warning"]):
        assert "found by trying" in text


def test_ids_and_order_are_drawn(tmp_path: Path) -> None:
    """Neither a gap nor the order tells which dialogue stood where, or was left out."""
    path, out, report = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / "r.json"
    leaky = [*CALL["turns"], {"speaker": "x", "text": "¿Olabarri?", "spans": []}]
    rows = []
    for n in range(8):
        said = {"speaker": "agent", "text": "sí " * n, "spans": []}
        turns = leaky if n == 3 else [*CALL["turns"], said]
        rows.append(json.dumps(call_with(id=f"call-{n}", turns=turns)))
    path.write_text("\n".join(rows))
    chosen = ("--strategy", "typed", "--seed", "1", "--report", str(report))
    status, _, err = run(*chosen, str(path), str(out))
    assert status == 3
    written = [json.loads(line) for line in out.read_text().splitlines()]
    assert [each["id"] for each in written] == [f"d{n:04d}" for n in range(1, 8)]
    order = [len(each["turns"][-1]["text"]) // 3 for each in written]
    assert sorted(order) == [0, 1, 2, 4, 5, 6, 7]
    assert order != sorted(order)
    told = json.loads(report.read_text())["dialogues"]
    names = {each["line"] - 1: each["id"] for each in told if not each["held_back"]}
    assert [names[n] for n in order] == [each["id"] for each in written]
    assert "call-" not in out.read_text() + report.read_text() + err
    assert run(*chosen, "--keep-ids", str(path), str(out))[0] == 3
    kept = [json.loads(line)["id"] for line in out.read_text().splitlines()]
    assert kept == [f"call-{n}" for n in (0, 1, 2, 4, 5, 6, 7)]


def test_spans_are_left_out_unless_they_are_asked_for(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert run("--strategy", "entity", "--seed", "1", str(source), str(out))[0] == 0
    assert '"label"' not in out.read_text()
    marked = ("--strategy", "entity", "--seed", "1", "--spans", "marked")
    assert run(*marked, str(source), str(out))[0] == 0
    assert '"label": "surname"' in out.read_text()
