"""Instalments and anniversaries stay on one day of the month, as many months apart."""

import datetime as dt

import pytest

from surrogates.dates.recurring.series import series_in
from tests.effort import tries
from tests.surrogates.almanac import read
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 2]) for i in range(tries(4, 8))]


@pytest.mark.parametrize(
    ("lang", "line", "apart"),
    [
        (
            "es",
            "A: El [15 de enero:DATE], el [15 de febrero:DATE] y el [15 de marzo:DATE].",
            (1, 2),
        ),
        ("ca", "A: El primer, el [5 de maig:DATE], i l'últim, el [5 de juliol:DATE].", (2,)),
        ("eu", "A: [Martxoaren 10ean:DATE] eta [apirilaren 10ean:DATE].", (1,)),
        ("de", "A: Am [1. Dezember:DATE], zuletzt am [1. März 2024:DATE].", (3,)),
        ("en", "A: On [1 March:DATE], [1 April:DATE], [1 May:DATE] and [1 June:DATE].", (1, 2, 3)),
        ("fr", "A: Le premier le [5 mai:DATE], le suivant le [5 juin:DATE].", (1,)),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) == 2 else "",
)
def test_monthly_dates(lang: str, line: str, apart: tuple[int, ...]) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        first, *rest = (read(text, lang) for text in texts(result))
        assert {date.day for date in rest} == {first.day}
        assert tuple((date.month - first.month) % 12 for date in rest) == apart
        assert not codes(result)


def test_an_anniversary() -> None:
    made = dialogue("A: Am [12.06.2014:DATE], und [12.06.2024:DATE] war der zehnte.", lang="de")
    for key in KEYS:
        one, two = texts(run(made, key=key))
        assert one[:6] == two[:6] != "12.06." and int(two[6:]) - int(one[6:]) == 10


def test_dates_with_a_weekday_keep_that() -> None:
    line = "A: First on [Monday 3 February:DATE], then [Monday 3 March:DATE]."
    for key in KEYS:
        one, two = texts(run(dialogue(line, lang="en"), key=key))
        assert one.split()[0] == two.split()[0]


def test_a_day_beside_a_series_keeps_its_distance() -> None:
    line = "A: El [5 de enero:DATE], el [5 de febrero:DATE] y el [7 de febrero:DATE]."
    for key in KEYS:
        result = run(dialogue(line), key=key)
        one, two, three = (read(text, "es") for text in texts(result))
        near = dt.date(2018, three.month, three.day) - dt.date(2018, two.month, two.day)
        assert near.days == 2
        assert one.day == two.day or "DATE_CONFLICT" in codes(result)


def test_what_a_series_is() -> None:
    days = [(2024, 1, 5), (2024, 2, 5), (2024, 2, 6), (1960, 1, 5), (1999, 7, 6)]
    (found,) = series_in(dt.date(*day) for day in days)
    assert [date.year for date in found] == [1960, 2024, 2024]


@pytest.mark.parametrize(
    ("lang", "lines", "apart"),
    [
        (
            "es",
            (
                "A: Llegó el [martes 9 de abril de 2024:DATE].",
                "B: Pues hasta el [9 de octubre:DATE].",
            ),
            6,
        ),
        ("de", ("A: Am [Donnerstag, dem 6. Februar:DATE].", "B: Und bis zum [6. Mai:DATE]."), 3),
        ("fr", ("A: Le [mercredi 5 mars:DATE].", "B: Donc jusqu'au [5 juillet:DATE]."), 4),
    ],
)
def test_a_date_follows_one_on_a_weekday_by_whole_months(
    lang: str, lines: tuple[str, ...], apart: int
) -> None:
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        one, two = (read(text, lang) for text in texts(result))
        assert one.day == two.day and one.month and two.month
        assert (two.month - one.month) % 12 == apart and not codes(result)
