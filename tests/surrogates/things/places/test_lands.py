"""Where the towns of a dialogue lie to each other: near, on one land, in one country."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.things.geography.areas import areas_of
from surrogates.things.geography.lands import is_over_sea, land_of, shared
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import KEYS, outs


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Trabajo en [Utrera:LOC] y vivo en [Lebrija:LOC], voy cada día."),
        ("ca", "A: L'autobús de [Berga:LOC] a [Olot:LOC] no passa."),
        ("eu", "A: Egunero joaten naiz [Ordiziatik:LOC] [Tolosara:LOC]."),
        ("de", "A: Der Bus von [Husum:LOC] nach [Kiel:LOC] fährt heute nicht."),
        ("en", "A: The coach from [Keighley:LOC] to [Leeds:LOC] is late."),
        ("fr", "A: Le car de [Beaune:LOC] à [Dijon:LOC] est en retard."),
        # One that no table has, or both.
        ("de", "A: Zwischen [Soltau:LOC] und [Oberfichtelau:LOC] steht alles."),
        ("fr", "A: En panne entre [Vauxrenard-le-Sec:LOC] et [Dijon:LOC]."),
        ("en", "A: Somewhere between [Little Wotton:LOC] and [Leeds:LOC]."),
        ("es", "A: Estoy entre [Peñarrubia del Pozo:LOC] y [Lebrija:LOC]."),
    ],
)
def test_towns_of_one_way_stay_near(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    for towns in outs(lang, line):
        one, other = (
            next(k for k in (fold(t), *_stems(lang, t)) if k in lexicon.place_by_key) for t in towns
        )
        assert one != other and shared(lexicon, one, other) >= 0, towns


def _stems(lang: str, text: str) -> list[str]:
    endings = ("tik", "dik", "etik", "ra", "era", "a") if lang == "eu" else ()
    return [fold(text).removesuffix(ending) for ending in endings if text.endswith(ending)]


@pytest.mark.parametrize(
    ("lang", "line", "island"),
    [
        ("es", "A: De [Soria:LOC] a [Lugo:LOC] en coche.", "baleares"),
        ("ca", "A: De [Reus:LOC] a [Gandia:LOC] en cotxe.", "illes balears"),
        ("fr", "A: De [Dole:LOC] à [Agen:LOC] en voiture.", "corse"),
        ("en", "A: From [Derby:LOC] to [Perth:LOC] by car.", "northern ireland"),
    ],
)
def test_no_road_leads_over_the_sea(lang: str, line: str, island: str) -> None:
    lexicon = load_lexicon(lang)
    for towns in outs(lang, line):
        for town in towns:
            place = lexicon.place_by_key[fold(town)]
            assert not is_over_sea(lexicon, place, frozenset({island})), towns


@pytest.mark.parametrize(
    ("line", "land"),
    [
        ("A: I live in [Tarkio:LOC]. It cost me $40.", "the United States"),
        ("A: I live in [Little Wotton:LOC]. It cost me £40.", "the United Kingdom"),
        ("A: In [Tarkio:LOC]. B: The plate? A: [Missouri:LOC].", "the United States"),
        ("A: From [Denver:LOC] to [Tarkio:LOC], then.", "the United States"),
        ("A: From [Leeds:LOC] to [Little Wotton:LOC], then.", "the United Kingdom"),
    ],
)
def test_a_call_has_towns_of_one_country(line: str, land: str) -> None:
    lexicon = load_lexicon("en")
    areas = areas_of(lexicon)
    for made in outs("en", line):
        towns = [lexicon.place_by_key[k] for n in made if (k := fold(n)) not in areas.names]
        assert {land_of(lexicon, town) for town in towns} == {land}, made


@pytest.mark.parametrize(
    ("line", "land"),
    [
        ("A: [Ryedale Borough Council:ORG]. I was born in [Wotton Parva:LOC].", "Kingdom"),
        ("A: What's the postcode there in [Wotton Parva:LOC]?", "Kingdom"),
        ("A: What's the zip code there in [Wotton Parva:LOC]?", "States"),
    ],
)
def test_words_of_one_country_keep_the_towns_in_it(line: str, land: str) -> None:
    lexicon = load_lexicon("en")
    for key in KEYS:
        place = lexicon.place_by_key[fold(texts(run(dialogue(line, lang="en"), key=key))[-1])]
        assert land_of(lexicon, place) in ("", f"the United {land}"), place


@pytest.mark.parametrize(
    "line",
    [
        "A: I live in [Ukiah:LOC], [CA:LOC]. I never leave [Mendocino County:LOC].",
        "A: The house is in [Old Bexlow:LOC]. They move from [South Carolina:LOC] to [Ohio:LOC].",
    ],
)
def test_a_county_and_a_town_lie_in_the_state_that_is_said(line: str) -> None:
    areas = areas_of(load_lexicon("en"))
    for key in KEYS:
        town, state, other = texts(run(dialogue(line, lang="en"), key=key))
        own = areas.names[fold(state)]
        assert areas.around(load_lexicon("en").place_by_key[fold(town)]) == own
        assert areas.of.get(fold(other), own) == own or " County" not in other
        assert "County" not in line or other.endswith(" County")


def test_a_firm_of_an_american_call_is_of_no_british_town() -> None:
    """Beside a town it may have a person's name."""
    lexicon = load_lexicon("en")
    for college, _ in outs("en", "A: [Milton College:ORG], near [Tulsa:LOC]."):
        town = lexicon.place_by_key.get(fold(college.removesuffix(" College")))
        assert town is None or land_of(lexicon, town) == "the United States"


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Vivo en [Getxo:LOC], antes en [Bilbao:LOC]. El código es [48992:ZIP]. "
               "El de [Bilbao:LOC] era [48003:ZIP]."),
        ("eu", "A: Orain [Getxon:LOC] bizi naiz. Kodea? B: [48992:ZIP]. [Bilbo:LOC]koa "
               "[48003:ZIP] zen."),
        ("fr", "A: J'habite [Beaune:LOC], avant [Dijon:LOC]. Le code est [21200:ZIP]. "
               "Celui de [Dijon:LOC], [21000:ZIP]."),
    ],
)  # fmt: skip
def test_two_codes_of_an_area_are_of_two_towns(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    for made in outs(lang, line):
        codes = [text for text in made if text[:1].isdecimal()]
        last = made[made.index(codes[-1]) - 1]
        province = lexicon.place_by_key[fold(last)].province
        assert codes[-1].startswith(lexicon.province_codes[province][0]), made
        assert codes[0] != codes[-1]


@pytest.mark.parametrize(
    "line",
    [
        "A: Es [vasco:LOC], de [Azpeitia:LOC].",
        "A: Soy [andaluza:LOC], de [Lebrija:LOC].",
        "A: Somos [gallegos:LOC], de [Lalín:LOC].",
    ],
)
def test_who_comes_from_a_region_comes_from_a_town_of_it(line: str) -> None:
    lexicon = load_lexicon("es")
    areas = areas_of(lexicon)
    for people, town in outs("es", line):
        place = lexicon.place_by_key[fold(town)]
        named = [row for row in lexicon.rows("demonyms") if areas.holds(row["place"], place)]
        said = {fold(row[g])[:4] for row in named for g in ("masculine", "feminine")}
        assert fold(people)[:4] in said, (people, town)


def test_a_town_with_its_article_is_no_unknown_one() -> None:
    """Le Mans is known, so it is not taken to be in Portugal."""
    line = "A: J'appelle du [Mans:LOC]. B: Elle rentre du [Portugal:LOC] demain."
    lexicon = load_lexicon("fr")
    for town, _ in outs("fr", line):
        assert fold(f"le {town}") in lexicon.place_by_key


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("eu", "A: [Bergara:LOC] herriko udaletxea."),
        ("eu", "A: [Urretxondo:LOC] auzoan bizi naiz."),
        ("ca", "A: L'Ajuntament de [Valls:LOC]."),
        ("ca", "A: Visc a [Vilaverda de Dalt:LOC]."),
    ],
)
def test_a_town_where_the_language_is_spoken_stays_one(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    for (town,) in outs(lang, line):
        place = lexicon.place_by_key.get(fold(town)) or lexicon.place_by_key[fold(town[2:])]
        assert fold(place.province) in lexicon.signs("spoken_in")


@pytest.mark.parametrize(
    "line",
    [
        "A: We're driving up from [Portsmouth:LOC], [New Hampshire:LOC].",
        "A: She's in [Cambridge:LOC], [Massachusetts:LOC].",
    ],
)
def test_the_state_that_is_said_tells_which_namesake_a_town_is(line: str) -> None:
    lexicon = load_lexicon("en")
    for result in packs.results(line, lang="en"):
        town, state = texts(result)
        assert areas_of(lexicon).holds(state, lexicon.place_by_key[fold(town)])
        assert "CONSTRAINT_RELAXED" not in codes(result)


@pytest.mark.parametrize(
    ("line", "land"),
    [
        ("A: The number in [Pueblo:LOC] is [719-555-0137:PHONE].", "the United States"),
        ("A: I'm in [Bigton:LOC], on [01632 960 017:PHONE].", "the United Kingdom"),
    ],
)
def test_numbers_tell_the_country_of_a_town_that_no_table_has(line: str, land: str) -> None:
    lexicon = load_lexicon("en")
    for result in packs.results(line, lang="en"):
        assert land_of(lexicon, lexicon.place_by_key[fold(texts(result)[0])]) == land


@pytest.mark.parametrize(
    "lines",
    [
        ("A: I rang the gardaí in [Ballymore Bridge:LOC].",),
        ("A: We're in [Listowel:LOC] now, it was [€40:AMOUNT].",),
        ("A: Is that [Cork:LOC]? I'll need your Eircode.",),
        ("A: From [Athlone:LOC] it's €12.", "B: My brother lives in [Ohio:STATE]."),
    ],
)
def test_an_irish_call_has_irish_towns(lines: tuple[str, ...]) -> None:
    lexicon = load_lexicon("en")
    for made in outs("en", *lines):
        assert land_of(lexicon, lexicon.place_by_key[fold(made[0])]) == "Ireland", made


def test_an_irish_number_follows_its_town() -> None:
    lexicon = load_lexicon("en")
    for town, number in outs("en", "A: In [Ennis:LOC], on [065 555 0138:PHONE]. It's €30."):
        province = lexicon.place_by_key[fold(town)].province
        assert number.startswith(lexicon.province_codes[province][1]), (town, number)


def test_a_british_number_is_none_of_dublin() -> None:
    lexicon = load_lexicon("en")
    lines = ("A: My sister is in [Dublin:LOC].", "B: I'm in [Leeds:LOC], on [0113 271 5538:PHONE].")
    for sister, home, number in outs("en", *lines):
        province = lexicon.place_by_key[fold(home)].province
        assert number.startswith(lexicon.province_codes[province][1]), (sister, home, number)


def test_who_comes_from_another_country_does_not_make_it_the_calls() -> None:
    lexicon = load_lexicon("en")
    lines = ("A: My flatmate is from [Ohio:STATE].", "B: My house in [Leeds:LOC] cost £300,000.")
    for _, town in outs("en", *lines):
        assert land_of(lexicon, lexicon.place_by_key[fold(town)]) == "the United Kingdom"


def test_an_irish_mobile_tells_an_irish_call() -> None:
    lexicon = load_lexicon("en")
    for result in packs.results("A: In [Bigton:LOC], on [087 555 0163:PHONE].", lang="en"):
        assert land_of(lexicon, lexicon.place_by_key[fold(texts(result)[0])]) == "Ireland"
