"""A French social security number tells the year and month of the birth that the dates tell."""

import re

import pytest
from stdnum.fr import nir

from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 3]) for n in range(4)]


@pytest.mark.parametrize("number", ["2 84 05 69 123 045 22", "2 84 05 69 123 045 59"])
def test_it_follows_a_labelled_date_and_so_do_its_pieces(number: str) -> None:
    made = dialogue(
        "A: Née le [12/05/1984:DATE].",
        f"B: [{number}:ID].",
        "A: Donc [2 84 05:ID], [69 123 045:ID].",
        lang="fr",
    )
    for key in KEYS:
        result = run(made, key=key)
        date, whole, head, rest = texts(result)
        _, month, year = date.split("/")
        assert "CONSTRAINT_RELAXED" not in codes(result)
        assert head == f"2 {year[2:]} {month}"
        assert whole.startswith(f"{head} {rest}")
        assert nir.is_valid(re.sub(" ", "", whole))


def test_one_in_words_is_flagged_where_it_tells_another_birth() -> None:
    pieces = ["deux", "quatre-vingt-quatre", "zéro cinq", "soixante-neuf", "cent vingt-trois"]
    said = ", ".join(f"[{piece}:ID]" for piece in (*pieces, "zéro quarante-cinq", "vingt-deux"))
    made = dialogue("A: Née le [12 mai 1984:DATE].", f"B: {said}.", lang="fr")
    assert any("CONSTRAINT_RELAXED" in codes(run(made, key=key)) for key in KEYS)


def test_one_that_no_date_tells_is_drawn_freely() -> None:
    made = dialogue("A: Le [12/05/1991:DATE].", "B: [2 84 05 69 123 045 22:ID].", lang="fr")
    for key in KEYS:
        result = run(made, key=key)
        assert "CONSTRAINT_RELAXED" not in codes(result)
        assert texts(result)[1].startswith("2 ")
