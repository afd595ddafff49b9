"""What a telephone number begins with: a code of its town, or else one that some town has."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.places.prefixes import phones_of
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n]) * 32 for n in range(6)]
BASQUE = ("943", "944", "945", "946", "948")


def _codes_of(lang: str, town: str) -> tuple[str, ...]:
    lexicon = load_lexicon(lang)
    main = lexicon.province_codes[lexicon.place_by_key[fold(town)].province][1]
    return phones_of(lexicon)[main]


@pytest.mark.parametrize(
    ("lang", "said"),
    [("eu", "[Bilbo:CITY], [944 512 063:PHONE]"), ("eu", "[Durango:CITY], [946 512 024:PHONE]"),
     ("es", "[Bilbao:CITY], [946 512 024:PHONE]"), ("es", "[Alicante:CITY], [966 512 024:PHONE]"),
     ("ca", "[Tortosa:CITY], [977 512 024:PHONE]")],
)  # fmt: skip
def test_every_code_of_a_province_is_known(lang: str, said: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: {said}", lang=lang), key=key)
        town, phone = texts(result)
        start = _codes_of(lang, town)
        assert phone.startswith(start) or (len(start[0]) < 3 and phone.startswith(start[0]))
        assert "CONSTRAINT_RELAXED" not in codes(result)


def test_a_number_of_no_town_begins_with_a_code_of_the_language_and_keeps_it() -> None:
    made = dialogue("A: [943 512 017:PHONE]", "B: Edo [943 518 433:PHONE].", lang="eu")
    known = [run(made, key=key) for key in KEYS]
    starts = [{text[:3] for text in texts(result)} for result in known]
    assert all(len(each) == 1 for each in starts)
    own = {place.province for place in load_lexicon("eu").place_entries}
    lexicon = load_lexicon("eu")
    usual = {c for p in own if p for c in phones_of(lexicon)[lexicon.province_codes[p][1]]}
    assert all(min(each) in usual or min(each)[:2] in usual for each in starts)
    assert sum(min(each) in BASQUE for each in starts) >= len(KEYS) - 1


def test_the_code_of_a_town_that_no_table_has_is_that_of_the_new_town() -> None:
    made = dialogue("A: Praxis in [Wiesenbachhausen:CITY], [06227 512081:PHONE].", lang="de")
    for key in KEYS:
        town, phone = texts(run(made, key=key))
        assert phone.partition(" ")[0] in _codes_of("de", town)


def test_a_german_code_that_is_set_apart_becomes_one_that_a_town_has() -> None:
    towns = {code for codes_of in phones_of(load_lexicon("de")).values() for code in codes_of}
    for key in KEYS:
        (phone,) = texts(run(dialogue("A: [06227 512081:PHONE]", lang="de"), key=key))
        assert phone.partition(" ")[0] in towns


@pytest.mark.parametrize(
    ("lang", "town", "phone"),
    [("de", "Winterthur", "052 512 01 94"), ("de", "Villach", "04242 51201"),
     ("fr", "Namur", "081 51 20 14"), ("fr", "Nyon", "022 512 01 94")],
)  # fmt: skip
def test_a_town_abroad_has_its_own_code(lang: str, town: str, phone: str) -> None:
    rows = {row["name"]: row for row in load_lexicon(lang).rows("neighbours")}
    for key in KEYS:
        made = dialogue(f"A: [{town}:CITY], [{phone}:PHONE]", lang=lang)
        new, number = texts(run(made, key=key))
        assert number.startswith(f"{rows[new]['phone']} ")


@pytest.mark.parametrize(
    ("lang", "town", "phone", "start"),
    [("de", "Graz", "0664 5120183", "06"), ("de", "Luzern", "079 512 01 83", "07"),
     ("fr", "Lausanne", "079 512 01 83", "07")],
)  # fmt: skip
def test_a_mobile_abroad_stays_one(lang: str, town: str, phone: str, start: str) -> None:
    for key in KEYS:
        made = dialogue(f"A: [{town}:CITY], mobil [{phone}:PHONE]", lang=lang)
        _, number = texts(run(made, key=key))
        assert number[:2] == start and number[2] in "56789"


def test_an_austrian_plate_is_of_the_district_of_the_town() -> None:
    rows = {row["name"]: row for row in load_lexicon("de").rows("neighbours")}
    for key in KEYS:
        made = dialogue("A: Aus [Graz:CITY], Kennzeichen [G-482 KM:PLATE].", lang="de")
        town, plate = texts(run(made, key=key))
        assert plate.partition("-")[0] == rows[town]["plate"]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: Ich wohne in [Trier:LOC], Telefon [0651 4178118:PHONE]."),
        ("de", "A: Meine Nummer ist die [02832 978118:PHONE]."),
        ("de", "A: Ich wohne in [Graz:LOC] in [Österreich:COUNTRY], Telefon [0316 417811:PHONE]."),
        ("de", "A: Ich wohne in [Bern:LOC], Telefon [031 417 81 18:PHONE]."),
        ("fr", "A: J'habite à [Lausanne:LOC], au [021 417 81 18:PHONE]."),
    ],
)
def test_behind_the_code_of_a_town_stands_neither_0_nor_1(lang: str, line: str) -> None:
    for number in range(40):
        result = run(dialogue(line, lang=lang), key=b"%d" % number)
        said = texts(result)[-1].split()
        assert said[1][0] in "23456789", said
