"""Ages that dates, classes and figures of the same dialogue tell."""

import re

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.dates.shift import full_year
from surrogates.dates.tokens import tokens_of
from surrogates.languages import load_lexicon
from surrogates.languages.cardinals import parse
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n]) * 32 for n in range(6)]


def test_who_is_in_reception_is_four_or_five() -> None:
    made = dialogue("A: Her brother in Reception is fine. He's [five:age] today!", lang="en")
    assert {texts(run(made, key=key))[0] for key in KEYS} <= {"four", "five"}


def test_an_examination_of_children_has_an_age() -> None:
    made = dialogue(
        "A: Unsere Kleine braucht die U7.",
        "B: Geboren am [12. Juni 2024:date], sie wird also bald [zwei:age].",
        lang="de",
    )
    assert {texts(run(made, key=key))[1] for key in KEYS} <= {"ein", "eins", "zwei"}


def test_the_months_that_a_question_asks_for() -> None:
    made = dialogue(
        "A: ¿Cuántos meses tiene ya?",
        "B: [Ocho:age]. Nació en [septiembre:month] del [2025:year], y estamos en [mayo:month].",
    )
    assert {texts(run(made, key=key))[0] for key in KEYS} == {"Ocho"}


def test_the_only_year_of_birth_is_of_the_age_however_far_away() -> None:
    made = dialogue(
        "A: Pacient de [72:age] anys.",
        "B: I el tractament?",
        "A: El mateix.",
        "B: Res més?",
        "A: No. Va néixer l'any [1953:year].",
        lang="ca",
    )
    for key in KEYS:
        age, year = map(int, texts(run(made, key=key)))
        assert age + year == 72 + 1953


def test_a_label_tells_a_birth() -> None:
    made = dialogue("A: Paciente: [1958:birth year], sin alergias. Edad [67:age].")
    for key in KEYS:
        year, age = map(int, texts(run(made, key=key)))
        assert year + age == 1958 + 67


def test_figures_say_the_age_again() -> None:
    made = dialogue(
        "A: ¿Cuántos cumple la abuela?",
        "B: [Ochenta y cinco:age]. Nació en el [41:birth year].",
        "A: Pues llevo las velas, un [ocho:number] y un [cinco:number].",
    )
    lexicon = load_lexicon("es")
    for key in KEYS:
        result = run(made, key=key)
        age, year, *figures = texts(result)
        tens, unit = (parse(lexicon, figure) or 0 for figure in figures)
        assert parse(lexicon, age) == 10 * tens + unit
        assert 10 * tens + unit + int(year) == 85 + 41
        assert "LEAK_ORIGINAL" not in codes(result)


def test_figures_of_a_row_say_no_age() -> None:
    made = dialogue("A: Tengo [47:age] años.", "B: El [4:number], el [7:number] y el [2:number].")
    said = {tuple(texts(run(made, key=key))[1:3]) for key in KEYS}
    assert all(one != "4" or two != "7" for one, two in said)
    assert any(f"{one}{two}" != texts(run(made, key=KEYS[0]))[0] for one, two in said)


def test_what_was_built_in_a_year_is_so_many_years_old() -> None:
    made = dialogue("A: Baujahr [2019:year]. Er ist jetzt [sieben:number] Jahre alt.", lang="de")
    lexicon = load_lexicon("de")
    for key in KEYS:
        year, age = texts(run(made, key=key))
        assert int(year) + (parse(lexicon, age) or 0) == 2026


def test_a_count_of_years_behind_a_date_is_no_day_of_it() -> None:
    made = dialogue("A: [2021eko irailetik:date]. [Bost:duration] urte dira aurten.", lang="eu")
    for key in KEYS:
        date, years = texts(run(made, key=key))
        said = re.match(r"\d{4}", date)
        assert said is not None
        assert int(said[0]) + (parse(load_lexicon("eu"), years) or 0) == 2026


def test_a_household_is_as_many_as_are_named() -> None:
    made = dialogue(
        "A: Pick-up at [seven:hour], an hour and a half. How many of you?",
        "B: [Four:number]. Me, my [husband:relation] and the two kids.",
        lang="en",
    )
    assert {texts(run(made, key=key))[1] for key in KEYS} == {"Four"}


@pytest.mark.parametrize(
    ("lang", "born", "now", "so"),
    [
        ("fr", "né en [soixante-treize:N]", "en [deux mille vingt-cinq:N]", "[cinquante-deux:N]"),
        ("es", "soy del [sesenta y uno:N]", "en [dos mil veinticinco:N]", "[sesenta y cuatro:N]"),
        ("en", "born in [nineteen fifty eight:N]", "[twenty twenty five:N]", "[sixty seven:N]"),
        ("de", "jahrgang [achtundsechzig:N]", "[zweitausenddreißig:N]", "[zweiundsechzig:N]"),
        ("ca", "nascut el [seixanta-dos:N]", "[dos mil vint-i-cinc:N]", "[seixanta-tres:N]"),
        ("eu", "jaioa [hirurogeita bi:N]", "[bi mila eta hogeita bost:N]", "[hirurogeita hiru:N]"),
    ],
)
def test_a_birth_the_present_and_an_age_may_all_be_labelled_numbers(
    lang: str, born: str, now: str, so: str
) -> None:
    calendar = calendar_for(lang)
    line = f"A: {born} {now} {so}".replace(":N]", ":NUM]")
    for key in KEYS:
        out = texts(run(dialogue(line, lang=lang), key=key))
        birth, present, age = (tokens_of(text, calendar, [])[0].value for text in out)
        assert present - full_year(birth) - age in (0, 1), out
