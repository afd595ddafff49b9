"""CoNLL: schemes told by what the file holds, faults with their line, columns that come back."""

import io
from dataclasses import replace

import pytest

from annotation.formats import (
    DialogueValue,
    FormatError,
    ReadOptions,
    SpanValue,
    TurnValue,
    iter_corpus,
    read_corpus,
    write_corpus,
)


def read(text: str) -> list[DialogueValue]:
    return read_corpus("conll", text.encode(), filename="f.conll")


def items(text: str) -> list[tuple[str, str]]:
    turns = [turn for dialogue in read(text) for turn in dialogue.turns]
    return [(t.text[s.start : s.end], s.label) for t in turns for s in t.spans]


def write(some: list[DialogueValue]) -> str:
    out = io.BytesIO()
    write_corpus("conll", some, out)
    return out.getvalue().decode()


def test_iob1_begins_items_with_i() -> None:
    """B- stands only where an item follows one of its own label."""
    text = "Ana I-per\nOlabe I-per\nEva B-per\nIrun I-loc\ny O\n\nAna I-per\n"
    assert items(text) == [
        ("Ana Olabe", "per"), ("Eva", "per"), ("Irun", "loc"), ("Ana", "per"),
    ]  # fmt: skip
    tags = [row.split()[-1] for row in write(read(text)).splitlines() if row and row[0] != "#"]
    assert tags == ["B-per", "I-per", "B-per", "B-loc", "O", "B-per"]


def test_iob2() -> None:
    assert items("Ana B-per\nEva B-per\nOlabe I-per\nIrun B-loc\n") == [
        ("Ana", "per"), ("Eva Olabe", "per"), ("Irun", "loc"),
    ]  # fmt: skip


@pytest.mark.parametrize(("last", "single"), [("E", "S"), ("L", "U")])
def test_bioes_and_bilou(last: str, single: str) -> None:
    text = f"Ana\tB-per\nde\tI-per\nIrun\t{last}-per\nEva\t{single}-per\n"
    assert items(text) == [("Ana de Irun", "per"), ("Eva", "per")]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("Ana B-per\ny O\nEva I-per\n", 3, "nothing began"),
        ("Ana B-per\nIrun I-loc\n", 2, "nothing began"),
        ("Ana S-per\nOlabe I-per\n", 2, "nothing began"),
        ("Ana S-per\ny O\nOlabe E-per\n", 3, "nothing began"),
        ("Ana B-per\ny O\nEva S-per\n", 1, "no end"),
        ("Ana S-per\n\nEva B-per\n\n", 3, "no end"),
        ("Ana NN B-per\n\nEva B-per\n", 3, "2 columns"),
        ("Ana B-per\nOlabe\n", 2, "1 columns"),
        ("Ana\tB-per\n\tO\n", 2, "2 columns"),
        ("Ana B-per\nOlabe per\n", 2, "no tag"),
        ("Ana B-per\nOlabe M-per\n", 2, "no tag"),
        ("Ana B-per\nOlabe o\n", 2, "no tag"),
    ],
)
def test_faults_name_the_line_and_no_word(text: str, line: int, said: str) -> None:
    with pytest.raises(FormatError, match=said) as caught:
        read(text)
    assert (caught.value.code, caught.value.line) == ("conll_line", line)
    assert "Ana" not in str(caught.value) and "Olabe" not in str(caught.value)
    assert caught.value.expected


def test_remarks_say_ids_speakers_and_language() -> None:
    text = (
        "# id = call-1\n# lang = en\n# speaker = agent\nHi O\n\n"
        "# sent_id = 7\n# speaker = client\n# O\nAna B-per\n\n# id = call-2\nBye O\n\n"
    )
    one, two = read(text)
    assert (one.id, one.lang, two.id, two.lang) == ("call-1", "en", "call-2", "es")
    assert [(turn.speaker, turn.text) for turn in one.turns] == [
        ("agent", "Hi"), ("client", "# Ana"),
    ]  # fmt: skip
    again = write([one, two])
    assert "# sent_id = 7\n# speaker = client\n# O\n" in again
    assert read(again) == [replace(one, line=1), replace(two, line=two.line)]


def test_a_file_without_marks_is_cut_where_a_dialogue_may_have_no_more_turns() -> None:
    text = "".join(f"Ana{n} B-per\n\n" for n in range(5))
    options = ReadOptions(max_turns=2)
    some = list(iter_corpus("conll", text.encode(), options, filename="train.conll"))
    assert [(d.id, len(d.turns)) for d in some] == [
        ("train-001", 2), ("train-002", 2), ("train-003", 1),
    ]  # fmt: skip
    marked = b"-DOCSTART- O\n\n" + text.encode()
    with pytest.raises(FormatError) as caught:
        list(iter_corpus("conll", marked, options, filename="train.conll"))
    assert caught.value.code == "too_many_turns"


def test_columns_come_back_while_words_are_cut_as_they_were() -> None:
    text = "-DOCSTART- -X- O\n\nAna-María NN B-per\n10.000 CD O\n\n"
    [dialogue] = read(text)
    assert write([dialogue]) == text
    turn = dialogue.turns[0]
    inside = replace(turn, spans=(SpanValue(0, 3, "per"),))
    other = write([replace(dialogue, turns=(inside,))])
    assert "NN" not in other and "Ana B-per\n- O\n" in other


def test_labels_with_blanks_stand_in_a_remark() -> None:
    spans = (SpanValue(0, 3, "female name"), SpanValue(4, 9, "female_name"))
    written = write([DialogueValue("d", "es", (TurnValue("", "Ana Olabe", spans),))])
    assert "# label female_name_ = female name\n" in written
    assert read(written)[0].turns[0].spans == spans


def test_blanks_that_are_no_ascii_belong_to_the_word() -> None:
    [dialogue] = read("10\u00a0000 B-num\neuros\u2028 O\n")
    assert dialogue.turns[0].text == "10\u00a0000 euros\u2028"
