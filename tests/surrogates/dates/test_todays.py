"""Who says that tomorrow is Friday speaks on a working day, and goes on to."""

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.folding import fold
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
