"""Two towns between which a time or a distance is told lie as far from each other as before."""

import pytest

from surrogates.languages import load_lexicon
from surrogates.things.geography.distances import way
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, texts

TOLD = {
    "es": ("A: De [Burgos:LOC] a [Sevilla:LOC] hay siete horas.", "Burgos", "Sevilla"),
    "ca": ("A: De [Vic:LOC] a [Olot:LOC] hi ha una hora.", "Vic", "Olot"),
    "eu": ("A: [Tolosatik:LOC] [Zarautzera:LOC] 30 minutu dira.", "Tolosa", "Zarautz"),
    "de": ("A: Von [Ulm:LOC] nach [Kassel:LOC] sind es drei Stunden.", "Ulm", "Kassel"),
    "en": ("A: It's two hours from [York:LOC] to [Reading:LOC].", "York", "Reading"),
    "fr": ("A: De [Dijon:LOC] à [Lyon:LOC] il y a deux heures.", "Dijon", "Lyon"),
}
_ENDINGS = {"eu": 1}


@pytest.mark.parametrize("lang", TOLD)
def test_towns_lie_as_far_apart_as_is_told(lang: str) -> None:
    line, one, other = TOLD[lang]
    lexicon = load_lexicon(lang)
    told = way(lexicon, one, other)
    assert told is not None
    for result in packs.results(line, lang=lang):
        assert "RELATION_LOST" not in codes(result)
        if lang == "eu":
            continue  # with their endings
        new = way(lexicon, *texts(result))
        assert new is not None
        assert 0.6 * told.km - 10 <= new.km <= 1.6 * told.km + 10


def test_the_direction_that_is_said_stays() -> None:
    lexicon = load_lexicon("de")
    line = "A: Ich wohne in [Heilbronn:LOC], gleich nördlich von [Stuttgart:LOC], 40 Kilometer."
    for result in packs.results(line, lang="de"):
        one, other = texts(result)
        new = way(lexicon, other, one)
        assert new is not None
        assert new.bearing is not None
        assert new.bearing < 60 or new.bearing > 300


def test_a_town_of_no_table_is_still_told() -> None:
    line = "A: De [Villamuelas de Arriba:LOC] a [Burgos:LOC] hay dos horas."
    assert any("RELATION_LOST" in codes(result) for result in packs.results(line, lang="es"))
