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
