"""What people say in Spain, Andorra and the Basque Country of numbers, towns and floors."""

import re

import pytest

from surrogates.folding import fold
from surrogates.languages import lexicon_for
from surrogates.languages.inflection import basque
from surrogates.things.articles import is_led
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 31]) for n in range(5)]
SAID_WITH = [
    ("es", "CIP AN0412345678"),
    ("es", "nº de colegiado 28/1234"),
    ("ca", "NASS 281234567840"),
    ("eu", "TIS 2719384"),
    ("de", "Kd.-Nr. 44123"),
    ("en", "NHS 943 476 5919"),
    ("fr", "réf. AB-2031"),
]


@pytest.mark.parametrize(("lang", "said"), SAID_WITH)
def test_words_that_say_what_a_number_is_stay_in_its_label(lang: str, said: str) -> None:
    lead = said.rpartition(" ")[0] if not said.startswith("NHS") else "NHS"
    for key in KEYS:
        result = run(dialogue(f"A: [{said}:ID].", lang=lang), key=key)
        (new,) = texts(result)
        assert new.startswith(f"{lead} ") and new != said
        assert result.dialogue is not None


def test_letters_glued_to_a_code_are_part_of_it() -> None:
    for key in KEYS:
        assert not texts(run(dialogue("A: [RE-2025-0012:ID].", lang="de"), key=key))[0].startswith(
            "RE-"
        )


@pytest.mark.parametrize(
    ("lang", "line", "one"),
    [
        ("es", "A: Nació el [29:MONTH] de [febrero:MONTH] de [2024:MONTH], año bisiesto. "
               "Cumplió [un:AGE] año el [28:MONTH] de [febrero:MONTH] de [2025:MONTH].", "un"),
        ("ca", "A: Va néixer el [3 de maig de 2023:DATE]. Va fer [un:AGE] any el "
               "[3 de maig de 2024:DATE].", "un"),
        ("en", "A: She was born on [3 May 2023:DATE]. She turned [one:AGE] year old on "
               "[3 May 2024:DATE].", "one"),
        ("fr", "A: Née le [3 mai 2023:DATE], elle a eu [un:AGE] an le [3 mai 2024:DATE].", "un"),
    ],
)  # fmt: skip
def test_one_year_agrees_with_its_noun(lang: str, line: str, one: str) -> None:
    for key in KEYS:
        assert one in texts(run(dialogue(line, lang=lang), key=key))


@pytest.mark.parametrize(
    ("town", "people"),
    [("Altsasu", "Altsasuarra"), ("Arrasate", "Arrasatearra"), ("Oiartzun", "Oiartzuarra"),
     ("Bilbo", "Bilbotarra"), ("Lizarra", "Lizartarra")],
)  # fmt: skip
def test_basque_people_of_towns_are_as_they_call_themselves(town: str, people: str) -> None:
    assert basque.put(town, "inh+ra") == people
    assert basque.regular(town, "inh+ra")


def test_people_of_a_town_that_no_list_has_are_not_certain() -> None:
    assert not basque.regular("Okondo", "inh+ra") and basque.regular("Tafalla", "inh+ra")


def test_a_room_is_on_the_floor_that_is_said_beside_it() -> None:
    ordinals = [
        "primera",
        "segunda",
        "tercera",
        "cuarta",
        "quinta",
        "sexta",
        "séptima",
        "octava",
        "novena",
    ]
    for key in KEYS:
        room, floor = texts(run(dialogue("A: En la [412:NUM], planta [cuarta:NUM]."), key=key))
        assert ordinals[int(room[0]) - 1] == floor


def test_a_catalan_floor_is_no_second() -> None:
    line = "A: Som els del [segon primera:NUM]."
    assert {texts(run(dialogue(line, lang="ca"), key=key))[0] for key in KEYS} != {"segon primera"}


def test_legal_forms_of_partnerships_are_written_whole() -> None:
    line = "A: De [Fontanería Hermanos Gil, C.B.:ORG], y [Aceites del Sur, S. Coop. And.:ORG]."
    for key in KEYS:
        one, other = texts(run(dialogue(line), key=key))
        assert one.endswith(", C.B.") and other.endswith(", S. Coop. And.")


def test_an_english_title_is_none_of_a_name() -> None:
    line = "A: El vecino es [Mr. Thompson:PER]."
    assert all(texts(run(dialogue(line), key=key))[0].startswith("Mr. ") for key in KEYS)


@pytest.mark.parametrize("line", ["A: Vivo en [Andorra la Vella:LOC], [AD500:ZIP]."])
def test_andorran_codes_are_of_their_parish(line: str) -> None:
    parishes = {"Canillo": 100, "Encamp": 200, "Ordino": 300, "la Massana": 400,
                "Sant Julià de Lòria": 600, "Escaldes-Engordany": 700}  # fmt: skip
    for key in KEYS:
        town, code = texts(run(dialogue(line, lang="ca"), key=key))
        assert code == f"AD{parishes[town]}"


def test_a_code_in_digits_said_one_by_one_is_the_town_s_own() -> None:
    line = "A: Es el [cero ocho nueve uno uno:ZIP], de [Badalona:LOC]."
    for key in KEYS:
        assert "CONSTRAINT_RELAXED" not in codes(run(dialogue(line), key=key))


@pytest.mark.parametrize(
    ("lang", "line", "towns"),
    [
        ("ca", "A: És mallorquina, de [Felanitx:LOC].", "Illes Balears"),
        ("es", "A: Es gaditano, de [Chiclana de la Frontera:LOC].", "Cádiz"),
        ("eu", "A: Bizkaitarra da, [Bermeokoa:LOC].", "Bizkaia"),
    ],
)
def test_a_town_stays_where_its_people_are_said_to_be_of(lang: str, line: str, towns: str) -> None:
    places = {place.name: place.province for place in lexicon_for(lang).place_entries}
    for key in KEYS:
        town = texts(run(dialogue(line, lang=lang), key=key))[0].removesuffix("koa")
        assert places.get(town, places.get(re.sub("go?a?$", "", town))) == towns


def test_a_town_that_no_table_has_keeps_the_catalan_article_before_it() -> None:
    line = "A: Truco de l'[Hospitalet de l'Infant:LOC], el codi és el [43890:ZIP]."
    for key in KEYS:
        new = texts(run(dialogue(line, lang="ca"), key=key))[0]
        assert is_led(lexicon_for("ca"), "l'", fold(new))


def test_a_compound_of_two_lists_is_one_person() -> None:
    lines = ("A: [Maria Pilar Goikoetxea Arana:PER] da.", "B: [Mari Pilik:PER] esan du.")
    for key in KEYS:
        one, other = texts(run(dialogue(*lines, lang="eu"), key=key))
        assert other.split()[0][:3] == one.split()[0][:3]


def test_a_basque_feast_in_a_case_is_one() -> None:
    line = "A: [Abenduaren 3an:DATE] jaio zen, Euskararen Egunean."
    assert "DATE_ANCHOR" in codes(run(dialogue(line, lang="eu")))


def test_a_title_with_a_raised_letter_is_a_woman_s() -> None:
    line = "A: Estimada D.ª [Mercedes:FEMALE] [Santos:FAM], y [D.ª Carmen Gil:PER]."
    for key in KEYS:
        result = run(dialogue(line), key=key)
        assert texts(result)[2].startswith("D.ª ") and "GENDER_CONFLICT" not in codes(result)


@pytest.mark.parametrize(
    ("lang", "said"), [("es", "Fam. Orellana"), ("de", "Fam. Kröger"), ("fr", "Fam. Gauthier")]
)
def test_a_family_on_a_letter_box_is_one(lang: str, said: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [{said}:PER]", lang=lang), key=key))
        assert new.startswith("Fam. ") and len(new.split()) == 2
