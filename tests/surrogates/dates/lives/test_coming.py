"""Ages at a birthday to come, and months of a life: what the new dates say of them is true."""

import datetime as dt
import re

import pytest

from tests.surrogates.almanac import day_of, read
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 5]) for n in range(8)]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        (
            "es",
            "A: Hoy es [28 de noviembre de 2024:DATE]; cumple [93:AGE] en [enero:DATE],"
            " nació en [1932:DATE].",
        ),
        (
            "ca",
            "A: Avui és [28 de novembre de 2024:DATE]; farà [93:AGE] anys al [gener:DATE],"
            " nascuda el [1932:DATE].",
        ),
        (
            "de",
            "A: Heute ist der [28. November 2024:DATE]; im [Januar:DATE] wird sie [93:AGE],"
            " Jahrgang [1932:DATE].",
        ),
        (
            "en",
            "A: It's [28 November 2024:DATE]; she'll be [93:AGE] in [January:DATE],"
            " born in [1932:DATE].",
        ),
        (
            "fr",
            "A: On est le [28 novembre 2024:DATE] ; elle aura [93:AGE] ans en [janvier:DATE],"
            " née en [1932:DATE].",
        ),
        (
            "en",
            "A: It's [10 January 2025:DATE]; he'll be [60:AGE] in [May:DATE], born in [1965:DATE].",
        ),
    ],
)
def test_an_age_in_a_coming_month(lang: str, line: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        today, *pair, birth = texts(result)
        age, name = sorted(pair, key=lambda text: not text.isdecimal())
        now, month = day_of(read(today, lang)), read(name, lang).month
        assert month is not None
        assert int(age) == now.year + (month < now.month) - int(birth) and not codes(result)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        (
            "ca",
            "A: Nascut el [1939:DATE], va fer [86:AGE] al [març:DATE]. És [novembre de 2025:DATE].",
        ),
        (
            "de",
            "A: Jahrgang [1939:DATE], wurde [86:AGE] im [März:DATE]. Es ist [November 2025:DATE].",
        ),
        (
            "en",
            "A: Born in [1939:DATE], I was [86:AGE] in [March:DATE]. It's [November 2025:DATE].",
        ),
        (
            "fr",
            "A: Née en [1939:DATE], eu [86:AGE] ans en [mars:DATE]. En [novembre 2025:DATE].",
        ),
    ],
)
def test_an_age_in_a_month_that_is_gone(lang: str, line: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        birth, age, reached, today = texts(result)
        now, month = read(today, lang), read(reached, lang).month
        assert now.year and now.month and month
        assert int(age) == now.year - (month > now.month) - int(birth) and not codes(result)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        (
            "es",
            "A: Hoy es [5 de mayo de 2025:DATE]; cumple [18:AGE] el mes que viene, nació el"
            " [3 de junio de 2007:DATE].",
        ),
        (
            "en",
            "A: It's [5 May 2025:DATE]; she turns [18:AGE] next month, born [3 June 2007:DATE].",
        ),
        (
            "fr",
            "A: Nous sommes le [5 mai 2025:DATE], elle aura [18:AGE] ans le mois prochain, née le"
            " [3 juin 2007:DATE].",
        ),
    ],
)
def test_an_age_next_month_is_no_alarm(lang: str, line: str) -> None:
    for n in range(12):
        result = run(dialogue(line, lang=lang), key=bytes([n]))
        today, age, birth = texts(result)
        now, born = (day_of(read(text, lang)) for text in (today, birth))
        coming = now.year + ((born.month, born.day) <= (now.month, now.day))
        assert int(age) == coming - born.year and not codes(result)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: They'll be [ten:AGE] this [Saturday:DATE], born [August 30, 2015:DATE]."),
        ("es", "A: Serán [diez:AGE] este [sábado:DATE], nacieron el [30 de agosto de 2015:DATE]."),
        ("de", "A: [Samstag:DATE] sind sie [zehn:AGE], geboren am [30. August 2015:DATE]."),
    ],
)
def test_the_weekday_right_beside_an_age_is_of_that_birthday(lang: str, line: str) -> None:
    for key in KEYS:
        *pair, birth = texts(run(dialogue(line, lang=lang), key=key))
        born = day_of(read(birth, lang))
        said = [w for text in pair if (w := _weekday(text, lang)) is not None]
        assert said == [dt.date(2025, born.month, born.day).weekday()]


def _weekday(text: str, lang: str) -> int | None:
    try:
        return read(text, lang).weekday
    except AssertionError:
        return None


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Tiene [ocho:AGE] meses, nació en [septiembre:DATE] y estamos en [mayo:DATE]."),
        ("ca", "A: Té [vuit:AGE] mesos, va néixer al [setembre:DATE] i som al [maig:DATE]."),
        ("eu", "A: [Zortzi:AGE] hilabete ditu, [irailean:DATE] jaio zen, orain [maiatza:DATE] da."),
        (
            "de",
            "A: Sie ist [acht:AGE] Monate alt, geboren im [September:DATE], jetzt ist [Mai:DATE].",
        ),
        ("en", "A: She's [eight:AGE] months, born in [September:DATE], and it's [May:DATE] now."),
        ("fr", "A: Il a [huit:AGE] mois, il est né en [septembre:DATE] et on est en [mai:DATE]."),
    ],
)
def test_the_months_of_a_baby_lie_between_two_months(lang: str, line: str) -> None:
    told = dialogue(line, lang=lang)
    mention = told.turns[0].mentions[0]
    old = told.turns[0].text[mention.start : mention.end]
    for key in KEYS:
        age, birth, now = texts(run(told, key=key))
        first, second = read(birth, lang).month, read(now, lang).month
        assert age == old and first and second and (second - first) % 12 == 8


def test_a_year_of_birth_is_not_that_of_the_days_beside_it() -> None:
    told = dialogue(
        "A: Farà [90:AGE] diumenge que ve, el [18 de maig:DATE]. Va néixer el [1935:DATE].",
        lang="ca",
    )
    for key in KEYS:
        _, date, birth = texts(run(told, key=key))
        said = read(re.sub(r" d(e |')", " de ", date), "ca")
        assert said.day and said.month and birth != "1935"
        assert dt.date(2025, said.month, said.day).weekday() == 6
