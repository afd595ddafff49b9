"""WebAnno TSV, XMI and JSON CAS: UTF-16 units turned into ours and back, layers, what is odd."""

import json
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given

from annotation.formats import (
    DialogueValue,
    FormatError,
    SpanValue,
    TurnValue,
    detect_source,
    read_corpus,
    render,
    write_corpus,
)
from tests.annotation.formats.edits import edited
from tests.annotation.formats.test_round_trips import LINED, TRIES, dialogues

NAMED = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
TSV = (
    "#FORMAT=WebAnno TSV 3.3\n#T_SP=de.x.Lemma|value\n"
    f"#T_SP={NAMED}|identifier|value\n#T_RL=de.x.Dependency|Type|BT_de.x.POS\n\n\n"
    "#Text=😀 Soy Ana Olabe\\\\\n"
    "1-1\t0-2\t😀\t*\t_\t_\t_\t_\t\n1-2\t3-6\tSoy\tser\t_\t_\t_\t_\t\n"
    "1-3\t7-10\tAna\t_\t*[1]|*\tPER[1]|X\\|Y\t_\t_\t\n"
    "1-4\t11-16\tOlabe\t_\t*[1]\tPER[1]\t_\t_\t\n1-5\t16-17\t\\\\\t_\t_\t_\t_\t_\t\n\n"
    "#Text=de Irun\n2-1\t19-21\tde\t_\t_\t_\t_\t_\t\n"
    "2-2\t22-26\tIrun\t_\thttp://x\tLOC\t_\t_\t\n2-2.1\t22-24\tIr\t_\t_\t_\t_\t_\t\n"
)
TEXT = "😀 Soy Ana Olabe\n\nde Irun"
XMI = f"""<?xml version="1.0" encoding="UTF-8"?>
<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore"
 xmlns:type="http:///x/type.ecore" xmi:version="2.0">
<cas:NULL xmi:id="0"/>
<type:Token xmi:id="2" sofa="1" begin="0" end="2"/>
<type:DocumentMetaData xmi:id="3" sofa="1" begin="0" end="26" language="en" documentTitle="x"/>
<type:NamedEntity xmi:id="4" sofa="1" begin="7" end="16" value="PER"/>
<type:NamedEntity xmi:id="5" sofa="1" begin="7" end="10" value="GIVEN"/>
<type:Place xmi:id="6" sofa="1" begin="21" end="25"/>
<type:Place xmi:id="7" sofa="9" begin="1" end="2"/>
<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" sofaString="{TEXT.replace(chr(10), "&#10;")}"/>
<cas:View sofa="1" members="2 3 4 5 6"/>
</xmi:XMI>
"""  # noqa: E501
JSON = {
    "%TYPES": {},
    "%FEATURE_STRUCTURES": [
        {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaID": "_InitialView", "sofaString": TEXT},
        {"%ID": 2, "%TYPE": "de.x.DocumentMetaData", "@sofa": 1, "begin": 0, "end": 25,
         "language": "en"},
        {"%ID": 3, "%TYPE": NAMED, "@sofa": 1, "begin": 7, "end": 16, "value": "PER"},
        {"%ID": 4, "%TYPE": NAMED, "@sofa": 1, "begin": 7, "end": 10, "value": "GIVEN"},
        {"%ID": 5, "%TYPE": "custom.Place", "@sofa": 1, "begin": 21, "end": 25},
    ],
    "%VIEWS": {},
}  # fmt: skip
FORMATS = ("webanno", "xmi", "cas-json")


def read(data: Any, format: str = "auto", name: str = "docs/c.x") -> DialogueValue:
    whole = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    [dialogue] = read_corpus(format, whole.encode(), filename=name)
    return dialogue


def spans(dialogue: DialogueValue) -> list[tuple[str, str]]:
    return [(t.text[s.start : s.end], s.label) for t in dialogue.turns for s in t.spans]


def written(format: str, some: list[DialogueValue]) -> bytes:
    out = BytesIO()
    write_corpus(format, some, out)
    return out.getvalue()


def test_sentences_of_webanno_are_turns_and_one_layer_the_labels() -> None:
    dialogue = read(TSV)
    assert dialogue.id == "c"
    assert [turn.text for turn in dialogue.turns] == ["😀 Soy Ana Olabe\\", "de Irun"]
    assert spans(dialogue) == [("Ana Olabe", "PER"), ("Irun", "LOC")]
    assert dialogue.extra == {"webanno_ignored": 2}  # the layer of lemmas, and X|Y


def test_webanno_is_written_in_utf16_units() -> None:
    [(ending, data)] = render("webanno", read(TSV)).files
    text = data.decode()
    assert (ending, text.count("#Text=")) == (".tsv", 2)
    assert text.startswith(f"#FORMAT=WebAnno TSV 3.3\n#T_SP={NAMED}|value\n\n\n#Text=😀 Soy")
    assert "1-3\t7-10\tAna\tPER[1]\t\n" in text and "\t22-26\tIrun\tLOC\t\n" not in text
    assert "2-2\t21-25\tIrun\tLOC\t\n" in text
    assert spans(read(text)) == spans(read(TSV))


@pytest.mark.parametrize("data", [XMI, JSON], ids=["xmi", "json"])
def test_annotations_of_a_cas_are_labels(data: Any) -> None:
    dialogue = read(data)
    assert (dialogue.id, dialogue.lang, dialogue.extra["cas_ignored"]) == ("c", "en", 1)
    assert [turn.text for turn in dialogue.turns] == ["😀 Soy Ana Olabe", "de Irun"]
    assert spans(dialogue) == [("Ana Olabe", "PER"), ("Irun", "Place")]


@pytest.mark.parametrize("format", FORMATS)
def test_labels_of_other_formats_and_nothing_of_the_old_text(format: str) -> None:
    turn = TurnValue(
        "A", "soy 😀Ana\nde Irun", (SpanValue(5, 8, "female|name[1]"), SpanValue(12, 16, "p"))
    )
    some = [DialogueValue("d/1", "eu", (turn, TurnValue("B", "sí")))]
    [back] = read_corpus("auto", written(format, some), filename="x.zip")
    assert (back.id, spans(back)) == ("d/1", [("Ana", "female|name[1]"), ("Irun", "p")])
    new = edited(some[0], {0: [(5, 8, "Eva")]})
    assert "Ana" not in "".join(data.decode() for _n, data in render(format, new).files)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize(("data", "format"), [(XMI, "xmi"), (json.dumps(JSON), "cas-json")])
def test_a_cas_that_was_not_changed_has_the_same_bytes(data: str, format: str, mark: str) -> None:
    [(_ending, again)] = render(format, read(mark + data)).files
    assert again == (mark + data).encode()


@pytest.mark.parametrize(("data", "format"), [(XMI, "xmi"), (json.dumps(JSON), "cas-json")])
def test_labels_are_changed_where_they_stand(data: str, format: str) -> None:
    dialogue = read(data)
    first, second = dialogue.turns
    named = replace(first, spans=(replace(first.spans[0], label='"N" & <Co>'),))
    new = replace(second, spans=(SpanValue(0, 2, "X"),))
    changed = replace(dialogue, turns=(named, new))
    [(_ending, other)] = render(format, changed).files
    assert spans(read(other.decode())) == [("Ana Olabe", '"N" & <Co>'), ("de", "X")]
    assert b"GIVEN" in other and b"DocumentMetaData" in other


@pytest.mark.parametrize(("data", "format"), [(XMI, "xmi"), (json.dumps(JSON), "cas-json")])
def test_with_another_text_nothing_of_the_file_leaves(data: str, format: str) -> None:
    new = edited(read(data), {0: [(6, 9, "Eva"), (10, 15, "Ruiz")]})
    [(_ending, written_anew)] = render(format, new).files
    assert b"Ana" not in written_anew and b"Olabe" not in written_anew
    kept = replace(new, extra=read(data).extra)  # as if somebody had kept it
    [(_ending, written_anew)] = render(format, kept).files
    assert b"Ana" not in written_anew and b"GIVEN" not in written_anew


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_auto_knows_all_three(mark: str) -> None:
    for data, format in ((TSV, "webanno"), (XMI, "xmi"), (json.dumps(JSON), "cas-json")):
        assert detect_source((mark + data).encode(), "f.txt") == format


@pytest.mark.parametrize(
    ("format", "data", "code", "line"),
    [
        ("webanno", "Ana\n", "webanno", 1),
        ("webanno", TSV.replace("2-1\t", "x\t"), "webanno", 15),
        ("webanno", TSV.replace("7-10\tAna", "6-9\tAna"), "webanno", 10),
        ("webanno", TSV.replace("3-6\tSoy", "1-6\tSoy"), "webanno", 9),
        ("webanno", TSV.partition("1-1")[0], "webanno", 7),
        ("webanno", TSV.partition("#Text")[0], "empty_file", None),
        ("xmi", XMI.replace('end="16"', 'end="99"'), "span_range", 7),
        ("xmi", XMI.replace('begin="7"', 'begin="1"'), "span_range", 7),
        ("xmi", XMI.replace('begin="7"', 'begin="x"'), "cas", 7),
        ("xmi", XMI.replace("sofaString", "other"), "cas", 2),
        ("xmi", "<!DOCTYPE x>" + XMI.partition("\n")[2], "xml", 1),
        ("cas-json", json.dumps(JSON).replace('"begin": 7', '"begin": "7"'), "cas", None),
        ("cas-json", json.dumps(JSON).replace('"begin": 7', '"begin": 1'), "span_range", None),
        ("cas-json", '{"%FEATURE_STRUCTURES": ["Ana"]}', "wrong_type", None),
        ("cas-json", "{}", "missing_key", None),
    ],
)
def test_what_is_wrong_has_its_line(format: str, data: str, code: str, line: int | None) -> None:
    with pytest.raises(FormatError) as caught:
        read_corpus(format, data.encode(), filename="f.x")
    assert (caught.value.code, caught.value.line) == (code, line)
    assert "Ana" not in str(caught.value) and caught.value.expected


@pytest.mark.parametrize("format", ["xmi", "cas-json"])
@TRIES
@given(some=dialogues(LINED))
def test_a_cas_keeps_offsets(format: str, some: list[DialogueValue]) -> None:
    """Line ends inside turns become blanks, characters that XML lacks, too; all one for one."""
    for before in some:
        kept = [turn for turn in before.turns if turn.text]
        if not any(turn.text.strip() for turn in kept):
            continue
        [after] = read_corpus("auto", written(format, [before]), filename="x.zip")
        assert [len(turn.text) for turn in after.turns] == [len(turn.text) for turn in kept]
        for old, new in zip(kept, after.turns, strict=True):
            assert [(s.start, s.end, s.label) for s in new.spans] == [
                (s.start, s.end, s.label) for s in old.spans
            ]


@TRIES
@given(some=dialogues(LINED))
def test_webanno_keeps_texts_and_the_words_of_labels(some: list[DialogueValue]) -> None:
    for before in some:
        kept = [turn for turn in before.turns if turn.text.strip()]
        if not kept:
            continue
        [after] = read_corpus("auto", written("webanno", [before]), filename="x.zip")
        assert [turn.text for turn in after.turns] == [turn.text for turn in kept]
        for old, new in zip(kept, after.turns, strict=True):
            words = [(old.text[s.start : s.end].strip(), s.label) for s in old.spans]
            assert [(new.text[s.start : s.end].strip(), s.label) for s in new.spans] == [
                pair for pair in words if pair[0]
            ]
