"""Islands stay islands, and a ferry goes between places of one coast."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.lexicon import name_key
from surrogates.languages.places.landscape import landscape_names
from surrogates.things.geography.shores import lies_by_sea, lies_on
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, texts

LANGS = ("es", "ca", "eu", "de", "en", "fr")
FERRIES = [
    ("de", "A: Die Fähre von [Dagebüll:LOC] nach [Amrum:LOC]."),
    ("en", "A: We took the ferry from [Oban:LOC] to [Mull:LOC]."),
    ("en", "A: On the ferry from [Portsmouth:LOC] to the [Isle of Wight:LOC]."),
    ("es", "A: Cogemos el ferry de [Dénia:LOC] a [Ibiza:LOC]."),
    ("ca", "A: El vaixell de [Dénia:LOC] a [Eivissa:LOC]."),
    ("fr", "A: Le bateau de [Lorient:LOC] à l'île de [Groix:LOC]."),
]


def coasts_of(lang: str) -> dict[str, str]:
    rows = load_lexicon(lang).all_rows("hubs")
    return {name_key(r["name"]): r["value"] for r in rows if r["kind"] in ("coast", "port")}


def is_island(lang: str, text: str) -> bool:
    kind = landscape_names(load_lexicon(lang)).get(fold(text).removeprefix("la "), ("", ""))
    return kind[0] == "island"


@pytest.mark.parametrize("lang", LANGS)
def test_what_lies_by_the_sea_is_a_place_of_the_pack(lang: str) -> None:
    lexicon = load_lexicon(lang)
    for row in lexicon.rows("hubs"):
        if row["kind"] in ("coast", "port"):
            assert name_key(row["name"]) in lexicon.place_by_key or is_island(lang, row["name"])


@pytest.mark.parametrize(("lang", "line"), FERRIES)
def test_a_ferry_goes_between_places_of_one_coast(lang: str, line: str) -> None:
    coasts = coasts_of(lang)
    for result in packs.results(line, lang=lang):
        assert not {"RELATION_LOST", "CONSTRAINT_RELAXED"} & set(codes(result))
        here, there = texts(result)
        assert coasts[name_key(here)] == coasts[name_key(there)]
        assert is_island(lang, there)


def test_an_unknown_place_that_one_is_on_is_an_island() -> None:
    line = "A: Heiraten Sie in [Husum:LOC]? B: Nein, auf [Neuwerk:LOC]."
    for result in packs.results(line, lang="de"):
        assert is_island("de", texts(result)[1])


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: She's retired to the coast, to [Whitby:LOC]."),
        ("es", "A: Vivo en [Gandía:LOC], en la playa."),
        ("fr", "A: J'habite à [Royan:LOC], au bord de la mer."),
        ("de", "A: Ich wohne in [Cuxhaven:LOC], direkt am Meer."),
    ],
)
def test_a_town_by_the_sea_stays_by_the_sea(lang: str, line: str) -> None:
    for result in packs.results(line, lang=lang):
        assert "RELATION_LOST" not in codes(result)
        assert lies_by_sea(load_lexicon(lang), texts(result)[0])


def test_a_british_island_stays_in_britain() -> None:
    for result in packs.results("A: I live on [Mull:LOC], it cost £3.", lang="en"):
        assert texts(result)[0] not in ("Nantucket", "Long Island", "Staten Island")


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Soy de [Arrecife:LOC], en [Lanzarote:LOC]."),
        ("ca", "A: Visc a [Ciutadella:LOC], a [Menorca:LOC]."),
    ],
)
def test_a_town_of_an_island_becomes_one_of_the_other(lang: str, line: str) -> None:
    for result in packs.results(line, lang=lang):
        assert "RELATION_LOST" not in codes(result)
        assert lies_on(load_lexicon(lang), *texts(result))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: They live in [Cowes:LOC], on the [Isle of Wight:LOC]."),
        ("de", "A: Urlaub auf [Föhr:LOC], in [Wyk:LOC]."),
    ],
)
def test_where_no_table_has_towns_of_islands_an_issue_says_so(lang: str, line: str) -> None:
    for result in packs.results(line, lang=lang):
        assert "RELATION_LOST" in codes(result)
