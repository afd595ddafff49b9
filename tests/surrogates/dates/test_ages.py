"""Ages and the years that they are counted from move together."""

import re

import pytest

from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 7]) for i in range(tries(6, 12))]


def year(text: str) -> int:
    figures = int(re.findall(r"\d+", text)[-1])
    return figures if figures > 99 else 1900 + figures


def test_an_age_between_two_years_stays() -> None:
    made = dialogue("A: Mi hijo nació en [2010:DATE] y tiene [8:AGE] años; estamos en [2018:DATE].")
    for key in KEYS:
        result = run(made, key=key)
        born, age, now = texts(result)
        assert year(now) - year(born) == int(age)
        assert "DATE_RELATIVE" in codes(result)


def test_an_age_in_words_and_a_short_year() -> None:
    made = dialogue("A: Cumplo [cuarenta:NUM] en [2018:DATE], soy del [78:DATE].")
    for key in KEYS:
        age, now, born = texts(run(made, key=key))
        assert age == "cuarenta" and year(now) - year(born) == 40


@pytest.mark.parametrize(
    "line",
    [
        "A: Nací en [1975:DATE], tengo [43:NUM] años.",
        "A: Tengo [43:AGE]. Nací el [3 de mayo de 1975:DATE].",
    ],
)
def test_an_age_beside_a_year_of_birth_stays_true(line: str) -> None:
    for key in KEYS:
        out = texts(run(dialogue(line), key=key))
        born, age = out if out[1].isdecimal() and len(out[1]) == 2 else out[::-1]
        assert year(born) + int(age) == 2018


def test_a_number_of_years_that_is_no_age_is_drawn_anew() -> None:
    made = dialogue("A: Contrato de [7:NUM] años, firmado en [2015:DATE].")
    assert len({texts(run(made, key=key))[0] for key in KEYS}) > 1


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("ca", "A: Vaig néixer el [1975:DATE], tinc [43:NUM] anys."),
        ("de", "A: Ich bin [1975:DATE] geboren und [43:NUM] Jahre alt."),
        ("en", "A: I was born in [1975:DATE], I'm [43:NUM] years old."),
        ("eu", "A: [1975ean:DATE] jaio nintzen, [43:NUM] urte ditut."),
        ("fr", "A: Je suis né en [1975:DATE], j'ai [43:NUM] ans."),
    ],
)
def test_ages_and_years_of_birth_in_other_languages(lang: str, line: str) -> None:
    for key in KEYS:
        born, age = texts(run(dialogue(line, lang=lang), key=key))
        assert year(born) + int(age) == 2018 and "1975" not in born
