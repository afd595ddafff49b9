"""Feasts that follow Easter keep their dates and weekdays true, in another year."""

import datetime as dt

import pytest

from surrogates.dates.recurring.easter import easter_sunday
from tests.surrogates.almanac import read
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 23]) for n in range(8)]


def from_easter(text: str, lang: str) -> set[int]:
    """The days from Easter Sunday to a date, in the years of these days."""
    said = read(text, lang)
    assert said.month and said.day
    days = [dt.date(year, said.month, said.day) for year in range(2005, 2036)]
    return {(day - easter_sunday(day.year)).days for day in days}


@pytest.mark.parametrize(
    ("lang", "line", "days"),
    [
        ("es", "A: Llegamos el [13 de abril:DATE], Jueves Santo.", -3),
        ("ca", "A: Tanquem el [10 d'abril:DATE], dilluns de Pasqua.", 1),
        ("eu", "A: Ostiral santua, [apirilaren 14a:DATE], jaia da.", -2),
        ("de", "A: Am Ostermontag, dem [6. April:DATE], ist zu.", 1),
        ("fr", "A: Le [29 mai:DATE], jeudi de l'Ascension, c'est fermé.", 39),
        ("en", "A: We shut on Good Friday, [7 April:DATE].", -2),
    ],
)
def test_the_date_of_a_feast_outside_the_label(lang: str, line: str, days: int) -> None:
    news = set()
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        (new,) = texts(result)
        assert days in from_easter(new, lang) and not codes(result)
        news.add(new)
    assert len(news) > 2 and not any(f"[{new}:" in line for new in news)


def test_a_feast_and_its_date_in_one_label() -> None:
    lines = ["A: Von [Karfreitag, 7. April:DATE], bis [Ostermontag, den 10. April:DATE].",
             "B: Bis [Dienstag:DATE] sind es vier Nächte."]  # fmt: skip
    for key in KEYS:
        first, last, weekday = texts(run(dialogue(*lines, lang="de"), key=key))
        assert first.startswith("Karfreitag, ") and last.startswith("Ostermontag, den ")
        assert weekday == "Dienstag" and first != "Karfreitag, 7. April"
        assert -2 in from_easter(first.split(", ")[1], "de")
        assert 1 in from_easter(last.removeprefix("Ostermontag, den "), "de")


@pytest.mark.parametrize(("year", "month", "day"), [(2018, 4, 1), (2024, 3, 31), (2038, 4, 25)])
def test_easter_sunday(year: int, month: int, day: int) -> None:
    assert easter_sunday(year) == dt.date(year, month, day)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: Am [4. Dezember:DATE], am Barbaratag, hat sie Geburtstag."),
        (
            "es",
            "A: Mi santo es el [29 de junio:DATE], San Pedro.",
        ),
    ],
)
def test_a_feast_of_a_fixed_day_outside_the_labels_is_told(lang: str, line: str) -> None:
    for key in KEYS[:3]:
        assert "DATE_ANCHOR" in codes(run(dialogue(line, lang=lang), key=key))
