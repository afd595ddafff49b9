"""A British postal code begins with a district of its town, be that longer or shorter."""

import re

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.things.districts_of_codes import districts_of
from tests.surrogates import packs
from tests.surrogates.dialogues import texts

EN = load_lexicon("en")
DISTRICTS = districts_of(EN)


def test_the_table_has_every_town_of_a_code_with_letters_and_its_area() -> None:
    for name, own in EN.province_codes.items():
        if own[0].isalpha():
            assert {d.rstrip("0123456789") for d in DISTRICTS[fold(name)]} == {own[0]}, name


@pytest.mark.parametrize("said", ["SK4 3JN", "CF24 4HX", "G11 6PD", "M4 4AA", "b29 7qs", "EC1A1BB"])
def test_a_district_that_the_town_has(said: str) -> None:
    line = f"A: It's [Dundee:CITY], [{said}:POSTCODE]."
    for result in packs.results(line, lang="en"):
        town, code = texts(result)
        match = re.fullmatch(r"([A-Z]{1,2}\d{1,2}) ?(\d[A-Z]{2})", code.upper())
        assert match is not None
        assert match[1] in DISTRICTS[fold(town)]
        assert (" " in code, code.islower()) == (" " in said, said.islower())


def test_a_code_alone_is_of_some_town_and_said_in_part_the_same() -> None:
    line = "A: [SK4 3JN:POSTCODE]. So [SK4:POSTCODE], and not [SK7 3JN:POSTCODE]."
    for result in packs.results(line, lang="en"):
        whole, part, other = texts(result)
        assert whole.split()[0] == part != other.split()[0]
        assert whole.split()[1] == other.split()[1]
        assert any(part in own for own in DISTRICTS.values())


@pytest.mark.parametrize("said", ["C-F-2-4, 4-H-X", "C F 2 4, 4 H X"])
def test_one_that_is_spelled_changes_all_its_letters(said: str) -> None:
    for result in packs.results(f"A: In [Cardiff:CITY], [{said}:POSTCODE].", lang="en"):
        town, code = texts(result)
        signs = re.sub(r"\W", "", code)
        own = EN.province_codes[town][0]
        assert signs.startswith(own) and signs[-2:] != "HX"
        assert (
            len({len(d) for d in DISTRICTS[fold(town)]} & {4}) == 0
            or signs[:4] in DISTRICTS[fold(town)]
        )
