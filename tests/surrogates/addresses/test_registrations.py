"""A plate and the year of the car that it tells go together."""

import re

import pytest

from surrogates.numbers.identifiers.plates import ORDER
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n]) * 32 for n in range(6)]
FIGURES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
STARTS = {2012: "HK", 2018: "KJ", 2022: "LV", 2026: "NJ"}


def _rank(letters: str) -> list[int]:
    return [ORDER.index(letter) for letter in letters]


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ["A: El coche, [4821 KLM:PLATE], es del [2018:YEAR]."]),
        ("ca", ["A: [4827 KLM:PLATE].", "B: És del [2018:YEAR], oi?"]),
        ("eu", ["A: [2018:YEAR]koa da. Matrikula [7316 KLD:PLATE]."]),
    ],
)
def test_the_letters_of_a_spanish_plate_are_of_the_year(lang: str, lines: list[str]) -> None:
    for key in KEYS:
        one, two = texts(run(dialogue(*lines, lang=lang), key=key))
        plate, year = (two, one) if one.isdecimal() else (one, two)
        for known, start in STARTS.items():
            assert (int(year) >= known) == (_rank(plate[-3:-1]) >= _rank(start)), (plate, year)


def test_the_figures_of_a_british_plate_are_of_the_month_and_year() -> None:
    line = "A: [SK71 WDN:PLATE], first registered in [October:MONTH] [2021:YEAR]."
    for key in KEYS:
        plate, month, year = texts(run(dialogue(line, lang="en"), key=key))
        figures, number = int(plate[2:4]), int(year) % 100
        early = month in ("January", "February")
        later = early or month in ("September", "October", "November", "December")
        assert figures == number - early + 50 * later, (plate, month, year)


def test_a_year_that_the_plate_does_not_tell_asks_nothing_of_it() -> None:
    line = "A: [4821 KLM:PLATE], desde [2005:YEAR]."
    plates = {texts(run(dialogue(line, lang="es"), key=key))[0][-3:-1] for key in KEYS}
    assert len(plates) > 3


def test_code_words_and_figures_spell_the_new_plate() -> None:
    line = "A: [SK71 WDN:PLATE]. [Sierra Kilo seven one Whiskey Delta November:LETTER]."
    for key in KEYS:
        result = run(dialogue(line, lang="en"), key=key)
        plate, said = texts(result)
        words = said.lower().split()
        signs = "".join(str(FIGURES.index(w)) if w in FIGURES else w[0].upper() for w in words)
        assert signs == re.sub(r"\W", "", plate)
        assert "LETTER_FACT" not in codes(result)


def test_the_figures_said_of_a_british_plate_are_those_of_the_new_one() -> None:
    made = dialogue(
        "A: Reg [LK19 XZP:PLATE].", "B: So a [19:number] plate, bought in [March 2019:DATE].",
        lang="en",
    )  # fmt: skip
    for n in range(6):
        plate, figures, _ = texts(run(made, key=bytes([n]) * 32))
        assert plate[2:4] == figures
