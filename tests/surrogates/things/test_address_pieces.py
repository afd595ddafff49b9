"""An address keeps its pieces: house number, floor, door, "s/n"; each figure becomes another."""

import re

import pytest

from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import KEYS


@pytest.mark.parametrize(
    ("lang", "street", "shape"),
    [
        ("es", "Plaza del Olivo, s/n, bajo C", r"Plaza .+, s/n, bajo [A-H]"),
        ("es", "calle Nogal, ático", r"calle [^,]+, ático"),
        ("es", "calle Nogal 14 bis, 3º D", r"calle [^,]+ \d\d bis, \dº [A-H]"),
        ("ca", "carrer Nou 9b, 3r 2a", r"carrer .+ \d[a-h], \d[rntè] \da"),
        ("eu", "Iturri kalea 6, 3. ezk", r".+ kalea \d, \d\. ezk"),
        ("de", "Ulmenweg 8 b, 3. OG", r".+ \d [ac-h], \d\. OG"),
        ("de", "Ulmenweg 8c, Hinterhaus", r".+ \d[a-h], Hinterhaus"),
        ("en", "31 Oak Lane, Flat 2C", r"\d\d .+ Lane, Flat \d[A-H]"),
        ("en", "31 Oak Ln Apt 5", r"\d\d .+ Ln Apt \d"),
        ("fr", "5 rue du Puits, 4e étage", r"\d rue .+, \de étage"),
        ("fr", "5 rue du Puits, bât. C", r"\d rue .+, bât\. [A-H]"),
    ],
)
def test_an_address_keeps_its_pieces(lang: str, street: str, shape: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: [{street}:STREET].", lang=lang), key=key)
        (new,) = texts(result)
        assert re.fullmatch(shape, new), new
        figures = zip(re.findall(r"\d+", street), re.findall(r"\d+", new), strict=True)
        assert all(old != now for old, now in figures), new


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: [calle Nogal 14, 3º D:STREET], el [14:STREETNO]. ¿Número [14:NUM]?"),
        ("de", "A: [Ulmenweg 14:STREET], [14:STREETNO], Nummer [14:NUM]"),
        ("en", "A: [14 Oak Lane:STREET], [14:STREETNO], number [14:NUM]"),
    ],
)
def test_a_house_number_is_one_wherever_it_is_said(lang: str, line: str) -> None:
    for key in KEYS:
        street, number, again = texts(run(dialogue(line, lang=lang), key=key))
        assert number == again and re.search(rf"\b{number}\b", street)


def test_a_number_with_bis_alone_is_no_placeholder() -> None:
    line = "A: [calle Nogal 12 bis:STREET], el [12 bis:STREETNO]."
    for key in KEYS:
        result = run(dialogue(line), key=key)
        street, number = texts(result)
        assert street.endswith(number) and number.endswith(" bis") and not codes(result)


@pytest.mark.parametrize(
    ("lang", "code", "town"), [("de", "24937", "Flensburg"), ("fr", "59300", "Valenciennes")]
)
def test_a_code_and_a_town_in_one_address_are_no_street(lang: str, code: str, town: str) -> None:
    lines = f"A: [Marktweg 4:ADDRESS], [{code} {town}:ADDRESS].", f"B: In [{town}:TOWN]?"
    result = run(dialogue(*lines, lang=lang))
    _, whole, alone = texts(result)
    new_code, _, new_town = whole.partition(" ")
    assert new_town == alone and new_code.isdecimal() and new_code != code
    assert not codes(result)
