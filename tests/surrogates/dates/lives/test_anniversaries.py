"""An anniversary is the years between two that are said; a birthday is an age."""

import re

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.languages.numerals import numerals
from surrogates.languages.numerals.ordinals import read_ordinal
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 3]) for n in range(3)]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Nos casamos en [1990:DATE]; en [2025:DATE], el [35:NUM] aniversario."),
        ("es", "A: Nos casamos en [1995:DATE]; en [2025:DATE], el [trigésimo:NUM] aniversario."),
        ("ca", "A: Ens vam casar el [1985:DATE]; el [2025:DATE], el [quarantè:NUM] aniversari."),
        ("eu", "A: [1985ean:DATE] ezkondu ginen; [2025ean:DATE], [berrogeigarren:NUM] urteurrena."),
        ("de", "A: Hochzeit [1975:DATE], also [2025:DATE] der [fünfzigste:NUM] Hochzeitstag."),
        ("en", "A: Married in [1985:DATE], so in [2025:DATE] our [fortieth:NUM] anniversary."),
        ("fr", "A: Mariés en [1985:DATE], en [2025:DATE] notre [quarantième:NUM] anniversaire."),
    ],
)
def test_an_anniversary_stays_with_its_years(lang: str, line: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        one, two, years = texts(result)
        assert years == re.findall(r"\[([^]:]+):NUM", line)[0]
        first, last = (int(re.findall(r"\d{4}", text)[0]) for text in (one, two))
        assert last - first == _value(years, lang)
        assert not {"NUMBER_GRAMMAR", "RELATION_LOST"} & set(codes(result))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Su [noventa:NUM] cumpleaños. Nació en [1935:DATE], tiene [90:AGE] años."),
        ("de", "A: Ihr [neunzigster:AGE] Geburtstag, sie ist [1935:DATE] geboren, [90:AGE] Jahre."),
        ("en", "A: Her [ninetieth:AGE] birthday, she was born in [1935:DATE], [90:AGE] years."),
        ("fr", "A: Son [quarantième:AGE] anniversaire, elle est née en [1985:DATE], [40:AGE] ans."),
    ],
)
def test_a_birthday_is_the_age(lang: str, line: str) -> None:
    for key in KEYS:
        birthday, year, age = texts(run(dialogue(line, lang=lang), key=key))
        assert _value(birthday, lang) == int(age), (birthday, year, age)
        assert int(year) + int(age) == 2025


def _value(text: str, lang: str) -> int:
    known = numerals(lang)
    assert known is not None
    form = calendar_for(lang).read_number(text)
    return int(text) if text.isdecimal() else read_ordinal(known, text) or (form and form.value)


@pytest.mark.parametrize(
    ("lang", "line", "age", "years"),
    [
        (
            "es",
            "A: Nació en [1957:DATE] y se jubiló a los [65:AGE], en [2022:DATE]; en [2025:DATE] "
            "lleva [tres:NUM] años.",
            "65",
            "tres",
        ),
        (
            "de",
            "A: Geboren [1957:DATE], Rente mit [65:AGE] im Jahr [2022:DATE], [2025:DATE] also seit "
            "[drei:NUM] Jahren.",
            "65",
            "drei",
        ),
    ],
)
def test_an_age_of_law_between_two_years_holds_the_birth(
    lang: str, line: str, age: str, years: str
) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        birth, told, retired, now, count = texts(result)
        assert (told, count) == (age, years)
        assert int(retired) - int(birth) == 65 and int(now) - int(retired) == 3
        assert "RELATION_LOST" not in codes(result)


def test_a_word_behind_the_first_of_two_years_is_of_that_one() -> None:
    line = "A: [1931n:DATE] jaio zen eta [2019an:DATE] hil zen, [88:AGE] urterekin."
    ages = {texts(run(dialogue(line, lang="eu"), key=key))[2] for key in KEYS}
    assert "88" not in ages
