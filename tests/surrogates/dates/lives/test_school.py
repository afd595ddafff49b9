"""Classes of school hold the ages that are said beside them, and school begins in its month."""

import re

import pytest

from surrogates.dates.calendars import calendar_for
from tests.surrogates.almanac import read
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n]) for n in range(8)]
CLASSES = [
    ("es", "A: Mi hijo está en 2.º de ESO.", "[trece:AGE]", 12, 14),
    ("es", "A: Va a la guardería.", "[2:AGE]", 1, 3),
    ("ca", "A: La nena fa cinquè de primària.", "[10:AGE]", 9, 11),
    ("eu", "A: DBHko ikaslea da.", "[13:AGE]", 12, 14),
    ("de", "A: Er wird eingeschult.", "[sechs:AGE]", 5, 7),
    ("en", "A: He is in sixth form.", "[17:AGE]", 16, 18),
    ("fr", "A: Elle est en CE2.", "[8 ans:AGE]", 8, 9),
    ("es", "A: Mi hija empieza segundo.", "[siete:AGE]", 7, 8),
    ("ca", "A: Els nens fan primer.", "[sis:AGE]", 6, 7),
    ("eu", "A: Hirugarren mailan dago.", "[zortzi:AGE]", 8, 9),
    ("de", "A: Er geht in die vierte Klasse.", "[zehn:AGE]", 9, 11),
    ("en", "A: She's in year two.", "[six:AGE]", 6, 7),
    ("fr", "A: Il est au CP.", "[six:AGE]", 6, 7),
    ("en", "A: Both are Year 4 pupils.", "[nine:AGE]", 8, 9),
    ("de", "A: Sie geht in die 3b.", "[neun:AGE]", 8, 10),
    ("es", "A: Está en 3º de primaria.", "[8 años:AGE]", 8, 9),
    ("ca", "A: Fa 4t de primària.", "[nou:AGE]", 9, 10),
    ("eu", "A: LH 4. mailan dago.", "[bederatzi:AGE]", 9, 10),
    ("fr", "A: Il est en 6ème.", "[onze:AGE]", 11, 12),
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


@pytest.mark.parametrize(
    ("lang", "lines", "low", "high"),
    [
        (
            "es",
            ("A: ¿Qué curso hace? ¿[Cuarto:NUM]?", "B: En [quinto:NUM], tiene [diez:AGE]."),
            10,
            11,
        ),
        ("ca", ("A: Fa [tercer:NUM], en té [vuit:AGE].",), 8, 9),
        ("eu", ("A: [Bigarren:NUM] mailan dago, [zazpi:AGE] ditu.",), 7, 8),
        ("de", ("A: Sie ist in der [dritten:NUM] Klasse, sie ist [acht:AGE].",), 8, 10),
        ("en", ("A: He is in the [fourth:NUM] grade, he's [nine:AGE].",), 9, 10),
        ("fr", ("A: Elle est en [sixième:NUM], elle a [onze:AGE] ans.",), 11, 12),
    ],
)
def test_a_labelled_class_stays_with_the_age_for_it(
    lang: str, lines: tuple[str, ...], low: int, high: int
) -> None:
    told = dialogue(*lines, lang=lang)
    old = [turn.text[m.start : m.end] for turn in told.turns for m in turn.mentions]
    for key in KEYS:
        result = run(told, key=key)
        *classes, age = texts(result)
        assert classes == old[:-1] and low <= number(age, lang) <= high
        assert not result.leaks and {"SAID_AROUND"} <= {i.code for i in result.issues}


def test_a_floor_beside_an_age_is_no_class() -> None:
    told = dialogue("A: Vive en el [tercero:NUM], tiene [ocho:AGE] años.")
    assert {texts(run(told, key=key))[0] for key in KEYS} - {"tercero"}


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        (
            "es",
            "A: Empieza primero de primaria en [septiembre:DATE]. El curso acaba en [junio:DATE].",
        ),
        ("ca", "A: Comença P3 al [setembre:DATE], el curs s'acaba al [juny:DATE]."),
        ("eu", "A: Lehen mailan hasiko litzateke [irailean:DATE]."),
        ("eu", "A: Haur Hezkuntza [ekainean:DATE] bukatuko du."),
        (
            "de",
            "A: Er kommt im [August:DATE] in die erste Klasse. Das Schuljahr endet im [Juli:DATE].",
        ),
        ("en", "A: He starts Year 7 in [September:DATE]. Term ends in [July:DATE]."),
        ("fr", "A: Il entre au CP en [septembre:DATE]. Les cours finissent en [juillet:DATE]."),
    ],
)
def test_a_month_in_which_school_begins_or_ends_stays_and_is_told(lang: str, line: str) -> None:
    told = dialogue(line, lang=lang)
    result = run(told)
    assert result.draft.turns[0].text == told.turns[0].text and not result.leaks
    assert set(codes(result)) == {"DATE_RELATIVE"}


def test_another_month_than_that_of_school_moves() -> None:
    for line in ("A: Eso empieza en [septiembre:DATE].", "A: El curso empieza en [enero:DATE]."):
        told = dialogue(line)
        assert run(told).draft.turns[0].text != told.turns[0].text


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: La excursión del colegio es el [22 de mayo de 2025:DATE]."),
        ("en", "A: The school trip is on the [22nd of May 2025:DATE]."),
        ("eu", "A: Ikastetxeko irteera [2025eko maiatzaren 22an:DATE] da."),
    ],
)
def test_a_school_day_is_not_in_the_holidays(lang: str, line: str) -> None:
    for n in range(40):
        (drawn,) = texts(run(dialogue(line, lang=lang), key=bytes([n, 7])))
        assert read(drawn, lang).month not in (7, 8)


def test_the_year_of_a_month_in_which_school_begins_moves() -> None:
    told = dialogue("A: Empieza el curso en [septiembre de 2024:DATE].")
    drawn = {texts(run(told, key=key))[0] for key in KEYS}
    assert all(text.startswith("septiembre de 20") for text in drawn)
    assert "septiembre de 2024" not in drawn


@pytest.mark.parametrize(
    ("lang", "line", "said"),
    [
        ("es", "A: Mi hijo pasa a [quinto:NUM] de primaria, tiene [diez:AGE] años.", "quinto"),
        ("en", "A: He starts [Year 7:NUM] in [September:DATE], he's [eleven:AGE].", "Year 7"),
    ],
)
def test_a_class_is_no_floor_and_no_day(lang: str, line: str, said: str) -> None:
    assert texts(run(dialogue(line, lang=lang)))[0] == said


def test_who_is_young_grows_few_years_older() -> None:
    for n in range(8):
        made = dialogue("A: Tengo [24:AGE] años y un coche.")
        (age,) = texts(run(made, key=bytes([n, 24])))
        assert 21 <= int(age) <= 27 and age != "24"


def test_who_has_retired_under_no_label_gets_no_younger_than_that() -> None:
    made = dialogue("A: Home de [64:AGE] anys, jubilat, viu amb la dona.", lang="ca")
    assert all(int(texts(run(made, key=bytes([n, 64])))[0]) >= 61 for n in range(8))


@pytest.mark.parametrize(
    ("lang", "line", "years"),
    [
        (
            "fr",
            "A: Né le [8 mai 2019:DATE], [six ans:AGE], au CP dès [le 1er septembre 2025:DATE].",
            6,
        ),
        (
            "es",
            "A: Nació el [14/02/2017:DATE], [8:AGE] años, y empieza 3º el [08/09/2025:DATE].",
            8,
        ),
        (
            "ca",
            "A: Nascut el [14/02/2012:DATE], [13:AGE] anys, fa segon d'ESO el [08/09/2025:DATE].",
            13,
        ),
    ],
)
def test_a_birth_and_a_day_of_school_keep_the_class(lang: str, line: str, years: int) -> None:
    """These countries count a class by the year of birth."""
    for key in KEYS:
        birth, _, day = texts(run(dialogue(line, lang=lang), key=key))
        born, now = (int(re.findall(r"\d{4}", text)[0]) for text in (birth, day))
        late = int(re.findall(r"/(\d\d)/", day)[0]) < 8 if "/" in day else "sept" not in day
        assert now - born - late in (years, years - 1)


def test_a_class_said_in_words_with_its_letter_stays() -> None:
    line = "A: Schule? Aus der [drei b:number], am [Mittwoch:month] den [dritten:month] Tag."
    for key in KEYS:
        out = texts(run(dialogue(line, lang="de"), key=key))
        assert (out[0], out[2]) == ("drei b", "dritten")
