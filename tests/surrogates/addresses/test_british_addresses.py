"""Houses with names and flats before the number, as British addresses have them."""

import re

import pytest

from tests.surrogates.dialogues import dialogue, run

KEYS = [bytes([n]) * 32 for n in range(4)]


@pytest.mark.parametrize(
    ("marked", "shape"),
    [
        ("[Flat 3/2, 41 Gardner Street:ADDRESS]", r"Flat \d/\d, \d\d \w+ Street"),
        ("[Flat 3, Gardner Court, 41 Tolmie Street:ADDRESS]", r"Flat \d, \d\d \w+ Street"),
        ("[Gardner House, 41 Tolmie Street:ADDRESS]", r"\d\d \w+ Street"),
        ("[Basement flat, 41 Tolmie Street:ADDRESS]", r"Basement flat, \d\d \w+ Street"),
        ("[Larchmere Cottage:PLACE], [Mill Lane:STREET]", r"[\w ]+ Cottage, \w+ Lane"),
        ("at [the farm:PLACE]", "at the farm"),
    ],
)
def test_an_address_keeps_its_order(marked: str, shape: str) -> None:
    for key in KEYS:
        said = run(dialogue(f"A: {marked}", lang="en"), key=key).draft.turns[0].text
        assert re.fullmatch(shape, said), said
        assert not re.search("Gardner|Tolmie|Larchmere|Mill", said)
