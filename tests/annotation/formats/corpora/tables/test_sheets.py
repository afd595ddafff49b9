"""Workbooks: the same tables as CSV, cells as texts, and nothing that a spreadsheet would run."""

import zipfile
from dataclasses import replace
from datetime import date, datetime, time
from io import BytesIO
from typing import Any

import openpyxl
import pytest
from hypothesis import given

from annotation.formats import (
    DialogueValue,
    FormatError,
    ReadOptions,
    TurnValue,
    detect_source,
    faults,
    iter_corpus,
    read_corpus,
    write_corpus,
)
from annotation.formats.corpora.tables import sheet_writing, sheets
from annotation.formats.corpora.tables.sheet_writing import render_sheet, said_in_sheet
from annotation.formats.files.archive import LIMITS
from annotation.replacement.leaving import _texts
from tests.annotation.formats.corpora.tables.test_tables import read as read_csv
from tests.annotation.formats.test_round_trips import LINED, TRIES, core, dialogues
from tests.archives import zipped

HEADER = ["call_id", "hablante", "mensaje", "hora", "tema"]


def workbook(*rows: Any) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)  # type: ignore[union-attr]
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def read(data: bytes, **more: Any) -> list[DialogueValue]:
    return list(iter_corpus("auto", data, ReadOptions(**more), filename="calls/lunes.xlsx"))


def written(some: list[DialogueValue], format: str = "xlsx") -> bytes:
    out = BytesIO()
    write_corpus(format, some, out)
    return out.getvalue()


def refused(data: bytes, format: str = "xlsx") -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_corpus(format, data, filename="f.xlsx")
    assert "Ana" not in str(caught.value)
    assert caught.value.expected
    return caught.value


def test_a_sheet_is_read_as_a_table() -> None:
    data = workbook(
        HEADER, [1, "A", "hola, soy Ana", time(0, 1), None], [None] * 5, [1, "B", None, "00:02,5"]
    )
    assert detect_source(data, "f.txt") == "xlsx"
    [dialogue] = read(data)
    assert (dialogue.id, dialogue.line) == ("1", 2)
    first, second = dialogue.turns
    assert (first.speaker, first.text, first.extra["start"]) == ("A", "hola, soy Ana", 60)
    assert second.extra == {"start": 2.5, "cells": {"hora": "00:02,5", "tema": ""}}


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (7, "7"),
        (7.0, "7"),
        (2.5, "2.5"),
        (True, "TRUE"),
        (date(2024, 3, 12), "2024-03-12T00:00:00"),
        (datetime(2024, 3, 12, 18, 5), "2024-03-12T18:05:00"),
        (600123456, "600123456"),
        ("007", "007"),
        ("a\nb", "a\nb"),
    ],
)
def test_cells_are_what_csv_would_hold(cell: Any, text: str) -> None:
    [dialogue] = read(workbook(["text"], [cell]))
    assert (dialogue.id, dialogue.turns[0].text) == ("lunes", text)


def test_the_results_of_formulas_are_read_not_they() -> None:
    [dialogue] = read(workbook(["text", "id"], ["hola", 1], ["=1+1", 1]))
    assert [turn.text for turn in dialogue.turns] == ["hola", ""]  # nobody has worked it out


def test_nothing_that_is_written_is_a_formula() -> None:
    some = [DialogueValue("d", "es", (TurnValue("+A", "=1+1"), TurnValue("@", "'=x")))]
    data = written(some)
    sheet = openpyxl.load_workbook(BytesIO(data)).active
    assert [[(c.value, c.data_type, c.quotePrefix) for c in row[1:3]] for row in sheet[2:3]] == [  # type: ignore[index, union-attr]
        [("+A", "s", True), ("=1+1", "s", True)],
        [("@", "s", True), ("'=x", "s", True)],
    ]
    assert core(read(data)) == core(some)


def test_own_columns_come_back_also_from_csv() -> None:
    some = read(workbook(HEADER, [1, "A", "hola", "1", "x"], [2, "B", "sí", "2", "=y"]))
    names = [cell.value for cell in openpyxl.load_workbook(BytesIO(written(some))).active[1]]  # type: ignore[index, union-attr]
    assert names == HEADER
    again = read(written(read_csv(written(some, "csv").decode())))
    assert core(again) == core(some)
    assert [each.turns[0].extra for each in again] == [each.turns[0].extra for each in some]


def test_the_same_corpus_gives_the_same_bytes() -> None:
    some = [DialogueValue("d", "es", (TurnValue("A", "hola"),))]
    assert written(some) == written(some)


def test_a_search_for_originals_reads_the_rows_that_are_written() -> None:
    value = DialogueValue("d", "es", (TurnValue("A", "O'Hara & <Sáez>\x0bRuiz"),))
    [(name, rows)] = render_sheet(value)
    [said] = list(_texts(name, rows))
    assert "O'Hara & <Sáez> Ruiz" in said and "inlineStr" not in said
    assert said == said_in_sheet(rows.decode())
    with zipfile.ZipFile(BytesIO(written([value]))) as archive:
        assert rows in archive.read("xl/worksheets/sheet1.xml")


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"Ana", "workbook", None),
        (zipped(a_txt="Ana"), "workbook", None),
        (workbook(["name", "x"], ["Ana", 1]), "table_column", 1),
        (workbook(["id", "text"], [1, "Ana"], [1, "Ana", "Ana"]), "table_row", 3),
        (workbook(["id", "text"], [1, "Ana " * 6000]), "turn_too_long", 2),
        (workbook(["id", "text"], [None, "Ana"]), "missing_key", 2),
        (workbook([None]), "empty_file", None),
    ],
)
def test_what_is_wrong_has_its_row(data: bytes, code: str, line: int | None) -> None:
    error = refused(data)
    assert (error.code, error.line) == (code, line)


def test_a_workbook_is_no_other_format_and_no_archive() -> None:
    data = workbook(["text"], ["Ana"])
    for format in ("plain", "csv", "jsonl", "trs"):
        assert refused(data, format).code == "content_type"
    inner = refused(zipped(a_csv=data.decode("latin-1")), "auto")
    assert inner.fault == faults.ARCHIVE_IN_ARCHIVE


def folder(**files: bytes) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_", "."), data)
    return out.getvalue()


def test_tables_and_workbooks_of_a_zip_are_read_together() -> None:
    one, two = workbook(["id", "text"], [1, "Ana"]), workbook(["id", "text"], [2, "Ana"])
    data = folder(a_xlsx=one, b_csv="id,text\n3,ñ\n".encode("latin-1"), c_xlsx=two)
    assert detect_source(data, "f.zip") == "csv"
    some = read_corpus("auto", data, filename="f.zip", encoding="iso-8859-1")
    assert [(each.id, each.turns[0].text) for each in some] == [
        ("3", "ñ"),
        ("1", "Ana"),
        ("2", "Ana"),
    ]
    assert detect_source(folder(a_xlsx=one), "f.zip") == "xlsx"
    refusal = refused(folder(a_xlsx=one, b_xlsx=workbook(["x"], ["Ana"])))
    assert (refusal.code, refusal.file) == ("table_column", "f.xlsx/b.xlsx")


def test_workbooks_of_a_zip_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    book = workbook(["id", "text"], [1, "Ana"])
    with zipfile.ZipFile(BytesIO(book)) as archive:
        size = sum(each.file_size for each in archive.infolist())
    monkeypatch.setattr(sheets, "LIMITS", replace(LIMITS, total=size * 3 // 2))
    assert len(read_corpus("auto", folder(a_xlsx=book), filename="f.zip")) == 1
    assert refused(folder(a_xlsx=book, b_xlsx=book)).fault == faults.ARCHIVE_TOTAL


def test_damage_and_entities_are_refused() -> None:
    parts = {name: text.encode() for name, text in sheet_writing._PARTS.items()}
    bomb = b'<!DOCTYPE x [<!ENTITY a "Ana">]><worksheet>&a;</worksheet>'
    for sheet in (b"<worksheet", bomb):
        out = BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, data in [*parts.items(), ("xl/worksheets/sheet1.xml", sheet)]:
                archive.writestr(name, data)
        assert refused(out.getvalue()).code in ("workbook", "empty_file")
    whole = workbook(["text"], ["Ana"])
    assert refused(whole[:-30]).code == "archive_damaged"


def test_what_unpacks_to_too_much_is_not_opened() -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in sheet_writing._PARTS.items():
            archive.writestr(name, text)
        archive.writestr("xl/worksheets/sheet1.xml", b" " * 20_000_000)
    assert refused(out.getvalue()).code == "archive_ratio"


def test_a_text_that_no_cell_holds_is_refused() -> None:
    with pytest.raises(FormatError, match="32767"):
        render_sheet(DialogueValue("d", "es", (TurnValue("A", "😀" * 16_384),)))


@TRIES
@given(dialogues(LINED))
def test_a_workbook_keeps_every_text(some: list[DialogueValue]) -> None:
    bare = [
        DialogueValue(d.id, "es", tuple(TurnValue(t.speaker, t.text) for t in d.turns))
        for d in some
    ]
    assert core(read(written(bare))) == core(bare)
