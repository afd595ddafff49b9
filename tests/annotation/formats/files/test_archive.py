"""Archives: read under limits, refused whole for one bad entry, never written to disk."""

import gzip
import io
import struct
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from annotation.formats import FormatError, iter_jsonl, read_corpus, write_corpus
from annotation.formats.files.archive import LIMITS, Limits, Members, lines, open_stream

GOOD = b'{"id": "1", "turns": [{"text": "hola"}]}\n'


def packed(files: dict[str, bytes], **attributes: int) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            for key, value in attributes.items():
                setattr(entry, key, value)
            archive.writestr(entry, data)
    return out.getvalue()


def code(data: bytes, format: str = "auto") -> str:
    with pytest.raises(FormatError) as caught:
        read_corpus(format, data, filename="f.zip")
    assert caught.value.expected
    return caught.value.code


def test_members_are_read_and_litter_is_not() -> None:
    files = {"a/b.jsonl": GOOD, "__MACOSX/a/._b.jsonl": b"\0", "a/.DS_Store": b"\0", "README": b"?"}
    [dialogue] = read_corpus("auto", packed(files), filename="f.zip")
    assert dialogue.id == "1"


def test_errors_name_the_member() -> None:
    with pytest.raises(FormatError) as caught:
        read_corpus("auto", packed({"ok.jsonl": GOOD, "bad.jsonl": b"{\n"}), filename="f.zip")
    assert str(caught.value).startswith("f.zip/bad.jsonl:1: ")


def test_one_id_in_two_members() -> None:
    assert code(packed({"a.jsonl": GOOD, "b.jsonl": GOOD})) == "duplicate_id"


@pytest.mark.parametrize(
    "name", ["../x.jsonl", "/etc/x.jsonl", "C:/x.jsonl", "a/../../x.jsonl", "..\\x.jsonl"]
)
def test_paths_that_leave_the_archive(name: str) -> None:
    assert code(packed({name: GOOD})) == "archive_path"


def test_links_and_devices() -> None:
    assert code(packed({"a.jsonl": b"/etc/passwd"}, external_attr=0o120777 << 16)) == "archive_path"
    assert code(packed({"a.jsonl": b""}, external_attr=0o060666 << 16)) == "archive_path"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_twice() -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.jsonl", GOOD)
        archive.writestr("a.jsonl", GOOD)
    assert code(out.getvalue()) == "archive_path"


def test_an_encrypted_archive() -> None:
    data = bytearray(packed({"a.jsonl": GOOD}))
    data[6] |= 1  # the flag in the local header, then in the directory
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert code(bytes(data)) == "archive_encrypted"


def test_bombs() -> None:
    zeros = b"0" * (LIMITS.free * 2)
    for bomb in (packed({"a.jsonl": zeros}), gzip.compress(zeros, 6)):
        for format in ("auto", "jsonl"):
            assert code(bomb, format) == "archive_ratio", format


def unpacked(data: bytes, limits: Limits) -> dict[str, bytes]:
    return dict(Members(io.BytesIO(data), filename="f", limits=limits))


def test_too_many_or_too_much() -> None:
    with pytest.raises(FormatError) as caught:
        unpacked(packed({str(n): b"" for n in range(4)}), Limits(files=3))
    assert (caught.value.code, caught.value.status) == ("archive_ratio", 413)
    with pytest.raises(FormatError, match="unpacks to too much"):
        unpacked(packed({"a": b"x" * 99, "b": b"x" * 99}), Limits(total=100))


def test_an_archive_in_an_archive() -> None:
    assert code(packed({"a.jsonl": packed({"b.jsonl": GOOD})})) == "archive_ratio"
    assert code(packed({"a.jsonl": gzip.compress(GOOD)})) == "archive_ratio"


def test_a_header_that_lies_about_the_size() -> None:
    data = bytearray(packed({"a.jsonl": b"x" * 5000}))
    at = data.index(b"PK\x01\x02") + 24
    data[at : at + 4] = struct.pack("<I", 10)
    assert code(bytes(data)) in ("archive_damaged", "json")


def test_damaged_archives() -> None:
    good = packed({"a.jsonl": GOOD * 50})
    for cut in (3, 30, len(good) // 2, len(good) - 5):
        assert code(b"PK\x03\x04" + good[4:cut]) == "archive_damaged"
    assert code(gzip.compress(GOOD * 50)[:-9]) == "archive_damaged"
    assert code(gzip.compress(GOOD * 50)[:30] + b"\xff" * 40) == "archive_damaged"


def test_office_documents() -> None:
    assert (
        code(packed({"[Content_Types].xml": b"<x/>", "word/document.xml": b"<x/>"}))
        == "content_type"
    )


@pytest.mark.parametrize(
    ("name", "data", "kind", "way"),
    [
        ("a.pdf", b"%PDF-1.7 x", "a PDF document", "in their order"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old office document", "plain text"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old office document", "XLSX or CSV"),
        ("a.rtf", b"{\\rtf1 x", "an RTF document", "plain text"),
        (
            "a.docx",
            {"[Content_Types].xml": b"", "word/document.xml": b""},
            "an office",
            "plain text",
        ),
        ("a.odt", {"mimetype": b"", "content.xml": b""}, "an office document", "plain text"),
        ("a.ods", {"mimetype": b"", "content.xml": b""}, "an office document", "XLSX or CSV"),
    ],
)
def test_documents_say_what_is_to_be_done(name: str, data: Any, kind: str, way: str) -> None:
    whole = packed(data) if isinstance(data, dict) else data
    for format in ("auto", "plain"):
        with pytest.raises(FormatError) as caught:
            read_corpus(format, whole, filename=name)
        assert (caught.value.code, caught.value.status) == ("content_type", 415)
        assert kind in caught.value.message and way in caught.value.expected


def test_a_long_line_is_refused_before_it_fills_memory() -> None:
    with pytest.raises(FormatError) as caught:
        list(lines(BytesIO(b"ok\n" + b"x" * 50), file="f", limits=Limits(line=20)))
    assert (caught.value.code, caught.value.line, caught.value.status) == ("line_too_long", 2, 413)


def test_a_packed_stream_is_counted_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(b"\n" * 1_500_000))
    with (
        open_stream(path, filename="a.gz", limits=Limits(free=1_000_000)) as stream,
        pytest.raises(FormatError, match="times its size"),
    ):
        list(iter_jsonl(stream, filename="a.gz"))
    assert LIMITS.total == 500 * 1024 * 1024


def test_a_zip_of_plain_or_brat_texts(tmp_path: Path) -> None:
    dialogues = read_corpus("auto", packed({"a.txt": b"A: hola", "b.txt": b"A: ya"}), filename="z")
    assert [each.id for each in dialogues] == ["a", "b"]
    write_corpus("brat", dialogues, tmp_path / "x.zip")
    back = read_corpus("auto", (tmp_path / "x.zip").read_bytes(), filename="x.zip")
    assert [each.turns[0].text for each in back] == ["hola", "ya"]
