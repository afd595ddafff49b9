"""Classes of school hold the ages that are said beside them, and school begins in its month."""

import re

import pytest

from surrogates.dates.calendars import calendar_for
from tests.surrogates.almanac import read
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n]) for n in range(8)]
CLASSES = [
    ("es", "A: Mi hijo está en 2.º de ESO.", "[trece:AGE]", 12, 14),
    ("es", "A: Va a la guardería.", "[2:AGE]", 1, 3),
    ("ca", "A: La nena fa cinquè de primària.", "[10:AGE]", 9, 11),
    ("eu", "A: DBHko ikaslea da.", "[13:AGE]", 12, 14),
    ("de", "A: Er wird eingeschult.", "[sechs:AGE]", 5, 7),
    ("en", "A: He is in sixth form.", "[17:AGE]", 16, 18),
    ("fr", "A: Elle est en CE2.", "[8 ans:AGE]", 8, 9),
]


def number(text: str, lang: str) -> int:
    figures = re.search(r"\d+", text)
    form = None if figures else calendar_for(lang).read_number(text.lower())
    assert figures or form
    return int(figures[0]) if figures else form.value  # type: ignore[union-attr]


@pytest.mark.parametrize(("lang", "line", "age", "low", "high"), CLASSES)
def test_an_age_stays_within_its_class(lang: str, line: str, age: str, low: int, high: int) -> None:
    for key in KEYS:
        drawn = texts(run(dialogue(line, f"B: {age}.", lang=lang), key=key))[0]
        assert low <= number(drawn, lang) <= high


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("eu", "A: Orain [bi:AGE] ditu. Bi urteko gelan sartuko da."),
        ("es", "A: Tiene [2:AGE]. Irá al aula de 2 años."),
        ("en", "A: She's [three:AGE]. She'll join the three year olds."),
    ],
)
def test_an_age_stays_where_a_class_is_called_by_it(lang: str, line: str) -> None:
    for key in KEYS:
        told = dialogue(line, lang=lang)
        assert texts(run(told, key=key)) == [
            told.turns[0].text[m.start : m.end] for m in told.turns[0].mentions
        ]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        (
            "de",
            "A: Geboren [9. April 2019:DATE], zur Einschulung [September 2025:DATE] [sechs:AGE].",
        ),
        ("en", "A: I'd like to enrol her for [September 2025:DATE]."),
        ("fr", "A: Pour la rentrée de [septembre 2025:DATE]."),
        ("es", "A: Empieza el curso en [septiembre de 2025:DATE]."),
    ],
)
def test_the_month_in_which_school_begins_stays(lang: str, line: str) -> None:
    for key in KEYS:
        drawn = texts(run(dialogue(line, lang=lang), key=key))
        assert 9 in {read(text, lang).month for text in drawn if re.search(r"\d{4}", text)}
