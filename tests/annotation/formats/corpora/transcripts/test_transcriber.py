"""Transcriber: speakers, overlap, times, events and entities, in and out; and hostile XML."""

import re
import socket
from io import BytesIO
from typing import Any
from xml.dom import minidom

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

HEAD = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE Trans SYSTEM "trans-14.dtd">\n'
TRS = (
    HEAD
    + """<Trans scribe="Marí Peña" audio_filename="c1" version="3" xml:lang="ca">
<Topics>
<Topic id="to1" desc="línea"/>
</Topics>
<Speakers>
<Speaker id="spk1" name="Agente" check="no" type="female" dialect="native" scope="local"/>
<Speaker name="Ana Olabe" id="spk2"/>
<Speaker id="spk3" name=""/>
</Speakers>
<Episode program="p">
<Section type="report" topic="to1" startTime="0" endTime="8">
<Turn speaker="spk1" startTime="0" endTime="4.25" mode="spontaneous" channel="telephone">
<Sync time="0"/>
buenos días , soy
<Event desc="pers" type="entities" extent="begin"/>
 Irati Peña
<Event desc="pers" type="entities" extent="end"/>
.
<Sync time="2.5"/>
dígame
<Event desc="rire" type="noise" extent="instantaneous"/>
 sí
</Turn>
<Turn startTime="4.25" endTime="8" speaker="spk2 spk1">
<Sync time="4.25"/>
<Who nb="1"/>
el <Event desc="en" type="language" extent="next"/>router  no va
<Who nb="2"/>
ya
<Comment desc="se oye a Ana"/>
</Turn>
</Section>
<Section type="nontrans" startTime="8" endTime="12.5">
<Turn startTime="8" endTime="12.5">
<Sync time="8"/>

</Turn>
<Turn speaker="spk3" startTime="12.5" endTime="13"><Sync time="12.5"/>\tdos  blancos </Turn>
</Section>
</Episode>
</Trans>
"""
)


def read(data: bytes | str, **more: Any) -> DialogueValue:
    whole = data.encode("latin-1") if isinstance(data, str) else data
    [dialogue] = read_corpus("auto", whole, filename="c1.trs", **more)
    return dialogue


def text_of(dialogue: DialogueValue) -> str:
    [(ending, data)] = render("trs", dialogue).files
    assert ending == ".trs"
    minidom.parseString(data)  # another reader takes it, too
    return data.decode()


def again(some: list[DialogueValue]) -> list[DialogueValue]:
    out = BytesIO()
    write_corpus("trs", some, out)
    return read_corpus("auto", out.getvalue(), filename="x.zip")


def turn(inner: str, attributes: str = 'startTime="0" endTime="1"') -> str:
    body = f'<Section type="report" startTime="0" endTime="1"><Turn {attributes}>{inner}</Turn>'
    table = '<Speakers><Speaker id="a" name="A"/><Speaker id="b" name="B"/></Speakers>'
    return f"{HEAD}<Trans>{table}<Episode>{body}</Section></Episode></Trans>"


def refused(data: bytes | str) -> FormatError:
    whole = data.encode("latin-1") if isinstance(data, str) else data
    with pytest.raises(FormatError) as caught:
        read_corpus("trs", whole, filename="f.trs")
    assert "Ana" not in str(caught.value)
    assert caught.value.expected
    return caught.value


def test_turns_with_speakers_times_and_entities() -> None:
    dialogue = read(TRS)
    assert (dialogue.id, dialogue.lang) == ("c1", "ca")
    assert [(turn.speaker, turn.text) for turn in dialogue.turns] == [
        ("Agente", "buenos días , soy Irati Peña . dígame sí"),
        ("Ana Olabe", "el router  no va ya"),
        ("", ""),
        ("spk3", "\tdos  blancos "),
    ]
    first = dialogue.turns[0]
    assert first.spans == (SpanValue(18, 28, "pers"),)
    assert (first.extra["start"], first.extra["end"]) == (0, 4.25)
    assert first.extra["syncs"] == [{"at": 31, "time": 2.5}]
    assert first.extra["events"] == [
        {"kind": "event", "name": "noise-rire", "speaker": "Agente", "start": 37, "end": 37}
    ]


def test_overlap_is_two_utterances() -> None:
    extra = read(TRS).turns[1].extra
    assert extra["utterances"] == [
        {"speaker": "Ana Olabe", "start": 0, "end": 16},
        {"speaker": "Agente", "start": 17, "end": 19},
    ]
    assert extra["events"] == [
        {"kind": "language", "name": "en", "speaker": "Ana Olabe", "start": 3, "end": 9}
    ]
    assert extra["marks"] == [{"at": 19, "tag": "Comment", "desc": "se oye a Ana"}]


def test_all_of_it_comes_back() -> None:
    dialogue = read(TRS)
    text = text_of(dialogue)
    assert read(text.encode()) == dialogue
    assert text_of(read(text.encode())) == text
    for kept in (
        *('scribe="Marí Peña"', '<Topic id="to1" desc="línea"/>', 'topic="to1"'),
        *('dialect="native"', 'type="nontrans"', 'channel="telephone"', '<Sync time="2.5"/>'),
    ):
        assert kept in text


def test_attributes_in_any_order_and_other_layout_say_the_same() -> None:
    indented = re.sub(r"\n(?=\S)", "\r\n    ", TRS.replace("<?xml", "<?xml", 1))
    assert read(indented.replace("    <!DOCTYPE", "<!DOCTYPE")) == read(TRS)


@pytest.mark.parametrize(
    "encoding", ["ISO-8859-1", "UTF-8", "windows-1252", "ISO-8859-15", "UTF-16"]
)
def test_the_declared_encoding_is_respected(encoding: str) -> None:
    data = TRS.replace("ISO-8859-1", encoding).encode(encoding)
    assert detect_source(data, "f") == "trs"
    assert read(data) == read(TRS)


def test_what_declares_nothing_is_utf8_or_what_somebody_says() -> None:
    bare = TRS.replace(' encoding="ISO-8859-1"', "")
    assert read(bare.encode()) == read(TRS)
    assert read("\ufeff".encode() + bare.encode()) == read(TRS)
    error = refused(bare.encode("latin-1"))
    assert (error.code, error.fields["name"]) == ("encoding", "iso-8859-1")
    assert read(bare.encode("latin-1"), encoding="iso-8859-1") == read(TRS)
    # Who says an encoding is believed before what the file says.
    assert read(TRS.encode("utf-16"), encoding="utf-16") == read(TRS)
    for name in ("x-none", "shift-jis", "rot13"):
        assert refused(TRS.replace("ISO-8859-1", name)).code == "xml"


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(*_args: object, **_more: object) -> None:
        raise AssertionError("a request was made")

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket, "getaddrinfo", connect)


BOMB = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize(
    "doctype",
    [
        f'<!DOCTYPE Trans [<!ENTITY e0 "Ana">{BOMB}]>',
        '<!DOCTYPE Trans [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE Trans [<!ENTITY x SYSTEM "http://example.org/x">]>',
        '<!DOCTYPE Trans PUBLIC "Ana" "http://example.org/x" [<!ENTITY % p SYSTEM "x"> %p;]>',
        '<!DOCTYPE Trans [<!ENTITY x "Ana">]>',
    ],
)
def test_entities_are_refused_in_one_sentence(doctype: str) -> None:
    data = turn("&x;").replace('<!DOCTYPE Trans SYSTEM "trans-14.dtd">', doctype)
    error = refused(data)
    assert error.code == "xml"
    assert "entities" in error.message


@pytest.mark.usefixtures("no_network")
def test_the_dtd_is_not_fetched() -> None:
    for system in ("http://example.org/trans-14.dtd", "file:///etc/hostname"):
        data = turn("hola").replace("trans-14.dtd", system)
        assert read(data).turns[0].text == "hola"
    assert refused(turn("&nbsp;hola")).code == "xml"


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (HEAD + "<Trans></Trans>", "empty_file", None),
        (HEAD + "<Trans>Ana</Trans>", "xml", 3),
        (HEAD + "<Trans><Ana/></Trans>", "xml", 3),
        (HEAD + '<Trans>\n<Turn speaker="Ana"/></Trans>', "xml", 4),
        (turn("<Turn/>"), "xml", 3),
        (turn('<Sync time="Ana"/>'), "xml", 3),
        (turn("<Sync/>"), "xml", 3),
        (turn('<Who nb="3"/>', 'speaker="a b" startTime="0" endTime="1"'), "xml", 3),
        (turn('<Who nb="x"/>'), "xml", 3),
        (turn("Ana", 'startTime="Ana" endTime="1"'), "xml", 3),
        (turn('<Event type="entities" desc="Ana" extent="begin"/>'), "xml", 3),
        (turn('<Event type="entities" desc="Ana" extent="end"/>'), "xml", 3),
        (turn("Ana " * 6000), "turn_too_long", 3),
        (turn("Ana <b>"), "xml", 3),
        (turn("Ana & Eva"), "xml", 3),
        (turn("Ana").replace("</Trans>", ""), "xml", 3),
        (turn("Ana").replace("</Trans>", "</Ana>"), "xml", 3),
        (turn("Ana") + "<Trans/>", "xml", 3),
    ],
)
def test_what_is_wrong_has_its_line(data: str, code: str, line: int | None) -> None:
    error = refused(data)
    assert (error.code, error.line) == (code, line)


@pytest.mark.parametrize("cut", range(len(HEAD) + 6, len(TRS) - 2, 7))
def test_a_file_that_is_cut_is_refused(cut: int) -> None:
    error = refused(TRS[:cut])
    assert error.code == "xml"
    assert error.line == TRS[:cut].count("\n") + 1


def test_entities_inside_another_are_counted() -> None:
    org, loc = '<Event type="entities" desc="org" ', '<Event type="entities" desc="loc" '
    begin, end = 'extent="begin"/>', 'extent="end"/>'
    inner = f"{org}{begin}Banco de {loc}{begin}Irun{loc}{end}{org}{end}"
    [value] = read(turn(inner)).turns
    assert value.spans == (SpanValue(0, 13, "org"),)
    assert value.extra["entities_ignored"] == 1


@pytest.mark.parametrize(
    ("extent", "place"),
    [("previous", (4, 7)), ("next", (8, 12)), ("instantaneous", (7, 7)), ("end", (0, 7))],
)
def test_events_say_where_they_are(extent: str, place: tuple[int, int]) -> None:
    [value] = read(turn(f'uno dos<Event type="pronounce" desc="pi" extent="{extent}"/> tres')).turns
    [event] = value.extra["events"]  # type: ignore[misc]
    assert value.text == "uno dos tres"
    assert (event["start"], event["end"], event["name"]) == (*place, "pronounce-pi")


def test_speakers_without_a_word_and_words_before_the_first() -> None:
    attributes = 'speaker="a b" startTime="0" endTime="1"'
    [value] = read(turn('hola <Who nb="1"/>sí', attributes)).turns
    assert [u["speaker"] for u in value.extra["utterances"]] == ["A", "A", "B"]  # type: ignore[attr-defined]
    assert read(text_of(read(turn("hola", attributes))).encode()).turns[0].text == "hola"


@TRIES
@given(dialogues(LINED))
def test_what_we_write_is_read_back(some: list[DialogueValue]) -> None:
    """Characters that XML lacks, and line ends at an edge, become blanks, one for one."""
    for before, after in zip(some, again(some), strict=True):
        assert (before.id, len(before.turns)) == (after.id, len(after.turns))
        for old, new in zip(before.turns, after.turns, strict=True):
            assert (old.speaker, old.spans) == (new.speaker, new.spans)
            assert len(old.text) == len(new.text)
            for a, b in zip(old.text, new.text, strict=True):
                assert a == b or (a in "\n\x0b\x0c" and b == " ")
    once = again(some)
    assert [each.turns for each in again(once)] == [each.turns for each in once]


def test_after_replacing_nothing_that_somebody_typed_is_left() -> None:
    dialogue = read(TRS.replace("no va", "no va Ana"))
    at = dialogue.turns[1].text.index("Ana")
    new = edited(dialogue, {0: [(18, 28, "Eva Ruiz")], 1: [(at, at + 3, "Eva")]})
    for format in ("trs", "jsonl", "vtt", "srt", "csv", "plain"):
        shown = "".join(data.decode() for _name, data in render(format, new).files)
        for name in ("Ana", "Olabe", "Peña", "Marí", "línea", "c1.trs"):
            assert name not in shown
    text = text_of(new)
    assert '<Speaker id="spk1" name="Agente"/>' in text or 'name="spk' in text
    assert 'desc="rire"' in text and '<Who nb="2"/>' in text
    assert [turn.extra.get("start") for turn in read(text.encode()).turns] == [0, 4.25, 8, 12.5]


def test_ids_of_speakers_are_free_ones() -> None:
    names = ["spk2", "Ana", "spk1", "B", "spk02"]
    turns = tuple(TurnValue(name, "x") for name in names)
    [back] = again([DialogueValue("d", "es", turns)])
    assert [each.speaker for each in back.turns] == names


def test_what_native_files_keep_there_is_not_trusted() -> None:
    for odd in (
        3,
        [3],
        {"a b": "x"},
        {"id": 3},
        "x",
        {"trans": {'x"y': "z"}, "speakers": [{"id": "s"}]},
    ):
        value = TurnValue(
            "A",
            "hola",
            extra={"syncs": odd, "marks": [odd, {"at": 99, "tag": "Event"}], "section": odd},
        )
        dialogue = DialogueValue("d", "es", (value,), extra={"transcriber": odd})
        assert again([dialogue])[0].turns[0].text == "hola"
