"""Years that stand alone, ages beside births, and months outside the labels tell one story."""

import datetime as dt
from dataclasses import replace

import pytest

from tests.effort import tries
from tests.surrogates.almanac import day_of, read
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 5]) for i in range(tries(4, 12))]


def outs(lang: str, *lines: str) -> list[list[str]]:
    made = dialogue(*lines, lang=lang)
    return [texts(run(made, key=key)) for key in KEYS]


def test_an_age_beside_another_ones_birth_keeps_its_distance() -> None:
    for out in outs(
        "fr",
        "A: Vue le [mardi 13 mai 2025:DATE], [72 ans:AGE], née le [15 janvier 1953:DATE].",
        "A: Son mari, [76 ans:AGE], soit quatre ans de plus qu'elle.",
    ):
        assert int(out[3].split()[0]) - int(out[1].split()[0]) == 4


@pytest.mark.parametrize(
    ("lang", "asked", "told"),
    [
        ("es", "¿Cuándo nació?", "El [3 de mayo de 1985:DATE]. El martes cumplió [40:AGE]."),
        ("en", "When was he born?", "[3 May 1985:DATE]. He turned [40:AGE] last week."),
        ("eu", "Noiz jaio zen?", "[1985eko maiatzaren 3an:DATE]. [40:AGE] urte bete ditu."),
        ("de", "Wann ist er geboren?", "Am [3. Mai 1985:DATE]. Jetzt ist er [40:AGE]."),
    ],
)
def test_a_birth_that_was_asked_for_ties_the_age(lang: str, asked: str, told: str) -> None:
    for date, age in outs(lang, f"A: {asked}", f"B: {told}"):
        assert read(date, lang).year == 2025 - int(age)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        (
            "de",
            "A: Heute ist der [13. Mai:DATE], wir haben [2025:DATE]. Geburtstag war am"
            " [3. Februar:DATE]. Sie kommt [am Donnerstag:DATE], also [am 15.:DATE].",
        ),
        (
            "es",
            "A: Hoy es [13 de mayo:DATE] de este año, [2025:DATE]. Vino el [3 de febrero:DATE],"
            " vuelve [el jueves:DATE], o sea [el 15:DATE].",
        ),
        (
            "en",
            "A: It's [13 May:DATE] now, year [2025:DATE]. Seen on [3 February:DATE], back"
            " [on Thursday:DATE], that is [the 15th:DATE].",
        ),
    ],
)
def test_weekdays_hold_in_the_year_that_stands_alone(lang: str, line: str) -> None:
    for today, year, _, weekday, day in outs(lang, line):
        then = day_of(replace(read(today, lang), year=int(year))) + dt.timedelta(days=2)
        assert year != "2025"
        assert (then.day, then.weekday()) == (read(day, lang).day, read(weekday, lang).weekday)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: [14. März 1987:DATE]. Im März bin ich 38 geworden, also [2025:DATE]."),
        ("es", "A: Nací el [14 de marzo de 1987:DATE]. En marzo los cumplo."),
        ("en", "A: I was born on [14 March 1987:DATE]. It was cold last March."),
        ("fr", "A: Né le [14 mars 1987:DATE]. Comme toujours en mars."),
        ("eu", "A: [1987ko martxoaren 14an:DATE] jaio nintzen. Martxoan beti."),
        ("ca", "A: Vaig néixer el [14 de març de 1987:DATE]. Sempre al març."),
    ],
)
def test_a_date_stays_in_the_month_that_is_said_outside(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    for key in KEYS:
        result = run(made, key=key)
        date, *rest = texts(result)
        new = read(date, lang)
        assert new.month == 3 and new.day != 14 and "DATE_ANCHOR" not in codes(result)
        assert all(int(year) - (new.year or 0) == 38 for year in rest)


def test_a_month_with_a_label_of_its_own_moves_and_is_told() -> None:
    for key in KEYS:
        result = run(
            dialogue("A: El [14 de marzo:DATE] o en [mayo:DATE]. En marzo seguro."), key=key
        )
        assert "DATE_ANCHOR" in codes(result) and texts(result)[1] != "mayo"
