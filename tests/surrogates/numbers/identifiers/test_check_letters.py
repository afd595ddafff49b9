"""The check letter of a DNI or NIE that is said outside the span of its number."""

import pytest
from stdnum.es import dni, nie

from tests.effort import tries
from tests.surrogates.checkers import digits
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 11]) for i in range(tries(3, 8))]
SAID = [
    ["A: Mi DNI es [12345678:ID], letra zeta."],
    ["A: Mi DNI es [12345678:ID], con zeta de Zamora."],
    ["A: Mi DNI es el [12345678:ID] Z"],
    ["A: Mi DNI es [12345678:ID].", "B: ¿Y la letra?", "A: La zeta."],
    ["A: [doce treinta y cuatro:ID] [cincuenta y seis setenta y ocho:ID], la zeta."],
]


@pytest.mark.parametrize("lines", SAID)
@pytest.mark.parametrize("key", KEYS)
def test_a_letter_outside_the_span_fits_the_new_number(lines: list[str], key: bytes) -> None:
    result = run(dialogue(*lines), key=key)
    number = "".join(digits(text, "es") for text in texts(result))
    assert number != "12345678" and dni.is_valid(number + "Z")
    assert set(codes(result)) <= {"ASSIGNABLE"}


@pytest.mark.parametrize("key", KEYS)
def test_the_letter_of_a_nie(key: bytes) -> None:
    (made,) = texts(run(dialogue("A: el NIE [X1234567:ID], letra ele"), key=key))
    assert nie.is_valid(made + "L")


@pytest.mark.parametrize("key", KEYS)
def test_a_letter_that_checks_nothing_asks_for_nothing(key: bytes) -> None:
    plain = texts(run(dialogue("A: Mi DNI es [12345678:ID].", "B: Vale."), key=key))
    assert plain == texts(run(dialogue("A: Mi DNI es [12345678:ID].", "B: A ver."), key=key))
