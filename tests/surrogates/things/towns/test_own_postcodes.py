"""A postal code is one of its town where the town's own are known."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.things.own_codes import whole_codes
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, texts

SAID = {
    "es": "A: Vivo en [Gijón:LOC], código postal [33205:ZIP].",
    "ca": "A: Visc a [Manresa:LOC], codi postal [08241:ZIP].",
    "eu": "A: [Tolosa:LOC] da, posta-kodea [20400:ZIP].",
    "fr": "A: J'habite à [Dijon:LOC], code postal [21000:ZIP].",
    "de": "A: Ich wohne in [Köln:LOC], Postleitzahl [50823:ZIP].",
}


@pytest.mark.parametrize("lang", SAID)
def test_the_code_is_the_towns(lang: str) -> None:
    lexicon = load_lexicon(lang)
    own = {fold(row["name"]): tuple(row["start"].split()) for row in lexicon.rows("postcodes")}
    for result in packs.results(SAID[lang], lang=lang):
        town, code = texts(result)
        province = lexicon.place_by_key[fold(town)].province
        assert code.startswith(own.get(fold(town), lexicon.province_codes[province][0]))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: Von [Hof:LOC] hierher, [95632:ZIP] [Wunsiedel:LOC]."),
        ("fr", "A: De [Troyes:LOC], maintenant [10350:ZIP] [Marigny-le-Châtel:LOC]."),
        ("en", "A: From [Boston:LOC] to [Nashua:LOC], [NH:LOC] [02160:ZIP]."),
    ],
)
def test_a_code_is_of_the_town_beside_it_though_no_table_has_that(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    for result in packs.results(line, lang=lang):
        assert "RELATION_LOST" not in codes(result)
        _, *rest = texts(result)
        code = next(text for text in rest if text.isdecimal())
        town = next(text for text in rest if fold(text) in lexicon.place_by_key)
        province = lexicon.place_by_key[fold(town)].province
        assert code.startswith(lexicon.province_codes[province][0])


def test_french_towns_have_codes_of_their_own_department() -> None:
    lexicon = load_lexicon("fr")
    for row in lexicon.rows("postcodes"):
        province = lexicon.place_by_key[fold(row["name"])].province
        assert row["start"].startswith(lexicon.province_codes[province][0]), row["name"]
    own = {row["name"]: row["start"] for row in lexicon.rows("postcodes")}
    assert own["Calvi"].startswith("202") and own["Porto-Vecchio"].startswith("201")


@pytest.mark.parametrize("lang", ["es", "ca", "eu"])
def test_a_town_with_a_code_is_one_whose_own_is_known(lang: str) -> None:
    lexicon = load_lexicon(lang)
    own = {fold(row["name"]): row["start"] for row in lexicon.rows("postcodes")}
    for result in packs.results(SAID[lang], lang=lang):
        town, code = texts(result)
        assert code.startswith(own[fold(town)]) or code[2:4] == "00", (town, code)


def test_german_towns_have_codes_of_their_own_area() -> None:
    lexicon = load_lexicon("de")
    own = {row["name"]: row["start"].split() for row in lexicon.rows("postcodes")}
    for name, codes_of_town in own.items():
        area = lexicon.province_codes[lexicon.place_by_key[fold(name)].province][0]
        assert all(len(c) == 5 and c.startswith(area) for c in codes_of_town), name
    assert {"04103", "04109"} <= set(own["Leipzig"]) and "47051" in own["Duisburg"]


def test_two_codes_of_a_german_town_are_two_of_one_town() -> None:
    lexicon = load_lexicon("de")
    own = {fold(row["name"]): row["start"].split() for row in lexicon.rows("postcodes")}
    line = "A: Erst [50823:ZIP] [Köln:LOC], jetzt [50937:ZIP] [Köln:LOC]."
    several = 0
    for result in packs.results(line, lang="de"):
        one, town, other, _ = texts(result)
        assert one in own[fold(town)]
        if len(own[fold(town)]) > 1:
            assert other in own[fold(town)] and other != one
            several += 1
    assert several


def test_a_german_code_without_a_town_is_one_that_exists() -> None:
    rows = load_lexicon("de").rows("postcodes")
    every = {code for row in rows for code in row["start"].split()}
    for result in packs.results("A: Meine Postleitzahl ist [50823:ZIP].", lang="de"):
        assert texts(result)[0] in every


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Calle Mayor, [26001:ZIP] [Logroño:LOC]."),
        ("ca", "A: Carrer de Mar, [17001:ZIP] [Girona:LOC]."),
        ("es", "A: Calle del Sol, [09003:ZIP] [Burgos:LOC]."),
    ],
)
def test_districts_of_a_code_count_from_one(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    assert all(code[-1] in "123" for code in whole_codes(lexicon)["reus"])
    for result in packs.results(line, lang=lang):
        code, town = texts(result)
        capital = lexicon.place_by_key[fold(town)].province == town
        assert not capital or code[2:] in ("001", "002", "003"), (code, town)


def test_a_code_is_of_the_town_that_somebody_moved_to() -> None:
    lexicon = load_lexicon("ca")
    lines = ("A: Em mude de [Gandia:LOC] a [València:LOC].", "B: I el codi?", "A: El [46006:ZIP].")
    for result in packs.results(*lines, lang="ca"):
        _, town, code = texts(result)
        own = {fold(row["name"]): tuple(row["start"].split()) for row in lexicon.rows("postcodes")}
        province = lexicon.place_by_key[fold(town)].province
        assert code.startswith(own.get(fold(town), lexicon.province_codes[province][0]))
