"""Ages and the years that they are counted from move together."""

import datetime as dt
import itertools
import re

import pytest

from surrogates.dates.calendars import Calendar, calendar_for
from surrogates.folding import digits_only
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 7]) for i in range(tries(3, 12))]


def year(text: str) -> int:
    figures = int(re.findall(r"\d+", text)[-1])
    return figures if figures > 99 else 1900 + figures


def value_of(calendar: Calendar, text: str) -> int:
    form = calendar.read_number(text)
    return int(digits_only(text) or (form.value if form else 0))


def test_an_age_between_two_years_moves_with_the_birth() -> None:
    made = dialogue("A: Mi hijo nació en [2010:DATE] y tiene [8:AGE] años; estamos en [2018:DATE].")
    for key in KEYS:
        result = run(made, key=key)
        born, age, now = texts(result)
        assert year(now) - year(born) == int(age) != 8
        assert born != "2010" and not codes(result)


def test_an_age_in_words_and_a_short_year() -> None:
    made = dialogue("A: Cumplo [cuarenta:NUM] en [2018:DATE], soy del [78:DATE].")
    for key in KEYS:
        age, now, born = texts(run(made, key=key))
        value = value_of(calendar_for("es"), age)
        assert value != 40 and year(now) - year(born) == value


@pytest.mark.parametrize(
    "line",
    [
        "A: Nací en [1975:DATE], tengo [43:NUM] años.",
        "A: Tengo [43:AGE]. Nací el [3 de mayo de 1975:DATE].",
    ],
)
def test_an_age_beside_a_year_of_birth_stays_true(line: str) -> None:
    for key in KEYS:
        out = texts(run(dialogue(line), key=key))
        born, age = out if out[1].isdecimal() and len(out[1]) == 2 else out[::-1]
        assert year(born) + int(age) == 2018


def test_a_number_of_years_that_is_no_age_is_drawn_anew() -> None:
    made = dialogue("A: Contrato de [7:NUM] años, firmado en [2015:DATE].")
    assert len({texts(run(made, key=key))[0] for key in KEYS}) > 1


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("ca", "A: Vaig néixer el [1975:DATE], tinc [43:NUM] anys."),
        ("de", "A: Ich bin [1975:DATE] geboren und [43:NUM] Jahre alt."),
        ("en", "A: I was born in [1975:DATE], I'm [43:NUM] years old."),
        ("eu", "A: [1975ean:DATE] jaio nintzen, [43:NUM] urte ditut."),
        ("fr", "A: Je suis né en [1975:DATE], j'ai [43:NUM] ans."),
    ],
)
def test_ages_and_years_of_birth_in_other_languages(lang: str, line: str) -> None:
    for key in KEYS:
        born, age = texts(run(dialogue(line, lang=lang), key=key))
        assert year(born) + int(age) == 2018 and "1975" not in born


def date(text: str) -> dt.date:
    """ "24/05/1951", "2018-08-14", "14.8.2018" as a day."""
    numbers = [int(n) for n in re.findall(r"\d+", text)]
    return dt.date(*(numbers if numbers[0] > 31 else numbers[::-1]))


def months(one: dt.date, two: dt.date) -> int:
    return (two.year - one.year) * 12 + two.month - one.month - (two.day < one.day)


@pytest.mark.parametrize("born", ["14/02/1951", "29/02/1952", "31/12/1949"])
@pytest.mark.parametrize("now", ["20/03/2017", "28/02/2016", "01/01/2020"])
def test_an_age_is_what_lies_between_birth_and_now(born: str, now: str) -> None:
    """As each header of a clinical note has it; "66 años" in one label."""
    age = months(date(born), date(now)) // 12
    header = (
        f"A: Fecha de nacimiento: [{born}:DATE]. Edad: [{age} años:AGE]. Ingreso: [{now}:DATE]."
    )
    for key in KEYS:
        one, years, two = texts(run(dialogue(header), key=key))
        assert years == f"{months(date(one), date(two)) // 12} años"
        assert (one, two) != (born, now)


@pytest.mark.parametrize(
    ("lang", "line", "unit"),
    [
        ("es", "A: Lactante de [7 meses:AGE], nacida el [10/01/2018:DATE], [14/08/2018:DATE].", 1),
        ("ca", "A: Nadó de [7 mesos:AGE], nascut el [10/01/2018:DATE], avui [14/08/2018:DATE].", 1),
        ("de", "A: Säugling, [7 Monate:AGE], geboren [10.01.2018:DATE], [14.08.2018:DATE].", 1),
        ("en", "A: A [7 months:AGE] old girl, born [2018-01-10:DATE], seen [2018-08-14:DATE].", 1),
        ("fr", "A: Nourrisson de [7 mois:AGE], né le [10/01/2018:DATE], [14/08/2018:DATE].", 1),
        ("es", "A: Tiene [siete:AGE] meses, nació el [10/01/2018:DATE], hoy [14/08/2018:DATE].", 1),
        ("es", "A: Neonato de [12 días:AGE], nacido el [10/01/2018:DATE], [22/01/2018:DATE].", 0),
        ("es", "A: De [3 semanas:AGE], nacido el [10/01/2018:DATE], [02/02/2018:DATE].", 0),
    ],
)
def test_an_age_of_months_weeks_or_days(lang: str, line: str, unit: int) -> None:
    old = re.findall(r"\[(.*?):", line)[0]
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        age, one, two = texts(result)
        if unit and age.split()[0] not in ("seis", "siete"):
            assert int(age.split()[0]) == months(date(one), date(two)), (age, one, two)
        assert unit or age == old
        assert age != old or "DATE_RELATIVE" in codes(result)  # it stays, and that is said


def test_the_date_of_birth_tells_which_two_dates_an_age_lies_between() -> None:
    made = dialogue(
        "A: Nacida el [03/05/1950:DATE], edad [66 años:AGE].",
        "A: Su padre, [02/01/1884:DATE], operada el [10/04/2017:DATE], alta [25/02/1950:DATE].",
    )
    for key in KEYS:
        born, age, _father, now, _left = texts(run(made, key=key))
        assert age == f"{months(date(born), date(now)) // 12} años"


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Nació el [04/03/1951:DATE]. El [20/09/2017:DATE], [66 años:AGE]."),
        ("ca", "A: Va néixer el [04/03/1951:DATE]. El [20/09/2017:DATE]: [66:AGE] anys."),
        ("eu", "A: [1951-03-04:DATE] jaio zen. [2017-09-20:DATE] [66 urte:AGE] zituen."),
        ("de", "A: Geboren am [04.03.1951:DATE]. Am [20.09.2017:DATE] [66 Jahre:AGE] alt."),
    ],
)
def test_an_age_right_behind_a_date_is_no_piece_of_it(lang: str, line: str) -> None:
    for key in KEYS:
        born, when, age = texts(run(dialogue(line, lang=lang), key=key))
        (first, second) = (list(map(int, re.findall(r"\d+", text))) for text in (born, when))
        if lang != "eu":
            first, second = first[::-1], second[::-1]
        whole = second[0] - first[0] - (second[1:] < first[1:])
        assert int(re.findall(r"\d+", age)[0]) == whole


@pytest.mark.parametrize(
    ("lang", "line", "apart"),
    [
        ("es", "A: tiene [14 años:AGE], dos más que Hugo, que tiene [12:AGE].", (2,)),
        ("es", "A: Tiene [66 años:AGE], cumple [67:AGE] en mayo", (-1,)),
        ("fr", "A: elle a [douze:AGE] ans, lui [sept:AGE].", (5,)),
        ("de", "A: sie ist [34:AGE], er [36:AGE], das Kind [5:AGE]", (-2, 31)),
    ],
)
def test_what_lies_between_two_ages_stays(lang: str, line: str, apart: tuple[int, ...]) -> None:
    calendar = calendar_for(lang)
    for key in (b"1", b"2", b"3", b"4"):
        made = dialogue(line, lang=lang)
        out = texts(run(made, key=key))
        new = [value_of(calendar, text) for text in out]
        assert tuple(one - two for one, two in itertools.pairwise(new)) == apart
        given = [m for t in made.turns for m in t.mentions]
        assert out[0] != made.turns[0].text[given[0].start : given[0].end]


def test_a_difference_of_ages_stays() -> None:
    made = dialogue(
        "A: a [cinq ans:AGE] de moins qu'elle : elle en a [douze:AGE], lui [sept:AGE].", lang="fr"
    )
    for key in (b"1", b"2", b"3"):
        result = run(made, key=key)
        assert texts(result)[0] == "cinq ans" and "DATE_RELATIVE" in codes(result)


def test_an_age_with_words_behind_it_is_between_two_dates() -> None:
    made = dialogue(
        "A: hoy es [10 de enero de 2025:DATE]. Unai, nacido el [8 de enero de 2017:DATE],"
        " tiene [ocho recién cumplidos:AGE]."
    )
    for key in KEYS:
        now, born, age = texts(run(made, key=key))
        years = int(now[-4:]) - int(born[-4:])
        said = value_of(calendar_for("es"), age.removesuffix(" recién cumplidos"))
        assert said in (years - 1, years) and said != 8


def test_a_birthday_follows_an_age_that_dates_tie_down() -> None:
    made = dialogue(
        "A: hoy es [10 de enero de 2025:DATE], nació el [8 de mayo de 1958:DATE],"
        " tiene [66:AGE], cumple [67:AGE]."
    )
    for key in (b"1", b"2", b"3"):
        *_, age, birthday = texts(run(made, key=key))
        assert int(birthday) == int(age) + 1


def test_two_ages_side_by_side_are_two() -> None:
    lines = (
        "A: Jaioa: [mila bederatziehun eta laurogeita bosteko maiatzaren hamalaua:DATE].",
        "B: Gaur [bi mila eta hogeita seiko otsailaren hirua:DATE] da, [berrogei:AGE] urte.",
        "A: Bai, [berrogei:AGE] [berrogeita bat:AGE] [maiatzean:month].",
    )
    for key in KEYS:
        *_, first, again, later, _ = texts(run(dialogue(*lines, lang="eu"), key=key))
        assert first == again
        assert value_of(calendar_for("eu"), later) == value_of(calendar_for("eu"), again) + 1
