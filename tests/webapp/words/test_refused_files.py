"""Refused files in words: every detail of the readers is one that can be translated."""

import ast
import gzip
import json
import re
from typing import Any

import pytest
from django.utils import translation

from annotation.formats import FormatError, faults, read_corpus
from annotation.formats.checks import check_labels
from annotation.formats.corpora.documents import faults as of_documents
from annotation.formats.corpora.messages import faults as of_messages
from annotation.formats.corpora.tables import faults as of_tables
from annotation.formats.corpora.tools import faults as of_tools
from annotation.formats.corpora.transcripts import faults as of_transcripts
from annotation.formats.errors import Fault
from annotation.formats.files import faults as of_files
from annotation.formats.files.detection import _FOREIGN
from annotation.formats.files.foreign import FORMATS as OTHERS
from annotation.formats.findings import faults as of_findings
from annotation.formats.schemes.files import read_scheme
from annotation.services.imports.dialogues import ImportOrder, import_dialogues
from annotation.services.imports.reports import FileReport, from_json, to_json
from tests.archives import zipped
from tests.webapp.conftest import ROOT
from tests.webapp.test_translation import catalogue_of
from webapp.words.refused_files import problem_of


def one(turn: dict[str, Any], **more: Any) -> bytes:
    return json.dumps({"id": "a", "turns": [{"text": "soy Ana"} | turn]} | more).encode()


def span(**values: Any) -> bytes:
    return one({"spans": [{"start": 4, "end": 7, "label": "name"} | values]})


ESPORT = b'{"file-id": "a", "turns": [{"turn": 1, "filtered-text": "a", '
TASK = b'{"data": {"text": "a"}, "annotations": [{"result": [%b]}]}'
BAD = [
    ("jsonl", b""),
    ("auto", b"  \n"),
    ("auto", b"%PDF-1.7"),
    ("auto", b"{\\rtf1"),
    ("auto", b"<html>"),
    ("auto", b"#FORMAT=WebAnno TSV 3.3\n"),
    ("conll", b"a B-y\nb O\nc I-x\n"),
    ("conll", b"a O\nb\n"),
    ("conll", b"a O\nb c\n"),
    ("conll", b"a B-x\nb S-x\n"),
    ("doccano", b'{"text": "a", "label": [3]}'),
    ("doccano", '{"text": "😀 soy Ana", "label": [[6, 9, "x"]]}'.encode()),
    ("prodigy", b'{"text": "a\\n", "spans": [{"start": 1, "end": 2, "label": "x"}]}'),
    ("label-studio", TASK % b'{"type": "hypertextlabels"}'),
    ("label-studio", TASK % b'{"type": "labels", "value": {"start": 0, "end": 1, "labels": []}}'),
    ("label-studio", TASK % b"3"),
    ("label-studio", b"[{}, "),
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
    ("csv", b"id,text\n1\n"),
    ("csv", b'id,text\n"1\n'),
    ("csv", b"a,b\n"),
    ("auto", b"id,label\n1,x\n"),
    ("vtt", b"A: x"),
    ("vtt", b"WEBVTT\n\n00:02.000 --> 00:01.000\nx"),
    ("srt", b"A: x"),
    ("xlsx", b"A: x"),
    ("textgrid", b"A: x"),
    ("eaf", b"<a/>"),
    ("tei", b"<TEI/>"),
    ("webanno", b"A: x"),
    ("webanno", b"#FORMAT=WebAnno TSV 3.3\nA: x"),
    ("webanno", b"#FORMAT=WebAnno TSV 3.3\n#Text=a\n1-1\t0-1\tb\n"),
    ("xmi", b"<XMI/>"),
    ("xmi", b'<XMI><Sofa sofaString="a"/><X begin="x"/></XMI>'),
    ("cas-json", b'{"%FEATURE_STRUCTURES": []}'),
    ("i2b2", b"<a/>"),
    ("i2b2", b"<deIdi2b2>"),
    ("i2b2", b"<!DOCTYPE a><a/>"),
    ("i2b2", b'<?xml version="1.0" encoding="x"?><a/>'),
    ("i2b2", b"<a>" * 300),
    ("eml", b"A"),
    ("eml", b"Subject: x\nContent-Type: text/plain; charset=ascii\n\n\xff"),
    ("eml", b"".join(b"Content-Type: message/rfc822\n\n" for _ in range(30))),
    ("whatsapp", b"A: x"),
    ("whatsapp", b"45/45/2024, 18:05 - A: x"),
    ("mbox", b"A: x"),
    ("trs", b"<Trans>"),
    ("trs", b"<Trans><Speakers><Speaker/></Speakers></Trans>"),
    ("trs", b'<!DOCTYPE a [<!ENTITY b "c">]><Trans/>'),
]  # fmt: skip


SAME = {  # in every language
    "%(wanted)s", "JSON", "UTF-8", "NaN", "#FORMAT=WebAnno TSV 3.3",
    "WebAnno TSV", "Label Studio JSON", "TAB JSON", "Prodigy JSONL", "doccano JSONL",
}  # fmt: skip
TRANSLATED = {message.id for message in catalogue_of(ROOT)} | SAME
FAULTS = {
    name: each
    for module in (
        *(faults, of_files, of_findings, of_documents, of_messages),
        *(of_tables, of_tools, of_transcripts),
    )
    for name, each in vars(module).items()
    if isinstance(each, Fault)
}


def check_words(error: FormatError) -> None:
    """Each text of a fault is in the catalogue."""
    texts: list[str] = []

    def note(text: str) -> str:
        texts.append(text)
        return text

    assert error.message_in(note) == error.message
    assert error.expected_in(note) == error.expected
    assert texts and set(texts) <= TRANSLATED
    with translation.override("en"):  # English is what the reader said, word by word
        assert problem_of(error).message == error.message
        assert problem_of(error).expected == error.expected


@pytest.mark.parametrize(("format", "data"), BAD)
def test_every_detail_is_known(format: str, data: bytes) -> None:
    with pytest.raises(FormatError) as caught:
        read_corpus(format, data, filename="f.txt")
    check_words(caught.value)


def test_a_wrong_encoding_and_an_unknown_label_are_known() -> None:
    with pytest.raises(FormatError) as caught:
        read_corpus("plain", b"A: xy", filename="f", encoding="utf-16")
    check_words(caught.value)
    for label in ("names", "zzz"):
        dialogues = read_corpus("jsonl", span(label=label), filename="f")
        with pytest.raises(FormatError) as caught:
            check_labels(dialogues, ["name"], file="f")
        check_words(caught.value)


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
        project,
        [("o", own)],
        ImportOrder(
            replaced=[("r", theirs)] if theirs else (),
            spans="replaced",
            label_map=label_map,
            user=manager,
        ),
    )
    (error,) = report.problems
    check_words(error)


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
    check_words(caught.value)


def test_every_foreign_kind_is_known() -> None:
    assert [what for _, what in _FOREIGN if what not in TRANSLATED] == []
    assert [each.name for each in OTHERS if not {each.name, each.hint} <= TRANSLATED] == []


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_in_the_catalogue(name: str) -> None:
    assert {FAULTS[name].message, FAULTS[name].expected} <= TRANSLATED


def test_every_fault_is_raised_with_its_values() -> None:
    """Each call that names a fault brings the values that its texts name, and no others."""
    raised = set()
    for path in (ROOT / "annotation").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or not call.args:
                continue
            fault = re.sub(r"^(faults|own|wrong)\.", "", ast.unparse(call.args[0]))
            named = ast.unparse(call.func).rpartition(".")[2] in ("FormatError", "error", "fail")
            if named and fault in FAULTS:
                raised.add(fault)
                brought = {each.arg for each in call.keywords} - {"file", "line"}
                if len(call.args) > 1:
                    brought.add("where")
                texts = FAULTS[fault].message + FAULTS[fault].expected
                wanted = set(re.findall(r"%\((\w+)\)s", texts))
                assert brought - {"where"} == wanted - {"where"}, (path, fault)
                assert brought >= wanted, (path, fault)
    # Those that a helper is given by name, with their values; the tests above meet each.
    assert set(FAULTS) - raised == {
        "DIALOGUE_TAKEN", "SAME_NAME", "TEXT_IN_FILES", "TEXT_IN_PROJECT",
        "TOO_MANY_TURNS", "TOO_MANY_WORDS",
    }  # fmt: skip


def test_a_detail_is_said_in_spanish(spanish: None) -> None:
    error = FormatError(
        faults.SPAN_RANGE,
        file="f",
        where=(faults.span_of(faults.turn(3), 1),),
        start=4,
        end=14,
        n=13,
    )
    with translation.override("es"):
        problem = problem_of(error)
        assert problem.message == "turno 3, fragmento 1: 4-14 no cabe en el texto de 13 caracteres"
        error = FormatError(
            faults.WRONG_TYPE,
            file="f",
            where=(faults.turn(2), '"text"'),
            kind=faults.A_NUMBER,
            wanted=faults.A_STRING,
        )
        assert problem_of(error).message == 'turno 2: "text" es un número'
        assert problem_of(error).expected == "una cadena"
        error = FormatError(faults.UNKNOWN_LABEL, file="f", names="surname, place")
        assert problem_of(error).expected == "uno de surname, place"


def test_a_kept_report_says_the_same(spanish: None) -> None:
    error = FormatError(
        faults.MISSING_KEY,
        file="f",
        line=2,
        where=(faults.span_of(faults.turn(3), 1), '"label"'),
        wanted=faults.A_STRING,
    )
    kept = json.loads(json.dumps(to_json([FileReport("f", problems=(error,))])))
    [report] = from_json(kept)
    for language in ("en", "es"):
        with translation.override(language):
            assert problem_of(report.problems[0]) == problem_of(error)
    assert (report.problems[0].status, str(report.problems[0])) == (400, str(error))


def test_a_report_of_an_earlier_version_stays_as_it_is(spanish: None) -> None:
    row = ["odd", "the moon is full; 100 % of it", "f.txt", 3, None, 422]
    [kept] = to_json([FileReport("f")])
    [report] = from_json([kept | {"problems": [row]}])
    [error] = report.problems
    with translation.override("es"):
        assert problem_of(error).message == "the moon is full; 100 % of it"
        assert problem_of(error).expected == ""
    assert (str(error), error.status) == ("f.txt:3: the moon is full; 100 % of it", 422)
