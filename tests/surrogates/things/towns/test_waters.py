"""A town that is said with its river becomes one at the river that is said then."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.lexicon import name_key
from surrogates.things.geography.waters import waters_of
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, texts

AT = {
    "es": "A: Vivo en [Tortosa:LOC], al lado del [Ebro:LOC].",
    "ca": "A: Visc a [Manlleu:LOC], al costat del [Ter:LOC].",
    "de": "A: Ich wohne in [Regensburg:LOC], direkt an der [Donau:LOC].",
    "en": "A: I live in [Worcester:LOC], right on the [Severn:LOC].",
    "fr": "A: On habite à [Mâcon:LOC], au bord de la [Saône:LOC].",
}


@pytest.mark.parametrize("lang", AT)
def test_the_river_is_the_towns(lang: str) -> None:
    waters = waters_of(load_lexicon(lang))
    for result in packs.results(AT[lang], lang=lang):
        town, river = texts(result)
        assert fold(river) in map(fold, waters[name_key(town)])
        assert "RELATION_LOST" not in codes(result)


def test_a_basque_river_has_its_town() -> None:
    waters = waters_of(load_lexicon("eu"))
    line = "A: [Tolosa:LOC] ezagutzen dut, [Oria:LOC] ibaiaren ondoan dago."
    for result in packs.results(line, lang="eu"):
        town, river = texts(result)
        assert river in waters[name_key(town)]


def test_two_towns_of_one_name_are_told() -> None:
    line = "A: [Halle:LOC] an der [Saale:LOC] oder [Halle:LOC] in [Westfalen:LOC]?"
    results = list(packs.results(line, lang="de"))
    assert all("RELATION_LOST" in codes(result) for result in results)
    assert not any(fold(texts(r)[3]) in load_lexicon("de").place_by_key for r in results)


VILLAGES = {
    "es": "A: Soy de un pueblo, de [Peñafiel:LOC].",
    "ca": "A: Soc d'un poble, de [Rupit:LOC].",
    "de": "A: Ich komme vom Dorf, aus [Pressath:LOC].",
    "en": "A: I'm from a village called [Bibury:LOC].",
    "fr": "A: Je viens d'un petit village, [Sancerre:LOC].",
}


@pytest.mark.parametrize("lang", VILLAGES)
def test_what_is_called_a_village_becomes_no_city(lang: str) -> None:
    lexicon = load_lexicon(lang)
    for result in packs.results(VILLAGES[lang], lang=lang):
        place = lexicon.place_by_key[fold(texts(result)[0])]
        assert place.type == "town"
        assert place.weight <= 2


STUDIES = {
    "es": "A: Estudia en la [Universidad de Salamanca:ORG], en [Salamanca:LOC].",
    "ca": "A: Estudia a la [Universitat de Girona:ORG], a [Girona:LOC].",
    "de": "A: Ich studiere an der [Uni Regensburg:ORG], in [Regensburg:LOC].",
    "en": "A: She's at the [University of Leeds:ORG], in [Leeds:LOC].",
    "fr": "A: Il est à l'[Université de Rennes:ORG], à [Rennes:LOC].",
}


@pytest.mark.parametrize("lang", STUDIES)
def test_a_university_keeps_its_town(lang: str) -> None:
    lexicon = load_lexicon(lang)
    for result in packs.results(STUDIES[lang], lang=lang):
        university, town = texts(result)
        assert university.endswith(town)
        assert lexicon.place_by_key[fold(town)].type == "city"
