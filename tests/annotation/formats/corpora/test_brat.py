"""brat standoff: published documents byte for byte, pieces, marks, line ends, and every fault."""

import json
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from annotation.formats import (
    DialogueValue,
    FormatError,
    ReadOptions,
    SpanValue,
    TurnValue,
    iter_files,
    read_corpus,
    render,
    write_corpus,
)
from tests.annotation.formats.edits import edited

SHARED = Path(__file__).parents[4].parent / "shared" / "data"
RAW = SHARED / "raw" / "meddocan-brat"


def written(dialogue: DialogueValue) -> dict[str, bytes]:
    return dict(render("brat", dialogue).named(set()))


def read(text: str, ann: str, name: str = "doc", **more: bytes) -> DialogueValue:
    files = {f"{name}.txt": text.encode(), f"{name}.ann": ann.encode()}
    files |= {f"{name}.{ending}": data for ending, data in more.items()}
    [dialogue] = iter_files("brat", files, ReadOptions(), filename=name)
    return dialogue


def spans(dialogue: DialogueValue) -> list[tuple[int, int, int, str]]:
    return [
        (number, span.start, span.end, span.label)
        for number, turn in enumerate(dialogue.turns)
        for span in turn.spans
    ]


def refused(text: str, ann: str) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(text, ann)
    assert caught.value.file == "doc.ann"
    return caught.value


def test_lines_are_turns_with_offsets_of_their_own() -> None:
    dialogue = read("soy 😀 Ana\nde Irun\n", "T1\tper 6 9\tAna\nT2\tloc 13 17\tIrun\n")
    assert [turn.text for turn in dialogue.turns] == ["soy 😀 Ana", "de Irun"]
    assert spans(dialogue) == [(0, 6, 9, "per"), (1, 3, 7, "loc")]
    assert (dialogue.id, dialogue.turns[0].speaker) == ("doc", "note")


def test_crlf_blank_lines_and_a_missing_last_line_end_come_back() -> None:
    text = "\n\r\nsoy Ana\r\n\r\n\r\nde Irun\n\nfin\u2028ya"
    dialogue = read(text, "T1\tper 7 10\tAna\nT2\tloc 19 23\tIrun\n")
    assert [turn.text for turn in dialogue.turns] == ["soy Ana", "de Irun", "fin\u2028ya"]
    assert spans(dialogue) == [(0, 4, 7, "per"), (1, 3, 7, "loc")]
    files = written(dialogue)
    # Blank lines at the top come back sorted by kind; all others stay in place.
    assert files["doc.txt"].decode() == "\r\n\n" + text[3:]
    assert files["doc.ann"].decode() == "T1\tper 7 10\tAna\nT2\tloc 19 23\tIrun\n"


@pytest.mark.parametrize("at", [4, 5])
def test_a_byte_order_mark_comes_back_with_offsets_that_count_it_or_not(at: int) -> None:
    text, ann = "\ufeffsoy Ana\n", f"T1\tper {at} {at + 3}\tAna\n"
    dialogue = read(text, ann)
    assert dialogue.turns[0].text == "soy Ana"
    assert spans(dialogue) == [(0, 4, 7, "per")]
    assert written(dialogue) == {"doc.txt": text.encode(), "doc.ann": ann.encode()}


def test_a_byte_order_mark_without_surfaces_is_counted_as_brat_does() -> None:
    dialogue = read("\ufeffsoy Ana\n", "T1\tper 5 8\n")
    assert spans(dialogue) == [(0, 4, 7, "per")]


def test_the_byte_order_mark_of_the_labels_comes_back() -> None:
    dialogue = read("soy Ana\n", "\ufeffT1\tper 4 7\tAna\n")
    assert written(dialogue)["doc.ann"] == b"\xef\xbb\xbfT1\tper 4 7\tAna\n"


def test_a_replaced_document_keeps_its_byte_order_mark() -> None:
    dialogue = read("\ufeffsoy Ana y yo\nsí\n", "T1\tper 5 8\tAna\n")
    replaced = edited(dialogue, {0: [(4, 7, "Maite")]})
    files = written(replaced)
    assert files["doc.txt"].decode() == "\ufeffsoy Maite y yo\nsí\n"
    assert files["doc.ann"].decode() == "T1\tper 5 10\tMaite\n"


def test_pieces_are_joined_over_blanks_and_kept_apart_else() -> None:
    ann = "T1\tper 0 3;4 9\tAna Olabe\nT2\tper 10 13;16 19\tEva Gil\n"
    dialogue = read("Ana Olabe Eva y Gil\n", ann)
    assert spans(dialogue) == [(0, 0, 9, "per"), (0, 10, 13, "per"), (0, 16, 19, "per")]
    dialogue = read("Ana\nOlabe\n", "T1\tper 0 3;4 9\tAna Olabe\n")
    assert spans(dialogue) == [(0, 0, 3, "per"), (1, 0, 5, "per")]


def test_other_annotations_are_counted() -> None:
    other = "R1\trel Arg1:T1 Arg2:T1\nA1\tNeg T1\n#1\tAnnotatorNotes T1\tno sé\n*\tEq T1 T1\n"
    ann = "T1\tper 0 3\tAna\n" + other
    assert read("Ana\n", ann).extra == {"brat_ignored": 4}


def test_labels_with_blanks_and_speakers_and_ids_come_back() -> None:
    turns = (
        TurnValue("agente", "soy Ana", (SpanValue(4, 7, "female name"),)),
        TurnValue("", "ya"),
    )
    dialogue = DialogueValue("calls/2024: 1", "es", turns)
    files = written(dialogue)
    assert sorted(files) == [
        f"calls%2F2024%3A 1{ending}" for ending in (".ann", ".speakers", ".txt")
    ]
    assert b"T1\tfemale_name 4 7\tAna\n#1\tAnnotatorNotes T1\tfemale name\n" in files.values()
    [back] = iter_files("brat", files, ReadOptions(), filename="x")
    assert (back.id, back.turns) == (dialogue.id, dialogue.turns)


def test_faults_name_the_line_and_not_the_text() -> None:
    cases = {
        "T1\tper 0 3\tAna\nT2\tper 0 99\tx\n": ("span_range", 2),
        "T1\tper 3 3\t\n": ("span_range", 1),
        "T1\tper 0 3\tAna\n\nT2\tper 1 5\tna O\n": ("span_overlap", 3),
        "T1\tper 0 3\tEva\n": ("surface_mismatch", 1),
        "T1\tper 0 12\tAna Olabe de\n": ("span_range", 1),
        "hola\n": ("brat_line", 1),
        "T1 per 0 3 Ana\n": ("brat_line", 1),
        "T1\tper 0 3\tAna\nT1\tper 4 9\tOlabe\n": ("brat_line", 2),
        "T1\tper -1 3\tAna\n": ("brat_line", 1),
    }
    for ann, expected in cases.items():
        error = refused("Ana Olabe\nde Irun\n", ann)
        assert (error.code, error.line) == expected
        assert "Olabe" not in str(error)


def test_half_a_pair() -> None:
    for name in ("a.txt", "a.ann"):
        with pytest.raises(FormatError) as caught:
            read_corpus("brat", b"T1\tper 0 3\tAna\n", filename=name)
        assert caught.value.code == "missing_pair"


def test_line_ends_inside_a_turn_become_spaces_one_for_one() -> None:
    turn = TurnValue("note", "a\nb\r", (SpanValue(2, 3, "x"),))
    files = written(DialogueValue("d", "es", (turn, TurnValue("note", "c"))))
    assert files == {"d.txt": b"a b \nc\n", "d.ann": b"T1\tx 2 3\tb\n"}


def marked(ann: bytes) -> set[str]:
    """The annotations without their ids."""
    rows = ann.decode().split("\n")
    return {row.split("\t", 1)[1] for row in rows if row.startswith("T")}


@pytest.mark.skipif(not RAW.exists(), reason="the shared corpora are not on this machine")
def test_published_documents_come_back_byte_for_byte() -> None:
    files = {path.name: path.read_bytes() for path in sorted(RAW.iterdir())}
    dialogues = list(iter_files("brat", files, ReadOptions(), filename="meddocan"))
    assert len(dialogues) == 20
    assert sum(len(turn.spans) for each in dialogues for turn in each.turns) == 452
    assert sum(files[name].startswith(b"\xef\xbb\xbf") for name in files) == 7
    for name, data in (file for each in dialogues for file in written(each).items()):
        if name.endswith(".txt"):
            assert data == files[name]
        else:  # the same labels at the same places; ids are numbered anew, in reading order
            assert marked(data) == marked(files[name]), name
    out = BytesIO()
    write_corpus("brat", dialogues, out)
    again = read_corpus("auto", out.getvalue(), filename="x.zip")
    assert [(d.id, d.turns) for d in again] == [(d.id, d.turns) for d in dialogues]
    with zipfile.ZipFile(out) as archive:
        assert len(archive.namelist()) == 40
    assert json.dumps(dialogues[0].extra) == "{}"
