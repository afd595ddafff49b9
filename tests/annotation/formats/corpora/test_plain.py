"""Plain text: who is a speaker, what continues a turn, where a dialogue ends."""

from io import BytesIO

import pytest

from annotation.formats import DialogueValue, TurnValue, read_corpus, write_corpus


def read(text: str, filename: str = "calls.txt") -> list[DialogueValue]:
    return read_corpus("plain", text.encode(), filename=filename)


def said(text: str) -> list[tuple[str, str]]:
    [dialogue] = read(text)
    return [(turn.speaker, turn.text) for turn in dialogue.turns]


def test_speakers_and_what_they_say() -> None:
    text = "Agente 2: buenos días\nCliente:\thola: soy Ana\nMª José (hija) : sí\nSPK_1:\n"
    assert said(text) == [
        ("Agente 2", "buenos días"),
        ("Cliente", "hola: soy Ana"),
        ("Mª José (hija)", "sí"),
        ("SPK_1", ""),
    ]


def test_a_line_without_a_speaker_goes_on() -> None:
    assert said("intro\nA: uno\n  dos\nBueno, mire: tres\nB: x") == [
        ("", "intro"),
        ("A", "uno dos Bueno, mire: tres"),
        ("B", "x"),
    ]


def test_where_nobody_is_named_each_line_is_a_turn() -> None:
    assert said("Datos.\n  a las 10:30\nhttp://x.y\n") == [
        ("", "Datos."),
        ("", "  a las 10:30"),
        ("", "http://x.y"),
    ]


def test_blank_lines_part_dialogues_and_names_are_taken() -> None:
    dialogues = read("\nA: uno\n\n \n# dialogue call 7\nB: dos\n# dialogue x\n")
    assert [each.id for each in dialogues] == ["calls-001", "call 7"]
    assert [each.line for each in dialogues] == [2, 5]
    assert dialogues[1].turns[0].text == "dos # dialogue x"
    assert [each.id for each in read("A: uno", "a/b/call.v2.txt")] == ["call.v2"]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_line_ends(ending: str) -> None:
    text = ending.join(["A: a\u0085b\rc", "B:  d ", ""])
    assert said(text) == [("A", "a\u0085b\rc"), ("B", " d ")]


def test_what_is_written_is_read_again() -> None:
    turns = (TurnValue("Ana: (1)!", "a\nb: c"), TurnValue("", "Z: x"), TurnValue("a b", ""))
    out = BytesIO()
    write_corpus("plain", [DialogueValue("d 1", "es", turns), DialogueValue("e", "es", turns)], out)
    back = read(out.getvalue().decode())
    assert [each.id for each in back] == ["d 1", "e"]
    assert [(turn.speaker, turn.text) for turn in back[0].turns] == [
        ("Ana- (1)-", "a b: c"),
        ("", "Z: x"),
        ("a b", ""),
    ]
