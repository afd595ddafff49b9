"""A day of a weekend stays what it is, and a working day one, where nothing says more of them."""

import datetime as dt

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.dates.reading import read_dates
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 15]) for n in range(6)]
WORKING = {"lunes", "martes", "miércoles", "jueves", "viernes"}


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: ¿Abren el [domingo:DATE]?", "B: No, el [viernes:DATE] sí.")),
        ("de", ("A: [Donnerstag:DATE] oder [Samstag:DATE]?",)),
        ("en", ("A: We shut at noon on [Saturdays:DATE].",)),
        ("fr", ("A: La visite est [samedi:DATE].",)),
        ("ca", ("A: Vinguin [dissabte:DATE].",)),
        ("eu", ("A: [Larunbatean:DATE] irekita.",)),
    ],
)
def test_a_day_of_a_weekend_stays_it(lang: str, lines: tuple[str, ...]) -> None:
    made = dialogue(*lines, lang=lang)
    for key in KEYS:
        result = run(made, key=key)
        assert texts(result) == [r.original for r in result.replacements]
        assert {i.severity for i in result.issues} == {"info"}


def test_working_days_stay_such_beside_a_birth() -> None:
    made = dialogue(
        "A: Nací el [12 de junio de 1958:DATE].",
        "B: Venga el [lunes:DATE] o el [martes:DATE], el [viernes:DATE] cerramos a las tres.",
    )
    for key in KEYS:
        _, *days = texts(run(made, key=key))
        assert set(days) <= WORKING and days != ["lunes", "martes", "viernes"]


@pytest.mark.parametrize(
    ("lang", "lines", "shut"),
    [
        (
            "es",
            (
                "A: Tengo [34:AGE] años, nací en [1991:DATE].",
                "B: La firma es el [martes 18 de marzo:DATE].",
            ),
            ("sábado", "domingo"),
        ),
        (
            "fr",
            ("A: [54 ans:AGE], née en [1970:DATE].", "B: Elle commence le [lundi 7 octobre:DATE]."),
            ("samedi", "dimanche"),
        ),
        (
            "en",
            (
                "A: I'm [41:AGE], born in [1983:DATE].",
                "B: See the doctor on [Monday 14 October:DATE].",
            ),
            ("Saturday", "Sunday"),
        ),
        (
            "eu",
            (
                "A: [52 urte:AGE] ditut, [1973an:DATE] jaioa.",
                "B: Hitzordua [irailaren 26an, ostirala:DATE].",
            ),
            ("larunbata", "igandea"),
        ),
    ],
)
def test_a_working_day_stays_one_in_the_year_that_an_age_tells(
    lang: str, lines: tuple[str, ...], shut: tuple[str, ...]
) -> None:
    for n in range(12):
        *_, day = texts(run(dialogue(*lines, lang=lang), key=bytes([n, 15])))
        assert not any(weekday in day for weekday in shut)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: Off from [27 October 2025:DATE] to [31 October 2025:DATE]."),
        ("es", "A: Del [27 de octubre de 2025:DATE] al [7 de noviembre de 2025:DATE]."),
        ("de", "A: Vom [27.10.2025:DATE] bis zum [31.10.2025:DATE] geschlossen."),
        ("fr", "A: Du [27 octobre 2025:DATE] au [31 octobre 2025:DATE]."),
    ],
)
def test_the_monday_and_the_friday_of_a_week_stay_so(lang: str, line: str) -> None:
    for key in KEYS:
        out = texts(run(dialogue(line, lang=lang), key=key))
        days = []
        for moment in (read_dates(text, calendar_for(lang)).moments[0] for text in out):
            days.append(dt.date(*(moment.value(p) or 0 for p in ("year", "month", "day"))))
        assert [day.weekday() for day in days] == [0, 4]
