"""Transcription marks: pieces cover the text once, and show it without brackets."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats.corpora.conventions import EVENT_NAMES, event_name, segments


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hola", [("text", "hola")]),
        ("", []),
        ("<%osea> ya", [("filler", ""), ("filler", "osea"), ("filler", ""), ("text", " ya")]),
        ("<%eh=>", [("filler", ""), ("filler", "eh"), ("filler", "ː"), ("filler", "")]),
        ("<rou->", [("unfinished", ""), ("unfinished", "rou-"), ("unfinished", "")]),
        ("<el el>", [("false_start", ""), ("false_start", "el el"), ("false_start", "")]),
        ("una=", [("lengthened", "una"), ("lengthened", "ː")]),
        ("n=o", [("lengthened", "n"), ("lengthened", "ː"), ("lengthened", "o")]),
        ("+pa ti", [("shortened", "+pa"), ("text", " ti")]),
        ("<+pa= l-> <-> <¿qué?>", [("unfinished", ""), ("unfinished", "+pa"), ("unfinished", "ː"),
                                   ("unfinished", " l-"), ("unfinished", ""), ("text", " "),
                                   ("unfinished", ""), ("unfinished", "-"), ("unfinished", ""),
                                   ("text", " "), ("false_start", ""), ("false_start", "¿qué?"),
                                   ("false_start", "")]),
        ("@[*LANGUAGE*: en(router)-spk2]", [("language", ""), ("language", "router"),
                                            ("language", "")]),
        ("@[*EVENT*: noise-rire(|Null|)-spk2]", [("event", "[laughs]")]),
        ("@[*EVENT*: pronounce-ch(ya)-s]", [("event", "[whispered] "), ("event", "ya"),
                                            ("event", "")]),
        ("@[*OTHER*: x]", [("text", "@[*OTHER*: x]")]),
    ],
)  # fmt: skip
def test_marks(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(piece.kind, piece.shown) for piece in segments(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "a+b 3 < 4 > 2",
        "<br> <script>alert(1)</script> <img src=x>",
        "<b>Ana</b> y <B>",
        "<ana@example.org> <https://example.org> <!-- no -->",
        "<PERSON> llama a <NOMBRE>",
        "List<int> <2> </b>",
    ],
)
def test_other_things_between_angle_brackets_stay(text: str) -> None:
    assert [piece.shown for piece in segments(text)] == [text]


@given(st.text(alphabet="<>%=+-@[]*()|: aé😀LANGUAGEVT", max_size=60))
def test_pieces_cover_the_text_once_and_show_it_or_a_sign(text: str) -> None:
    at = 0
    for piece in segments(text):
        assert piece.start == at < piece.end
        at = piece.end
        source = text[piece.start : piece.end]
        assert piece.shown in (source, "", "ː") or piece.kind == "event"
    assert at == len(text)


def test_event_names() -> None:
    assert (
        event_name("noise-rire en fond")
        == event_name("rire en fond")
        == EVENT_NAMES["rire en fond"]
    )
    assert event_name("unheard-of") == "unheard-of"


@pytest.mark.parametrize(
    "piece", ["<", "<%", "a=", "+", "@[*EVENT*: ", "@[*LANGUAGE*:(", "=", "a", "<a-"]
)
def test_no_text_takes_long(piece: str) -> None:
    begun = time.process_time()
    segments(piece * (20_000 // len(piece)))
    assert time.process_time() - begun < 5
