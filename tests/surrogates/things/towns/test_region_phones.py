"""Telephone numbers of a region begin as those of the new one do."""

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.places.prefixes import phone_of
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 38]) for n in range(8)]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Lyon", "04"),
        ("lyonnaise", "04"),
        ("Bretagne", "02"),
        ("normande", "02"),
        ("Atlantide", ""),
    ],
)
def test_what_numbers_of_a_place_begin_with(text: str, start: str) -> None:
    assert phone_of(load_lexicon("fr"), text) == start


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "line",
    [
        "Le [04 72 56 31 08:PHONE], région [lyonnaise:LOC].",
        "Le [02 99 56 31 08:PHONE], en [Bretagne:LOC].",
    ],
)
def test_a_number_begins_as_those_of_the_new_region(line: str, key: bytes) -> None:
    result = run(dialogue(f"A: {line}", lang="fr"), key=key)
    number, place = texts(result)
    known = phone_of(load_lexicon("fr"), place)
    assert number.startswith(known) if known else "RELATION_LOST" in codes(result), (number, place)
