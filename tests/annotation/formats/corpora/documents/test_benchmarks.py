"""TAB and i2b2: annotators, identifier types, tags, and the same bytes for what was not changed."""

import json
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given

from annotation.formats import (
    DialogueValue,
    FormatError,
    ReadOptions,
    SpanValue,
    TurnValue,
    detect_source,
    iter_corpus,
    read_corpus,
    render,
    write_corpus,
)
from tests.annotation.formats.edits import edited
from tests.annotation.formats.test_round_trips import TEXTS, TRIES, dialogues

TEXT = "La Sra. Begoña 😀 Ruiz\n\nvive en Irun"


def mention(start: int, end: int, label: str = "PERSON", **more: Any) -> dict[str, Any]:
    return {
        "entity_type": label,
        "entity_mention_id": f"001_a1_em{start}",
        "start_offset": start,
        "end_offset": end,
        "span_text": TEXT[start:end],
        "edit_type": "check",
        "identifier_type": "QUASI",
        "entity_id": "001_a1_e1",
        "confidential_status": "NOT_CONFIDENTIAL",
    } | more


def document(*mentions: Any, **more: Any) -> dict[str, Any]:
    annotators = {
        "annotator1": {"entity_mentions": list(mentions)},
        "annotator2": {"entity_mentions": [mention(0, 2, "LOC")]},
    }
    return {
        "annotations": annotators,
        "text": TEXT,
        "doc_id": "001-61807",
        "meta": {"year": 2001, "countries": "ESP"},
        "quality_checked": True,
        "task": "Task: Begoña Ruiz",
        "dataset_type": "test",
    } | more


PLACE = mention(31, 35, "LOC", identifier_type="DIRECT")
WHOLE = mention(8, 21)
I2B2 = (
    '<?xml version="1.0" encoding="UTF-8" ?>\n<deIdi2b2>\n<TEXT><![CDATA[' + TEXT + "]]></TEXT>\n"
    '<TAGS>\n<LOCATION id="P1" start="31" end="35" text="Irun" TYPE="CITY" comment="" />\n'
    '<NAME id="P0" start="8" end="21" text="Begoña 😀 Ruiz" TYPE="PATIENT" comment="x" />\n'
    "</TAGS>\n</deIdi2b2>\n"
)


NAMES = (SpanValue(4, 7, "female name"), SpanValue(11, 15, "p"))


def dumped(*documents: Any, **style: Any) -> bytes:
    return json.dumps(documents, ensure_ascii=False, **style).encode()


def written(format: str, some: list[DialogueValue]) -> bytes:
    out = BytesIO()
    write_corpus(format, some, out)
    return out.getvalue()


def read(data: bytes, name: str = "c/record-7.xml") -> DialogueValue:
    [dialogue] = read_corpus("auto", data, filename=name)
    return dialogue


def spans(dialogue: DialogueValue) -> list[tuple[str, str]]:
    return [(t.text[s.start : s.end], s.label) for t in dialogue.turns for s in t.spans]


def refused(format: str, data: bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_corpus(format, data, filename="f.x")
    assert "Begoña" not in str(caught.value) and caught.value.expected
    return caught.value


def test_mentions_of_the_first_annotator_are_spans() -> None:
    dialogue = read(dumped(document(PLACE, WHOLE)))
    assert (dialogue.id, dialogue.meta) == ("001-61807", {"year": 2001, "countries": "ESP"})
    assert spans(dialogue) == [("Begoña 😀 Ruiz", "PERSON"), ("Irun", "LOC")]
    first, second = (turn.spans[0].extra for turn in dialogue.turns)
    assert (first["identifier"], first["entity"]) == ("QUASI", "001_a1_e1")
    assert second["identifier"] == "DIRECT"
    passed: list[str] = []
    options = ReadOptions(on_passed=passed.append)
    list(iter_corpus("tab", dumped(document(PLACE)), options, filename="x"))
    assert passed == ["annotation"]


@pytest.mark.parametrize("style", [{}, {"indent": 2}, {"indent": 4}, {"separators": (",", ":")}])
def test_tab_has_the_same_bytes(style: Any) -> None:
    inner = mention(8, 14)
    data = dumped(document(PLACE, inner, WHOLE), document(doc_id="2", annotations={}), **style)
    some = read_corpus("auto", data, filename="x.json")
    assert spans(some[0]) == [("Begoña 😀 Ruiz", "PERSON"), ("Irun", "LOC")]
    assert written("tab", some) == data


def test_a_replaced_document_has_nothing_of_the_old_one() -> None:
    new = edited(read(dumped(document(PLACE, WHOLE))), {0: [(8, 21, "Eva")]})
    text = written("tab", [new]).decode()
    assert "Begoña" not in text and "annotator2" not in text and "Task" not in text
    [[back]] = [json.loads(text)]
    [own] = back["annotations"].values()
    assert [each["span_text"] for each in own["entity_mentions"]] == ["Eva", "Irun"]


def test_labels_of_other_formats_go_into_both() -> None:
    turn = TurnValue("A", "soy Ana de Irun", NAMES)
    some = [DialogueValue("d/1", "es", (turn, TurnValue("B", "sí")))]
    for format in ("tab", "i2b2"):
        [back] = read_corpus("auto", written(format, some), filename="x.zip")
        assert back.id == "d/1"
        assert spans(back) == [("Ana", "female name"), ("Irun", "p")]
    assert [t.speaker for t in read(written("tab", some)).turns] == ["A", "B"]


def test_tags_of_i2b2_are_spans_and_come_back() -> None:
    dialogue = read(I2B2.encode())
    assert dialogue.id == "record-7"
    assert spans(dialogue) == [("Begoña 😀 Ruiz", "PATIENT"), ("Irun", "CITY")]
    assert dialogue.turns[0].spans[0].extra["category"] == "NAME"
    [(ending, data)] = render("i2b2", dialogue).files
    assert (ending, data.decode()) == (".xml", I2B2)
    meddocan = I2B2.replace("deIdi2b2", "MEDDOCAN")
    assert render("i2b2", read(meddocan.encode())).files[0][1].decode() == meddocan


@pytest.mark.parametrize("encoding", ["iso-8859-1", "utf-16"])
def test_the_declared_encoding_is_used(encoding: str) -> None:
    text = I2B2.replace("UTF-8", encoding).replace("😀", "&#128512;").replace("<![CDATA[", "")
    data = text.replace("]]>", "").encode(encoding)
    [dialogue] = read_corpus("i2b2", data, filename="f.xml")
    assert spans(dialogue) == spans(read(I2B2.encode()))


@pytest.mark.parametrize(
    ("format", "data", "code", "line"),
    [
        ("tab", dumped(document(mention(8, 99))), "span_range", 1),
        ("tab", dumped(document(mention(8, 14, span_text="Ana"))), "surface_mismatch", 1),
        ("tab", dumped(document(mention(8, 14, start_offset="8"))), "span_range", 1),
        ("tab", dumped(document("Begoña")), "wrong_type", 1),
        ("tab", dumped({"doc_id": "1"}), "missing_key", 1),
        ("i2b2", I2B2.replace('end="35"', 'end="99"').encode(), "span_range", 7),
        ("i2b2", I2B2.replace('end="35"', "").encode(), "span_range", 7),
        ("i2b2", I2B2.replace('text="Irun"', 'text="Ana"').encode(), "surface_mismatch", 7),
        ("i2b2", I2B2.replace('start="8"', 'start="31"').encode(), "span_range", 8),
        ("i2b2", I2B2.replace("</TAGS>", "").encode(), "xml", 10),
        ("i2b2", b"<a><TEXT>Bego</TEXT></a>", "xml", 1),
        ("i2b2", b'<!DOCTYPE a [<!ENTITY b "c">]><deIdi2b2>&b;</deIdi2b2>', "xml", 1),
        ("i2b2", b'<!DOCTYPE a SYSTEM "http://x/y"><deIdi2b2/>', "xml", 1),
        ("i2b2", b"<deIdi2b2><TEXT> </TEXT></deIdi2b2>", "empty_file", None),
        ("i2b2", "<a>Begoña</a>".encode("latin-1"), "encoding", None),
    ],
)
def test_what_is_wrong_has_its_line(format: str, data: bytes, code: str, line: int | None) -> None:
    error = refused(format, data)
    assert (error.code, error.line) == (code, line)


@pytest.mark.parametrize("format", ["tab", "i2b2"])
@TRIES
@given(some=dialogues(TEXTS))
def test_offsets_are_kept(format: str, some: list[DialogueValue]) -> None:
    kept = [
        DialogueValue(d.id, "es", tuple(TurnValue("", t.text, t.spans) for t in d.turns if t.text))
        for d in some
    ]
    kept = [each for each in kept if any(turn.text.strip() for turn in each.turns)]
    if not kept:
        return
    back = read_corpus("auto", written(format, kept), filename="x.zip")
    for before, after in zip(kept, back, strict=True):
        assert after.id == before.id
        assert [len(turn.text) for turn in after.turns] == [len(turn.text) for turn in before.turns]
        for old, new in zip(before.turns, after.turns, strict=True):
            assert [(s.start, s.end, s.label) for s in new.spans] == [
                (s.start, s.end, s.label) for s in old.spans
            ]


def test_auto_knows_both() -> None:
    assert detect_source(dumped(document()), "f.txt") == "tab"
    assert detect_source(I2B2.encode(), "f.txt") == "i2b2"
