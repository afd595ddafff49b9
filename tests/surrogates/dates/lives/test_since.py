"""A year and the years counted since it make one present; what lies between two ages stays so."""

import re

import pytest

from surrogates.dates.calendars import calendar_for
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n]) for n in range(8)]


def number(text: str, lang: str) -> int:
    figures = re.search(r"\d+", text)
    form = None if figures else calendar_for(lang).read_number(text.split()[0].lower())
    assert figures or form
    return int(figures[0]) if figures else form.value  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("ca", "A: Des del [2014:DATE]; ja fa [onze:NUM] anys."),
        ("es", "A: Desde [2014:DATE], hace [once:NUM] años. Mi hijo tiene [doce:AGE]."),
        ("es", "A: Desde [2019:DATE], llevo aquí [6 años:NUM]."),
        ("de", "A: Ich bin seit [2014:DATE] hier, also [elf:NUM] Jahre."),
        ("en", "A: I've been here since [2012:DATE], so [13:NUM] years."),
        ("fr", "A: Depuis [2014:DATE], ça fait [onze:NUM] ans."),
        ("eu", "A: [2014:DATE]tik hona, [11:NUM] urte daramatzat."),
        ("eu", "A: Duela [11:NUM] urtetik, [2014tik:DATE]."),
        ("eu", "A: [2014tik:DATE] hemen bizi naiz, ia [11:NUM] urte."),
        ("de", "A: Ich bin [seit 2014:DATE] hier, [elf:NUM] Jahre."),
        ("en", "A: We opened in [2014:DATE], [11:NUM] years this year."),
        ("de", "A: Gegründet [2014:DATE], dieses Jahr [11:NUM] Jahre."),
    ],
)
def test_a_year_and_the_years_since_make_the_same_present(lang: str, line: str) -> None:
    told = dialogue(line, lang=lang)
    present = {"2012": 2025, "2014": 2025, "2019": 2025}[re.search(r"20\d\d", line)[0]]  # type: ignore[index]
    for key in KEYS:
        year, count, *_ = texts(run(told, key=key))
        assert number(year, lang) + number(count, lang) == present, (year, count)


def test_years_since_two_years_end_in_one_present() -> None:
    lines = ("A: Seit [2014:DATE], also [elf:NUM] Jahre.", "B: Seit [2020:DATE], [fünf:NUM] Jahre.")
    for key in KEYS:
        drawn = [number(text, "de") for text in texts(run(dialogue(*lines, lang="de"), key=key))]
        assert drawn[0] + drawn[1] == drawn[2] + drawn[3] == 2025


def test_a_count_stays_where_its_year_has_no_label() -> None:
    for key in KEYS:
        line = "A: Trabajo aquí desde 2014, o sea [once:NUM] años."
        assert texts(run(dialogue(line), key=key)) == ["once"]


def test_a_year_does_not_move_forward_where_its_count_has_no_label() -> None:
    for key in KEYS:
        drawn = texts(run(dialogue("A: Desde [2014:DATE], hace once años."), key=key))
        assert int(drawn[0]) < 2014


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Tiene [7:AGE] y su hermano [4:AGE]. Se llevan [tres:NUM] años."),
        ("ca", "A: En té [set:AGE] i la petita [quatre:AGE], [tres:NUM] anys de diferència."),
        ("de", "A: Sie sind [sieben:AGE] und [vier:AGE], [drei:NUM] Jahre auseinander."),
        ("en", "A: They're [seven:AGE] and [four:AGE], so [three:NUM] years between them."),
        ("fr", "A: Ils ont [sept ans:AGE] et [quatre ans:AGE], [trois:NUM] ans d'écart."),
        ("eu", "A: [7:AGE] urte ditu eta txikiak [4:AGE], [3:NUM] urteko aldea."),
        ("en", "A: He's [71:AGE], she's [52:AGE], [nineteen:NUM] years between them."),
        ("es", "A: Tiene [siete:AGE], el pequeño [cuatro:AGE], le saca [tres:NUM] años."),
        ("es", "A: Tiene [8:AGE], el otro [5:AGE], y le lleva [3:NUM] años, nació en 2017."),
    ],
)
def test_the_years_between_two_ages_are_theirs(lang: str, line: str) -> None:
    for key in KEYS:
        one, two, apart = (
            number(text, lang) for text in texts(run(dialogue(line, lang=lang), key=key))
        )
        assert abs(one - two) == apart
