"""Figures such as 05/08 say day and month as the country does that the rest of a dialogue tells."""

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.dates.reading import read_dates
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n]) * 32 for n in range(8)]


@pytest.mark.parametrize(
    ("told", "first"),
    [("NHS number?", "day"), ("He's my cousin.", "day"), ("It's £20.", "day"),
     ("[LS8 2QT:POSTCODE]", "day"),
     ("In [Harrogate:TOWN].", "day"), ("At the DMV.", "month"), ("It's $20.", "month"),
     ("[57325:POSTCODE]", "month"), ("GP, not DMV.", "day")],
)  # fmt: skip
def test_day_and_month_stand_as_in_the_country(told: str, first: str) -> None:
    made = dialogue("A: [05/08/1941:DATE]", f"B: {told}", lang="en")
    dates = [run(made, key=key).draft.turns[0].text.split("/") for key in KEYS]
    month, day = (1, 0) if first == "day" else (0, 1)
    assert all(int(date[month]) <= 12 for date in dates)
    assert any(int(date[day]) > 12 for date in dates)


def test_a_date_of_two_equal_figures_is_written_as_the_words_have_it() -> None:
    made = dialogue("A: Born [6 June 1998:DATE].", "B: I have [06.06.98:DATE].", lang="en")
    for key in KEYS:
        said, written = texts(run(made, key=key))
        assert said.split()[0] == written.split(".")[0].lstrip("0")


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: It says [3/4/25:DATE]: [March 4th:DATE]? Not [April 3rd:DATE]?"),
        ("es", "A: Pone [05/06/2025:DATE], ¿el [5 de junio:DATE] o el [6 de mayo:DATE]?"),
        ("fr", "A: Le [3 juillet:DATE], pas le [7 mars:DATE], oui, le [3 juillet:DATE]."),
        ("de", "A: Am [3.7.2025:DATE], nicht am [7. März:DATE]."),
    ],
)
def test_a_day_said_with_its_month_for_the_day_stays_so(lang: str, line: str) -> None:
    for key in KEYS:
        dates = [
            read_dates(t, calendar_for(lang)).moments[0]
            for t in texts(run(dialogue(line, lang=lang), key=key))
        ]
        said = {(m.value("day"), m.value("month")) for m in dates}
        assert len(said) == 2 and {(b, a) for a, b in said} == said
