"""Abbreviated names follow the name that they stand for, and leave no full stop behind."""

import pytest

from surrogates.folding import fold, strip_accents
from surrogates.languages.abbreviations import full_of
from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([i, 3]) for i in range(tries(3, 12))]


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("Glez.", "González"),
        ("Fdez", "Fernández"),
        ("Mtez.", "Martínez"),
        ("Gª", "García"),
        ("G.ª", "García"),
    ],
)
def test_a_surname(short: str, full: str) -> None:
    for key in KEYS:
        one, two = texts(run(dialogue(f"A: [{short}:FAM].", f"B: ¿[{full}:FAM]?"), key=key))
        assert one == two


@pytest.mark.parametrize(
    ("short", "full"),
    [("Fco.", "Francisco"), ("M.ª Carmen", "María Carmen"), ("Mª José", "María José")],
)
def test_a_given_name(short: str, full: str) -> None:
    for key in KEYS:
        one, two = texts(run(dialogue(f"A: [{short}:PER].", f"B: ¿[{full}:PER]?"), key=key))
        assert one == two


def test_it_tells_nothing_of_accents() -> None:
    keys = [bytes([n]) for n in range(1, 25)]
    drawn = [texts(run(dialogue("A: Soy [Glez.:FAM]."), key=key))[0] for key in keys]
    assert any(strip_accents(name) != name for name in drawn)


def test_what_it_stands_for_is_no_surrogate() -> None:
    keys = [bytes([i, j]) for i in range(20) for j in range(10)]
    drawn = {fold(texts(run(dialogue("A: Soy [Glez.:FAM]."), key=key))[0]) for key in keys}
    assert "gonzalez" not in drawn
    assert full_of("Glez") == "gonzalez"


def test_without_its_point_a_word_is_a_word() -> None:
    assert full_of("Ma") == ""
    assert full_of("M.a") == full_of("M. ª") == "maria"
