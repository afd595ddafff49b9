"""A labelled feast of a fixed day becomes another, on the day that the dates beside it say."""

import re

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.dates.feasts import read_feast
from surrogates.dates.reading import read_dates
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 7]) for n in range(5)]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: El [29 de septiembre:DATE], por [San Miguel:DATE]."),
        ("es", "A: El [12 de octubre:DATE] es [el Pilar:DATE]."),
        ("es", "A: El [24 de diciembre:DATE], en [nochebuena:DATE]."),
        ("ca", "A: El [24 de juny:DATE], per [Sant Joan:DATE]."),
        ("eu", "A: [Ekainaren 29an:DATE], [San Pedro egunean:DATE]."),
        ("de", "A: Am [24. Dezember:DATE], an [Heiligabend:DATE]."),
        ("de", "A: Am [6. Dezember:DATE], am [Nikolaustag:DATE]."),
        ("en", "A: On [26 December:DATE], [Boxing Day:DATE]."),
        ("en", "A: On [July 4:DATE], [Independence Day:DATE]."),
        ("fr", "A: Le [24 juin:DATE], à [la Saint-Jean:DATE]."),
    ],
)
def test_a_feast_moves_to_another_with_its_date(lang: str, line: str) -> None:
    calendar, drawn = calendar_for(lang), set()
    for key in KEYS:
        result = run(made := dialogue(line, lang=lang), key=key)
        date, feast = texts(result)
        assert feast != re.findall(r"\[([^]:]+):", line)[1], made
        (day,) = read_dates(date, calendar).moments
        said = read_feast(feast, calendar)
        assert said is not None and not {"DATE_ANCHOR", "DATE_RELATIVE"} & set(codes(result))
        assert [said.value(n) for n in ("month", "day")] == [day.value(n) for n in ("month", "day")]
        drawn.add(feast)
    assert len(drawn) > 1, drawn


def test_feasts_of_both_sides_of_the_sea_do_not_mix() -> None:
    for key in KEYS:
        (feast,) = texts(run(dialogue("A: On [Boxing Day:DATE].", lang="en"), key=key))
        assert feast not in ("Independence Day", "Groundhog Day", "Juneteenth", "Veterans Day")


def test_feasts_that_no_shift_moves_stay_and_say_so() -> None:
    made = dialogue("A: En [Nochebuena:DATE] aquí, en [Nochevieja:DATE] fuera y en [Reyes:DATE].")
    result = run(made)
    assert texts(result) == ["Nochebuena", "Nochevieja", "Reyes"]
    assert codes(result) == ["DATE_RELATIVE"] * 3


def test_beside_dates_they_become_placeholders() -> None:
    made = dialogue("A: Del [20 de diciembre:DATE] a [Nochebuena:DATE], o hasta [Reyes:DATE].")
    result = run(made)
    assert "[DATE]" in texts(result) and "DATE_ANCHOR" in codes(result)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: El [29 de septiembre, San Miguel:DATE]."),
        ("ca", "A: El [24 de juny, Sant Joan:DATE]."),
        ("de", "A: Am [24. Dezember, Heiligabend:DATE]."),
        ("en", "A: On [Boxing Day, 26 December:DATE]."),
    ],
)
def test_a_feast_in_the_mention_of_its_date_moves_with_it(lang: str, line: str) -> None:
    for key in KEYS:
        (text,) = texts(run(dialogue(line, lang=lang), key=key))
        (day,) = read_dates(text, calendar_for(lang)).moments
        (said,) = (m for piece in text.split(", ") if (m := read_feast(piece, calendar_for(lang))))
        assert day.value("day") == said.value("day") and day.value("month") == said.value("month")
