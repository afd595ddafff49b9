"""Labels that say what a number measures: lengths of time, temperatures, weights, distances."""

import re

import pytest

from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n]) * 32 for n in range(6)]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("ca", "A: Tardarà [10 dies:durada] o [dues setmanes:durada]."),
        ("ca", "A: Falta [una hora i mitja:durada]."),
        ("es", "A: Dura [una hora y media:duración]."),
        ("eu", "A: [1:iraupen] egunetan behin, eta gero [ordubete:iraupen]."),
        ("en", "A: I can leave it so for another [year:duration]."),
        ("de", "A: Es dauert [zwei Wochen:Dauer]."),
        ("fr", "A: Dans les [quinze jours:durée]."),
    ],
)
def test_a_length_of_time_stays_what_it_was(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    for key in KEYS[:2]:
        assert run(made, key=key).draft.turns[0].text == made.turns[0].text


def test_a_length_of_time_is_no_piece_of_an_account() -> None:
    made = dialogue(
        "A: Em diu el compte?",
        "B: [ES12 0081 0124 1102 0154 7836:account].",
        "A: Ho tindrà en [10 dies:duration].",
        lang="ca",
    )
    assert all(texts(run(made, key=key))[-1] == "10 dies" for key in KEYS)


def test_years_between_two_that_are_said_in_one_span_stay_true() -> None:
    made = dialogue("A: Ospitalean, [2020tik 2024ra:year], [lau:duration] urtez.", lang="eu")
    assert all(texts(run(made, key=key))[-1] == "lau" for key in KEYS)


def test_what_is_measured_stays_near_and_keeps_its_unit() -> None:
    made = dialogue(
        "A: Sukarra [38,5 ºC:temperature], [72 kg:weight], [12 km:distance].", lang="eu"
    )
    for key in KEYS:
        fever, weight, way = texts(run(made, key=key))
        assert re.fullmatch(r"3[78],\d ºC|39,\d ºC|40,\d ºC", fever)
        assert 40 <= int(weight.removesuffix(" kg")) <= 110
        assert 9 <= int(way.removesuffix(" km")) <= 15


def test_who_pays_stands_beside_what_is_paid() -> None:
    made = dialogue("A: [Bostok:number] [210 euro:amount] ordaindu behar dugu.", lang="eu")
    for key in KEYS:
        count, paid = texts(run(made, key=key))
        assert count == "Bostok"
        assert re.fullmatch(r"\d{3} euro", paid)
