"""Dates said in words, one span a token, whatever their labels: they move as one date.

The almanac reads the surrogates with names from CLDR, not with the tables under test.
"""

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.dates.spoken import tell_dates
from surrogates.labels import Kind
from surrogates.languages import load_lexicon
from surrogates.rewrite import collect
from tests.effort import tries
from tests.surrogates.almanac import read
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n + 1]) * 8 for n in range(tries(3, 12))]
MIXTURES = [("month", "number"), ("DATE", "DATE"), ("DATE", "NUMBER_I")]

# Weekday and day, twice; the days between them.
WEEKS = [
    ("es", "A: hoy es [martes:{m}] [11:{n}] y el [sábado:{m}] es [15:{n}]", 4),
    ("es", "A: el [jueves:{m}] [dieciocho:{n}] no, el [viernes:{m}] [diecinueve:{n}]", 1),
    ("ca", "A: avui és [dimarts:{m}] [11:{n}], el [dissabte:{m}] és [15:{n}]", 4),
    ("eu", "A: gaur [asteartea:{m}] [11:{n}] da, [larunbata:{m}] [15:{n}]", 4),
    ("de", "A: heute ist [Dienstag:{m}] der [11:{n}]., [Samstag:{m}] ist der [15:{n}].", 4),
    ("en", "A: today is [Tuesday:{m}] the [11th:{n}], [Saturday:{m}] is the [15th:{n}]", 4),
    ("fr", "A: on est [mardi:{m}] [11:{n}], [samedi:{m}] c'est le [15:{n}]", 4),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "line", "apart"), WEEKS)
def test_weekdays_and_days_keep_their_distance(lang: str, line: str, apart: int) -> None:
    for month, number in MIXTURES:
        for key in KEYS:
            result = run(dialogue(line.format(m=month, n=number), lang=lang), key=key)
            one, first, two, last = texts(result)
            days = [read(text, lang).day for text in (first, last)]
            weekdays = [read(text, lang).weekday for text in (one, two)]
            assert None not in (*days, *weekdays), texts(result)
            over = days[1] - days[0]  # type: ignore[operator]
            assert over == apart or any(over + month == apart for month in (28, 29, 30, 31)), texts(
                result
            )
            assert (weekdays[1] - weekdays[0]) % 7 == apart % 7  # type: ignore[operator]


# Spans that say one day, and spans that say one month.
SAME = [
    ("es", ["A: el [siete:number] del [once:number], [siete:number] de [noviembre:month]"],
     [0, 2], [1, 3]),
    ("es", ["A: el [siete:number] de [noviembre:month]", "B: ¿el [siete:number] del [11:number]?"],
     [0, 2], [1, 3]),
    ("es", ["A: ¿qué día?", "B: el [siete:number]", "A: ¿de [noviembre:month]?",
            "B: [siete:number] de [noviembre:month]"], [0, 2], [1, 3]),
    ("ca", ["A: el [set:number] de [juny:month], el [set:number] del [sis:number]"],
     [0, 2], [1, 3]),
    ("de", ["A: am [siebten:number] [elften:number], am [siebten:number] [November:month]"],
     [0, 2], [1, 3]),
    ("en", ["A: what day?", "B: the [seventh:number]", "A: of [June:month]?",
            "B: [June:month] [seventh:number]"], [0, 3], [1, 2]),
    ("fr", ["A: le [sept:number] [juin:month], le [sept:number] du [six:number]"],
     [0, 2], [1, 3]),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "days", "months"), SAME)
def test_one_date_in_several_tokens_and_turns_is_one_date(
    lang: str, lines: list[str], days: list[int], months: list[int]
) -> None:
    for key in KEYS:
        new = texts(run(dialogue(*lines, lang=lang), key=key))
        assert len({_number(new[i], lang) for i in days}) == 1, new
        assert len({_number(new[i], lang) for i in months}) == 1, new
        assert _number(new[months[0]], lang) in range(1, 13)
        assert _number(new[days[0]], lang) in range(1, 32)


def _number(text: str, lang: str) -> int:
    said = read(text, lang)
    if said.month is not None:
        return said.month
    if said.day is not None:
        return said.day
    form = calendar_for(lang).read_number(text)
    assert form is not None, text
    return form.value


PIECES = [
    ("es", "A: el [dos:number] de [junio:month] de [mil:number] [novecientos:number]"
     " [sesenta:number] y [cuatro:number]", "mil novecientos sesenta y"),
    ("en", "A: [June:month] [second:number], [nineteen:number] [sixty:number] [four:number]",
     "nineteen sixty"),
    ("fr", "A: le [deux:number] [juin:month] [mille:number] [neuf:number] [cent:number]"
     " [soixante:number]-[quatre:number]", "mille neuf cent soixante-"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "line", "start"), PIECES)
def test_a_year_in_pieces_is_one_year(lang: str, line: str, start: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        assert not result.held
        assert start in result.draft.turns[0].text


def test_what_cannot_be_written_in_its_pieces_is_an_issue() -> None:
    """No other day holds "treinta", "y" and one more word."""
    for key in KEYS:
        result = run(dialogue("A: el [treinta:number] y [uno:number] de [enero:month]"), key=key)
        assert "DATE_CONFLICT" in codes(result)
        assert "[NUMBER] y [NUMBER]" in result.draft.turns[0].text


@pytest.mark.parametrize(
    "line",
    ["A: el [lunes:month], [tres:number] facturas", "A: son [dos:number] de [tres:number]",
     "A: en [mayo:month] pagué [12:number] euros"],
)  # fmt: skip
def test_numbers_that_count_are_no_dates(line: str) -> None:
    made = dialogue(line)
    told = tell_dates(made, collect(made)[0], load_lexicon("es"))
    assert [i.kind for i in told if i.label == "number"].count(Kind.DATE) == 0


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: el [quince:DATE] [de:DATE] [mayo:DATE]"),
        ("es", "A: el [quince:NUM] [de:MONTH] [mayo:MONTH]"),
        ("en", "A: [15th:DATE] [of:DATE] [May:DATE]"),
        ("ca", "A: el [quinze:DATE] [de:DATE] [maig:DATE]"),
    ],
)
def test_a_joining_word_with_a_label_of_its_own_parts_no_date(lang: str, line: str) -> None:
    """The month moves too, and nothing is held back."""
    months = {texts(result)[2] for result in (run(dialogue(line, lang=lang), key=k) for k in KEYS)}
    assert len(months) > 1
    result = run(dialogue(line, lang=lang))
    assert not result.held and codes(result) == ["DATE_RELATIVE"]
