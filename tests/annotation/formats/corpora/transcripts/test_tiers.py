"""TextGrid, ELAN and TEI: tiers as speakers, times, and what is not read."""

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
from annotation.formats.corpora.standoff import events_of
from tests.annotation.formats.test_round_trips import LINED, TRIES, dialogues

LONG = """File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0 
xmax = 3.5 
tiers? <exists> 
size = 2 
item []: 
    item [1]:
        class = "IntervalTier" 
        name = "Ana" 
        xmin = 0 
        xmax = 3.5 
        intervals: size = 3 
        intervals [1]:
            xmin = 0 
            xmax = 1.123456 
            text = "Soy ""Ana"" 😀" 
        intervals [2]:
            xmin = 1.123456 
            xmax = 2 
            text = "" 
        intervals [3]:
            xmin = 2 
            xmax = 3.5 
            text = "de 2 sitios" 
    item [2]:
        class = "IntervalTier" 
        name = "Eva" 
        xmin = 0 
        xmax = 3.5 
        intervals: size = 3 
        intervals [1]:
            xmin = 0 
            xmax = 1.5 
            text = "" 
        intervals [2]:
            xmin = 1.5 
            xmax = 2.5 
            text = "Sí" 
        intervals [3]:
            xmin = 2.5 
            xmax = 3.5 
            text = "" 
"""
SHORT = """File type = "ooTextFile"
"TextGrid"

0
3.5
<exists>
2
"IntervalTier"
"Ana"
0
3.5
1
0
3.5
"Soy Ana"
"TextTier"
"marks"
0
3.5
1
1.5
"x"
"""
EAF = """<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="Luis" FORMAT="3.0"><HEADER MEDIA_FILE="Luis.wav"/>
<TIME_ORDER><TIME_SLOT TIME_SLOT_ID="t1" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="t2"
 TIME_VALUE="1500"/><TIME_SLOT TIME_SLOT_ID="t3"/></TIME_ORDER>
<TIER TIER_ID="A" PARTICIPANT="Ana"><ANNOTATION><ALIGNABLE_ANNOTATION TIME_SLOT_REF1="t1"
 TIME_SLOT_REF2="t2"><ANNOTATION_VALUE>Soy &lt;Ana&gt;</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION>
</ANNOTATION></TIER>
<TIER TIER_ID="Eva"><ANNOTATION><ALIGNABLE_ANNOTATION TIME_SLOT_REF1="t2"
 TIME_SLOT_REF2="t3"><ANNOTATION_VALUE>Sí</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>
<TIER TIER_ID="A-en" PARENT_REF="A"><ANNOTATION><REF_ANNOTATION><ANNOTATION_VALUE>I am
</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION></TIER>
</ANNOTATION_DOCUMENT>
"""
TEI = """<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><particDesc>
<person xml:id="p1"><persName><forename>Ana</forename> <surname>Olabe</surname></persName></person>
<person xml:id="p2"/></particDesc></teiHeader><text xml:lang="es-ES">
<timeline unit="s"><when xml:id="T0"/><when xml:id="T1" interval="1.5" since="#T0"/></timeline>
<body><u who="#p1" start="#T0" end="#T1">Soy <seg>Ana</seg>,
   <pause/> de <note>?</note>Irun<vocal><desc>ríe</desc></vocal></u>
<annotationBlock who="#p2"><u><w>hola</w>
<w>qué</w></u></annotationBlock><u who="#x">sí</u></body></text></TEI>
"""


def read(text: str, format: str = "auto", encoding: str = "utf-8") -> DialogueValue:
    [dialogue] = read_corpus(format, text.encode(encoding), filename="c/d.x")
    return dialogue


def said(dialogue: DialogueValue) -> list[tuple[str, str, Any, Any]]:
    return [(t.speaker, t.text, t.extra.get("start"), t.extra.get("end")) for t in dialogue.turns]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig"])
def test_intervals_are_turns_in_the_order_of_their_times(encoding: str) -> None:
    dialogue = read(LONG, encoding=encoding)
    assert (dialogue.id, dialogue.lang) == ("d", "es")
    assert said(dialogue) == [
        ("Ana", 'Soy "Ana" 😀', 0, 1.123456),
        ("Eva", "Sí", 1.5, 2.5),
        ("Ana", "de 2 sitios", 2, 3.5),
    ]


def test_praat_gets_its_own_form_back() -> None:
    [(ending, data)] = render("textgrid", read(LONG)).files
    assert (ending, data.decode()) == (".TextGrid", LONG)


def test_the_short_form_and_points() -> None:
    dialogue = read(SHORT)
    assert said(dialogue) == [("Ana", "Soy Ana", 0, 3.5)]
    assert dialogue.extra == {"points": 1}


def test_tiers_of_elan_are_speakers() -> None:
    dialogue = read(EAF)
    assert said(dialogue) == [("Ana", "Soy <Ana>", 0, 1.5), ("Eva", "Sí", None, None)]
    assert dialogue.extra == {"tiers_ignored": 1}
    assert "Luis" not in repr(dialogue)
    [(ending, data)] = render("eaf", dialogue).files
    assert ending == ".eaf"
    assert said(read(data.decode())) == [("Ana", "Soy <Ana>", 0, 1.5), ("Eva", "Sí", 1.5, 2.5)]


def test_utterances_of_tei() -> None:
    dialogue = read(TEI)
    assert dialogue.lang == "es-ES"
    assert said(dialogue) == [
        ("Ana Olabe", "Soy Ana, de Irun", 0, 1.5),
        ("p2", "hola qué", None, None),
        ("x", "sí", None, None),
    ]
    first = dialogue.turns[0]
    events = [(each.name, each.start) for each in events_of(first.extra, len(first.text))]
    assert events == [("pause", 9), ("vocal", 16)]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_auto_knows_them(mark: str) -> None:
    for text, format in ((LONG, "textgrid"), (SHORT, "textgrid"), (EAF, "eaf"), (TEI, "tei")):
        assert detect_source((mark + text).encode(), "f.txt") == format
    other = LONG.replace('"TextGrid"', '"Sound 2"')
    assert detect_source(other.encode(), "f.txt") != "textgrid"


@pytest.mark.parametrize("format", ["textgrid", "eaf"])
def test_turns_without_times_and_overlaps_get_their_place(format: str) -> None:
    times = ({"start": 4.0, "end": 6.0}, {}, {"start": 5.0, "end": 5.5})
    turns = tuple(TurnValue("A", f"n{n}", extra=extra) for n, extra in enumerate(times))
    dialogue = DialogueValue("d", "es", turns)
    back = read(render(format, dialogue).files[0][1].decode())
    assert said(back) == [("A", "n0", 4, 6), ("A", "n1", 6, 7), ("A", "n2", 7, 7.001)]


@pytest.mark.parametrize(
    ("format", "text", "code", "line"),
    [
        ("textgrid", "Ana", "textgrid", 1),
        ("textgrid", LONG.replace('😀"', "😀"), "textgrid", 26),
        ("textgrid", LONG.replace("xmax = 1.123456", "xmax = Ana"), "textgrid", 18),
        ("textgrid", LONG.partition("item [2]")[0], "textgrid", 26),
        ("textgrid", LONG.replace("xmin = 2 ", "xmin = 9 "), "subtitles", 26),
        ("textgrid", LONG.replace("Soy", "Ana\x01"), "control_char", 18),
        ("textgrid", LONG.replace("size = 2", "size = 0"), "empty_file", None),
        ("eaf", "<a>Ana</a>", "xml", 1),
        ("eaf", EAF.replace('VALUE="0"', 'VALUE="9000"'), "subtitles", 5),
        ("eaf", EAF.replace("</TIER>", "", 1), "xml", 12),
        ("eaf", '<!DOCTYPE a SYSTEM "http://x/y">' + EAF.partition("\n")[2], "xml", 1),
        ("tei", "<TEI><p>Ana</p></TEI>", "xml", 1),
        ("tei", '<!DOCTYPE a [<!ENTITY b "c">]><TEI><u>&b;</u></TEI>', "xml", 1),
    ],
)  # fmt: skip
def test_what_is_wrong_has_its_line(format: str, text: str, code: str, line: int | None) -> None:
    with pytest.raises(FormatError) as caught:
        read_corpus(format, text.encode(), filename="f.x")
    assert (caught.value.code, caught.value.line) == (code, line)
    assert "Ana" not in str(caught.value) and caught.value.expected


@pytest.mark.parametrize("format", ["textgrid", "eaf"])
@TRIES
@given(some=dialogues(LINED))
def test_texts_and_speakers_are_kept(format: str, some: list[DialogueValue]) -> None:
    for before in some:
        kept = [(turn.speaker, turn.text) for turn in before.turns if turn.text]
        if not kept:
            continue
        out = BytesIO()
        write_corpus(format, [before], out)
        [after] = read_corpus("auto", out.getvalue(), filename="x.zip")
        back = [(turn.speaker, turn.text) for turn in after.turns]
        if format == "eaf":  # XML lacks some
            blank = str.maketrans("\x0b\x0c", "  ")
            kept = [(speaker, text.translate(blank)) for speaker, text in kept]
        assert back == kept


def test_labels_have_no_place_in_tiers() -> None:
    turn = TurnValue("A", "soy Ana", (SpanValue(4, 7, "name"),))
    for format in ("textgrid", "eaf"):
        data = render(format, DialogueValue("d", "es", (turn,))).files[0][1]
        assert read(data.decode()).turns[0].spans == ()
