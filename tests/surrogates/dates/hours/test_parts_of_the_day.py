"""An hour stays in its part of the day, and in opening hours, whether or not words say which."""

import re

import pytest

from tests.effort import tries
from tests.surrogates.dates.hours.test_clock import hour, spans
from tests.surrogates.dialogues import codes, run, texts

KEYS = [bytes([i, 1]) for i in range(tries(6, 12))]


@pytest.mark.parametrize(
    ("lang", "text", "said", "low", "high"),
    [
        ("de", "Der Elternabend ist um 19 Uhr.", "19 Uhr", 18, 21),
        ("fr", "Le dîner est à 20 heures.", "20 heures", 18, 21),
        ("es", "La clínica abre a las 8:30.", "8:30", 8, 11),
        ("ca", "Pleguem a les 17:30.", "17:30", 14, 17),
        ("eu", "Bilera 15:00etan da.", "15:00etan", 14, 17),
        ("es", "La comida es a las 13:30.", "13:30", 11, 15),
        ("en", "The office opens at 9:15.", "9:15", 8, 11),
        ("en", "The plane leaves at 04:30.", "04:30", 0, 5),
    ],
)
def test_its_part_of_the_day(lang: str, text: str, said: str, low: int, high: int) -> None:
    for key in KEYS:
        (out,) = texts(run(spans(text, said, lang=lang), key=key))
        assert low <= int(re.findall(r"\d+", out)[0]) <= high and out != said, out


@pytest.mark.parametrize(
    ("lang", "text", "words", "figures"),
    [
        ("en", "At half past two, that is 14:30.", "half past two", "14:30"),
        ("es", "A las nueve y media, o sea 21:30.", "nueve y media", "21:30"),
        ("ca", "A les vuit, vull dir 20:00.", "vuit", "20:00"),
        ("fr", "À huit heures et demie, soit 20h30.", "huit heures et demie", "20h30"),
    ],
)
def test_one_time_in_words_and_figures(lang: str, text: str, words: str, figures: str) -> None:
    evening = int(figures[:2]) >= 18
    for key in KEYS:
        one, two = texts(run(spans(text, words, figures, lang=lang), key=key))
        later = int(two[:2])
        assert hour(one, lang) == later - 12 and two != figures
        assert later in (range(18, 23) if evening else range(13, 20))


def test_an_afternoon_that_nobody_names_does_not_become_a_night() -> None:
    text = "Half past two? I'm at the school by 3:15. So from 14:30 to 14:00."
    made = spans(text, "Half past two", "3:15", "14:30", "14:00", lang="en")
    for key in KEYS:
        words, school, one, two = texts(run(made, key=key))
        late = int(one[:2])
        assert 13 <= late <= 19 and int(two[:2]) == late and hour(words, "en") == late - 12
        assert int(school.split(":")[0]) == late - 11 and school.endswith(":15")


@pytest.mark.parametrize(
    ("lang", "text", "stuck", "near", "far"),
    [
        ("es", "A la una y media, o sea 13:30; luego 18:00.", "una y media", "13:30", "18:00"),
        ("ca", "A la una, o sea 13:00; després 18:30.", "una", "13:00", "18:30"),
    ],
)
def test_what_an_article_holds_stays_with_what_is_near(
    lang: str, text: str, stuck: str, near: str, far: str
) -> None:
    for key in KEYS:
        result = run(spans(text, stuck, near, far, lang=lang), key=key)
        one, two, three = texts(result)
        assert (one, two) == (stuck, near) and three != far
        assert codes(result) == ["DATE_RELATIVE"] * 2
        assert all("hour" in issue.message for issue in result.issues)


def test_noon_moves_past_one_o_clock_in_twenty_four_hours() -> None:
    for key in KEYS:
        (out,) = texts(run(spans("a las 12:30 en punto", "12:30"), key=key))
        assert int(out.split(":")[0]) in (11, 12, 13, 14, 15)
