"""WhatsApp exports: dates of several phones, messages of several lines, and the program's lines."""

import pytest
from hypothesis import given

from annotation.formats import (
    DialogueValue,
    FormatError,
    ReadOptions,
    detect_source,
    iter_corpus,
    read_corpus,
)
from annotation.formats.corpora.standoff import events_of
from tests.annotation.formats.test_round_trips import LINED, TRIES

CHAT = (
    "12/03/2024, 18:04 - Los mensajes y las llamadas están cifrados de extremo a extremo.\n"
    "12/03/2024, 18:05 - Ana: hola: soy Ana\n\ny esto es otra línea\n"
    '12/03/2024, 18:06 - Eva cambió el asunto a "Lunes: plan"\n'
    "12/03/2024, 18:06 - Eva: <Multimedia omitido>\n"
    "12/03/2024, 18:07 - +34 600 000 000: qué tal 😀\n"
)


def read(text: str, name: str = "chats/de Ana.txt") -> DialogueValue:
    [dialogue] = read_corpus("auto", text.encode(), filename=name)
    return dialogue


def sent(text: str) -> object:
    return read(text).turns[0].extra["sent"]


def test_messages_are_turns_and_lines_of_the_program_events() -> None:
    dialogue = read(CHAT)
    assert dialogue.id == "de Ana"
    assert [(turn.speaker, turn.text) for turn in dialogue.turns] == [
        ("Ana", "hola: soy Ana\n\ny esto es otra línea"),
        ("Eva", ""),
        ("+34 600 000 000", "qué tal 😀"),
    ]
    first, second, third = dialogue.turns
    assert [(e.name, e.start) for e in events_of(first.extra, 99)] == [
        ("system", 0),
        ("system", len(first.text)),
    ]
    [event] = events_of(second.extra, 0)
    assert (event.name, event.speaker) == ("media", "Eva")
    assert third.extra == {"sent": "2024-03-12T18:07"}
    assert "asunto" not in str(dialogue)


@pytest.mark.parametrize(
    ("stamp", "time"),
    [
        ("13/3/24, 18:05 - ", "2024-03-13T18:05"),
        ("3/13/24, 6:05 PM - ", "2024-03-13T18:05"),
        ("3/12/24, 6:05 PM - ", "2024-03-12T18:05"),
        ("12/3/2024, 6:05 p. m. - ", "2024-03-12T18:05"),
        ("12/3/2024, 12:05\u202fa.\u00a0m. - ", "2024-03-12T00:05"),
        ("12.03.24, 18:05 - ", "2024-03-12T18:05"),
        ("12/03/2024 à 18:05 - ", "2024-03-12T18:05"),
        ("12/03/2024 18:05 - ", "2024-03-12T18:05"),
        ("2024-03-12, 18:05 - ", "2024-03-12T18:05"),
        ("\u200e[12/03/24, 18:05:11] ", "2024-03-12T18:05:11"),
        ("[12/3/24 6:05:11 p.m.] ", "2024-03-12T18:05:11"),
        ("[12.03.24, 18:05:11] ", "2024-03-12T18:05:11"),
        ("[3/13/24, 6:05:11\u202fPM] ", "2024-03-13T18:05:11"),
    ],
)
def test_dates_of_several_phones(stamp: str, time: str) -> None:
    assert detect_source(f"{stamp}Ana: hola\n".encode(), "f.txt") == "whatsapp"
    assert sent(f"{stamp}Ana: hola\n") == time


def test_the_order_of_days_and_months_is_told_by_the_whole_file() -> None:
    later = "\n01/02/24, 10:00 - Ana: a\n02/01/24, 10:00 - Ana: b\n"
    assert sent("01/01/24, 10:00 - Ana: x" + later.replace("01/02", "01/13")) == "2024-01-01T10:00"
    # 1 February before 2 January goes back: the months come first.
    assert sent(later) == "2024-01-02T10:00"


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("<Media omitted>", "media", ""),
        ("\u200eimagen omitida", "media", ""),
        ("\u200eBild weggelassen", "media", ""),
        ("IMG-20240312-WA0001.jpg (archivo adjunto)\nmira", "media", "mira"),
        ("\u200e<adjunto: 00000003-PHOTO.jpg>", "media", ""),
        ("Se eliminó este mensaje.", "deleted", ""),
        ("la imagen omitida", None, "la imagen omitida"),
    ],
)
def test_what_the_program_says_in_somebodys_name(text: str, kind: str | None, said: str) -> None:
    [turn] = read(f"[12/03/24, 18:05:11] Ana: {text}\n").turns
    assert turn.text == said
    assert [each.name for each in events_of(turn.extra, 99)] == ([kind] if kind else [])


def test_a_notice_in_the_name_of_a_group_is_an_event() -> None:
    text = "[12/03/24, 18:05:11] Amigas: \u200eMessages are end-to-end encrypted.\n"
    [turn] = read(text + "[12/03/24, 18:06:11] Ana: hola\n").turns
    assert [each.name for each in events_of(turn.extra, 4)] == ["system"]


def test_a_long_chat_comes_in_several_dialogues() -> None:
    text = "".join(f"12/03/24, 18:{n:02d} - Ana: {n}\n" for n in range(5))
    options = ReadOptions(max_turns=2)
    some = list(iter_corpus("whatsapp", text.encode(), options, filename="a.txt"))
    assert [(each.id, len(each.turns), each.line) for each in some] == [
        ("a-001", 2, 1),
        ("a-002", 2, 3),
        ("a-003", 1, 5),
    ]


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_marks(ending: str, mark: str) -> None:
    assert read(mark + CHAT.replace("\n", ending)) == read(CHAT)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("soy Ana\n", "chat", 1),
        ("\n12/03/24, 18:05 - Ana: a\n13/13/24, 18:05 - Ana: b\n", "chat", 3),
        ("12/03/24, 25:05 - Ana: a\n", "chat", 1),
        ("12/03/24, 18:05 - Ana: a\x01\n", "control_char", 1),
        ("12/03/24, 18:05 - se creó el grupo\n", "empty_file", None),
    ],
)
def test_what_is_wrong_has_its_line(text: str, code: str, line: int | None) -> None:
    with pytest.raises(FormatError) as caught:
        read_corpus("whatsapp", text.encode(), filename="f.txt")
    assert (caught.value.code, caught.value.line) == (code, line)
    assert "Ana" not in str(caught.value)


@TRIES
@given(LINED)
def test_the_words_of_a_message_are_kept(text: str) -> None:
    [turn] = read(f"12/03/24, 18:05 - Ana: .{text}.\n").turns
    assert turn.text == f".{text}.".replace("\r\n", "\n")
