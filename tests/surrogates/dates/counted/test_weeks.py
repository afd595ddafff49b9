"""Weeks by their number move as the dates around them, and alone as one."""

import datetime as dt
import re

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.cardinals import parse
from tests.surrogates.almanac import day_of, read
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 9]) for n in range(4)]


@pytest.mark.parametrize(
    ("lang", "week", "date"),
    [
        ("de", "KW 12", "18.03.2024"),
        ("de", "Kalenderwoche 12", "18.03.2024"),
        ("en", "week 12", "18/03/2024"),
        ("es", "semana 12", "18/03/2024"),
        ("ca", "setmana 12", "18/03/2024"),
        ("fr", "semaine 12", "18/03/2024"),
        ("eu", "12. astea", "2024/03/18"),
    ],
)
def test_a_week_is_that_of_its_date(lang: str, week: str, date: str) -> None:
    for key in KEYS:
        made = dialogue(f"A: [{week}:DATE], [{date}:DATE]", f"B: [{week}:DATE]", lang=lang)
        result = run(made, key=key)
        new, day, again = texts(result)
        figures = [int(f) for f in re.findall(r"\d+", day)]
        year, month, number = figures if figures[0] > 31 else figures[::-1]
        (told,) = map(int, re.findall(r"\d+", new))
        assert told == dt.date(year, month, number).isocalendar().week != 12
        assert new == again and re.sub(r"\d", "", new) == re.sub(r"\d", "", week)
        assert "PLACEHOLDER_SHOWN" not in codes(result)


def test_weeks_alone_keep_their_distance() -> None:
    for key in KEYS:
        one, two = texts(run(dialogue("A: [KW 12:DATE] oder [KW 14:DATE]", lang="de"), key=key))
        first, second = (int(text.split()[1]) for text in (one, two))
        assert (second - first) % 52 == 2 and first != 12


def test_a_week_in_words_stays_in_words() -> None:
    for key in KEYS:
        made = dialogue("A: la [semana doce:DATE], la [semana 12:DATE]")
        one, two = texts(run(made, key=key))
        assert parse(load_lexicon("es"), one.removeprefix("semana ")) == int(two.split()[1]) != 12


def test_what_is_no_week_of_a_year_stays_a_placeholder() -> None:
    assert texts(run(dialogue("A: [semana 77:DATE]"))) == ["[DATE]"]


def test_the_number_of_a_week_is_that_of_the_date_in_it() -> None:
    line = "A: In der [KW 21:DATE], am [Dienstag:DATE], den [20. Mai 2025:DATE]."
    for n in range(12):
        week, _, date = texts(run(dialogue(line, lang="de"), key=bytes([n])))
        assert int(week.split()[1]) == day_of(read(date, "de")).isocalendar().week
