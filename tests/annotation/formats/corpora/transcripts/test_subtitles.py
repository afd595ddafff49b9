"""WebVTT and SRT: times, voices and what stands beside the text, in and out."""

from io import BytesIO
from typing import Any

import pytest
import srt
import webvtt
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
from annotation.formats.corpora.transcripts.times import said_in
from tests.annotation.formats.edits import edited
from tests.annotation.formats.test_round_trips import LINED, TEXTS, TRIES, core, dialogues

VTT = """WEBVTT - llamada de Ana
Language: es-MX

NOTE habla Ana
y nadie más

1
00:01.000 --> 00:02.500 align:start position:10%
<v Ana>Hola, &amp; el <lang en>router</lang> <i>no</i> va</v>
<v.loud Eva>Sí</v>

01:00:03.000 --> 01:00:04.000
sin voz <%eh>

NOTE fin
"""
SRT = (
    "1\n00:00:01,000 --> 00:00:02,500\nANA: Hola\nqué tal\n\n"
    "2\n00:00:03,000 --> 00:00:04,000\nEva: bien: sí\n\n"
    "3\n00:00:05,000 --> 00:00:06,000\n-: 😀\n"
)


def read(text: str, format: str = "auto", name: str = "c.vtt") -> DialogueValue:
    [dialogue] = read_corpus(format, text.encode(), filename=name)
    return dialogue


def text_of(format: str, dialogue: DialogueValue) -> str:
    [(ending, data)] = render(format, dialogue).files
    assert ending == f".{format}"
    return data.decode()


def again(format: str, some: list[DialogueValue]) -> list[DialogueValue]:
    out = BytesIO()
    write_corpus(format, some, out)
    return read_corpus("auto", out.getvalue(), filename="x.zip")


def refused(text: str, format: str = "auto") -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_corpus(format, text.encode(), filename="f.vtt")
    assert "Ana" not in str(caught.value)
    assert caught.value.expected
    return caught.value


def test_cues_are_turns_with_times_and_voices() -> None:
    dialogue = read(VTT, name="llamada%3A1.vtt")
    assert (dialogue.id, dialogue.lang) == ("llamada:1", "es-MX")
    assert [(turn.speaker, turn.text) for turn in dialogue.turns] == [
        ("Ana", "Hola, & el router no va"),
        ("Eva", "Sí"),
        ("", "sin voz <%eh>"),
    ]
    first, second, third = (turn.extra for turn in dialogue.turns)
    assert (first["start"], first["end"], third["start"]) == (1.0, 2.5, 3603.0)
    assert first["cue"] == {
        "name": "1",
        "settings": "align:start position:10%",
        "before": ["NOTE habla Ana\ny nadie más"],
    }
    assert second["cue"] == {"same": True}
    [event] = events_of(first, 30)
    assert (event.kind, event.name, event.start, event.end) == ("language", "en", 11, 17)
    assert first["tags"] == 1


def test_what_stands_beside_the_text_comes_back() -> None:
    dialogue = read(VTT)
    text = text_of("vtt", dialogue)
    assert read(text) == DialogueValue(
        "c", "es-MX", (_without_tags(dialogue.turns[0]), *dialogue.turns[1:]), {}, dialogue.extra, 8
    )
    assert text_of("vtt", read(text)) == text
    for kept in ("WEBVTT - llamada de Ana", "NOTE habla Ana\ny nadie", "align:start", "NOTE fin"):
        assert kept in text


def _without_tags(turn: TurnValue) -> TurnValue:
    extra = {key: value for key, value in turn.extra.items() if key != "tags"}
    return TurnValue(turn.speaker, turn.text, extra=extra)


def test_srt_names_speakers_where_most_subtitles_do() -> None:
    dialogue = read(SRT, name="c.srt")
    assert [(turn.speaker, turn.text) for turn in dialogue.turns] == [
        ("ANA", "Hola\nqué tal"),
        ("Eva", "bien: sí"),
        ("", "😀"),
    ]
    assert text_of("srt", dialogue) == SRT
    one = read(SRT.replace("Eva: bien: sí", "bien, sí").replace("-: ", ""), name="c.srt")
    assert [turn.speaker for turn in one.turns] == ["", "", ""]
    assert one.turns[0].text == "ANA: Hola\nqué tal"


def test_crlf_and_byte_order_marks() -> None:
    for format, text in (("srt", SRT), ("vtt", VTT.replace("<i>no</i>", "no"))):
        dialogue = read("\ufeff" + text.replace("\n", "\r\n"), name=f"c.{format}")
        assert dialogue.turns[0].extra["start"] == 1.0
        assert text_of(format, dialogue).replace("\r\n", "\n") == text_of(format, read(text))
        assert again(format, [dialogue])[0].turns == dialogue.turns


def test_what_other_programs_read_in_our_files() -> None:
    some = read(VTT)
    cues = webvtt.from_string(text_of("vtt", some))
    assert [cue.start for cue in cues] == ["00:00:01.000", "01:00:03.000"]
    assert "router" in cues[0].text and "<v Eva>Sí</v>" in cues[0].raw_text
    subtitles = list(srt.parse(text_of("srt", read(SRT, name="c.srt"))))
    assert [each.content for each in subtitles] == ["ANA: Hola\nqué tal", "Eva: bien: sí", "-: 😀"]
    assert subtitles[1].start.total_seconds() == 3


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nSoy Ana\n", "vtt"),
        ("WEBVTT", "vtt"),
        ("WEBVTT Ana\n\n", "vtt"),
        (SRT, "srt"),
        ("\n\n1\n0:00:01,0 --> 0:00:02,0\nSoy Ana\n", "srt"),
        ("00:00:01.000 --> 00:00:02.000\nSoy Ana\n", "srt"),
        ("WEBVTTS\nAna\n", "plain"),
        ("1\nhola\n00:00:01,000 --> 00:00:02,000\n", "plain"),
        ("A: 00:01 --> 00:02\n", "plain"),
    ],
)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_auto_knows_subtitles(text: str, name: str, mark: str) -> None:
    assert detect_source((mark + text).encode(), "f.txt") == name


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("WEBVTT\n", "empty_file", None),
        ("WEBVTT\n\nAna\n", "subtitles", 3),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nAna\n00:03.000 --> 00:04.000\nAna\n", "subtitles", 5),
        ("WEBVTT\n\n00:01.000 --> 00:02.0Ana\nAna\n", "subtitles", 3),
        ("WEBVTT\n\n00:03.000 --> 00:02.000\nAna\n", "subtitles", 3),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana", "subtitles", 3),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nAna\x01\n", "control_char", 3),
        ("WEBVTT\n\nNOTE Ana\x01\n\n00:01.000 --> 00:02.000\nAna\n", "control_char", 5),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\n" + "Ana " * 6000, "turn_too_long", 3),
        (SRT + "\nAna dijo\n", "subtitles", 14),
        (SRT + "\n4\n", "subtitles", 14),
        (SRT + "\n4\n00:00:07,000 --> 00:0", "subtitles", 15),
    ],
)
def test_what_is_wrong_has_its_line(text: str, code: str, line: int | None) -> None:
    error = refused(text)
    assert (error.code, error.line) == (code, line)


def test_another_text_is_no_webvtt() -> None:
    assert refused("A: hola\n", "vtt").line == 1
    assert refused("A: hola\n", "srt").line == 1


@pytest.mark.parametrize("format", ["vtt", "srt"])
def test_a_file_that_is_cut_is_whole_turns_or_an_error(format: str) -> None:
    """Only the text of the last subtitle may be shorter: that cannot be seen."""
    whole = VTT if format == "vtt" else SRT
    turns = read(whole, format).turns
    for cut in range(len(whole)):
        try:
            some = read(whole[:cut], format).turns
        except FormatError:
            continue
        assert [turn.text for turn in some[:-1]] == [turn.text for turn in turns][: len(some) - 1]
        assert len(some) <= len(turns)


@TRIES
@given(dialogues(LINED))
def test_vtt_keeps_every_text(some: list[DialogueValue]) -> None:
    bare = _bare(some)
    assert core(again("vtt", bare)) == core(bare)


@TRIES
@given(dialogues(TEXTS))
def test_srt_keeps_texts_without_line_ends(some: list[DialogueValue]) -> None:
    bare = _bare(some)
    assert core(again("srt", bare)) == core(bare)


@TRIES
@given(dialogues(LINED))
def test_line_ends_in_srt_become_blanks_one_for_one(some: list[DialogueValue]) -> None:
    for before, after in zip(_bare(some), again("srt", _bare(some)), strict=True):
        for old, new in zip(before.turns, after.turns, strict=True):
            assert old.speaker == new.speaker
            blank = str.maketrans("\n\r", "  ")
            assert old.text.translate(blank) == new.text.translate(blank)


def _bare(some: list[DialogueValue]) -> list[DialogueValue]:
    return [
        DialogueValue(d.id, "es", tuple(TurnValue(t.speaker, t.text) for t in d.turns))
        for d in some
    ]


@pytest.mark.parametrize(
    "text", ["Ana: hola", "NOTE x", "a --> b", "<v B>x", "&amp;", "5", "\n\n1"]
)
def test_texts_that_look_like_something_else(text: str) -> None:
    some = [DialogueValue("d", "es", (TurnValue("", text), TurnValue("", text)))]
    assert core(again("vtt", some)) == core(some)
    if text.strip() == text:
        assert core(again("srt", some)) == core(some)


def test_turns_without_times_stay_without() -> None:
    some = [DialogueValue("d", "es", (TurnValue("A", "a"), TurnValue("B", "b")))]
    for format in ("vtt", "srt"):
        assert [turn.extra for turn in again(format, some)[0].turns] == [{}, {}]


def test_an_end_that_is_not_known_is_the_start_of_the_next() -> None:
    turns: tuple[TurnValue, ...] = tuple(
        TurnValue("A", "a", extra=extra) for extra in ({"start": 1}, {}, {"start": 3.5, "end": 4})
    )
    assert "00:00:01.000 --> 00:00:03.500" in text_of("vtt", DialogueValue("d", "es", turns))
    odd: Any = ({"start": True, "end": 1}, {"start": float("nan")}, {"start": -1}, {"start": "1"})
    turns = tuple(TurnValue("A", "a", extra=extra) for extra in odd)
    assert (
        text_of("srt", DialogueValue("d", "es", turns)).count("00:00:00,000 --> 00:00:00,000") == 4
    )


def test_after_replacing_nothing_of_the_file_is_left_beside_the_text() -> None:
    dialogue = read(VTT.replace("Sí", "soy Ana"))
    new = edited(dialogue, {1: [(4, 7, "Eva")]})
    for format in ("vtt", "srt", "jsonl", "csv", "trs"):
        shown = "".join(data.decode() for _name, data in render(format, new).files)
        assert "Ana" not in shown and "llamada" not in shown and "NOTE" not in shown
    assert "<v spk1>Hola" in text_of("vtt", new)
    assert "00:00:01.000 --> 00:00:02.500" in text_of("vtt", new)
    assert "<lang en>router</lang>" in text_of("vtt", new)


def test_a_search_for_originals_does_not_find_times() -> None:
    """Else a dialogue in which 250 was replaced would be held back for its stamps."""
    turn = TurnValue("A", "Marks & Eva\n7", extra={"start": 1.25, "end": 250.5})
    for format in ("vtt", "srt", "trs"):
        shown = said_in(text_of(format, DialogueValue("d", "es", (turn,))))
        assert "250" not in shown and "00:0" not in shown
        assert "Marks & Eva\n7" in shown
    odd = TurnValue("A", "00:00:00.250 --> 00:00:00.500")
    assert "250" in said_in(text_of("vtt", DialogueValue("d", "es", (odd,))))


def test_labels_have_no_place_in_subtitles() -> None:
    turn = TurnValue("A", "soy Ana", (SpanValue(4, 7, "name"),))
    [back] = again("vtt", [DialogueValue("d", "es", (turn,))])
    assert back.turns[0].spans == ()
