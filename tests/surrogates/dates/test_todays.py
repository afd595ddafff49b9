"""Who says that tomorrow is Friday speaks on a working day, and goes on to."""

import datetime as dt
import re

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.folding import fold
from tests.surrogates.almanac import read
from tests.surrogates.dialogues import dialogue, run, texts


@pytest.mark.parametrize(
    ("lang", "line", "days"),
    [
        ("es", "A: Secretaría, mañana [viernes:WEEKDAY] es fiesta.", 1),
        ("ca", "A: Demà és [divendres:DATE] i tanquem.", 1),
        ("eu", "A: Bihar [ostirala:DATE] da, jaia.", 1),
        ("de", "A: Morgen ist [Freitag:DATE], da haben wir zu.", 1),
        ("en", "A: Tomorrow is [Friday:DATE], so we are closed.", 1),
        ("fr", "A: Hier, [lundi:DATE], nous étions fermés.", -1),
        ("es", "A: Ayer [lunes:DATE] no había nadie.", -1),
    ],
)
def test_today_stays_a_working_day(lang: str, line: str, days: int) -> None:
    for n in range(8):
        (text,) = texts(run(dialogue(line, lang=lang), key=bytes([n, 6])))
        weekday = calendar_for(lang).weekdays[fold(text)].value
        assert weekday < 5 and (weekday - days) % 7 < 5, text


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("A: Come on [1 June:DATE].", "B: Tomorrow? It's the [31st:DATE] today.")),
        ("es", ("A: Venga el [1 de abril:DATE].", "B: Mañana, que hoy es [31:DATE].")),
    ],
)
def test_a_day_that_its_month_has_not_is_of_the_one_before(
    lang: str, lines: tuple[str, ...]
) -> None:
    for n in range(6):
        first, last = texts(run(dialogue(*lines, lang=lang), key=bytes([n, 6])))
        said = read(first, lang)
        assert said.day and said.month
        before = dt.date(2019, said.month, said.day) - dt.timedelta(days=1)
        assert before.day == int(re.sub(r"\D", "", last))
