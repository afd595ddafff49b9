"""Dialogues with a fault are left out where somebody is told of each; the rest is read."""

import json

import pytest

from annotation.formats import FormatError, ReadOptions, iter_corpus
from tests.archives import zipped

LINES = [
    {"id": "a", "turns": [{"text": "Hola"}]},
    {"id": "b", "turns": [{"text": "Hola", "spans": [{"start": 0, "end": 9, "label": "x"}]}]},
    {"id": "a", "turns": [{"text": "Otra"}]},
    {"id": "", "turns": [{"text": "Otra"}]},
    {"id": "c", "turns": [{"text": "uno"}, {"text": "dos"}, {"text": "tres"}]},
    {"id": "d", "turns": [{"text": "Adiós"}]},
]
ESPORT = {"file-id": "e", "turns": [{"speakers": {"x": [{"utterance": "Hola"}]}}]}


def read(
    format: str, data: bytes, **limits: int
) -> tuple[list[str], list[tuple[str, str, object]]]:
    told: list[FormatError] = []
    options = ReadOptions(**limits, on_fault=told.append)  # type: ignore[arg-type]
    ids = [each.id for each in iter_corpus(format, data, options, filename="f")]
    return ids, [(each.file, each.code, each.line) for each in told]


def test_lines_of_a_file() -> None:
    data = "\n".join([*map(json.dumps, LINES), "{"]).encode()
    ids, told = read("jsonl", data, max_turns=2)
    assert ids == ["a", "d"]
    assert told == [
        ("f", "span_range", 2),
        ("f", "duplicate_id", 3),
        ("f", "missing_key", 4),
        ("f", "too_many_turns", 5),
        ("f", "json", 7),
    ]


def test_members_of_a_zip() -> None:
    data = zipped(a_json=json.dumps(ESPORT), b_json="{", c_json=json.dumps([{"file-id": 1}, 7]))
    ids, told = read("esport", data)
    assert ids == ["e"]
    assert told == [
        ("f/b.json", "json", 1),
        ("f/c.json", "missing_key", None),
        ("f/c.json", "wrong_type", None),
    ]


def test_pairs() -> None:
    data = zipped(
        a_txt="Hola", a_ann="T1\tx 0 9\tHola", b_txt="Hola", b_ann="", c_txt="Hola", d_ann=""
    )
    ids, told = read("brat", data)
    assert ids == ["b"]
    assert told == [
        ("f/a.ann", "span_range", 1),
        ("f/c.txt", "missing_pair", None),
        ("f/d.ann", "missing_pair", None),
    ]


def test_plain_text() -> None:
    data = b"A: uno\nB: dos\n\nA: uno\x01\n\nA: 1\nB: 2\nC: 3\nD: 4\n\nA: fin\n"
    ids, told = read("plain", data, max_turns=2)
    assert ids == ["f-001", "f-004"]
    assert [(code, line) for _file, code, line in told] == [
        ("control_char", 4),
        ("too_many_turns", 6),
    ]


def test_where_nothing_is_left_the_faults_have_been_told() -> None:
    assert read("jsonl", b"{") == ([], [("f", "json", 1)])


@pytest.mark.parametrize("data", [b"", b'{"id": "a", "turns": []}\n"\xf1"'])
def test_what_concerns_the_whole_file_is_raised(data: bytes) -> None:
    with pytest.raises(FormatError):
        read("jsonl", data)
