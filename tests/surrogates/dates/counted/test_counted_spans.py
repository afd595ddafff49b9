"""What is said to lie between two dates lies between them still: months, working days, days."""

import datetime as dt

import pytest

from surrogates.dates.recurring.series import periods_in
from tests.effort import tries
from tests.surrogates.almanac import read
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 5]) for i in range(tries(4, 12))]


def _pair(said: list[str], lang: str) -> tuple[dt.date, dt.date]:
    """Two dates, the second one the next of its day, in usual years."""
    one, two = (read(text, lang) for text in said)
    first = dt.date(2018, one.month, one.day)
    last = dt.date(2018, two.month, two.day)
    return first, last if last > first else dt.date(2019, two.month, two.day)


@pytest.mark.parametrize(
    ("lang", "line", "months"),
    [
        ("fr", "A: Le [1er mars:DATE], six mois, soit jusqu'au [31 août:DATE].", 6),
        ("es", "A: Del [1 de abril:DATE] al [30 de junio:DATE], tres meses.", 3),
        ("en", "A: From [15 April:DATE], two months, so until [14 June:DATE].", 2),
    ],
)
def test_so_many_whole_months(lang: str, line: str, months: int) -> None:
    for key in KEYS:
        first, last = _pair(texts(run(dialogue(line, lang=lang), key=key)), lang)
        after = last + dt.timedelta(days=1)
        assert after.day == first.day
        assert (after.month - first.month) % 12 == months


def test_what_a_period_is() -> None:
    day = dt.date
    assert periods_in([day(2021, 6, 1), day(2021, 7, 31)])
    assert periods_in([day(2021, 4, 1), day(2022, 3, 31)])
    assert not periods_in([day(2021, 6, 1), day(2021, 7, 30)])


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("ca", ["A: Del [dilluns 3:DATE] al [divendres 14 d'agost:DATE]."]),
        ("es", ["A: De [lunes 4 de mayo:DATE] a [viernes 15:DATE], de vacaciones."]),
        (
            "es",
            ["A: El [martes 5 de mayo:DATE].", "B: En cinco días hábiles, el [martes 12:DATE]."],
        ),
        ("fr", ["A: Du [mardi 5 mai:DATE] au [lundi 11:DATE], cinq jours ouvrés."]),
        ("en", ["A: Sent on [Tuesday 5 May:DATE], so ten working days: [Tuesday 19 May:DATE]."]),
    ],
)
def test_weekdays_of_counted_working_days_stay(lang: str, lines: list[str]) -> None:
    for key in KEYS:
        made = dialogue(*lines, lang=lang)
        result = run(made, key=key)
        old = [turn.text[m.start : m.end] for turn in made.turns for m in turn.mentions]
        for one, two in zip(old, texts(result), strict=True):
            assert one.split()[0] == two.split()[0]
            assert one != two


def test_days_across_the_end_of_february_are_those_of_a_usual_year() -> None:
    made = dialogue(
        "A: El [27 de febrero:DATE].", "B: El [lunes 2 de marzo:DATE], tres días después."
    )
    for key in KEYS:
        result = run(made, key=key)
        first, last = _pair(texts(result), "es")
        assert (last - first).days == 3, codes(result)
