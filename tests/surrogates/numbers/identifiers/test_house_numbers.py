"""House numbers with what lies in the house, in a span of their own."""

import re

import pytest

from tests.surrogates.dialogues import dialogue, run, texts

KEYS = (b"one", b"two", b"three")
CATALAN = {"1": "r", "2": "n", "3": "r", "4": "t"}


@pytest.mark.parametrize(
    ("lang", "said", "kept"),
    [
        ("es", "27, 2.º B", r"\d\d, \d\.º [A-E]"),
        ("es", "27 2º B", r"\d\d \dº [A-E]"),
        ("es", "27, esc. A, 4º 2ª", r"\d\d, esc\. [B-E], \dº \dª"),
        ("es", "27, portal 3, 1-A", r"\d\d, portal \d, \d-[B-E]"),
        ("es", "27 bis, 3º izq.", r"\d\d bis, \dº izq\."),
        ("eu", "27, 2. B", r"\d\d, \d\. [A-E]"),
        ("ca", "27, 3r 2a", r"\d\d, \d[rntè] \da"),
        ("en", "27, Flat 3", r"\d\d, Flat \d"),
    ],
)
def test_a_house_and_its_floor_are_others(lang: str, said: str, kept: str) -> None:
    """Letters beside figures are no name that is spelled: nothing of the address stays."""
    for key in KEYS:
        (_, new) = texts(
            run(dialogue(f"A: [Nou:STREET], [{said}:HOUSE_NUMBER].", lang=lang), key=key)
        )
        assert re.fullmatch(kept, new), new
        assert "27" not in new


@pytest.mark.parametrize(
    "line", ["[rambla Nova 64, 3r 2a:STREET]", "[Nova:STREET] [64, 3r:STREETNO]"]
)
def test_catalan_floors_have_the_letter_of_their_order(line: str) -> None:
    for key in KEYS:
        said = " ".join(texts(run(dialogue(f"A: {line}.", lang="ca"), key=key)))
        floor, letter = re.findall(r"\b(\d)([rntè])(?!\w)", said)[0]
        assert letter == CATALAN.get(floor, "è"), said
