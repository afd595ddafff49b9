"""A Belgian national register number tells the birth that the dates tell, and has its check."""

import re

import pytest
from stdnum.be import nn

from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 5]) for n in range(6)]


@pytest.mark.parametrize(
    ("number", "born"),
    [
        ("79.06.23-248.84", "23/06/1979"),  # whose check is wrong
        ("85.07.30-033.28", "30/07/1985"),
        ("17.07.30-033.84", "30/07/2017"),
        ("85073003328", "30/07/1985"),
    ],
)
def test_it_begins_with_the_birth_that_is_said(number: str, born: str) -> None:
    made = dialogue(f"A: [{number}:ID].", f"B: Né le [{born}:DATE] ?", lang="fr")
    for key in KEYS:
        result = run(made, key=key)
        new, date = texts(result)
        day, month, year = date.split("/")
        plain = re.sub(r"\D", "", new)
        assert plain[:6] == year[2:] + month + day
        assert (
            nn.is_valid(plain)
            and new != number
            and int(plain[8]) % 2 == int(re.sub(r"\D", "", number)[8]) % 2
        )
        assert re.sub(r"\d", "0", new) == re.sub(r"\d", "0", number)
        assert "CONSTRAINT_RELAXED" not in codes(result)


@pytest.mark.parametrize("number", ["85.07.30-033.28", "85073003328", "17.07.30-033.84"])
def test_else_with_a_day_near_its_own(number: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: Numéro national [{number}:ID].", lang="fr"), key=key))
        plain = re.sub(r"\D", "", new)
        assert nn.is_valid(plain) and plain[:6] != re.sub(r"\D", "", number)[:6]
        assert 0 <= int(number[:2]) - int(plain[:2]) <= 3


def test_one_said_in_pieces_that_cannot_be_written_so_is_flagged() -> None:
    words = ["quatre-vingt-cinq", "zéro sept", "trente", "zéro trente-trois", "vingt-huit"]
    said = ", ".join(f"[{word}:ID]" for word in words)
    made = dialogue(f"A: {said}.", "B: Né le [30/07/1985:DATE] ?", lang="fr")
    assert any("CONSTRAINT_RELAXED" in codes(run(made, key=key)) for key in KEYS)
