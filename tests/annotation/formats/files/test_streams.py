"""A corpus is read one dialogue at a time, and dialogues have caps that the message names."""

import gzip
import io
import json
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from annotation.formats import FormatError, ReadOptions, iter_corpus
from annotation.formats.files import streams


def line(name: str, *texts: str) -> str:
    return json.dumps({"id": name, "turns": [{"text": text} for text in texts]}) + "\n"


def archive(files: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return out.getvalue()


PACKED = {
    "a.jsonl": lambda text: text.encode(),
    "a.jsonl.gz": lambda text: gzip.compress(text.encode()),
    "a.zip": lambda text: archive({"a.jsonl": text}),
}


@pytest.mark.parametrize("name", PACKED)
def test_dialogues_come_before_the_file_is_read_to_its_end(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(PACKED[name](line("a", "uno") + line("b", "dos") + "{"))
    stream = iter_corpus("auto", path, ReadOptions(), filename=name)
    assert [next(stream).id, next(stream).id] == ["a", "b"]
    with pytest.raises(FormatError) as caught:
        next(stream)
    assert (caught.value.code, caught.value.line) == ("json", 3)


def test_members_are_unpacked_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    notes = {f"n{n}.txt": f"Soy Ana {n}\n" for n in range(3)}
    notes |= {f"n{n}.ann": "T1\tper 4 7\tAna\n" for n in range(3)}
    data, opened, real = archive(notes), [], zipfile.ZipFile.open

    def noted(self: zipfile.ZipFile, entry: zipfile.ZipInfo) -> object:
        opened.append(entry.filename)
        return real(self, entry)

    monkeypatch.setattr(zipfile.ZipFile, "open", noted)
    stream = iter_corpus("brat", data, ReadOptions(), filename="n.zip")
    assert next(stream).id == "n0"
    assert opened == ["n0.txt", "n0.ann"]


def test_a_dialogue_has_at_most_so_many_turns() -> None:
    options = ReadOptions(max_turns=2)
    assert list(iter_corpus("jsonl", line("a", "x", "y").encode(), options, filename="f"))
    with pytest.raises(FormatError) as caught:
        list(iter_corpus("jsonl", line("a", "x", "y", "z").encode(), options, filename="f"))
    error = caught.value
    assert (error.code, error.status, error.line) == ("too_many_turns", 413, 1)
    assert str(error) == "f:1: the dialogue has 3 turns; expected at most 2 turns a dialogue"


def test_a_dialogue_has_at_most_so_many_words() -> None:
    options = ReadOptions(max_words=4)
    assert list(iter_corpus("plain", b"A: one two\nB: three four", options, filename="f"))
    with pytest.raises(FormatError, match="5 words; expected at most 4 words"):
        list(iter_corpus("plain", b"A: one two\nB: three four five", options, filename="f"))


def test_another_encoding_is_read_piece_by_piece(tmp_path: Path) -> None:
    text = "".join(line(f"d{n}", "señor €") for n in range(3000)).replace("\\u00f1", "ñ")
    path = tmp_path / "a.jsonl"
    path.write_bytes(text.encode("utf-16"))
    stream = iter_corpus("jsonl", path, ReadOptions(), filename="a", encoding="utf-16")
    assert {each.turns[0].text for each in stream} == {"señor €"}


def test_plain_text_is_read_piece_by_piece(tmp_path: Path) -> None:
    said = "Agente: " + "dígame, ¿en qué le puedo ayudar? " * 3
    path = tmp_path / "calls.txt"
    path.write_text("\n\n".join("\n".join([said] * 20) for _ in range(500)), encoding="utf-8")
    tracemalloc.start()
    count = sum(1 for _ in iter_corpus("plain", path, ReadOptions(), filename="calls.txt"))
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 500
    assert peak < path.stat().st_size / 4


def test_plain_text_without_a_blank_line_is_no_dialogue_without_end() -> None:
    text = b"A: hola\n" * 50
    with pytest.raises(FormatError, match="expected at most 10 turns a dialogue"):
        list(iter_corpus("plain", text, ReadOptions(max_turns=10), filename="f"))


@pytest.mark.parametrize("format", ["esport", "brat"])
def test_a_file_that_is_read_at_once_has_a_cap(
    format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "WHOLE", 2 * 1024 * 1024)
    path = tmp_path / "giant"
    path.write_bytes(b" " * (2 * 1024 * 1024) + b"x")
    names = {"esport": path, "brat": archive({"a.txt": path.read_text(), "a.ann": ""})}
    with pytest.raises(FormatError) as caught:
        list(iter_corpus(format, names[format], ReadOptions(), filename="giant"))
    assert (caught.value.code, caught.value.status) == ("file_too_large", 413)
    assert "at most 2 MiB a file in this format: several files, as in a zip" in str(caught.value)
