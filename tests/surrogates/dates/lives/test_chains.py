"""Ages, years and counts of several turns and people make one present together."""

import datetime as dt
import re

import pytest

from surrogates.dates.calendars import calendar_for
from tests.surrogates.almanac import read
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 31]) for n in range(6)]


def number(text: str, lang: str) -> int:
    figures = re.search(r"\d+", text)
    if figures:
        return int(figures[0])
    said = text.split()
    forms = [calendar_for(lang).read_number(" ".join(said[:n])) for n in range(len(said), 0, -1)]
    return next(form.value for form in forms if form is not None)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "ca",
            (
                "A: Tinc [34 anys:AGE].",
                "B: I vas acabar el [2015:YEAR]?",
                "A: Sí, als [24 anys:AGE].",
                "B: I des del [2019:YEAR], [sis anys:DURATION], ets aquí?",
            ),
        ),
        (
            "en",
            (
                "A: He's [35:AGE].",
                "B: He qualified in [2014:YEAR], at [24:AGE].",
                "A: And he's been there since [2018:YEAR], [seven:NUMBER] years.",
            ),
        ),
        (
            "es",
            (
                "A: Tiene [40 años:AGE].",
                "B: Entró en [2008:YEAR], con [23 años:AGE].",
                "A: Y desde [2015:YEAR] lleva [diez años:DURATION] de jefa.",
            ),
        ),
    ],
)
def test_an_age_then_its_year_and_the_age_now(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    now, first, then, since, years = (
        number(text, lang) for text in texts(run(dialogue(*lines, lang=lang), key=key))
    )
    assert first + now - then == since + years


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "fr",
            (
                "A: Je suis de [1986:YEAR], j'avais [six ans:AGE] !",
                "B: Et lui, [trente-trois ans:DURATION] de maison, entré en [1992:YEAR].",
                "A: J'ai [trente-neuf ans:AGE], moi.",
                "B: Rendez-vous [vendredi 11 avril:DATE].",
            ),
        ),
        (
            "es",
            (
                "A: Soy de [1984:YEAR], yo tenía [siete años:AGE].",
                "B: Entró en [1991:YEAR], son [treinta y cuatro años:DURATION] de casa.",
                "A: Y yo tengo [cuarenta y un años:AGE].",
                "B: Es el [jueves 10 de abril:DATE].",
            ),
        ),
    ],
)
def test_years_of_service_end_when_the_ages_do(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    found = texts(run(dialogue(*lines, lang=lang), key=key))
    values = [number(text, lang) for text in found[:5]]
    birth, then, *service, age = values
    start = max(service)
    assert birth + then == start and birth + age == start + min(service)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "fr",
            (
                "A: Le [9 mars 1975:DATE_OF_BIRTH].",
                "B: Prélevé le [20 novembre 2024:DATE].",
                "A: Mon fils a [dix-sept ans:AGE], je l'ai eu à [trente-deux ans:AGE].",
            ),
        ),
        (
            "es",
            (
                "A: Nací el [9 de marzo de 1975:DATE].",
                "B: Cobrado el [20 de noviembre de 2024:DATE].",
                "A: Mi hija tiene [diecisiete:AGE] años, la tuve con [treinta y dos:AGE].",
            ),
        ),
    ],
)
def test_a_parent_s_age_at_a_birth(lang: str, lines: tuple[str, ...], key: bytes) -> None:
    birth, day, child, then = texts(run(dialogue(*lines, lang=lang), key=key))
    born, now = read(birth, lang), read(day, lang)
    assert born.year and now.year and born.month and now.month and born.day and now.day
    age = now.year - born.year - ((now.month, now.day) < (born.month, born.day))
    made = number(child, lang) + number(then, lang)
    assert age in (made, made + 1)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_counted_since_a_year_tells_of_which_year_weekdays_are(key: bytes) -> None:
    line = "A: Vive allí desde [1987:YEAR], casi [treinta y ocho:NUMBER] años."
    made = dialogue(line, "B: Vuela el [sábado 21 de junio:DATE].")
    since, years, day = texts(run(made, key=key))
    said, now = read(day, "es"), int(since) + number(years, "es")
    assert said.month and said.day
    assert dt.date(now, said.month, said.day).weekday() == said.weekday


@pytest.mark.parametrize("key", KEYS)
def test_another_child_s_age_is_not_of_a_birth_that_is_said(key: bytes) -> None:
    lines = [
        "A: Am [14. April 2024:DATE_OF_BIRTH] geboren.",
        "B: Dann am [Montag, dem 7. April:DATE].",
        "A: Ihr Bruder ist [fünf:AGE].",
    ]
    birth, day, _ = texts(run(dialogue(*lines, lang="de"), key=key))
    born, said = read(birth, "de"), read(day, "de")
    assert born.year and said.month and said.day
    assert dt.date(born.year + 1, said.month, said.day).weekday() == said.weekday


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "apart"),
    [
        ("de", "A: Ich bin [66:AGE], Jahrgang [1958:YEAR], sie Jahrgang [1961:YEAR].", 3),
        ("es", "A: Tengo [66:AGE] años, nací en [1958:YEAR] y ella nació en [1961:YEAR].", 3),
    ],
)
def test_what_lies_between_two_births_stays(lang: str, line: str, apart: int, key: bytes) -> None:
    _, one, two = texts(run(dialogue(line, lang=lang), key=key))
    assert int(two) - int(one) == apart


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("fr", "A: Elle a [douze ans:AGE], elle en aura treize le [4 mai:DATE]."),
        ("ca", "A: Té [dotze anys:AGE], en farà tretze el [4 de maig:DATE]."),
        ("de", "A: Sie ist [zwölf:AGE] und wird dreizehn am [4. Mai:DATE]."),
        ("en", "A: She's [twelve:AGE] and turns thirteen on [4 May:DATE]."),
    ],
)
def test_an_age_before_the_next_one_outside_the_labels_stays(
    lang: str, line: str, key: bytes
) -> None:
    made = dialogue(line, lang=lang)
    assert texts(run(made, key=key))[0] == made.turns[0].text[slice(*span(line))]


def span(line: str) -> tuple[int, int]:
    """Where the first mention of a line stands in its turn."""
    start = line.index("[") - len("A: ")
    return start, start + line.index(":", line.index("[")) - line.index("[") - 1


@pytest.mark.parametrize("key", KEYS)
def test_the_next_birthday_in_its_month(key: bytes) -> None:
    lines = [
        "A: Born [12/03/1990:DATE_OF_BIRTH], so [34:AGE]?",
        "B: Today is [22 May:DATE].",
        "A: I turn [35:AGE] in [December:MONTH].",
    ]
    _, now, _, then, _ = texts(run(dialogue(*lines, lang="en-us"), key=key))
    assert int(then) == int(now) + 1


@pytest.mark.parametrize("key", KEYS)
def test_years_since_an_illness_began(key: bytes) -> None:
    lines = [
        "A: Mujer de [82:AGE] años, nacida el [9 de mayo de 1942:DATE].",
        "B: Hoy es [3 de marzo de 2025:DATE].",
        "A: Diabética desde los [61:AGE] años, o sea, hace [21:NUMBER].",
    ]
    age, _, _, first, years = texts(run(dialogue(*lines), key=key))
    assert int(age) - int(first) == int(years)


@pytest.mark.parametrize("key", KEYS)
def test_years_counted_outside_the_labels_are_told_where_the_present_stays(key: bytes) -> None:
    lines = [
        "A: Se conocieron en [2018:YEAR], o sea que ya van siete años.",
        "B: Mi tío nació en [1954:YEAR] y tiene [71:AGE], lo celebra el [sábado 14 de junio:DATE].",
    ]
    result = run(dialogue(*lines), key=key)
    assert texts(result)[0] == "2018" or "DATE_CONFLICT" in codes(result)
