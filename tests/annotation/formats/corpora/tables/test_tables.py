"""Tables: which column is what, the rows of a dialogue, and the same columns on the way out."""

import csv
import io
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats import (
    DialogueValue,
    FormatError,
    ReadOptions,
    TurnValue,
    detect_source,
    iter_corpus,
    read_corpus,
    render,
    write_corpus,
)
from annotation.formats.corpora.tables import reading
from annotation.formats.corpora.tables.escapes import escaped, unescaped
from annotation.formats.files.columns import find_columns
from tests.annotation.formats.edits import edited
from tests.annotation.formats.test_round_trips import LINED, PIECES, TRIES, core, dialogues

CALLS = (
    "call_id;hablante;mensaje;hora;tema\r\n"
    "1;A;hola, soy Ana;00:01;x\r\n"
    '1;B;"dijo ""sí""; claro";00:02,5;\r\n'
    "2;A;;2024-03-12;y\r\n"
)


def read(text: str, name: str = "f.csv", **more: Any) -> list[DialogueValue]:
    return list(iter_corpus("csv", text.encode(), ReadOptions(**more), filename=name))


def written(some: list[DialogueValue]) -> str:
    out = BytesIO()
    write_corpus("csv", some, out)
    return out.getvalue().decode()


def refused(text: str, format: str = "csv", **more: Any) -> FormatError:
    with pytest.raises(FormatError) as caught:
        list(iter_corpus(format, text.encode(), ReadOptions(**more), filename="f.csv"))
    assert "Ana" not in str(caught.value)
    assert caught.value.expected
    return caught.value


def test_rows_of_an_id_are_the_turns_of_a_dialogue() -> None:
    first, second = read(CALLS)
    assert (first.id, second.id) == ("1", "2")
    assert [(turn.speaker, turn.text) for turn in first.turns] == [
        ("A", "hola, soy Ana"),
        ("B", 'dijo "sí"; claro'),
    ]
    assert first.turns[1].extra == {"start": 2.5, "cells": {"hora": "00:02,5", "tema": ""}}
    assert second.turns[0].extra == {"cells": {"hora": "2024-03-12", "tema": "y"}}
    assert [each.line for each in (first, second)] == [2, 4]


@pytest.mark.parametrize(
    "text",
    [
        CALLS,
        CALLS.replace("\r\n", "\n"),
        "text\tlang\r\nhola\ten\r\n",
        'id,text,note\n1,"a\nb\r\nc","x\ry"\n',
    ],
)
def test_a_table_is_written_back_with_its_columns(text: str) -> None:
    assert written(read(text)) == text


def test_a_table_without_ids_is_one_dialogue_with_the_name_of_the_file() -> None:
    [dialogue] = read("speaker,text\nA,hola\n,\nB,sí\n", "calls/lunes.csv")
    assert dialogue.id == "lunes"
    assert [turn.text for turn in dialogue.turns] == ["hola", "", "sí"]


def test_rows_that_stand_apart_come_together() -> None:
    rows = "call,text\n1,a\n2,b\n1,c\n,\n2,d\n"
    assert [(d.id, [t.text for t in d.turns]) for d in read(rows)] == [
        ("1", ["a", "c"]),
        ("2", ["b", "d"]),
    ]


def test_a_large_table_must_be_sorted_by_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_IN_MEMORY", 5)
    assert len(read("call,text\n1,aaaaaaaa\n1,cccccccccc\n2,bbbbbbbb\n")) == 2
    error = refused("call,text\n1,aaaa\n2,bbbb\n1,cccc\n")
    assert (error.code, error.line, error.status) == ("table_scattered", 3, 413)


@pytest.mark.parametrize(
    ("header", "places"),
    [
        ("Dialogue ID,Role,Transcript", {"id": 0, "speaker": 1, "text": 2}),
        ("conversación,remitente,contenido", {"id": 0, "speaker": 1, "text": 2}),
        ("id,conversation_id,text", {"id": 1, "text": 2}),
        ("agent,message,timestamp,language", {"speaker": 0, "text": 1, "start": 2, "lang": 3}),
        ("turno,hablante,frase", {"speaker": 1, "text": 2}),
        ("a,b", {}),
    ],
)
def test_columns_are_told_by_their_names(header: str, places: dict[str, int]) -> None:
    assert find_columns(header.split(",")) == (places, None)


def test_columns_that_are_said() -> None:
    text = "message,who,note\nhola,A,x\n"
    [dialogue] = read(text, columns={"text": "note", "speaker": "message"})
    assert dialogue.turns[0] == TurnValue("hola", "x", extra={"cells": {"who": "A"}})
    for wrong in ({"text": "nada"}, {"text": "note", "speaker": "note"}):
        error = refused(text, columns=wrong)
        assert (error.code, error.line) == ("table_column", 1)


def test_the_language_of_a_row_is_taken_where_it_is_a_code() -> None:
    rows = "id,text,lang\n1,hi,en\n2,hola,Español\n"
    assert [each.lang for each in read(rows, lang="eu")] == ["en", "eu"]
    assert written(read(rows)) == rows


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("id,text\n1,Ana\n2,Ana,Ana\n", "table_row", 3),
        ("id,text\n1,Ana\n2\n", "table_row", 3),
        ('id,text\n1,Ana\n2,"Ana\n3,Ana\n', "table_row", 3),
        ('id,text\n1,"Ana"Ana\n', "table_row", 2),
        ("id,text\n1,Ana\rAna\n", "table_row", 2),
        ('id,text\n1,"' + "Ana" * 43_691 + '"\n', "table_row", 2),
        ("id,text\n1," + "Ana " * 6000 + "\n", "turn_too_long", 2),
        ("name,id\nAna,1\n", "table_column", 1),
        ("text,text\nAna,1\n", "table_column", 1),
        (",".join(f"Ana{n}" for n in range(300)) + ",text\n", "table_column", 1),
        ("id,text\n,Ana\n", "missing_key", 2),
        ("id,text\n1,Ana\x01\n", "control_char", 2),
        ("id,text,x\n1,a,Ana\x01\n", "control_char", 2),
        ("id,text\n", "empty_file", None),
    ],
)
def test_what_is_wrong_has_its_line(text: str, code: str, line: int | None) -> None:
    error = refused(text)
    assert (error.code, error.line) == (code, line)


def test_a_broken_row_at_the_end_gives_nothing_at_all() -> None:
    """Not the dialogues before it either: the table is looked through first."""
    source = iter_corpus("csv", b"id,text\n1,a\n2,b\n3", ReadOptions(), filename="f")
    with pytest.raises(FormatError, match="f:4"):
        next(source)


@pytest.mark.parametrize("cut", range(0, len(CALLS), 3))
def test_a_table_that_is_cut_is_whole_rows_or_an_error(cut: int) -> None:
    """The last row may have lost the end of its last cell: that cannot be seen."""
    try:
        some = read(CALLS[:cut])
    except FormatError:
        return
    rows = [turn.text for each in some for turn in each.turns]
    assert rows == ["hola, soy Ana", 'dijo "sí"; claro', ""][: len(rows)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (CALLS, "f.txt"),
        ("\ufeff" + CALLS, "f"),
        ("id,text\n1,Soy Ana\n2,Hola\n", "f.txt"),
        ('speaker;text\nA;"Soy; Ana"\n', "f.txt"),
        ("turno\thablante\tfrase\n1\tA\tSoy Ana\n", "f.txt"),
        ("frase,nota\nSoy Ana,x\n", "f.csv"),
        ("id,speaker,text\n1,A,Soy Ana\n2,B\n3,A,no\n4,B,sí\n", "f.txt"),
        ("text,speaker\n" + "hola,A\n" * 20_000, "f.txt"),
    ],
)
def test_auto_knows_a_table(text: str, name: str) -> None:
    assert detect_source(text.encode(), name) == "csv"


@pytest.mark.parametrize(
    "text",
    [
        "A: hola, sí, claro, vale\nB: no, no, nunca, jamás\n",
        "hola, qué tal\nbien, y tú\n",
        "Text: hola, id\n",
        "texto, hola\nAna, sí, no\nno, no, no\n",
        "text, id\n",
        "mensaje\nhola\n",
    ],
)
def test_a_text_with_many_commas_is_no_table(text: str) -> None:
    assert detect_source(text.encode(), "f.txt") == "plain"


def test_a_table_without_a_known_text_says_what_to_do() -> None:
    error = refused("foo,bar\nAna,1\n", "auto")
    assert (error.code, error.status, error.line) == ("table_column", 400, 1)
    assert "header" in error.expected


def test_utf16_and_windows_tables_are_told_and_read_when_named() -> None:
    data = "hablante;texto\r\nA;señor\r\n".encode("utf-16")
    assert detect_source(data, "f.txt") == "csv"
    [dialogue] = read_corpus("auto", data, filename="f.txt", encoding="utf-16")
    assert dialogue.turns[0].text == "señor"
    with pytest.raises(FormatError, match="iso-8859-1"):
        read_corpus("auto", "hablante;texto\r\nA;señor\r\n".encode("latin-1"), filename="f.csv")


@TRIES
@given(dialogues(LINED))
def test_what_we_write_is_read_back(some: list[DialogueValue]) -> None:
    bare = [
        DialogueValue(d.id, "es", tuple(TurnValue(t.speaker, t.text) for t in d.turns))
        for d in some
    ]
    text = written(bare)
    assert core(read(text)) == core(bare)
    assert written(read(text)) == text


CELLS = st.lists(st.sampled_from([*PIECES, "=1+1", "'", ",", "\n", "\r\n", "@"]), max_size=6)


@TRIES
@given(
    st.lists(st.tuples(CELLS.map("".join), CELLS.map("".join)), min_size=1, max_size=4),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_other_columns_come_back_cell_for_cell(
    cells: list[tuple[str, str]], sign: str, ending: str
) -> None:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=sign).writerows([["nota", "texto"], *cells])
    [dialogue] = read(out.getvalue(), "d.csv")
    again = read(written([dialogue]), "d.csv")
    assert again == [dialogue]
    assert [(t.extra["cells"]["nota"], t.text) for t in dialogue.turns] == cells  # type: ignore[index]
    assert out.getvalue() == written([dialogue])


@pytest.mark.parametrize("cell", ["=1+1", "+34", "-dijo", "@ana", "\tx", "\rx", "'=1", "''@"])
def test_no_cell_of_ours_is_a_formula(cell: str) -> None:
    some = [DialogueValue("=d", "es", (TurnValue("+s", cell),))]
    text = written(some)
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert all(each.startswith("'") for each in rows[1][:3])
    assert core(read(text)) == core(some)


@given(st.text(alphabet="'=+-@a\t", max_size=5))
def test_an_escape_is_taken_off_whole(text: str) -> None:
    assert unescaped(escaped(text)) == text


def test_after_replacing_no_column_of_the_file_is_left() -> None:
    text = "llamada Ana,hablante,texto,nota,hora\n1,Ana,soy Ana,Ana Olabe,3\n"
    [dialogue] = read(text, columns={"id": "llamada Ana"})
    new = edited(dialogue, {0: [(4, 7, "=Eva")]})
    [(_name, data)] = render("csv", new).files
    assert data.decode() == "id,speaker,text,language\r\n1,spk1,soy =Eva,es\r\n"
    for format in ("jsonl", "vtt", "srt", "trs", "plain"):
        shown = "".join(name + data.decode() for name, data in render(format, new).files)
        assert "Ana" not in shown and "Olabe" not in shown


def test_tables_of_other_columns_do_not_go_into_one() -> None:
    one, two = read("id,text\n1,a\n"), read("id,texto\n2,b\n")
    assert written([*one, *read("id,text\n2,b\n")]) == "id,text\n1,a\n2,b\n"
    with pytest.raises(FormatError) as caught:
        written([*one, *two])
    assert caught.value.code == "mixed_tables"


def test_a_layout_that_was_not_ours_is_not_trusted() -> None:
    for layout in (3, {}, {"columns": ["a"], "delimiter": ",", "text": 4}, {"columns": "x"}):
        dialogue = DialogueValue("d", "es", (TurnValue("A", "x"),), extra={"table": layout})
        assert written([dialogue]).startswith("id,speaker,text,language\r\n")


def test_a_file_is_read_row_by_row(tmp_path: Path) -> None:
    path = tmp_path / "big.csv"
    path.write_text("id,text\n" + "".join(f"{n},hola\n" for n in range(5000)))
    source = iter_corpus("csv", path, ReadOptions(), filename="big.csv")
    assert next(source).id == "0"
    assert sum(1 for _ in source) == 4999
