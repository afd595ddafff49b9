"""A number read back digit by digit: placeholders never tell which digits are genuine."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surrogates.languages import load_lexicon
from surrogates.languages.cardinals import say
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

DIGITS = ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"]
KEYS = [bytes([n]) for n in range(tries(3, 8))]


def digit_by_digit(said: str, label: str = "number") -> str:
    return " ".join(f"[{DIGITS[int(d)]}:{label}]" for d in said)


def read(words: list[str]) -> str:
    """Digits of words said one by one."""
    return "".join(str(DIGITS.index(word)) for word in words)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("pieces", ["[{}:number] [{}:number] [{}:number] [{}:number]",
                                    "[{} {} {} {}:number]"])  # fmt: skip
def test_tens_that_are_read_back_become_any_number(pieces: str, key: bytes) -> None:
    words = ("noventa y seis", "quinientos cincuenta y cuatro", "doce", "treinta")
    made = dialogue("A: apunte el " + pieces.format(*words), "B: " + digit_by_digit("965541230"))
    result = run(made, key=key)
    out = texts(result)
    back = out[-9:]
    assert not any(text.startswith("[") for text in out), out
    assert all(old != new for old, new in zip("965541230", read(back), strict=True))
    assert "LOW_ENTROPY" not in codes(result)
    last = read(back)[-2:]
    assert " ".join(out[:-9]).endswith(say(load_lexicon("es"), int(last)))


@settings(max_examples=tries(10, 200), deadline=None)
@given(st.lists(st.integers(0, 99), min_size=2, max_size=4), st.integers(0, 7))
def test_all_digits_of_a_read_back_become_placeholders_or_none(
    pairs: list[int], number: int
) -> None:
    lexicon = load_lexicon("es")
    said = "".join(f"{n:02d}" if n > 9 else str(n) for n in pairs)
    first = " ".join(f"[{say(lexicon, n)}:number]" for n in pairs)
    made = dialogue("A: son " + first, "B: " + digit_by_digit(said), id=str(number))
    out = texts(run(made))[len(pairs) :]
    assert len({text.startswith("[") for text in out}) == 1, out
    if not out[0].startswith("["):
        assert all(old != new for old, new in zip(said, read(out), strict=True)), (said, out)


@pytest.mark.parametrize("key", KEYS)
def test_an_amount_that_is_read_back_keeps_its_shape(key: bytes) -> None:
    made = dialogue("A: son [treinta:number] euros", "B: [tres:number] [cero:number]")
    amount, *back = texts(run(made, key=key))
    assert amount.endswith("nta")
    assert len({text.startswith("[") for text in back}) == 1


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "number", "reply"),
    [
        ("es", "DNI [47301856L:ID], nacido el [4 de mayo de 1978:DATE]. Hoy es [10 de junio de"
         " 2025:DATE].", "Entonces tiene [47:AGE] años."),
        ("en", "Policy [QT/55120/31:POLICY_NUMBER], my wife was born on [4 May 1994:DATE]. Today"
         " is [10 June 2025:DATE].", "So she is [31:AGE]."),
    ],
)  # fmt: skip
def test_an_age_has_the_digits_of_an_identifier_by_chance(
    lang: str, number: str, reply: str, key: bytes
) -> None:
    """It follows the dates, not the identifier."""
    _, born, now, age = texts(run(dialogue(f"A: {number}", f"B: {reply}", lang=lang), key=key))
    assert int(now[-4:]) - int(born[-4:]) - int(age) in (0, 1)


@pytest.mark.parametrize("key", KEYS)
def test_money_has_the_digits_of_an_identifier_by_chance(key: bytes) -> None:
    made = dialogue(
        "A: A [Nordvia:ORG], con NIF [B72910270:NIF].",
        "B: ¿De cuánto?",
        "A: [1.800 euros:AMOUNT] de base, [378:AMOUNT] de IVA al 21 por ciento y menos"
        " [270:AMOUNT] de retención del 15. Total, [1.908 euros:AMOUNT].",
    )
    result = run(made, key=key)
    assert "RELATION_LOST" not in codes(result)
    whole, tax, part, total = (t.removesuffix(" euros") for t in texts(result)[-4:])
    whole, total = whole.replace(".", ""), total.replace(".", "")
    assert int(whole) + int(tax) - int(part) == int(total)
    assert int(part) * 100 == int(whole) * 15


@pytest.mark.parametrize("key", KEYS)
def test_money_that_is_said_to_end_a_number_ends_it(key: bytes) -> None:
    made = dialogue("A: La tarjeta es la [4929 1177 3052 8843:CARD].",
                    "B: ¿La que acaba en [8843:AMOUNT]?")  # fmt: skip
    card, end = texts(run(made, key=key))
    assert card.replace(" ", "").endswith(end)
