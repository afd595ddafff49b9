"""Tables, subtitles and Transcriber files through the commands, as JSONL goes."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.management import CommandError

from annotation.formats import read_corpus
from annotation.models import Dialogue, Project
from annotation.services.storage.files import read_dialogues
from tests.annotation.commands.running import run
from tests.annotation.formats.corpora.documents.test_uima import XMI
from tests.archives import unzipped

TABLE = "call,who,said,topic\n1,Ana,soy Ana de Irun,alta\n1,B,muy bien,\n2,B,=adiós ya,baja\n"
SRT = "1\n00:00:01,250 --> 00:00:02,000\nAna: soy Ana\n"
TRS = (
    '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE Trans SYSTEM "trans-14.dtd">'
    '<Trans scribe="Olabarri"><Speakers><Speaker id="s" name="Olabarri"/></Speakers><Episode>'
    '<Section type="report" startTime="0" endTime="2"><Turn speaker="s" startTime="0" endTime="2">'
    '<Sync time="0"/>Soy <Event type="entities" desc="male name" extent="begin"/>Francisco'
    '<Event type="entities" desc="male name" extent="end"/> '
    '<Event type="entities" desc="surname" extent="begin"/>Olabarri'
    '<Event type="entities" desc="surname" extent="end"/>, dime 250'
    "</Turn></Section></Episode></Trans>"
)


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "calls.csv"
    path.write_text(TABLE, encoding="utf-8")
    return str(path)


def test_columns_are_said_and_come_back(manager: Any, table: str, tmp_path: Path) -> None:
    said = ["--create", "--columns", "text=said,speaker=who"]
    status, out, err = run("import_corpus", "calls", table, *said, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["files"][0]["format"] == "csv"
    assert set(Dialogue.objects.values_list("external_id", flat=True)) == {"1", "2"}
    back = tmp_path / "back.csv"
    status, _out, _err = run(
        "export_corpus", "calls", "--format", "csv", "--strategy", "none", "--out", str(back)
    )
    assert status == 0
    assert back.read_text(encoding="utf-8") == TABLE


def test_what_leaves_replaced_has_our_columns_and_no_formula(
    manager: Any, table: str, tmp_path: Path
) -> None:
    said = ["--create", "--columns", "text=said,speaker=who"]
    run("import_corpus", "calls", table, *said)
    out = tmp_path / "out.csv"
    status, _out, _err = run(
        "export_corpus", "calls", "--format", "csv", "--allow-unread", "--out", str(out)
    )
    assert status in (0, 3)
    rows = list(csv.reader(io.StringIO(out.read_text(encoding="utf-8"), newline="")))
    assert rows[0] == ["id", "speaker", "text", "language"]
    assert any(row[2] == "'=adiós ya" for row in rows)
    assert all("baja" not in row and "alta" not in row for row in rows)


def test_the_report_says_what_a_format_cannot_carry(manager: Any, tmp_path: Path) -> None:
    source = tmp_path / "call.trs"
    source.write_text(TRS, encoding="utf-8")
    assert run("import_corpus", "calls", str(source), "--create")[0] == 0
    for format, lost in (
        ("csv", {"labels": 2, "times": 1, "keys": 1}), ("vtt", {"labels": 2, "keys": 1}),
        ("trs", None), ("jsonl", None),
    ):  # fmt: skip
        given = [
            "--format",
            format,
            "--strategy",
            "none",
            "--out",
            str(tmp_path / f"o-{format}.zip"),
        ]
        status, out, _err = run("export_corpus", "calls", *given, "--json")
        assert (status, json.loads(out).get("lost")) == (0, lost)


@pytest.mark.parametrize("said", ["text", "word=said", "text=", "text=a,text=b"])
def test_columns_that_mean_nothing(project: Project, manager: Any, table: str, said: str) -> None:
    with pytest.raises(CommandError, match="expected ROLE=NAME"):
        run("import_corpus", "support", table, "--columns", said)


def test_a_table_whose_text_is_not_known_goes_nowhere(
    project: Project, manager: Any, table: str
) -> None:
    before = Dialogue.objects.count()
    status, _out, err = run("import_corpus", "support", table)
    assert status == 1
    assert "table" in err and "Irun" not in err
    assert Dialogue.objects.count() == before


@pytest.mark.parametrize(
    ("name", "data", "format"),
    [
        ("a.srt", SRT, "srt"),
        ("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>soy Ana\n", "vtt"),
        ("a.trs", TRS, "trs"),
        ("a.txt", "A: hola\n", "plain"),
        ("a.tsv", "speaker\ttext\nA\thola\n", "csv"),
        ("a.json", '{"id": "a", "turns": [{"text": "hola"}]}', "jsonl"),
    ],
)
def test_commands_on_files_take_any_format(
    tmp_path: Path, name: str, data: str, format: str
) -> None:
    path = tmp_path / name
    path.write_text(data, encoding="utf-8")
    given = data.encode()
    assert next(iter(read_dialogues(str(path)))).turns == (
        read_corpus(format, given, filename=name)[0].turns
    )


def test_a_transcript_is_replaced_without_a_project(tmp_path: Path) -> None:
    source, out = tmp_path / "call.trs", tmp_path / "out.jsonl"
    source.write_text(TRS, encoding="utf-8")
    chosen = ["--strategy", "entity", "--seed", "1"]
    status, _out, _err = run("pseudonymise", str(source), str(out), *chosen)
    assert status == 0
    text = out.read_text(encoding="utf-8")
    assert not any(name in text for name in ("Olabarri", "Francisco", "scribe"))
    [record] = map(json.loads, text.splitlines())
    assert (record["turns"][0]["start"], record["turns"][0]["end"]) == (0.0, 2.0)


def test_columns_of_a_workbook_are_said_too(manager: Any, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["who", "said"], ["A", "hola"], ["B", "=1+1"]):
        book.active.append(row)  # type: ignore[union-attr]
    book.save(tmp_path / "calls.xlsx")
    said = ["--create", "--columns", "text=said,speaker=who"]
    run("import_corpus", "books", tmp_path / "calls.xlsx", *said)
    turns = Project.objects.get(slug="books").dialogues.get(external_id="calls").turns
    assert [*turns.values_list("speaker", "text")] == [("A", "hola"), ("B", "")]


def test_layers_that_nobody_uses_come_back_to_inception(manager: Any, tmp_path: Path) -> None:
    source, back, out = (tmp_path / name for name in ("notes.xmi", "back.zip", "out.zip"))
    source.write_text(XMI, encoding="utf-8")
    assert run("import_corpus", "notes", str(source), "--create")[0] == 0
    given = ["export_corpus", "notes", "--format", "xmi"]
    assert run(*given, "--strategy", "none", "--spans", "marked", "--out", str(back))[0] == 0
    assert list(unzipped(back.read_bytes()).values()) == [XMI.encode()]
    assert run(*given, "--allow-unread", "--spans", "marked", "--out", str(out))[0] in (0, 3)
    replaced = b"".join(unzipped(out.read_bytes()).values())
    assert b"GIVEN" not in replaced and b"Olabe" not in replaced
