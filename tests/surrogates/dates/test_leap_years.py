"""A leap day stays one where it is called so, and its year a leap year."""

import re

import pytest

from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 9]) for n in range(4)]
LINES = [
    (
        "es",
        "A: Nació el [29 de febrero:DATE] de [2016:DATE], año bisiesto.",
        "cada [cuatro:NUM] años",
    ),
    (
        "ca",
        "A: Va néixer el [29 de febrer:DATE] de [2016:DATE], any de traspàs.",
        "cada [quatre:NUM] anys",
    ),
    (
        "en",
        "A: She was born on [29 February:DATE] [2016:DATE], a leap year.",
        "every [four:NUM] years",
    ),
    (
        "de",
        "A: Sie kam am [29. Februar:DATE] [2016:DATE] zur Welt, im Schaltjahr.",
        "alle [vier:NUM] Jahre",
    ),
    (
        "fr",
        "A: Elle est née le [29 février:DATE] [2016:DATE], année bissextile.",
        "tous les [quatre:NUM] ans",
    ),
    (
        "eu",
        "A: [2016ko:DATE] [otsailaren 29an:DATE] jaio zen, bisurtea zen.",
        "[lau:NUM] urtean behin",
    ),
]


@pytest.mark.parametrize(("lang", "line", "every"), LINES)
def test_a_leap_day_stays_and_its_year_is_a_leap_year(lang: str, line: str, every: str) -> None:
    made = dialogue(line, f"B: {every}!", lang=lang)
    for key in KEYS:
        result = run(made, key=key)
        said = texts(result)
        year = int(re.findall(r"\d{4}", " ".join(said))[0])
        assert year != 2016
        assert year % 4 == 0
        assert "29" in " ".join(said)
        assert said[-1] == re.findall(r"\[(\w+):", every)[0]
        assert not result.leaks
        assert not [i for i in result.issues if i.severity != "info"]


@pytest.mark.parametrize(("lang", "line", "every"), LINES)
def test_a_day_that_nobody_calls_a_leap_day_moves(lang: str, line: str, every: str) -> None:
    line = f"{line.rpartition(',')[0]}."
    moved = [texts(run(dialogue(line, lang=lang), key=key)) for key in KEYS]
    assert any("29" not in " ".join(said) for said in moved)
    del every


def test_years_move_by_fours_where_one_is_called_a_leap_year() -> None:
    line = "A: En [2020:DATE], que fue bisiesto, empecé el [3 de mayo de 2020:DATE]."
    for key in KEYS:
        result = run(dialogue(line), key=key)
        years = {int(y) for y in re.findall(r"\d{4}", " ".join(texts(result)))}
        assert len(years) == 1
        assert years.pop() % 4 == 0
        assert "date_anchor" not in codes(result)
