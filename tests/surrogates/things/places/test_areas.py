"""A town lies in the area that is said with it: a state, a Land, a community."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.things.geography.areas import areas_of
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import KEYS, outs


@pytest.mark.parametrize(
    ("lang", "line", "towns", "area"),
    [
        ("es", "A: De [Béjar:LOC], en [Castilla y León:LOC].", (0,), 1),
        ("ca", "A: De [Valls:LOC], a [Catalunya:LOC].", (0,), 1),
        ("de", "A: [Zwickau:LOC] in [Sachsen:LOC], auch [Bautzen:LOC].", (0, 2), 1),
        ("de", "A: Aus [Trier:LOC], [Rheinland-Pfalz:LOC].", (0,), 1),
        ("en", "A: [Omaha:CITY], [NE:STATE].", (0,), 1),
        ("en", "A: [Tampa:CITY] and [Orlando:CITY], both in [Florida:STATE].", (0, 1), 2),
        ("en", "A: [Inverness:CITY] in [Scotland:COUNTRY].", (0,), 1),
        ("en", "A: [Ashford:CITY], [Kent:STATE].", (0,), 1),
        ("fr", "A: [Quimper:LOC], en [Bretagne:LOC].", (0,), 1),
        ("ca", "A: Soc d'[Olot:LOC], a la [Garrotxa:LOC].", (0,), 1),
        ("fr", "A: De [Dijon:LOC], en [Bourgogne:LOC].", (0,), 1),
    ],
)
def test_a_town_lies_in_the_area_drawn(
    lang: str, line: str, towns: tuple[int, ...], area: int
) -> None:
    lexicon = load_lexicon(lang)
    areas = areas_of(lexicon)
    said = [part.split(":")[0] for part in line.split("[")[1:]]
    for made in outs(lang, line):
        now = areas.names[fold(made[area])]
        assert now != areas.names[fold(said[area])]
        assert areas.above[now] == areas.above[areas.names[fold(said[area])]]
        assert all(areas.holds(now, lexicon.place_by_key[fold(made[i])]) for i in towns)


def test_an_unknown_town_beside_a_state_has_a_code_of_the_new_one() -> None:
    lexicon = load_lexicon("en")
    areas = areas_of(lexicon)
    for town, state, code in outs("en", "A: [Cedar Falls:CITY], [IA:STATE] [50613:ZIP]."):
        place = lexicon.place_by_key[fold(town)]
        assert areas.codes[areas.around(place)] == state != "IA"
        assert code.startswith(lexicon.province_codes[place.province][0])


def test_a_state_is_one_in_short_and_in_full() -> None:
    areas = areas_of(load_lexicon("en"))
    line = "A: [Tulsa:CITY], [OK:STATE]. B: In [Oklahoma:STATE]?"
    for _, short, full in outs("en", line):
        assert areas.codes[full] == short


def test_where_no_area_is_left_that_is_said() -> None:
    """No other Land is called with "das"."""
    for key in KEYS:
        result = run(dialogue("A: [Saarlouis:LOC] im [Saarland:LOC].", lang="de"), key=key)
        assert not any(text.startswith("[") for text in texts(result))
        assert "PROVINCE" in " ".join(codes(result)) or "CONSTRAINT_RELAXED" in codes(result)


@pytest.mark.parametrize("county", ["Co. Kerry", "County Kerry"])
def test_a_county_that_is_called_one_stays_one(county: str) -> None:
    areas = areas_of(lexicon := load_lexicon("en"))
    for town, made in outs("en", f"A: From [Tralee:LOC], [{county}:LOC]."):
        lead, _, name = made.partition(" ")
        assert lead == county.split()[0]
        assert areas.holds(name, lexicon.place_by_key[fold(town)]), made


@pytest.mark.parametrize(
    ("lang", "line", "lead"),
    [
        ("es", "A: De la [provincia de Toledo:LOC], de [Illescas:LOC].", "provincia de "),
        ("fr", "A: Dans le [département du Gers:LOC], à [Auch:LOC].", "département du "),
    ],
)
def test_what_calls_a_province_one_inside_its_span_stays(lang: str, line: str, lead: str) -> None:
    lexicon = load_lexicon(lang)
    for province, town in outs(lang, line):
        place = lexicon.place_by_key[fold(town)]
        assert province == f"{lead}{place.province}"


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Vive en [París:LOC], en [Francia:COUNTRY]."),
        ("ca", "A: Viu a [Roma:LOC], [Itàlia:LOC]."),
        ("eu", "A: [Berlin:LOC], [Alemania:LOC]."),
        ("en", "A: He's in [Melbourne:LOC], [Australia:LOC]."),
        ("de", "A: in [Zürich:LOC], in der [Schweiz:LOC]"),
        ("fr", "A: J'arrive de [Rome:LOC], d'[Italie:LOC]."),
        ("es", "A: De [Liubliana:LOC], [Eslovenia:COUNTRY]."),
    ],
)
def test_a_town_abroad_lies_in_the_country_drawn(lang: str, line: str) -> None:
    areas = areas_of(lexicon := load_lexicon(lang))
    for town, country in outs(lang, line):
        home = areas.holds(country, lexicon.place_by_key.get(fold(town)))  # "Cork, Ireland"
        assert home or town in areas.abroad[country], (town, country)


def test_a_town_abroad_without_its_country_stays_abroad() -> None:
    areas = areas_of(load_lexicon("es"))
    for (town,) in outs("es", "A: Nació en [Bogotá:LOC]."):
        assert areas.is_abroad(fold(town))


def test_a_village_stays_in_its_valley_though_that_is_called_like_a_town() -> None:
    lexicon = load_lexicon("eu")
    lines = ("A: [Elizondo:LOC] naiz, bertakoa.", "B: [Baztan:LOC] da hori, beraz.")
    for result in packs.results(*lines, lang="eu"):
        village, valley = texts(result)
        assert areas_of(lexicon).counties[fold(village)] == valley


@pytest.mark.parametrize(
    ("lang", "line", "known"),
    [
        ("en", "A: I'm from [Wales:LOC].", ("England", "Scotland", "Northern Ireland")),
        (
            "ca",
            "A: Visc a [Catalunya:LOC] des de fa poc.",
            ("Andalusia", "Castella i Lleó", "Castella-la Manxa"),
        ),
    ],
)
def test_an_area_without_a_town_in_it_is_no_town(
    lang: str, line: str, known: tuple[str, ...]
) -> None:
    for (area,) in outs(lang, line):
        assert area in known


@pytest.mark.parametrize(
    "line",
    [
        "A: I live in [Skipton:CITY]. I'm [Yorkshire:COUNTY] born and bred.",
        "A: We left [Crawley:CITY]. It's all [Sussex:COUNTY] to me.",
        "A: She's over in [Fife:COUNTY], in [Cupar:CITY].",
    ],
)
def test_a_county_of_old_holds_its_towns(line: str) -> None:
    lexicon, areas = load_lexicon("en"), areas_of(load_lexicon("en"))
    for names in outs("en", line):
        county = next(name for name in names if fold(name) in areas.names)
        town = next(name for name in names if name != county)
        assert areas.holds(county, lexicon.place_by_key[fold(town)]), names


def test_a_state_may_have_the_name_of_a_city() -> None:
    lexicon = load_lexicon("en")
    for (town,) in outs("en", "A: She came to [New York:CITY] by bus."):
        assert fold(town) in lexicon.place_by_key


def test_a_region_that_no_table_has_is_told() -> None:
    result = run(dialogue("A: Mi madre vive en las [Batuecas:COMARCA]."))
    assert "CONSTRAINT_RELAXED" in codes(result)
