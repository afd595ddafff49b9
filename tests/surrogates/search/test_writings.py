"""Writings of what another dialogue labels: glued, in pieces, in capitals, with another type."""

import time

import pytest

from surrogates import pseudonymise
from surrogates.search.corpus import find_known, shows_known
from tests.surrogates.dialogues import KEY, dialogue
from tests.surrogates.search.test_corpus import known, said


@pytest.mark.parametrize(
    ("labelled", "unlabelled", "found"),
    [
        ("[Sarrionandia:FAM]", "a amaiursarrionandia@telco.eus", "amaiursarrionandia"),
        ("[Elizegi:FAM]", "a nelizegi@telco.eus", "nelizegi"),
        ("[Murgiondo:FAM]", "con #IzarbeMurgiondo", "IzarbeMurgiondo"),
        ("[Garbiñe:PER]", "el usuario garbine82", "garbine82"),
        ("[Madariaga:FAM]", "la clave Madariaga1975", "Madariaga1975"),
        ("[Goikoetxea:FAM]", "el fichero partegoikoetxea.pdf", "partegoikoetxea"),
    ],
)
def test_a_name_glued_into_something_made(labelled: str, unlabelled: str, found: str) -> None:
    """In another dialogue and in its own."""
    one, other = dialogue(f"A: Soy {labelled}", id="a"), dialogue(f"B: Pues {unlabelled}", id="b")
    label = labelled[1:-1].split(":")[1]
    assert said(one, other) == [(found, label, True)]
    both = dialogue(f"A: Soy {labelled}", f"B: Pues {unlabelled}", id="c")
    assert pseudonymise(both, strategy="typed", key=KEY).held


def test_plain_words_are_not_taken_apart() -> None:
    one = dialogue("A: Soy [Marin:FAM]", "B: y [Campos:FAM]", id="a")
    for text in ("el submarino", "#campos", "los campos2", "submarinos y buques"):
        assert said(one, dialogue(f"B: Pues {text}", id="b")) == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [("featherstonehaugh77", True), ("anaFeatherstonehaugh", True), ("feather77", False)],
)
def test_glued_names_beside_the_turns(text: str, shown: bool) -> None:
    found = known(dialogue("A: [Featherstonehaugh:FAM]"))
    assert shows_known(found, ["caller", text], "en") is shown


@pytest.mark.parametrize(
    "written",
    [
        "612.345.678", "612, 345, 678", "612... 345... 678", "(612) 345-678", "612 / 34 / 56 / 78",
        "seis uno dos, eh, tres cuatro cinco, pues seis siete ocho",
        "seis uno dos y tres cuatro cinco y seis siete ocho", "６１２ ３４５ ６７８", "𝟞𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠",
    ],
)  # fmt: skip
def test_pieces_of_one_number(written: str) -> None:
    one = dialogue("A: El [612 345 678:PHONE]", id="a")
    assert [hit[2] for hit in said(one, dialogue(f"B: Es {written}", id="b"))] == [True]


def test_a_number_said_with_double_digits() -> None:
    one = dialogue("A: El [611 223 334:PHONE]", id="a")
    other = dialogue("B: seis doble uno doble dos triple tres cuatro", id="b")
    assert [hit[2] for hit in said(one, other)] == [True]


def test_a_number_after_another_one() -> None:
    one = dialogue("A: En [48170:ZIP]", id="a")
    assert said(one, dialogue("B: Mayor 5, 48170", id="b")) == [("48170", "ZIP", True)]


def test_the_end_of_a_long_number() -> None:
    """Six digits are no chance, five may be; four only in the dialogue that labels the number."""
    one = dialogue("A: El [612 345 678:PHONE]", id="a")
    for text, sure in (("345678", [True]), ("45678", [False]), ("5678", [])):
        other = dialogue(f"B: El que acaba en {text}", id="b")
        assert [hit[2] for hit in said(one, other)] == sure
        own = dialogue("A: El [612 345 678:PHONE]", f"B: El que acaba en {text}", id="c")
        assert pseudonymise(own, strategy="typed", key=KEY).held
    year = dialogue("A: El [612 341 998:PHONE]", "B: En 1998, de ocho mil a 99 8", id="d")
    assert not pseudonymise(year, strategy="typed", key=KEY).held


@pytest.mark.parametrize(
    ("labelled", "unlabelled", "found"),
    [
        ("calle Zumalakarregi 14", "c/ Zumalakarregi 14", ["Zumalakarregi 14"]),
        ("calle Zumalakarregi 14", "en Zumalakarregi 14", ["Zumalakarregi 14"]),
        ("C/ Zumalakarregi, 14, 2 B", "calle de Zumalakarregi", ["Zumalakarregi"]),
        ("Zumalakarregi 14", "avda. Zumalakarregi", ["Zumalakarregi"]),
        ("calle Zumalakarregi 14", "el museo Zumalakarregi", []),
        ("calle Mayor 14", "la sobrina mayor", []),
    ],
)
def test_a_street_with_another_type(labelled: str, unlabelled: str, found: list[str]) -> None:
    one = dialogue(f"A: Vive en [{labelled}:STREET]", id="a")
    assert [hit[0] for hit in said(one, dialogue(f"B: Pues {unlabelled}", id="b"))] == found


def test_a_street_hides_no_name() -> None:
    ones = dialogue("A: en [calle Zuriñe Arrizabalaga 3:STREET]", "B: soy [Zuriñe:PER]", id="a")
    other = dialogue("B: Llamó Zuriñe Arrizabalaga", id="b")
    assert said(ones, other) == [("Zuriñe", "PER", True)]
    assert not shows_known(known(dialogue("A: [calle Granadilla 3:STREET]")), ["Granadilla"], "es")


@pytest.mark.parametrize("written", ["O'Donoghue", "O´Donoghue", "ODonoghue", "O’Donoghue"])
def test_apostrophes_in_either_direction(written: str) -> None:
    for labelled in ("Odonoghue", "O´Donoghue"):
        one = dialogue(f"A: Soy [{labelled}:FAM]", id="a")
        assert said(one, dialogue(f"B: Con {written}", id="b")) == [(written, "FAM", True)]
        both = dialogue(f"A: Soy [{labelled}:FAM]", f"B: Con {written}", id="c")
        assert pseudonymise(both, strategy="typed", key=KEY).held


@pytest.mark.parametrize("written", ["Ｏｙａｒｚａｂａｌ", "𝐎𝐲𝐚𝐫𝐳𝐚𝐛𝐚𝐥", "𝓞𝔂𝓪𝓻𝔃𝓪𝓫𝓪𝓵"])
def test_letters_that_are_drawn_in_another_style(written: str) -> None:
    one = dialogue("A: Soy [Oyarzabal:FAM]", id="a")
    assert said(one, dialogue(f"B: Con {written}", id="b")) == [(written, "FAM", True)]
    both = dialogue("A: Soy [Oyarzabal:FAM]", f"B: Con {written}", id="c")
    assert pseudonymise(both, strategy="typed", key=KEY).held


def test_given_names_are_found_inflected_in_lower_case() -> None:
    one = dialogue("A: Ni [Mikel:PER] naiz eta [Mendi:FAM]", id="a", lang="eu")
    other = dialogue("B: Hori mikelen etxea da, mendian", id="b", lang="eu")
    assert said(one, other) == [("mikelen", "PER", True)]


@pytest.mark.parametrize("written", ["doble erre", "erre, erre"])
def test_a_spelling_within_other_letters(written: str) -> None:
    one = dialogue("A: Soy [Carrasco:FAM]", id="a")
    other = dialogue(f"B: A ver, e, se escribe ce, a, {written}, a, ese, ce, o, y e", id="b")
    assert [hit[2] for hit in said(one, other)] == [True]


def test_names_of_two_letters_where_a_capital_tells() -> None:
    one = dialogue("A: Soy la señora [Wu:FAM]", id="a")
    assert said(one, dialogue("B: Le llamó Wu ayer", id="b")) == [("Wu", "FAM", True)]
    assert said(one, dialogue("B: hizo wu el perro", id="c")) == []


def test_capitals_tell_nothing_where_all_is_in_capitals() -> None:
    one = dialogue("A: La doctora [Nerea:PER]", id="a")
    cased = "A: Buenos días"
    other = dialogue(cased, "B: LE DIJO NEREA QUE SÍ", id="b")
    assert said(one, other) == [("NEREA", "PER", True)]
    assert said(one, dialogue(cased, "B: El NEREA sale positivo", id="c")) == [
        ("NEREA", "PER", False)
    ]


def test_a_word_of_the_form_is_no_name() -> None:
    """A word with which lines begin everywhere, and one dialogue labels it."""
    one = dialogue("A: El doctor [Motivo:FAM]", id="a")
    forms = [dialogue(f"A: Motivo: {n}. Nada, de verdad", id=f"f{n}") for n in range(60)]
    found = known(one, *forms)
    assert find_known(found, forms[0]) == []
    other = dialogue("B: Me atendió Motivo ayer", id="b")
    assert [hit.sure for hit in find_known(found, other)] == [True]
    more = [dialogue(f"B: Me atendió Motivo ayer, {n}", id=f"g{n}") for n in range(3)]
    assert [hit.sure for hit in find_known(known(one, *forms, *more), forms[0])] == [True]


@pytest.mark.parametrize(
    ("labelled", "text", "sure"),
    [
        ("[Mercedes:PER]", "Tengo un Mercedes viejo", [False]),
        ("[Real:FAM]", "Es del Real Madrid", [False]),
        ("[Mercedes:PER]", "Hablé con Mercedes ayer", [True]),
        ("[Mercedes:PER]", "Hablé con Mercedes Arrizabalaga", [True]),
        ("[Casado:FAM]", "Estoy casado y con hijos", []),
        ("[Guerra:FAM]", "Antes de la guerra", []),
        ("[Castillo:FAM]", "Junto al castillo", []),
    ],
)
def test_common_words_with_a_capital(labelled: str, text: str, sure: list[bool]) -> None:
    one = dialogue(f"A: Soy {labelled}", id="a")
    assert [hit[2] for hit in said(one, dialogue(f"B: {text}", id="b"))] == sure


def test_a_common_word_that_labels_usually_hold_is_a_name_without_capitals() -> None:
    ones = [dialogue(f"A: soy [paz:PER] {n}", id=f"a{n}") for n in range(3)]
    other = dialogue("B: hola paz", id="b")
    assert [hit.sure for hit in find_known(known(*ones, other), other)] == [True]
    assert [hit.sure for hit in find_known(known(ones[0], other), other)] == [False]


def test_words_of_an_own_address_are_no_labels_of_names() -> None:
    """The name beside the address is searched for, too."""
    one = dialogue("A: soy [arunav:name]", id="a", lang="en")
    other = dialogue("B: [arunav 12 gmailcom:email], arunav here", id="b", lang="en")
    assert said(one, other) == [("arunav", "name", True)]


@pytest.mark.parametrize(
    ("labelled", "written"),
    [("Sanmartín", "San Martín"), ("San Martín", "Sanmartín"), ("sanmartín", "san martín")],
)
def test_saints_apart_or_together(labelled: str, written: str) -> None:
    one = dialogue(f"A: Soy [{labelled}:FAM]", id="a")
    assert [hit[2] for hit in said(one, dialogue(f"B: Con {written} ayer", id="b"))] == [True]
    both = dialogue(f"A: Soy [{labelled}:FAM]", f"B: Con {written} ayer", id="c")
    assert pseudonymise(both, strategy="typed", key=KEY).held


def test_a_plain_word_under_the_label_of_a_code_is_no_code() -> None:
    one = dialogue("A: transfer to [transit:account_number]", id="a", lang="en")
    others = [dialogue("B: my transit please", id=f"b{n}", lang="en") for n in range(60)]
    assert find_known(known(one, *others), others[0]) == []
    assert [h.sure for h in find_known(known(one, *others[:20]), others[0])] == [False]
    assert [h.sure for h in find_known(known(one, *others[:2]), others[0])] == [True]


def test_long_turns_cost_what_they_are_long() -> None:
    one = dialogue("A: soy [Mercedes:PER] [Zaratustrio:FAM], [calle Rosas 3:STREET]", id="a")
    found = known(one)
    for piece in ("Paz Mercedes Rosas ", "a b c ", "abcdef", "5 1 2, ", "MERCEDES ROSAS "):
        other = dialogue(f"B: x@{piece * 3000} fin", id="b")
        started = time.process_time()
        find_known(found, other)
        assert time.process_time() - started < 5
