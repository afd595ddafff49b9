"""Basque endings follow a number as it is said, on dates, clocks and plain figures."""

import re

import pytest

from surrogates.dates.calendars import calendar_for
from surrogates.dates.hours.endings import ending_on_clock
from surrogates.languages.numerals import numerals
from tests.effort import tries
from tests.surrogates.almanac import read
from tests.surrogates.dates.hours.test_clock import spans
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 4]) for i in range(tries(4, 8))]
# hogeita hamarrean, berrogeian, bostean, hamaseietan, ordu batean
ENDINGS = [
    ("an", 8, 30, "ean"),
    ("ean", 9, 40, "an"),
    ("an", 10, 5, "ean"),
    ("ean", 16, 0, "etan"),
    ("etan", 1, 0, "ean"),
    ("etatik", 13, 30, "etik"),
    ("etik", 13, 20, "tik"),
    ("etara", 19, 30, "era"),
    ("etarako", 12, 0, "etarako"),
    ("ekoa", 8, 0, "etakoa"),
    ("etakoa", 10, 20, "koa"),
    ("koak", 1, 0, "ekoak"),
    ("ekoan", 9, 0, "etakoan"),
]


@pytest.mark.parametrize(("old", "hour", "minute", "new"), ENDINGS)
def test_an_ending_on_a_clock(old: str, hour: int, minute: int, new: str) -> None:
    calendar = calendar_for("eu")
    assert ending_on_clock(calendar, f"{old} da", "", hour, minute) == f"{new} da"
    outside = ending_on_clock(calendar, "", f"{old} da", hour, minute)
    assert outside == ("" if old == new else None)


def test_clocks_with_endings_are_times() -> None:
    text = "11:00etatik 13:00etara, hamaiketatik aurrera"
    for key in KEYS:
        result = run(spans(text, "11:00etatik", "13:00etara", "hamaiketatik", lang="eu"), key=key)
        first, second, words = texts(result)
        one, two = (int(re.findall(r"\d+", t)[0]) for t in (first, second))
        names = {9: "bederatzi", 10: "hamar", 12: "hamabi"}
        assert two - one == 2 and one != 11 and words.startswith(names[one])
        assert not codes(result)


@pytest.mark.parametrize("text", ["hamarretatik hamabietara", "9etatik 11etara"])
def test_both_ends_of_a_range_move(text: str) -> None:
    for key in KEYS:
        (out,) = texts(run(spans(text, text, lang="eu"), key=key))
        assert not set(out.split()) & set(text.split())


@pytest.mark.parametrize(
    ("text", "said"), [("21an", "21ean"), ("32ean", "32an"), ("15tik", "15etik"), ("11an", "11n")]
)
def test_an_ending_on_a_number(text: str, said: str) -> None:
    basque = numerals("eu")
    assert basque is not None and basque.mend(f"bat, {text} da") == f"bat, {said} da"


@pytest.mark.parametrize(
    "line",
    [
        "A: [apirilaren 3tik:DATE] [10era:DATE], zazpi gau",
        "A: [uztailaren 20tik 27ra:DATE], zazpi gau",
        "A: [abuztuaren 8tik:DATE] [15era:DATE] arte",
    ],
)
def test_days_from_and_to_are_no_year(line: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang="eu"), key=key)
        said = " ".join(texts(result))
        one, two = (int(n) for n in re.findall(r"\d+", said))
        assert two - one == 7 and not re.search(r"\b0\d", said) and not codes(result)
        assert read(said.split("tik")[0], "eu").month


@pytest.mark.parametrize("said", ["2025/11/06an", "2025-11-10ean", "2025/11/01etik"])
def test_an_ending_behind_a_date_in_figures_follows_its_day(said: str) -> None:
    calendar = calendar_for("eu")
    for key in KEYS:
        new = texts(run(dialogue(f"A: [{said}:DATE] izan zen.", lang="eu"), key=key))[0]
        match = re.fullmatch(r"\d{4}[/-]\d\d[/-](\d\d)([a-z]+)", new)
        assert match is not None
        assert calendar.figure_ending(int(match[1]), match[2], "day") is not None
        assert (
            calendar.on_figure(
                int(match[1]), calendar.figure_ending(int(match[1]), match[2], "day") or ""
            )
            == match[2]
        )


def test_the_greeting_is_no_feast() -> None:
    assert codes(run(dialogue("A: Gabon. [Asteartean:DATE] eskatu nuen.", lang="eu"))) == []
    assert "DATE_ANCHOR" in codes(run(dialogue("A: Gabonetan, [abenduaren 24an:DATE].", lang="eu")))


@pytest.mark.parametrize(
    ("said", "value", "like_monday"),
    [
        ("ostegunarekin", 3, "astelehenarekin"),
        ("astelehenez", 0, "astelehenez"),
        ("igandez", 6, "astelehenez"),
        ("larunbatero", 5, "astelehenero"),
        ("astearterik", 1, "astelehenik"),
        ("ostiralekoa", 4, "astelehenekoa"),
        ("asteazkenerakoa", 2, "astelehenerakoa"),
        ("asteartetan", 1, "astelehenetan"),
        ("igandeetako", 6, "astelehenetako"),
        ("ostegunekin", 3, "astelehenekin"),
        ("barikuan", 4, "astelehenean"),
        ("domekatik", 6, "astelehenetik"),
    ],
)
def test_a_weekday_is_read_in_every_case(said: str, value: int, like_monday: str) -> None:
    calendar = calendar_for("eu")
    form = calendar.weekdays[said]
    assert form.value == value and calendar.weekday(0, form) == like_monday


@pytest.mark.parametrize(
    ("said", "value", "like_june"),
    [
        ("abenduarekin", 12, "ekainarekin"),
        ("apirilekoa", 4, "ekainekoa"),
        ("martxoz", 3, "ekainez"),
        ("urriko", 10, "ekaineko"),
        ("maiatzero", 5, "ekainero"),
    ],
)
def test_a_month_is_read_in_every_case(said: str, value: int, like_june: str) -> None:
    calendar = calendar_for("eu")
    form = calendar.months[said]
    assert form.value == value and calendar.month(6, form) == like_june


def test_the_hour_that_something_is_of_is_said_as_its_figures() -> None:
    for key in KEYS:
        told = spans("10:30ean aterako da, baina 9:30ekoa bada", "10:30ean", "9:30ekoa", lang="eu")
        _, train = texts(run(told, key=key))
        assert train.endswith(":00etakoa") or re.search(r":(30|15|45)ekoa$", train)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hogeita battik", "hogeita batetik"),
        ("hamaikarean", "hamaikan"),
        ("seirak", "seiak"),
        ("bostrekin", "bostekin"),
        ("lauak", "laurak"),
        ("hamarko", "hamarreko"),
        ("hamar eta bost", "hamar eta bost"),
    ],
)
def test_an_ending_on_a_number_in_words(text: str, said: str) -> None:
    basque = numerals("eu")
    assert basque is not None and basque.mend(text) == said


@pytest.mark.parametrize(
    ("said", "ending"),
    [
        ("hogeitik", "tik"),
        ("hogeiak", "ak"),
        ("hamarretik", "etik|tik"),
        ("seirekin", "ekin"),
        ("hogeita bosteko", "ko"),
        ("Seigarrenean", "garrenean|ehenean"),
    ],
)
def test_a_number_in_words_keeps_its_case(said: str, ending: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: [{said}:NUM] dira.", lang="eu"), key=key)
        (new,) = texts(result)
        assert re.search(f"({ending})$", new) and new != said and not codes(result)


@pytest.mark.parametrize("time", ["12.40ak", "9.20ak", "18.50ak"])
def test_what_time_it_is_is_said_of_several_hours(time: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [{time}:TIME] ziren.", lang="eu"), key=key))
        assert new.endswith("ak") and new != time


@pytest.mark.parametrize("day", ["urriaren 11", "martxoaren 31"])
def test_a_day_takes_the_article_that_its_own_number_swallows(day: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: Gaur [{day}:DATE] da.", lang="eu"), key=key))
        assert new.endswith(("11", "31")) or re.search(r"\da$", new)


def test_a_weekday_takes_the_instrumental_of_one_day() -> None:
    for key in (b"one", b"two", b"three"):
        out = texts(
            run(dialogue("A: Alta [2025/11/11n:DATE], [astearteaz:month].", lang="eu"), key=key)
        )
        assert out[1].endswith("az") and not out[1].startswith("[")
