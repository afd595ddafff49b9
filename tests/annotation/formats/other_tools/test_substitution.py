"""A text beside its replaced version: what was replaced, by words, marks or placeholders."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats.errors import FormatError
from annotation.formats.other_tools.label_names import label_for, read_names, rename_labels
from annotation.formats.other_tools.placeholders import find_placeholders, is_placeholder
from annotation.formats.other_tools.substitution import Swap, Unalignable, align
from annotation.formats.other_tools.versions import (
    REPLACED,
    pair_dialogues,
    spans_of_placeholders,
    split_replaced,
)
from annotation.formats.types import DialogueValue, SpanValue, TurnValue
from tests.annotation.formats.edits import apply_edits

SECRET = "Etxeberri"


def found(original: str, replaced: str, **marks: Any) -> list[tuple[str, str, str]]:
    swaps = align(original, replaced, **marks)
    return [(original[s.start : s.end], replaced[s.new_start : s.new_end], s.label) for s in swaps]


@pytest.mark.parametrize(
    ("original", "replaced", "expected"),
    [
        ("Sin nada", "Sin nada", []),
        ("Soy Ana.", "Soy Eva.", [("Ana", "Eva", "")]),
        ("Soy Ana López, de Bilbao", "Soy Eva Ruiz, de León",
         [("Ana López", "Eva Ruiz", ""), ("Bilbao", "León", "")]),
        ("Ana, Luis", "Eva, Juan", [("Ana", "Eva", ""), ("Luis", "Juan", "")]),
        ("Soy Ana", "Soy Ana María", [("Ana", "Ana María", "")]),
        ("Ana llama", "La Ana llama", [("Ana", "La Ana", "")]),
        ("Soy Ana, adiós", "Soy , adiós", [("Ana", "", "")]),
        # A part of a time, a number, an address or a double name is all of it.
        ("a las 18:30, o a.b@c.es", "a las 16:30, o x.y@z.es",
         [("18:30", "16:30", ""), ("a.b@c.es", "x.y@z.es", "")]),
        ("el 12/03/20 de Kohl-Ulm", "el 14/05/20 de Behr-Ulm",
         [("12/03/20", "14/05/20", ""), ("Kohl-Ulm", "Behr-Ulm", "")]),
        ("l'Ana d'Anna", "l'Eva d'Anna", [("Ana", "Eva", "")]),
        ("😀 soy Ana 😀", "😀 soy Eva 😀", [("Ana", "Eva", "")]),
        # Blanks, cases and signs are the tool's own changes, and no items.
        ("Hola,  soy Ana", "hola soy Eva", [("Ana", "Eva", "")]),
        ("Soy Ana_1 de Bilbao", "Soy [PER_1] de <LOC>",
         [("Ana_1", "[PER_1]", "PER"), ("Bilbao", "<LOC>", "LOC")]),
        ("Ana y Luis", "[PER] y Juan", [("Ana", "[PER]", "PER"), ("Luis", "Juan", "")]),
        ("el 12/03/2020 vino", "el XX/XX/XXXX vino", [("12/03/2020", "XX/XX/XXXX", "")]),
        ("soy Ana María López y", "soy {{NAME}} y", [("Ana María López", "{{NAME}}", "NAME")]),
        # What looks like a placeholder in the original is none.
        ("<ONO> de Ana", "<ONO> de [PER]", [("Ana", "[PER]", "PER")]),
    ],
)  # fmt: skip
def test_what_was_replaced(
    original: str, replaced: str, expected: list[tuple[str, str, str]]
) -> None:
    assert found(original, replaced) == expected


def test_marks_on_either_side_say_where_and_what() -> None:
    plain, new = "calle de la Rosa 3, Ana", "plaza de la Luna 9, Eva"
    marks = (SpanValue(0, 18, "street"), SpanValue(20, 23, "name"))
    items = [("calle de la Rosa 3", "plaza de la Luna 9", "street"), ("Ana", "Eva", "name")]
    assert found(plain, new, before=marks) == items
    assert found(plain, new, after=marks) == items


@pytest.mark.parametrize("text", ["1" * 20_000, "a" * 20_000, "[A" * 10_000, "X" * 20_000])
def test_a_giant_turn_costs_no_more_than_a_moment(text: str) -> None:
    begun = time.process_time()
    align(text + " Ana", text + " Eva")
    assert time.process_time() - begun < 5


def test_words_out_of_nothing_cannot_be_aligned() -> None:
    with pytest.raises(Unalignable):
        align("", "Ana")
    with pytest.raises(Unalignable):
        align("a b " * 2_000, "c a d " * 2_000)


PLAIN = st.lists(st.sampled_from(["hola", "de", "la", "es", "sí", "😀x"]), min_size=1, max_size=4)
ITEM = st.lists(
    st.sampled_from(["Ana", "Bilbao", "É\u0301va", "siete", "𝔄𝔫𝔞"]), min_size=1, max_size=3
)
NEW = st.lists(st.sampled_from(["Eva", "León", "Mireia", "dos", "𝔅"]), min_size=1, max_size=3)
SHOWN = st.one_of(NEW.map(" ".join), st.sampled_from(["[PER]", "<LOC_2>", "XXXX", "***"]))


@given(PLAIN, st.lists(st.tuples(ITEM, SHOWN, PLAIN), max_size=6))
def test_replaced_stretches_come_back(
    first: list[str], parts: list[tuple[list[str], str, list[str]]]
) -> None:
    original = replaced = " ".join(first)
    made = []
    for item, shown, plain in parts:
        said, rest = " ".join(item), " ".join(plain)
        made.append(
            (len(original) + 1, len(original) + 1 + len(said),
             len(replaced) + 1, len(replaced) + 1 + len(shown))
        )  # fmt: skip
        original, replaced = f"{original} {said} {rest}", f"{replaced} {shown} {rest}"
    swaps = align(original, replaced)
    assert [(s.start, s.end, s.new_start, s.new_end) for s in swaps] == made


@given(st.text("ab AB.,😀[X]<>", max_size=30), st.text("ab AB.,😀[X]<>", max_size=30))
def test_any_two_texts_give_ordered_stretches_that_make_the_new_text(one: str, other: str) -> None:
    try:
        swaps = align(one, other)
    except Unalignable:
        return
    edits = [(s.start, s.end, other[s.new_start : s.new_end]) for s in swaps]
    made = apply_edits(one, edits)  # raises unless sorted, apart and inside

    def letters(text: str) -> str:
        return "".join(filter(str.isalnum, text)).casefold()

    assert letters(made) == letters(other)


def test_placeholders_say_what_they_hide_or_nothing() -> None:
    text = "[risas] [LOC_2] [**Name 12**] <redacted> {{email}} X. XXX-XX XX *** [Persona 1] __"
    said = [(text[p.start : p.end], p.name) for p in find_placeholders(text, ["persona"])]
    assert said == [
        ("[LOC_2]", "LOC"),
        ("[**Name 12**]", "Name"),
        ("<redacted>", ""),
        ("{{email}}", "email"),
        ("XXX-XX", ""),
        ("***", ""),
        ("[Persona 1]", "Persona"),
    ]
    assert is_placeholder("[LOC]") and is_placeholder("[Loc]", ["loc"])
    assert not is_placeholder("[Loc]") and not is_placeholder("a [LOC]") and not is_placeholder("")


def test_label_names_are_equal_up_to_writing_or_as_said() -> None:
    known = ["female name", "place", "number I", "number II"]
    given = read_names("PER = female name\n# no\n\nrisas = -\n", file="m", known=known)
    assert label_for("FEMALE_NAME_2", known, {}) == "female name"
    assert label_for("per", known, given) == "female name"
    assert label_for("RISAS", known, given) == "-"
    assert label_for("NUMBER", known, {}) is None
    assert label_for("", known, given) is None
    assert label_for("", known, {"*": "place"}) == "place"


@pytest.mark.parametrize("text", ["PER", "= place", "PER =", "a = place\na = place", "a = Ort"])
def test_a_label_map_that_cannot_be_read(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_names(text, file="m", known=["place"])
    assert (caught.value.code, caught.value.file) == ("label_map", "m")
    assert caught.value.line == text.count("\n") + 1


def dialogue(*texts: str, name: str = "a", spans: tuple[SpanValue, ...] = ()) -> DialogueValue:
    turns = [TurnValue("x", text) for text in texts]
    if spans:
        turns[0] = TurnValue("x", texts[0], spans)
    return DialogueValue(name, "es", tuple(turns), line=7)


def pair(one: DialogueValue, *others: DialogueValue) -> list[DialogueValue]:
    by_id = {each.id: each for each in others}
    return pair_dialogues([one], by_id, file="o.jsonl", other_file="r.jsonl")


LONG = " ".join(f"palabra{n}" for n in range(24))
REST = " ".join(f"otra{n}" for n in range(24))


@pytest.mark.parametrize(
    ("other", "code", "file"),
    [
        (dialogue("x", name="b"), "replaced_missing", "o.jsonl"),
        (dialogue("x", "y"), "replaced_turns", "r.jsonl"),
        (dialogue(f"{REST} {SECRET}"), "replaced_other_text", "r.jsonl"),
    ],
)
def test_versions_that_do_not_belong_together(other: DialogueValue, code: str, file: str) -> None:
    with pytest.raises(FormatError) as caught:
        pair(dialogue(f"{LONG} {SECRET}"), other)
    assert (caught.value.code, caught.value.file, caught.value.line) == (code, file, 7)
    assert SECRET not in str(caught.value)


def test_turns_in_another_order_are_another_text() -> None:
    said = [f"frase número {n} con cosas{n} propias{n} suyas{n} y más{n}" for n in range(8)]
    with pytest.raises(FormatError) as caught:
        pair(dialogue(*said), dialogue(*said[1:], said[0]))
    assert caught.value.code == "replaced_other_text"


def test_a_dictated_number_may_be_a_whole_turn() -> None:
    said = "es el seis uno dos tres cuatro cinco seis siete ocho"
    new = "es el seis nueve nueve cero uno uno dos dos tres"
    (one,) = pair(dialogue(said), dialogue(new))
    assert one.turns[0].spans


def test_an_address_may_be_most_of_a_long_turn() -> None:
    said = "Para: " + " ".join(f"calle{n}" for n in range(19)) + " correo postal"
    new = "Para: " + " ".join(f"plaza{n}" for n in range(19)) + " correo postal"
    (one,) = pair(dialogue(said, LONG), dialogue(new, LONG))
    assert len(one.turns[0].spans) == 1
    (one,) = pair(dialogue(LONG), dialogue("[REDACTED]"))
    assert one.turns[0].spans[0].extra == {REPLACED: "[REDACTED]"}


def test_both_texts_in_one_file() -> None:
    turn = TurnValue("x", "Soy Ana", extra={REPLACED: "Soy Eva", "note": 1})
    (one,) = split_replaced([DialogueValue("a", "es", (turn, TurnValue("y", "Hola")))], file="f")
    assert one.turns[0].spans == (SpanValue(4, 7, "", None, {REPLACED: "Eva"}),)
    assert one.turns[0].extra == {"note": 1}
    assert one.turns[1].spans == ()
    for bad in ({}, {REPLACED: 3}):
        one = DialogueValue("a", "es", (TurnValue("x", "Ana", extra=bad),))
        with pytest.raises(FormatError):
            list(split_replaced([one], file="f"))


def test_placeholders_become_spans_and_marks_stay() -> None:
    marked = dialogue("[A_1] y XXX", spans=(SpanValue(0, 5, "place"),))
    (one,) = spans_of_placeholders([marked])
    assert [(s.start, s.end, s.label) for s in one.turns[0].spans] == [(0, 5, "place"), (8, 11, "")]
    with pytest.raises(FormatError) as caught:
        list(rename_labels([one], ["place"], {}, file="f.jsonl"))
    assert str(caught.value).startswith("f.jsonl:7: turn 1: nothing says what was replaced")
    (left,) = rename_labels([one], ["place"], {"*": "-"}, file="f")
    assert [s.label for s in left.turns[0].spans] == ["place"]


def test_a_swap_keeps_the_score_of_its_mark() -> None:
    (swap,) = align("Soy Ana", "Soy Eva", before=[SpanValue(4, 7, "name", 0.5)])
    assert swap == Swap(4, 7, 4, 7, "name", 0.5, sure=True)
