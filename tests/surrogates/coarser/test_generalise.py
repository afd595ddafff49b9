"""`generalise`: what is true and says less, or a placeholder with an issue."""

import pytest

from surrogates.attributes.professions import IN_LIFE
from surrogates.checks.relations.wording.trades import sector_of
from surrogates.languages import languages, load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts


def coarser(line: str, lang: str = "es") -> list[str]:
    return texts(run(dialogue(line, lang=lang), "generalise"))


AGES = [
    ("es", "45 años", "40-49 años"), ("es", "sesenta y seis", "60-69"), ("es", "91", "90 o más"),
    ("es", "3 meses", "menos de 1 año"), ("ca", "16 anys", "15-17 anys"), ("eu", "23", "18-29"),
    ("de", "7 Jahre", "5-9 Jahre"), ("en", "104", "90 or more"), ("en", "2 weeks", "under 1 year"),
    ("fr", "58 ans", "50-59 ans"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "age", "band"), AGES)
def test_an_age_becomes_its_band(lang: str, age: str, band: str) -> None:
    assert coarser(f"A: [{age}:age]", lang) == [band]


DATES = [
    ("es", "7/3/2011", "03/2011"), ("es", "7 de marzo de 2011", "marzo de 2011"),
    ("es", "noviembre", "cuarto trimestre"), ("es", "1987", "de 1985 a 1989"),
    ("ca", "2 d'abril de 2014", "abril de 2014"), ("eu", "2014ko apirilaren 2a", "2014ko apirila"),
    ("de", "2. April 2014", "April 2014"), ("de", "2014-04-02", "2014-04"),
    ("en", "April 2, 2014", "April 2014"), ("en", "04/22/2014", "04/2014"),
    ("fr", "2 avril 2014", "avril 2014"), ("fr", "avril 2014", "deuxième trimestre 2014"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "date", "span"), DATES)
def test_a_date_becomes_its_month_quarter_or_years(lang: str, date: str, span: str) -> None:
    assert coarser(f"A: [{date}:date]", lang) == [span]


PLACES = [
    ("es", "en [Úbeda:place]", "Andalucía"), ("es", "de [Tudela:place]", "Navarra"),
    ("es", "en [Galicia:place]", "España"), ("es", "soy de [Perú:country]", "América"),
    ("ca", "a [Sitges:place]", "Catalunya"), ("eu", "[Getxo:place]", "Bizkaia"),
    ("de", "in [Bochum:place]", "Nordrhein-Westfalen"), ("en", "in [Leeds:place]", "England"),
    ("fr", "à [Quimper:place]", "Finistère"), ("es", "CP [50012:zip]", "50xxx"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "line", "area"), PLACES)
def test_a_place_becomes_what_it_lies_in(lang: str, line: str, area: str) -> None:
    assert coarser(f"A: {line}", lang) == [area]


ORGANISATIONS = [
    ("es", "Ingresa en [Hospital de Teruel:hospital].", "un hospital de Aragón"),
    ("es", "Va al [Colegio Los Robles:org].", "colegio"),
    ("es", "la [CAI:hospital]", "institución sanitaria"),
    ("ca", "a l'[Hospital de Sitges:hospital]", "hospital de Catalunya"),
    ("de", "im [Klinikum Bochum:hospital]", "Klinikum in Nordrhein-Westfalen"),
    ("en", "at [Leeds University:org]", "a university"),
    ("fr", "une [école Jules Ferry:org]", "école"),
    ("es", "vive en [Calle del Olmo 4:street]", "una calle"),
    ("es", "por la [plaza Mayor, 2:street]", "plaza"),
    ("es", "vive en [Olmo 4:street]", "una dirección"),
    ("de", "in der [Gartenstraße 7:street]", "Straße"),
    ("en", "at [7 Elm Lane:street]", "a lane"),
    ("es", "comprado a [Zeta Sistemas:institucion]", "una entidad"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "line", "text"), ORGANISATIONS)
def test_an_organisation_becomes_what_it_is(lang: str, line: str, text: str) -> None:
    assert coarser(f"A: {line}", lang) == [text]


PEOPLE = [
    ("es", "es [panadera:job]", "profesional del comercio"),
    ("ca", "és [infermer:job]", "professional de la sanitat"),
    ("eu", "[kazetari:job]", "kultura-arloko langile"),
    ("de", "sie ist [Köchin:job]", "Mitarbeiterin im Gastgewerbe"),
    ("en", "an [architect:job]", "employee in a technical field"),
    ("fr", "un [maçon:job]", "professionnel du bâtiment"),
    ("es", "mis [primos:relation]", "familiares"),
    ("en", "my [uncle:relation]", "relative"),
    ("es", "un [hermano gemelo:relation]", "familiar"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "line", "text"), PEOPLE)
def test_a_profession_becomes_its_field_and_a_relation_a_relative(
    lang: str, line: str, text: str
) -> None:
    assert coarser(f"A: {line}", lang) == [text]


@pytest.mark.parametrize("item", ["Ana:PER", "600 123 456:phone", "ayer:date", "Zutania:place"])
def test_what_has_nothing_coarser_is_a_placeholder_and_an_issue(item: str) -> None:
    result = run(dialogue(f"A: [{item}]"), "generalise")
    (text,) = texts(result)
    assert text.startswith("[") and codes(result) == ["NOTHING_COARSER"]


def test_a_coarser_value_shows_no_other_item() -> None:
    made = dialogue("A: El [Hospital de Teruel:hospital]. Nació en [Aragón:place].")
    hospital, region = texts(run(made, {"hospital": "generalise", "place": "entity"}))
    assert hospital == "hospital de España"
    assert region != "Aragón"


def test_nor_a_form_of_one_in_another_language() -> None:
    made = dialogue("A: De [Tolosa:place], en [Gipuzkoa:place].")
    result = run(made, "generalise")
    assert texts(result)[0] == "País Vasco"
    assert not result.held


def hidden(line: str) -> list[str]:
    result = run(dialogue(f"A: Ingresa en [Hospital Miguel Servet:hospital]. {line}"), "generalise")
    return [result.draft.turns[k.turn].text[k.start : k.end] for k in result.leaks]


def test_the_search_lets_pass_what_is_told_and_finds_the_rest() -> None:
    assert hidden("Sale.") == []
    assert hidden("Del Servet nada.") == ["Servet"]
    made = dialogue("A: [Hospital Miguel Servet:hospital]", "B: ¿El [Hospital:org]?")
    assert not run(made, "generalise").held


def test_an_unlabelled_year_that_a_coarser_date_tells_holds_nothing_back() -> None:
    made = dialogue("A: El [7/3/2011:date]. Desde 2011 igual.")
    assert not codes(run(made, "generalise"))
    assert "RESIDUAL_YEAR" in codes(run(made, "typed"))


def test_the_same_original_says_the_same_under_any_key() -> None:
    made = dialogue("A: En [Úbeda:place], con [45:age].", "B: ¿[Úbeda:place]?")
    assert {tuple(texts(run(made, "generalise", key=key))) for key in (b"1", b"2", b"3")} == {
        ("Andalucía", "40-49", "Andalucía")
    }


@pytest.mark.parametrize("lang", languages())
def test_every_field_of_work_has_words_in_every_language(lang: str) -> None:
    lexicon = load_lexicon(lang)
    fields = {sector_of(row["group"]) for row in lexicon.rows("professions")} - IN_LIFE | {"status"}
    assert {row["value"] for row in lexicon.rows("coarser") if row["kind"] == "trade"} >= fields
    provinces = {row["province"] for row in lexicon.rows("provinces")}
    named = {row["name"] for row in lexicon.rows("wider_places")}
    assert lang in ("de", "en") or provinces <= named
