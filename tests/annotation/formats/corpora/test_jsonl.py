"""Native JSONL: byte-faithful where canonical, strict where not, and flat in memory."""

import gzip
import json
import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from annotation.formats import (
    DialogueValue,
    FormatError,
    SpanValue,
    TurnValue,
    iter_jsonl,
    open_corpus,
    read_corpus,
    write_corpus,
)

DATA = Path(__file__).parents[3] / "data"
SHARED = Path(__file__).parents[4].parent / "shared" / "data"


def written(dialogues: list[DialogueValue]) -> bytes:
    out = BytesIO()
    write_corpus("jsonl", dialogues, out)
    return out.getvalue()


def test_a_canonical_file_comes_back_byte_for_byte() -> None:
    data = (DATA / "native.jsonl").read_bytes()
    dialogues = read_corpus("jsonl", data, filename="native.jsonl")
    assert written(dialogues) == data
    first = dialogues[0]
    assert first.meta == {"year": 2024, "place": None}
    assert first.extra == {"corpus": "invented"}
    assert first.turns[0].extra == {"turn": 7, "notes": ["a", {"b": []}]}
    assert first.turns[0].spans[0] == SpanValue(24, 30, "female name", 0.75, {"by": "someone"})
    assert [dialogue.line for dialogue in dialogues] == [1, 2]


def test_offsets_count_code_points() -> None:
    dialogue = read_corpus("jsonl", (DATA / "native.jsonl").read_bytes(), filename="n")[0]
    last = dialogue.turns[1]
    assert [last.text[s.start : s.end] for s in last.spans] == ["Begon\u0303a", "Hernani"]
    # "Buenos días, le atiende Maider " is 31 code points, the emoji sequence three more.
    assert len(dialogue.turns[0].text) == 34


def test_other_key_orders_keep_their_content() -> None:
    line = b'{"turns":[{"text":"a\\u00e9","speaker":"x"}],"x":1,"id":"d"}\n'
    [dialogue] = read_corpus("jsonl", line, filename="f", lang="eu")
    assert dialogue == DialogueValue("d", "eu", (TurnValue("x", "aé"),), extra={"x": 1}, line=1)


@pytest.mark.parametrize(
    ("said", "lang"),
    [
        ('"language": "ca"', "ca"),
        ('"language": "pt-BR"', "pt-BR"),
        ('"language": "Catalan"', "eu"),  # somebody's own key, which stays
        ('"language": 1', "eu"),
        ('"lang": "fr", "language": "ca"', "fr"),
    ],
)
def test_a_language_by_its_longer_name(said: str, lang: str) -> None:
    """A Catalan dialogue that is read as Spanish would be replaced by Spanish rules, silently."""
    line = f'{{"id": "d", {said}, "turns": []}}'.encode()
    [dialogue] = read_corpus("jsonl", line, filename="f", lang="eu")
    assert dialogue.lang == lang
    assert "language" in dialogue.extra


def test_a_bom_is_taken_off_once() -> None:
    line = '\ufeff{"id": "d", "turns": [{"text": "\ufeffa", "spans": []}]}\n'.encode()
    [dialogue] = read_corpus("jsonl", line, filename="f")
    assert dialogue.turns[0].text == "\ufeffa"


def test_only_lf_and_crlf_end_a_line() -> None:
    text = "a\u0085b\u2028c"
    lines = [
        json.dumps({"id": str(n), "turns": [{"text": text}]}, ensure_ascii=False) for n in (1, 2)
    ]
    dialogues = read_corpus("jsonl", "\r\n\n".join(lines).encode(), filename="f")
    assert [each.turns[0].text for each in dialogues] == [text, text]
    assert [each.line for each in dialogues] == [1, 3]


def test_gzip_is_known_by_content(tmp_path: Path) -> None:
    data = (DATA / "native.jsonl").read_bytes()
    packed = read_corpus("auto", gzip.compress(data), filename="renamed.bin")
    assert packed == read_corpus("jsonl", data, filename="n")
    path = tmp_path / "out.jsonl.gz"
    write_corpus("jsonl", packed, path)
    assert gzip.decompress(path.read_bytes()) == data
    with open_corpus(path) as stream:
        assert list(iter_jsonl(stream, filename="out")) == packed
    assert os.listdir(tmp_path) == ["out.jsonl.gz"]


def test_a_failed_export_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("before")

    def failing() -> Iterator[DialogueValue]:
        yield DialogueValue("a", "es", ())
        raise RuntimeError("worker lost")

    with pytest.raises(RuntimeError):
        write_corpus("jsonl", failing(), path)
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["out.jsonl"]


def test_bad_lines_can_be_skipped_and_reported() -> None:
    good = [json.dumps({"id": str(n), "turns": []}) for n in range(2000)]
    good[1233] = '{"id": '
    problems: list[FormatError] = []
    stream = BytesIO("\n".join(good).encode())
    dialogues = list(iter_jsonl(stream, filename="f.jsonl", on_error=problems.append))
    assert len(dialogues) == 1999
    assert [(error.code, error.line) for error in problems] == [("json", 1234)]
    with pytest.raises(FormatError, match="json"):
        read_corpus("jsonl", "\n".join(good).encode(), filename="f.jsonl")


def test_a_kept_surface_is_written_anew() -> None:
    span = SpanValue(0, 3, "place", extra={"text": "Bilbao", "surface": "Bilbao"})
    line = written([DialogueValue("d", "es", (TurnValue("a", "Ea!", (span,)),))])
    assert b"Bilbao" not in line
    assert json.loads(line)["turns"][0]["spans"][0]["text"] == "Ea!"


def test_a_given_surface_must_be_the_slice() -> None:
    span = {"start": 3, "end": 7, "label": "p", "text": "Irun"}
    line = json.dumps({"id": "d", "turns": [{"text": "en Irun", "spans": [span]}]})
    [dialogue] = read_corpus("jsonl", line.encode(), filename="f")
    assert dialogue.turns[0].spans[0].extra == {"text": "Irun"}


@pytest.mark.skipif(not SHARED.exists(), reason="the shared corpora are not on this machine")
def test_a_real_corpus_comes_back_byte_for_byte() -> None:
    path = SHARED / "meddocan.dev.jsonl.gz"
    with open_corpus(path) as stream:
        data = written(list(iter_jsonl(stream, filename=path.name)))
    assert data == gzip.decompress(path.read_bytes())
