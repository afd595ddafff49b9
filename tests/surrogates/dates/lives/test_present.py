"""An age, the birth and the weekday of the day of the call stay of one year."""

import datetime as dt
import re

import pytest

from surrogates.dates.calendars import calendar_for
from tests.surrogates.almanac import Said, read
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 17]) for n in range(6)]


def years_of(said: Said) -> list[int]:
    """Years of these days in which a date is on its weekday."""
    assert said.day and said.month and said.weekday is not None
    return [y for y in range(2024, 2030)
            if dt.date(y, said.month, said.day).weekday() == said.weekday]  # fmt: skip


def is_true(age: int, birth: Said, call: Said) -> bool:
    """Whether somebody born then is so old on that day, in some year in which it is that day."""
    assert birth.year and call.month and call.day
    days = [dt.date(year, call.month, call.day) for year in years_of(call)]
    if not birth.month or not birth.day:
        return any(day.year - birth.year in (age, age + 1) for day in days)
    before = [(day.month, day.day) < (birth.month, birth.day) for day in days]
    return any(day.year - birth.year - late == age for day, late in zip(days, before, strict=True))


def number(text: str, lang: str) -> int:
    figures = re.search(r"\d+", text)
    if figures:
        return int(figures[0])
    form = calendar_for(lang).read_number(text)
    assert form is not None
    return form.value


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ["A: [68:AGE] años, nació en [1958:DATE].",
                "B: La cita es el [jueves 26 de noviembre:DATE]."]),
        ("es", ["A: Tiene [setenta y dos:AGE] años, nació el [9 de febrero de 1954:DATE].",
                "B: Hasta el [jueves 26 de noviembre:DATE]."]),
        ("fr", ["A: [88:AGE] ans, née le [3 mai 1938:DATE].",
                "B: Il la revoit [lundi 30 novembre:DATE]."]),
        ("de", ["A: Er ist [68:AGE], geboren am [14. März 1958:DATE].",
                "B: Termin am [Donnerstag, den 26. November:DATE]."]),
        ("ca", ["A: Té [17:AGE] anys, va néixer el [30 de desembre del 2008:DATE].",
                "B: L'examen és el [dimecres 16 de desembre:DATE]."]),
        ("en", ["A: She's [seventy-two:AGE], born [9 February 1954:DATE].",
                "B: Come on [Thursday, 26 November:DATE]."]),
    ],
)  # fmt: skip
def test_age_birth_and_weekday_agree(lang: str, lines: list[str], key: bytes) -> None:
    age, birth, call = texts(run(dialogue(*lines, lang=lang), key=key))
    said = read(birth, lang) if not birth.isdecimal() else Said(year=int(birth))
    assert is_true(number(age, lang), said, read(call, lang)), (age, birth, call)


@pytest.mark.parametrize("key", KEYS)
def test_days_of_one_weekday_stay_weeks_apart(key: bytes) -> None:
    lines = [
        "A: Nació el [14 de mayo de 2022:DATE]. Tiene [cuatro:AGE] años.",
        "B: Era mañana, [jueves:DATE] [19:DATE], y puede ser el [jueves:DATE] [26:DATE].",
        "A: Entonces el [jueves:DATE] [26 de noviembre:DATE].",
    ]
    *_, first, day, second, again, third, whole = texts(run(dialogue(*lines), key=key))
    last = read(whole, "es")
    assert first == second == third and int(again) == last.day
    assert (int(again) - int(day)) in (7, 7 - 30, 7 - 31, 7 - 28, 7 - 29)


@pytest.mark.parametrize("key", KEYS)
def test_the_weekday_of_a_birthday_is_one_however_it_is_said(key: bytes) -> None:
    lines = [
        "A: Vamos el [domingo:DATE], que cumple [90:AGE] años.",
        "B: ¿Nació en el [36:DATE]?",
        "A: El [13 de diciembre de 1936:DATE]. Hasta el [domingo:DATE] [13:DATE].",
    ]
    weekday, age, year, birth, again, day = texts(run(dialogue(*lines), key=key))
    born = read(birth, "es")
    assert weekday == again and born.day == int(day) and str(born.year)[2:] == year
    assert born.year and born.month and born.day
    turned = dt.date(born.year + int(age), born.month, born.day)
    assert read(f"{weekday} 1 de enero", "es").weekday == turned.weekday()


def test_of_two_births_an_age_is_of_the_one_it_is_said_with() -> None:
    for key in KEYS:
        lines = ["A: [34:AGE] ans, elle est du [2 février 1992:DATE].",
                 "B: Et lui est né en [avril 1989:DATE] ?"]  # fmt: skip
        age, birth, _ = texts(run(dialogue(*lines, lang="fr"), key=key))
        assert read(birth, "fr").year + int(age) in (2025, 2026, 2027)  # type: ignore[operator]
