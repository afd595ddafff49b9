"""How tall and heavy somebody is stays what people are."""

import re

import pytest

from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 74]) for n in range(5)]
TALL = [
    ("es", "A: ¿Cuánto mide? Mido [1,75:NUM]."),
    ("ca", "A: Faig [1,75:NUM] d'alçada."),
    ("eu", "A: [1,75:NUM] neurtzen dut."),
    ("de", "A: Ich bin [1,75:NUM] groß."),
    ("en", "A: She is [1.75:NUM] m tall."),
    ("fr", "A: Je mesure [1,75:NUM]."),
]
NEWBORN = [
    ("es", "A: Pesó [3.400:NUM] gramos al nacer."),
    ("ca", "A: Va pesar [3.400:NUM] grams."),
    ("eu", "A: [3400:NUM] gramo zituen."),
    ("de", "A: Es wog [3.400:NUM] Gramm."),
    ("en", "A: He weighed [3,400:NUM] grams."),
    ("fr", "A: Elle pesait [3.400:NUM] grammes."),
]


@pytest.mark.parametrize(("lang", "line"), TALL)
def test_people_stay_as_tall_as_people(lang: str, line: str) -> None:
    for key in KEYS:
        (said,) = texts(run(dialogue(line, lang=lang), key=key))
        assert 150 <= int(re.sub(r"\D", "", said)) <= 199


@pytest.mark.parametrize(("lang", "line"), NEWBORN)
def test_newborns_stay_as_heavy_as_newborns(lang: str, line: str) -> None:
    for key in KEYS:
        (said,) = texts(run(dialogue(line, lang=lang), key=key))
        assert 2300 <= int(re.sub(r"\D", "", said)) <= 4600


def test_feet_and_inches() -> None:
    for key in KEYS:
        (said,) = texts(run(dialogue("A: Height [five foot six:NUM]?", lang="en"), key=key))
        assert re.fullmatch(r"five foot (four|five|seven|eight)", said)


def test_a_price_is_no_height() -> None:
    line = "A: Cuesta [75:NUM] euros."
    said = {texts(run(dialogue(line), key=bytes([n, 75])))[0] for n in range(30)}
    assert any(int(price) > 79 for price in said)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: Bei der letzten Untersuchung wog er [8.450 Gramm:WEIGHT]."),
        ("es", "A: En la última revisión pesaba [9.200 gramos:WEIGHT]."),
    ],
)
def test_what_was_weighed_last_ends_no_number(lang: str, line: str) -> None:
    for key in KEYS:
        (said,) = texts(run(dialogue(line, lang=lang), key=key))
        assert 6500 <= int(re.sub(r"\D", "", said)) <= 11500


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Mide [70:HEIGHT] centímetros de altura."),
        ("de", "A: Sie ist [70 Zentimeter:HEIGHT] groß."),
        ("fr", "A: Sa taille est de [70 cm:HEIGHT]."),
        ("en", "A: She is [70 cm:HEIGHT] tall."),
    ],
)
def test_a_baby_stays_as_tall_as_a_baby_of_its_months(lang: str, line: str) -> None:
    for key in KEYS:
        (said,) = texts(run(dialogue(line, lang=lang), key=key))
        assert 63 <= int(re.sub(r"\D", "", said)) <= 75
