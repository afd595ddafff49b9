"""Ages and births move by years of their own: what is said of them stays true, the ages do not."""

import datetime as dt
import re

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.dates.reading import read_dates
from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.effort import tries
from tests.surrogates.almanac import read
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 3]) for i in range(tries(4, 8))]


def whole_years(one: dt.date, two: dt.date) -> int:
    return two.year - one.year - ((two.month, two.day) < (one.month, one.day))


BESIDE_TODAY = [
    (
        "es",
        "A: Nació el [3 de marzo de 1958:DATE], hoy es [9 de mayo de 2025:DATE]: [67 años:AGE].",
    ),
    (
        "ca",
        "A: Nascuda el [9 de novembre del 2014:DATE], [18 de setembre del 2025:DATE]: [10:AGE]",
    ),
    (
        "eu",
        "A: [1958ko azaroaren 3an:DATE] jaioa; gaur [2025eko maiatzaren 5a:DATE]; [66 urte:AGE].",
    ),
    (
        "de",
        "A: Geboren am [14.03.1958:DATE]. Termin am [12. Juni 2024:DATE], dann ist er [66:AGE].",
    ),
    ("en", "A: Born on [14 May 1942:DATE], and today's [3 July 2024:DATE], so she's [82:AGE]."),
    ("fr", "A: Née le [12 mars 1958:DATE]. Le [4 novembre 2024:DATE] elle a [66 ans:AGE]."),
]


@pytest.mark.parametrize(("lang", "line"), BESIDE_TODAY)
def test_an_age_moves_and_is_what_lies_between_the_new_dates(lang: str, line: str) -> None:
    old = re.findall(r"\[(\d+)[^\]]*:AGE", line)[0]
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        born, now, age = texts(result)
        one, two = (read(text, lang) for text in (born, now))
        new = int(re.findall(r"\d+", age)[0])
        first, second = (dt.date(d.year, d.month, d.day) for d in (one, two))
        assert new == whole_years(first, second) != int(old)
        assert 0 < abs(new - int(old)) <= 4 and not codes(result)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "es",
            ("A: ¿Su fecha de nacimiento?", "B: [3 de marzo de 1958:DATE].", "A: Tiene [67:AGE]."),
        ),
        ("fr", ("A: Il est né le [8 mai 1971:DATE].", "B: Il a donc [53:AGE] ans.")),
        ("de", ("A: Er ist Jahrgang [1955:DATE].", "B: Also [69:AGE].")),
        ("en", ("A: I was born in [1990:DATE].", "B: So you're [34:AGE]?")),
    ],
)
def test_without_todays_date_both_move(lang: str, lines: tuple[str, ...]) -> None:
    old = [int(re.findall(r"\d+", t)[-1]) for t in re.findall(r"\[(.*?):", " ".join(lines))]
    for key in KEYS:
        born, age = (
            int(re.findall(r"\d+", t)[-1]) for t in texts(run(dialogue(*lines, lang=lang), key=key))
        )
        assert born + age == sum(old) and born != old[0] and age != old[1]


def test_siblings_move_alike_where_one_birth_alone_is_called_so() -> None:
    lines = (
        "A: Noé a [9:AGE] ans et Inès [6:AGE].",
        "B: Noé est né le [3 février 2016:DATE], et Inès le [17 janvier 2019:DATE].",
    )
    for key in KEYS:
        one, two, first, second = texts(run(dialogue(*lines, lang="fr"), key=key))
        assert int(one) - int(two) == 3 == int(second[-4:]) - int(first[-4:])
        assert int(one) + int(first[-4:]) == 2025 and one != "9"


def test_two_births_and_today_said_behind_them() -> None:
    lines = (
        "A: Tiene [5 años:AGE] y su hermano [2 años:AGE].",
        "A: Nacieron el [3/4/2019:DATE] y el [8/1/2022:DATE].",
        "B: Hoy, [20/5/2024:DATE], revisión.",
    )
    for key in KEYS:
        *ages, first, second, now = texts(run(dialogue(*lines), key=key))
        today, *born = (read(text, "es") for text in (now, first, second))
        days = [dt.date(d.year, d.month, d.day) for d in (today, *born)]
        assert [int(age.split()[0]) for age in ages] == [whole_years(d, days[0]) for d in days[1:]]
        assert ages[0] != "5 años"


def test_an_age_at_another_time_moves_with_the_birth() -> None:
    line = (
        "A: Vivo aquí desde [2010:DATE], con [30:AGE]. Nací en [1980:DATE], ahora tengo [44:AGE]."
    )
    for key in KEYS:
        since, then, born, now = map(int, texts(run(dialogue(line), key=key)))
        assert since - born == then != 30 and now - then == 14


def test_a_babys_birth_moves_with_today_and_its_mothers_by_itself() -> None:
    lines = (
        "A: El bebé tiene [8 meses:AGE], nació el [10/01/2024:DATE]. Hoy es [15/09/2024:DATE].",
        "A: La madre, [31 años:AGE], nació el [02/05/1993:DATE].",
    )
    for key in KEYS:
        months, *_, age, _mother = texts(run(dialogue(*lines), key=key))
        assert months == "8 meses" and age != "31 años"


def test_the_weekday_of_a_birth_is_that_of_its_new_date() -> None:
    line = "A: Born on [Monday 3 March 1980:DATE], I'm [44:AGE] as of [2 July 2024:DATE]."
    names = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    for key in KEYS:
        said = read(texts(run(dialogue(line, lang="en"), key=key))[0], "en")
        weekday = dt.date(said.year, said.month, said.day).weekday()
        assert names[weekday] == texts(run(dialogue(line, lang="en"), key=key))[0].split()[0]


def test_the_weekday_of_a_birth_moves_with_its_year() -> None:
    line = "A: Nació el [6 de abril de 2019:DATE], que era [sábado:WEEKDAY]."
    for key in KEYS:
        said = run(dialogue(line, "B: Tiene [seis:AGE] años.", lang="es"), key=key)
        born, weekday, _age = texts(said)
        day = read(born, "es")
        number = dt.date(day.year or 0, day.month or 0, day.day or 0).weekday()
        assert load_lexicon("es").weekdays[number] == weekday, (born, weekday)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("de", ("A: Geboren am [23.04.1971:DATE], also [54:AGE]? Das war ein [Freitag:DATE].",)),
        ("en", ("A: Born on [12 March 1950:DATE], now [75:AGE].", "B: That was a [Sunday:DATE].")),
        (
            "es",
            ("A: Nací el [3 de mayo de 1980:DATE], tengo [45:AGE].", "B: Fue un [sábado:DATE]."),
        ),
        ("fr", ("A: Né le [3 mai 1980:DATE], j'ai [45:AGE] ans.", "B: C'était un [samedi:DATE].")),
        (
            "ca",
            (
                "A: Vaig néixer el [3 de maig de 1980:DATE], tinc [45:AGE].",
                "B: Era [dissabte:DATE].",
            ),
        ),
    ],
)
def test_the_weekday_of_a_birth_may_be_said_behind_it(lang: str, lines: tuple[str, ...]) -> None:
    calendar = calendar_for(lang)
    for key in KEYS:
        birth, _, weekday = texts(run(dialogue(*lines, lang=lang), key=key))
        moment = read_dates(birth, calendar).moments[0]
        year, month, day = (moment.value(n) or 0 for n in ("year", "month", "day"))
        assert calendar.weekdays[fold(weekday)].value == dt.date(year, month, day).weekday()


def test_an_age_without_a_label_lies_between_a_birth_and_its_day() -> None:
    lines = (
        "A: Er wird am [30. September 2025:DATE] sechs, er ist [2019:DATE] geboren.",
        "B: Die Kleine ist [drei:AGE], geboren am [2. Mai 2022:DATE].",
    )
    for key in KEYS:
        day, birth, *_ = texts(run(dialogue(*lines, lang="de"), key=key))
        assert int(day[-4:]) - int(birth) == 6
