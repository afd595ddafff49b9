"""American numbers begin with a code that there is, of the town or the state that is said."""

import pytest

from surrogates.languages import load_lexicon
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, texts

EN = load_lexicon("en")
STATES = {row["code"]: row["area"] for row in EN.rows("dialling_codes")}


def code(phone: str) -> str:
    digits = "".join(c for c in phone if c.isdecimal())
    return digits[-10:-7]


def test_the_table_and_the_towns_agree() -> None:
    wider = {row["name"]: row["wider"] for row in EN.rows("wider_places")}
    towns = {name: own[1] for name, own in EN.province_codes.items() if own[0].isdecimal()}
    assert {name: STATES.get(own) for name, own in towns.items()} == {n: wider[n] for n in towns}


@pytest.mark.parametrize("phone", ["(402) 555-0143", "402-867-0143", "+1 402 555 0143"])
def test_a_state_between_town_and_number_does_not_part_them(phone: str) -> None:
    line = f"A: In [Omaha:CITY], [Nebraska:REGION], at [{phone}:PHONE]."
    for result in packs.results(line, lang="en"):
        town, _, number = texts(result)
        assert code(number) == EN.province_codes[town][1]


@pytest.mark.parametrize("town", ["Erie", "Sparta Falls"])
def test_a_town_without_a_code_in_the_tables_gets_that_of_the_new_one(town: str) -> None:
    for result in packs.results(f"A: In [{town}:CITY], at [814-555-0176:PHONE].", lang="en"):
        now, number = texts(result)
        assert code(number) == EN.province_codes[now][1]


def test_a_number_follows_the_state_alone() -> None:
    line = "A: I come from [Nebraska:REGION]. My cell is [531-555-0143:PHONE]."
    for result in packs.results(line, lang="en"):
        state, number = texts(result)
        assert STATES[code(number)] == state


def test_numbers_of_one_code_share_another_that_there_is() -> None:
    line = "A: Call [814-555-0176:PHONE] or [814-555-0118:PHONE]."
    for result in packs.results(line, lang="en"):
        one, other = map(code, texts(result))
        assert one == other != "814"
        assert one in STATES
        assert "ASSIGNABLE" not in codes(result)
