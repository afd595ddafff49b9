"""Refused files in words: every detail of the readers is one that can be translated."""

import gzip
import io
import json
import zipfile
from typing import Any

import pytest
from django.utils import translation

from annotation.formats import FormatError, read_corpus
from annotation.formats.checks import check_labels
from annotation.formats.files.detection import _FOREIGN
from annotation.formats.files.foreign import FORMATS as OTHERS
from annotation.formats.schemes.files import read_scheme
from annotation.services.imports.dialogues import import_dialogues
from webapp.words.refused_details import ALL, SAME, _found, translate_detail
from webapp.words.refused_files import SENTENCES, problem_of


def one(turn: dict[str, Any], **more: Any) -> bytes:
    return json.dumps({"id": "a", "turns": [{"text": "soy Ana"} | turn]} | more).encode()


def span(**values: Any) -> bytes:
    return one({"spans": [{"start": 4, "end": 7, "label": "name"} | values]})


def zipped(**files: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_", "."), text)
    return out.getvalue()


ESPORT = b'{"file-id": "a", "turns": [{"turn": 1, "filtered-text": "a", '
BAD = [
    ("jsonl", b""),
    ("auto", b"  \n"),
    ("auto", b"%PDF-1.7"),
    ("auto", b"<html>"),
    ("auto", b"Soy O\nAna B-PER\n"),
    ("auto", zipped(mimetype="x")),
    ("auto", zipped(a_txt="A: x", a_ann="T1\tname 0 9\tx")),
    ("auto", zipped(a_txt="A: x", a_ann="T1 name")),
    ("auto", zipped(a_txt="A: hola", a_ann="T1\tname 3 5\tho\nT2\tname 4 6\tol")),
    ("auto", zipped(a_txt="A: hola", a_ann="T1\tname 3 5\txx")),
    ("auto", zipped(a_txt="A: hola", a_ann="T1\tname 3 5\tho\nT1\tname 3 5\tho")),
    ("brat", zipped(a_txt="A: x")),
    ("auto", zipped(a_txt=zipped(b_txt="A: x").decode("latin-1"))),
    ("auto", zipped(**{"../a_txt": "A: x"})),
    ("auto", gzip.compress(b"A: x", mtime=0)[:-4]),
    ("jsonl", b"{"),
    ("jsonl", b'{"id": "a\x01"}'),
    ("jsonl", b'{"id": "a", "id": "b"}'),
    ("jsonl", b'{"id": NaN}'),
    ("jsonl", b'{"id": 1e999}'),
    ("jsonl", b'{"id": ' + b"9" * 30 + b"}"),
    ("jsonl", b"[" * 100_000),
    ("jsonl", b'{"id": "a", "turns": [], "x": ' + b"[" * 70 + b"]" * 70 + b"}"),
    ("jsonl", b"3"),
    ("jsonl", b"{}"),
    ("jsonl", b'{"id": "", "turns": []}'),
    ("jsonl", one({}) + b"\n" + one({})),
    ("jsonl", one({}, lang="<>")),
    ("jsonl", one({}, id="x" * 300)),
    ("jsonl", one({}, id="x\x01")),
    ("jsonl", one({}, id="x\ny")),
    ("jsonl", one({}, meta=[])),
    ("jsonl", one({}, turns=["x"])),
    ("jsonl", one({"text": 3})),
    ("jsonl", one({"text": "x" * 20_001})),
    ("jsonl", one({"text": "\x01"})),
    ("jsonl", one({"text": "\ud83d"})),
    ("jsonl", one({"note": "\x01"})),
    ("jsonl", one({"speaker": "x" * 300})),
    ("jsonl", one({"speaker": "x\x01"})),
    ("jsonl", one({"spans": [3]})),
    ("jsonl", span(start=-1)),
    ("jsonl", span(start="x")),
    ("jsonl", span(label=" x")),
    ("jsonl", span(label="x" * 100)),
    ("jsonl", span(score="x")),
    ("jsonl", span(text="xx")),
    ("jsonl", span(text="Ana", start=5, end=8).replace(b"soy Ana", b"\\ud83d\\ude00oy Ana ")),
    ("jsonl", one({"spans": [{"start": s, "end": 7, "label": "x"} for s in (4, 5)]})),
    ("esport", ESPORT + b'"labels": [{"word": "b", "label": "x"}]}]}'),
    ("esport", ESPORT + b'"speakers": {"a": [3]}}]}'),
    ("esport", b'{"file-id": "a", "turns": [{"turn": "x"}]}'),
    ("esport", b"[3]"),
    ("plain", "A: señor".encode("latin-1")),
    ("plain", "A: señor“".encode("windows-1252")),
    ("plain", "A: señ".encode()[:-1]),
    ("xml", b"A: x"),
]  # fmt: skip


def said(text: str) -> bool:
    """Whether a detail, or what stands behind its place, is one of the texts."""
    while not _found(text) and text not in SAME:
        place, colon, text = text.partition(": ")
        if not colon or not (_found(place) or place in SAME or place.startswith('"')):
            return False
    return True


@pytest.mark.parametrize(("format", "data"), BAD)
def test_every_detail_is_known(format: str, data: bytes) -> None:
    with pytest.raises(FormatError) as caught:
        read_corpus(format, data, filename="f.txt")
    error = caught.value
    assert error.code in SENTENCES
    assert said(error.message), error.message
    assert said(error.expected or ""), error.expected
    with translation.override("en"):  # English is what the reader said, word by word
        assert problem_of(error).message == error.message
        assert problem_of(error).expected == error.expected


def test_a_wrong_encoding_and_an_unknown_label_are_known() -> None:
    with pytest.raises(FormatError) as caught:
        read_corpus("plain", b"A: xy", filename="f", encoding="utf-16")
    assert said(caught.value.message) and said(caught.value.expected or "")
    for label in ("names", "zzz"):
        dialogues = read_corpus("jsonl", span(label=label), filename="f")
        with pytest.raises(FormatError) as caught:
            check_labels(dialogues, ["name"], file="f")
        assert said(caught.value.message) and said(caught.value.expected or "")


@pytest.mark.parametrize(
    ("own", "theirs", "label_map"),
    [
        (one({}), one({}, id="b"), ""),
        (one({}), one({}) + b"\n" + one({}, id="b"), ""),
        (one({}), one({}, turns=[]), ""),
        (one({"text": "a " * 30}), one({"text": "b " * 30}), ""),
        (one({"text": "soy Ana"}), one({"text": "soy Eva"}), ""),
        (one({"replaced": 3}), b"", ""),
        (one({}), b"", ""),
        (one({}), b"", "x"),
    ],
)
def test_every_detail_of_replaced_texts_is_known(
    own: bytes, theirs: bytes, label_map: str, project: Any, manager: Any
) -> None:
    (report,) = import_dialogues(
        project, [("o", own)], replaced=[("r", theirs)] if theirs else (), spans="replaced",
        label_map=label_map, user=manager,
    )  # fmt: skip
    (error,) = report.problems
    assert error.code in SENTENCES
    assert said(error.message), error.message
    assert said(error.expected or ""), error.expected


LABEL = {"name": "a", "key": "F", "family": "id", "description": "", "parent": ""}


def scheme(*labels: Any, **more: Any) -> bytes:
    return json.dumps({"name": "x", "title": "X", "labels": list(labels)} | more).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"x" * 2_000_001,
        b"{",
        b"3",
        scheme(),
        scheme(3),
        scheme(LABEL, labels={}),
        scheme(LABEL, name="X x"),
        scheme(LABEL, title=None),
        scheme(LABEL, title="a\u202e"),
        scheme(LABEL, more=1),
        scheme(LABEL, guidelines="\x01"),
        scheme(LABEL | {"name": ""}),
        scheme(LABEL | {"name": "a\nb"}),
        scheme(LABEL | {"name": "a\x01"}),
        scheme(LABEL | {"description": "\ud83d"}),
        scheme(LABEL | {"description": "x" * 301}),
        scheme(LABEL | {"family": "red"}),
        scheme(LABEL | {"key": "R"}),
        scheme(LABEL | {"key": 1}),
        scheme(LABEL | {"key": ""}),
        scheme(LABEL | {"parent": "b"}),
        scheme(LABEL | {"parent": "a"}),
        scheme(LABEL | {"colour": "red"}),
        scheme(LABEL, LABEL | {"key": "M"}),
        scheme(LABEL, LABEL | {"name": "b"}),
        b"[3]",
        b'[{"text": "a"}, {"text": "a"}]',
        b'[{"text": "a\\nb"}]',
        b'[{"text": "a", "suffixKey": 3}]',
        b"<View>",
        b"<!DOCTYPE a><a/>",
        b"<Labels><Label/></Labels>",
    ],
)
def test_every_detail_of_a_scheme_file_is_known(data: bytes) -> None:
    with pytest.raises(FormatError) as caught:
        read_scheme(data, filename="f.json")
    error = caught.value
    assert error.code in SENTENCES
    assert said(error.message), error.message
    assert said(error.expected or ""), error.expected
    with translation.override("en"):
        assert problem_of(error).message == error.message
        assert problem_of(error).expected == error.expected


def test_every_foreign_kind_is_known() -> None:
    assert [what for _, what in _FOREIGN if what not in ALL] == []
    assert [each.name for each in OTHERS if {each.name, each.hint} - set(ALL)] == []


def test_a_detail_is_said_in_spanish(spanish: None) -> None:
    error = FormatError(
        "span_range",
        "turn 3, span 1: 4-14 does not fit the text of 13 characters",
        file="f",
        expected="one of surname, place",
    )
    with translation.override("es"):
        problem = problem_of(error)
        assert problem.sentence == "Una etiqueta no encaja en su texto."
        assert problem.message.startswith("turno 3, fragmento 1: 4-14")
        assert problem.message.endswith("13 caracteres")
        assert problem.expected == "uno de surname, place"
        assert translate_detail('turn 2: "text" is a number') == 'turno 2: "text" es un número'


def test_what_nobody_foresaw_stays_as_it_is() -> None:
    with translation.override("es"):
        assert translate_detail("the moon is full; 100 % of it") == "the moon is full; 100 % of it"
