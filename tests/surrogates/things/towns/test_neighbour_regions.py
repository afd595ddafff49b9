"""Cantons, Länder and provinces of other countries of the language, and areas outside labels."""

import pytest

from surrogates.folding import digits_only, fold
from surrogates.languages import load_lexicon
from surrogates.things.geography.areas import areas_of
from tests.surrogates.dialogues import dialogue, run
from tests.surrogates.people.test_people import KEYS, outs


def _rows(lang: str) -> dict[str, dict[str, str]]:
    return {row["name"]: row for row in load_lexicon(lang).rows("neighbours")}


def _region(lang: str, text: str) -> str:
    rows = load_lexicon(lang).rows("neighbour_regions")
    return next(row["name"] for row in rows if text in (row["name"], row["code"]))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: Ich wohne in [Winterthur:LOC], Kanton [Zürich:LOC], [8400:ZIP]."),
        ("de", "A: Ich wohne in [Zürich:LOC], Kanton [Zürich:LOC], [8004:ZIP]."),
        ("de", "A: Ich wohne in [Thun:LOC] ([BE:LOC]), [3600:ZIP]."),
        ("de", "A: Ich bin aus [St. Pölten:LOC], [Niederösterreich:LOC], [3100:ZIP]."),
        ("de", "A: Ich bin aus [Oberkirchbach:LOC] in [Kärnten:LOC], [9632:ZIP]."),
        ("fr", "A: J'habite à [Sion:LOC], dans le canton du [Valais:LOC], [1950:ZIP]."),
        ("fr", "A: J'habite à [Dinant:LOC], province de [Namur:LOC], [5500:ZIP]."),
    ],
)
def test_a_town_lies_in_its_region(lang: str, line: str) -> None:
    for town, region, code in outs(lang, line):
        row = _rows(lang)[town]
        assert row["region"] == _region(lang, region), (town, region)
        assert code.startswith(row["start"])


def test_a_canton_goes_with_the_words_before_it() -> None:
    for town, canton in outs("de", "A: Ich wohne in [Weinfelden:LOC] im [Thurgau:LOC]."):
        assert canton in ("Aargau", "Wallis") and _rows("de")[town]["region"] == canton


@pytest.mark.parametrize("region", ["(BE)", "im Kanton Bern"])
def test_plates_of_a_canton(region: str) -> None:
    line = f"A: Aus [Thun:LOC] {region}, Kennzeichen [BE 482 115:PLATE]."
    for town, plate in outs("de", line):
        assert _rows("de")[town]["region"] == "Bern" and plate.startswith("BE ")
    for town, plate in outs("de", "A: Aus [Thun:LOC], Kennzeichen [BE 482 115:PLATE]."):
        assert plate.startswith(f"{_rows('de')[town]['plate']} ") and not plate.startswith("BE")


@pytest.mark.parametrize(
    ("lang", "line", "area"),
    [
        ("de", "A: Ich wohne in [Leipzig:LOC], Sachsen, Vorwahl [0341:PHONE].", "Sachsen"),
        ("es", "A: Vivo en [Getafe:LOC] (Madrid), [28901:ZIP].", "Madrid"),
        ("es", "A: De [Getafe:LOC], en la provincia de Madrid, [28901:ZIP].", "Madrid"),
        ("ca", "A: Visc a [Tortosa:LOC] (Tarragona), [43500:ZIP].", "Tarragona"),
        ("en", "A: I live in [Otley:LOC], West Yorkshire, [LS21 1AA:ZIP].", "West Yorkshire"),
        ("en", "A: I live in [Austin:LOC], TX, [78704:ZIP].", "Texas"),
    ],
)
def test_a_town_stays_in_the_area_that_no_label_covers(lang: str, line: str, area: str) -> None:
    lexicon = load_lexicon(lang)
    for town, _ in outs(lang, line):
        place = lexicon.place_by_key[fold(town)]
        assert area in {place.province, *areas_of(lexicon).every(place)}, town


def test_a_town_that_no_table_has_tells_its_country_by_the_words_around() -> None:
    lines = {
        "A: In [3920:ZIP] [Zermatt:LOC], Wallis, [027 966 81 00:PHONE].": "Wallis",
        "A: Aus [Spittal:LOC] an, Kärnten, [9800:ZIP], [04762 33 512:PHONE].": "Kärnten",
    }
    for line, region in lines.items():
        for key in KEYS:
            result = run(dialogue(line, lang="de"), key=key)
            out = {r.label: r.surrogate for r in result.replacements}
            row = _rows("de")[out["LOC"]]
            assert row["region"] == region and digits_only(out["PHONE"]).startswith(row["phone"])


@pytest.mark.parametrize(
    ("lang", "lines", "area"),
    [
        ("es", ("A: En [Tudela:LOC] (Navarra).", "B: Vivo en [Cascante:LOC]."), "Navarra"),
        ("eu", ("A: [Tolosatik:LOC] deitzen dut, Gipuzkoatik.",), "Gipuzkoa"),
        ("fr", ("A: De Bretagne, j'habite à [Rennes:LOC].",), "Bretagne"),
    ],
)
def test_towns_of_an_area_that_is_said_outside_stay_there(
    lang: str, lines: tuple[str, ...], area: str
) -> None:
    lexicon = load_lexicon(lang)
    for towns in outs(lang, *lines):
        for town in towns:
            key = next(k for k in (fold(town), *_stems(town)) if k in lexicon.place_by_key)
            place = lexicon.place_by_key[key]
            assert area in {place.province, *areas_of(lexicon).every(place)}, town


def _stems(town: str) -> list[str]:
    return [fold(town).removesuffix(end) for end in ("tik", "dik", "etik", "tetik")]


def test_a_hospital_abroad_is_called_after_a_town_there() -> None:
    for name, _ in outs("fr", "A: L'[Hôpital de Nyon:ORG], à [Morges:LOC]."):
        towns = [town for town, row in _rows("fr").items() if row["country"] == "Suisse"]
        assert any(town.removeprefix("Le ") in name for town in towns), name


def test_a_namesake_lies_in_the_province_that_is_said_of_it() -> None:
    """The Priego of the tables is another one's."""
    lexicon = load_lexicon("es")
    for town, province in outs("es", "A: De [Priego:LOC], en la provincia de [Cuenca:LOC]."):
        assert lexicon.place_by_key[fold(town)].province == lexicon.province_by_key[fold(province)]


def test_behind_ins_a_region_has_its_article_or_an_issue_says_so() -> None:
    regions = {row["name"]: row["article"] for row in load_lexicon("de").rows("neighbour_regions")}
    for key in KEYS[:8]:
        made = dialogue("A: [2024:DATE] zogen wir ins [Tessin:REGION], in die [Schweiz:COUNTRY].",
                        lang="de")  # fmt: skip
        result = run(made, key=key)
        new = result.replacements[1].surrogate
        assert regions[new] == "das" or "CONSTRAINT_RELAXED" in {i.code for i in result.issues}
