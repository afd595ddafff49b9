"""The weekday on which somebody turned so old is the one of the new birthday."""

import datetime as dt

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.dates.reading import read_dates
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 3]) for n in range(8)]


@pytest.mark.parametrize(
    ("lang", "lines", "order"),
    [
        (
            "es",
            ("A: Cumplió [5:AGE] el [lunes:DATE]. Nació el [13 de mayo de 2019:DATE].",),
            (2, 0, 1),
        ),
        (
            "ca",
            (
                "A: Nascut el [13 de maig de 2019:DATE].",
                "A: Va fer [5:AGE] anys [dilluns:DATE]. En fa [5:AGE].",
            ),
            (0, 1, 2),
        ),
        (
            "de",
            ("A: Geboren am [13. Mai 2019:DATE].", "A: Er wurde am [Montag:DATE] [5:AGE]."),
            (0, 2, 1),
        ),
        (
            "en",
            ("A: Born [May 13, 2019:DATE].", "A: She turned [5:AGE] on [Monday:DATE]."),
            (0, 1, 2),
        ),
    ],
)
def test_the_weekday_of_a_birthday(
    lang: str, lines: tuple[str, ...], order: tuple[int, int, int]
) -> None:
    calendar = calendar_for(lang)
    for key in KEYS:
        drawn = texts(run(dialogue(*lines, lang=lang), key=key))
        birth, age, weekday = (drawn[place] for place in order)
        (moment,) = read_dates(birth, calendar).moments
        month, day = moment.said("month"), moment.said("day")
        assert month and day and moment.said("year") == 2024 - int(age)
        (said,) = read_dates(weekday, calendar).moments
        assert said.said("weekday") == dt.date(2024, month, day).weekday()


def test_a_birthday_that_is_said_again_is_one_day() -> None:
    lines = (
        "A: El [sábado:DATE] cumple [cincuenta:AGE] Leo, nació el [10 de mayo de 1975:DATE].",
        "B: ¿Reservo para el [sábado:DATE]?",
    )
    for key in KEYS:
        first, _, _, second = texts(run(dialogue(*lines), key=key))
        assert first == second
