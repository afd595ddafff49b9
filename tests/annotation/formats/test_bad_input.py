"""Every bad input of the security list that a reader meets: its code, its line, and no text."""

import json
import pickle
import struct
from typing import Any

import pytest

from annotation.formats import FORMATS, FormatError, detect_source, is_installed, read_corpus
from annotation.formats.checks import check_labels
from annotation.formats.errors import Fault

SECRET = "Zuriñe"


def line(*, number: int = 1, **changes: Any) -> str:
    turn = {"speaker": "a", "text": f"soy {SECRET} de Irun", "spans": []}
    record: dict[str, Any] = {"id": str(number), "lang": "es", "turns": [turn | changes]}
    return json.dumps(record, ensure_ascii=False)


def refused(data: bytes, format: str = "jsonl", filename: str = "f.x") -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_corpus(format, data, filename=filename)
    error = caught.value
    assert SECRET not in str(error)
    assert SECRET not in repr(error)
    assert error.expected
    return error


def span(start: Any, end: Any, **more: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "label": "place"} | more


@pytest.mark.parametrize("format", [*filter(is_installed, FORMATS), "auto"])
@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\n \r\n\n"])
def test_1_an_empty_file(format: str, data: bytes) -> None:
    assert refused(data, format).code == "empty_file"


@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16"),
        ("iso-8859-1", "iso-8859-1"),
        ("windows-1252", "iso-8859-1"),
        ("utf-32", "utf-32"),
    ],
)
@pytest.mark.parametrize("format", ["jsonl", "plain", "esport"])
def test_2_another_encoding_is_named_and_taken_only_when_given(
    format: str, encoding: str, named: str
) -> None:
    text = line() if format != "plain" else f"A: soy {SECRET}"
    error = refused(text.encode(encoding), format)
    assert (error.code, error.status) == ("encoding", 400)
    assert "not UTF-8 at byte" in str(error)
    assert named in str(error)
    if format != "esport":
        got = read_corpus(format, text.encode(encoding), filename="f", encoding=named)
        assert SECRET in got[0].turns[0].text


def test_2_windows_quotes_point_at_windows() -> None:
    assert "windows-1252" in str(refused("A: “hola”".encode("windows-1252"), "plain"))


def test_2_a_wrong_encoding_is_refused() -> None:
    with pytest.raises(FormatError, match="unknown encoding"):
        read_corpus("plain", b"A: x", filename="f", encoding="utf-7")
    with pytest.raises(FormatError, match="not utf-16 at byte"):
        read_corpus("plain", b"A: xy", filename="f", encoding="utf-16")


def test_2_english_in_utf16_is_valid_utf8_and_still_told_apart() -> None:
    assert refused("A: hello".encode("utf-16-le"), "plain").code == "encoding"


def test_3_a_bom_is_accepted_by_every_reader() -> None:
    assert read_corpus("jsonl", b"\xef\xbb\xbf" + line().encode(), filename="f")
    esport = b'\xef\xbb\xbf{"file-id":"a","turns":[]}'
    assert read_corpus("auto", esport, filename="f")[0].id == "a"
    [dialogue] = read_corpus("auto", "\ufeffA: hola".encode(), filename="f.txt")
    assert dialogue.turns[0].speaker == "A"


@pytest.mark.parametrize("tail", [b"\xc0\xaf", b"\xff", b"\xed\xa0\xbd"])
def test_4_invalid_utf8_names_the_byte(tail: bytes) -> None:
    error = refused(b"A: hola " + tail + b" x", "plain")
    assert error.code == "encoding"
    assert "byte 8" in str(error)


def test_4_a_cut_character_says_so() -> None:
    assert "cut short" in str(refused("A: añ".encode()[:-1], "plain"))


@pytest.mark.parametrize("char", ["\x00", "\x07", "\x1c", "\x1f"])
def test_5_control_characters(char: str) -> None:
    error = refused(f"{line()}\n{line(number=2, text=SECRET + char)}".encode())
    assert (error.code, error.line) == ("control_char", 2)
    assert refused(f"A: hola\nB: {SECRET}{char}".encode(), "plain").line == 2
    raw = '{"id": "1", "turns": [{"text": "a' + char + '"}]}'
    assert refused(raw.encode()).code == "control_char"


@pytest.mark.parametrize("end", ["\\n", "\\r", "\\u0085", "\\u2028"])
@pytest.mark.parametrize("key", ["id", "speaker", "label"])
def test_5_a_line_end_in_a_name(key: str, end: str) -> None:
    values = {"id": "1", "speaker": "A", "label": "per"}
    values[key] = f"a{end}b"
    raw = (
        f'{{"id": "{values["id"]}", "turns": [{{"speaker": "{values["speaker"]}", "text": "Ana", '
        f'"spans": [{{"start": 0, "end": 3, "label": "{values["label"]}"}}]}}]}}'
    )
    error = refused(raw.encode())
    assert (error.code, error.line, error.expected) == ("control_char", 1, "a name on one line")


@pytest.mark.parametrize("key", ["text", "speaker", "note"])
def test_6_a_lone_surrogate(key: str) -> None:
    bad = '{"id": "1", "turns": [{"text": "a", "' + key + '2": 1, "' + key + '": "\\ud83d"}]}'
    if key == "text":
        bad = '{"id": "1", "turns": [{"text": "\\ud83d"}]}'
    assert refused(bad.encode()).code == "bad_unicode"
    assert refused(b'{"file-id": "\\ud83d", "turns": []}', "esport").code == "bad_unicode"


def test_7_utf16_offsets_are_told_apart() -> None:
    text = "😀😀 vive en Irun"
    good = span(11, 15, text="Irun")
    assert read_corpus("jsonl", line(text=text, spans=[good]).encode(), filename="f")
    wrong = span(13, 17, text="Irun")
    assert refused(line(text=text + "  ", spans=[wrong]).encode()).code == "offset_unit"


def test_8_offsets_made_on_another_normalisation() -> None:
    error = refused(line(text="Begon\u0303a Olabe", spans=[span(7, 12, surface="Olabe")]).encode())
    assert (error.code, error.line) == ("surface_mismatch", 1)
    assert "7-12" in str(error)
    assert "normalisation" in str(error)
    assert "Olabe" not in str(error)


def test_9_and_10_line_ends_and_directions_inside_a_turn_stay() -> None:
    text = "a\r\nb\x0bc\u0085d\u2028e \u202eabc\u202c"
    [dialogue] = read_corpus("jsonl", line(text=text).encode(), filename="f")
    assert dialogue.turns[0].text == text


@pytest.mark.parametrize("cut", ['{"id": "2", "turns": [', '{"id": "2", "turns": [],}'])
def test_11_broken_json(cut: str) -> None:
    error = refused(f"{line()}\n\n{cut}".encode())
    assert (error.code, error.line) == ("json", 3)
    assert "column" in str(error)


def test_11_broken_esport_names_its_own_line() -> None:
    assert refused(b'{"file-id": "a",\n "turns": [,]}', "esport").line == 2


@pytest.mark.parametrize("format", ["jsonl", "esport"])
@pytest.mark.parametrize("depth", [70, 100_000])
def test_12_deep_nests(format: str, depth: int) -> None:
    nest = "[" * depth + "]" * depth
    bad = '{"id": "1", "file-id": "1", "turns": [], "x": ' + nest + "}"
    assert refused(bad.encode(), format).code == "json_depth"
    assert refused(("[" * depth).encode(), format).code in ("json", "json_depth")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1" * 5000, "1e999", "9" * 20])
def test_13_numbers(number: str) -> None:
    bad = '{"id": "1", "turns": [], "x": ' + number + "}"
    assert refused(bad.encode()).code == "json_number"


@pytest.mark.parametrize(
    "bad",
    ['{"id": "1", "id": "2", "turns": []}', '{"id": "1", "turns": [{"text": "", "text": ""}]}'],
)
def test_13_duplicate_keys(bad: str) -> None:
    assert refused(bad.encode()).code == "json_duplicate_key"


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (-1, 3),
        (0, 99),
        (3, 3),
        (5, 3),
        (0.0, 3),
        (0, 3.0),
        (True, 3),
        (0, "3"),
        (None, 3),
        (0, None),
    ],
)
def test_15_spans_out_of_range(start: Any, end: Any) -> None:
    error = refused(line(spans=[span(0, 3), span(start, end)]).encode())
    assert (error.code, error.status, error.line) == ("span_range", 422, 1)
    assert "span 1" in str(error)
    assert f"{len('soy  de Irun') + len(SECRET)} characters" in str(error)


def test_16_overlapping_spans() -> None:
    error = refused(line(spans=[span(4, 10), span(0, 3), span(8, 12)]).encode())
    assert (error.code, error.status) == ("span_overlap", 422)
    assert "spans 0 and 2" in str(error)


@pytest.mark.parametrize(
    ("label", "hint"),
    [("Place", "did you mean place"), ("plcae", "did you mean place"), ("zzz", "")],
)
def test_17_unknown_labels(label: str, hint: str) -> None:
    data = line(spans=[{"start": 0, "end": 3, "label": label}]).encode()
    dialogues = read_corpus("jsonl", data, filename="f")
    with pytest.raises(FormatError) as caught:
        check_labels(dialogues, ["place", "surname"], file="f")
    assert caught.value.code == "unknown_label"
    assert caught.value.status == 422
    assert caught.value.expected == "one of place, surname"
    assert hint in str(caught.value)
    assert ("did you mean" in str(caught.value)) == bool(hint)


@pytest.mark.parametrize("label", ["", " place", "place ", "x" * 81, 3, None])
def test_17_unusable_labels(label: Any) -> None:
    error = refused(line(spans=[span(0, 3) | {"label": label}]).encode())
    assert error.code in ("unknown_label", "name_too_long", "wrong_type", "missing_key")


def test_19_an_id_twice() -> None:
    error = refused("\n".join([line(number=1), line(number=2), line(number=1)]).encode())
    assert (error.code, error.status, error.line) == ("duplicate_id", 409, 3)


def test_20_a_turn_that_is_too_long() -> None:
    long = line(text="x" * 20_001).encode()
    error = refused(long)
    assert (error.code, error.status, error.line) == ("turn_too_long", 413, 1)
    assert read_corpus("jsonl", long, filename="f", max_turn=30_000)
    assert refused(b"A: " + b"x" * 20_001, "plain").code == "turn_too_long"


@pytest.mark.parametrize(
    "bad",
    [
        "[]",
        '"x"',
        "3",
        "{}",
        '{"id": 3, "turns": []}',
        '{"id": "", "turns": []}',
        '{"id": "1"}',
        '{"id": "1", "turns": {}}',
        '{"id": "1", "turns": ["x"]}',
        '{"id": "1", "turns": [{"speaker": "a"}]}',
        '{"id": "1", "turns": [{"text": 3}]}',
        '{"id": "1", "turns": [{"text": "a", "speaker": null}]}',
        '{"id": "1", "turns": [{"text": "a", "spans": {}}]}',
        '{"id": "1", "turns": [{"text": "a", "spans": [3]}]}',
        '{"id": "1", "turns": [{"text": "a", "spans": [{"start": 0, "end": 1}]}]}',
        '{"id": "1", "lang": 3, "turns": []}',
        '{"id": "1", "lang": "<script>", "turns": []}',
        '{"id": "1", "meta": [], "turns": []}',
    ],
)
def test_wrong_shapes(bad: str) -> None:
    error = refused(bad.encode())
    assert error.code in ("wrong_type", "missing_key")
    assert error.line == 1


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7 ...",
        b"MZ\x90\x00\x03\x00",
        b"\x7fELF\x02",
        b"\x89PNG\r\n",
        b"\x80\x04\x95\x0c\x00",
        b"lCRF" + struct.pack("<I", 100),
        b'<?xml version="1.0"?><!DOCTYPE book SYSTEM "book.dtd"><book/>',
        b"<html><script>",
        b"SQLite format 3\x00",
    ],
)
@pytest.mark.parametrize("format", ["auto", "jsonl", "plain", "csv", "vtt", "srt", "trs"])
def test_30_and_33_other_files_under_our_name(data: bytes, format: str) -> None:
    error = refused(data, format, filename="corpus.json")
    assert (error.code, error.status) == ("content_type", 415)


@pytest.mark.parametrize(
    "name", ["../../x", "x" * 300, "a\0b", "<img onerror=1>", "\u202egnp.txt", "CON.txt", "a\nb"]
)
def test_31_file_names_are_cut_and_cleaned(name: str) -> None:
    error = refused(b"", filename=name)
    assert len(error.file) <= 100
    assert not any(char in error.file for char in "\0\n\u202e")


def test_32_markup_is_text_like_any_other() -> None:
    text = "<script>{{7*7}}</textarea> hx-get= javascript:"
    [dialogue] = read_corpus("jsonl", line(text=text, speaker=text).encode(), filename="f")
    assert (dialogue.turns[0].text, dialogue.turns[0].speaker) == (text, text)


def test_an_error_reads_as_file_line_what_expected() -> None:
    error = FormatError(Fault("c", "what", "this"), file="F", line=3)
    assert str(error) == "F:3: what; expected this"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert str(FormatError(Fault("c", "what"), file="F")) == "F: what"


@pytest.mark.parametrize(
    ("name", "data", "format"),
    [
        ("x.txt", b'{"id": "1", "turns": []}', "jsonl"),
        ("x.json", b'{\n "file-id": "1", "turns": []}', "esport"),
        ("x.jsonl", b"A: hola\n", "plain"),
        ("x.ann", b"T1\tplace 0 4\tIrun\n", "brat"),
        ("x.txt", b"T1\tplace", "plain"),
        ("x", b"Rar! dijo\n", "plain"),
    ],
)
def test_detection_goes_by_content(name: str, data: bytes, format: str) -> None:
    assert detect_source(data, name) == format


def test_an_unknown_format_names_the_known_ones() -> None:
    error = refused(b"x", "xml")
    assert error.code == "unknown_format"
    assert "jsonl, esport, brat, plain" in str(error)
