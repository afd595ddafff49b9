"""Two towns between which a time or a distance is told lie as far from each other as before."""

import pytest

from surrogates.folding import fold
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
FAR = [
    ("es", "Madrid", "Barcelona", 505),
    ("es", "A Estrada", "Pontevedra", 32),
    ("ca", "Girona", "Barcelona", 85),
    ("ca", "Maó", "Ciutadella", 38),
    ("eu", "Bilbo", "Donostia", 77),
    ("eu", "Iruñea", "Tutera", 84),
    ("de", "Berlin", "München", 504),
    ("de", "Hamburg", "Köln", 356),
    ("en", "London", "Manchester", 262),
    ("en", "Philadelphia", "Pittsburgh", 411),
    ("fr", "Paris", "Lyon", 392),
    ("fr", "Nantes", "Brest", 255),
]


@pytest.mark.parametrize(("lang", "one", "other", "km"), FAR)
def test_towns_lie_where_they_do(lang: str, one: str, other: str, km: int) -> None:
    found = way(load_lexicon(lang), one, other)
    assert found is not None
    assert found.km == pytest.approx(km, abs=8)


@pytest.mark.parametrize("lang", TOLD)
def test_a_row_is_a_town_of_the_pack(lang: str) -> None:
    lexicon = load_lexicon(lang)
    for row in lexicon.all_rows("coordinates"):
        assert fold(row["name"]) in lexicon.place_by_key
        assert 19 < float(row["latitude"]) < 66
        assert -170 < float(row["longitude"]) < 30


@pytest.mark.parametrize(("lang", "reach"), [("es", 230), ("fr", 100)])
def test_towns_of_one_province_lie_together(lang: str, reach: int) -> None:
    """A wrong sign or digit puts a town far from most of its own; islands lie 200 km apart."""
    lexicon = load_lexicon(lang)
    rows = [r["name"] for r in lexicon.all_rows("coordinates")]
    of_province: dict[str, list[str]] = {}
    for name in rows:
        of_province.setdefault(lexicon.place_by_key[fold(name)].province, []).append(name)
    for names in of_province.values():
        for name in names:
            ways = [way(lexicon, name, other) for other in names]
            assert sorted(w.km for w in ways if w is not None)[len(names) // 2] < reach, name


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
