"""Parser and generator of dates are inverse: every language, every pattern, every day."""

import datetime as dt
from collections.abc import Iterable, Iterator

import pytest

from surrogates.dates.calendars import Calendar, calendar_for, joined
from surrogates.dates.numeric import Moment
from surrogates.dates.reading import read_dates
from surrogates.dates.writing import write_part, write_parts
from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

# Each text says Monday, 10 September 2018, or as much of it as its pattern says.
PATTERNS = {
    "es": [
        "diez de septiembre",
        "10 de septiembre",
        "el 10 de sept.",
        "10/09",
        "10 del 9",
        "diez del nueve",
        "LUNES, 10 DE SEPTIEMBRE",
    ],
    "en": [
        "September 10th",
        "the tenth of September",
        "10 Sept",
        "september ten",
        "Sep. 10",
        "10th of September",
        "Monday, September 10",
    ],
    "de": [
        "10. September",
        "am zehnten September",
        "der zehnte September",
        "den 10.9.",
        "am zehnten neunten",
        "10. Sept.",
        "Montag, 10. September",
    ],
    "fr": ["10 septembre", "le dix septembre", "10 sept.", "10/09", "lundi 10 septembre"],
    "ca": [
        "10 de setembre",
        "deu de setembre",
        "el 10 de setembre",
        "10/09",
        "10 del 9",
        "dilluns, 10 de setembre",
    ],
    "eu": [
        "irailaren 10ean",
        "irailaren 10a",
        "irailak 10",
        "irailaren 10eko",
        "irailaren 10etik",
        "irailaren hamarrean",
        "astelehena, irailaren 10a",
        "iraila 10",
    ],
}
WITH_YEAR = {
    "es": ["10 de septiembre de 2018", "10/09/2018", "2018-09-10", "diez de septiembre del 18"],
    "en": ["September 10, 2018", "10 September 2018", "2018-09-10", "09/10/2018"],
    "de": ["10. September 2018", "10.9.2018", "10.09.18", "2018-09-10"],
    "fr": ["10 septembre 2018", "10/09/2018", "lundi 10 septembre 2018"],
    "ca": ["10 de setembre de 2018", "10/09/2018", "10 de setembre del 18"],
    "eu": ["2018ko irailaren 10ean", "2018/09/10", "2018ko irailaren 10a"],
}
IN_WORDS = {
    "es": "dos mil dieciocho",
    "en": "twenty eighteen",
    "de": "zweitausendachtzehn",
    "fr": "deux mille dix-huit",
    "ca": "dos mil divuit",
    "eu": "bi mila eta hemezortzi",
}
FIRST = dt.date(2011, 1, 1)


def days(count: int, step: int = 1) -> Iterator[dt.date]:
    return (FIRST + dt.timedelta(days=i) for i in range(0, count, step))


def rewritten(text: str, moment: Moment, date: dt.date, calendar: Calendar) -> str:
    new = {"day": date.day, "month": date.month, "year": date.year, "weekday": date.weekday()}
    spoken = moment.parts["month"].style != "figure"
    pieces = []
    for name, part in moment.parts.items():
        word = write_part(part, text[part.start : part.end], new[name], calendar, spoken)
        assert word is not None, (name, date)
        pieces.append((part, word))
    return write_parts(text, 0, pieces, calendar.lang)


def assert_inverse(lang: str, text: str, dates: Iterable[dt.date]) -> None:
    calendar = calendar_for(lang)
    reading = read_dates(text, calendar)
    (moment,) = reading.moments
    assert not reading.figures_left
    assert rewritten(text, moment, dt.date(2018, 9, 10), calendar) == text
    said = moment.parts.keys()
    seen: dict[str, tuple[int, ...]] = {}
    for date in dates:
        new = rewritten(text, moment, date, calendar)
        values = {
            "day": date.day,
            "month": date.month,
            "year": date.year if (moment.value("year") or 0) > 99 else date.year % 100,
            "weekday": date.weekday(),
        }
        (back,) = read_dates(new, calendar).moments
        assert {n: back.value(n) for n in said} == {n: values[n] for n in said}, new
        key = tuple(values[n] for n in sorted(said))
        assert seen.setdefault(new, key) == key, new


@pytest.mark.parametrize(("lang", "text"), [(k, t) for k, v in PATTERNS.items() for t in v])
def test_every_day_of_two_years(lang: str, text: str) -> None:
    """In a quick run each fifth: all days of the month, and each month with all weekdays."""
    assert_inverse(lang, text, days(731, tries(5, 1)))  # the second is a leap year


@pytest.mark.parametrize(("lang", "text"), [(k, t) for k, v in WITH_YEAR.items() for t in v])
def test_days_of_twenty_years(lang: str, text: str) -> None:
    """Each eleventh day, so all weekdays of all months; every one where many are tried."""
    assert_inverse(lang, text, days(7305, tries(11, 1)))


@pytest.mark.parametrize("lang", sorted(IN_WORDS))
def test_years_in_words(lang: str) -> None:
    calendar = calendar_for(lang)
    text = IN_WORDS[lang]
    (moment,) = read_dates(text, calendar).moments
    assert moment.value("year") == 2018
    for year in [*range(1931, 2031)]:
        part = moment.parts["year"]
        new = write_part(part, text, year, calendar)
        assert new is not None
        (back,) = read_dates(new, calendar).moments
        assert back.value("year") == year, new


def test_what_stands_before_a_word_elides_as_it_asks() -> None:
    for lang, before, word, wanted in [
        ("ca", "10 de ", "octubre", "10 d'"),
        ("ca", "10 d'", "maig", "10 de "),
        ("ca", "el ", "11", "l'"),
        ("ca", "l'", "10", "el "),
        ("ca", "des de l'", "10", "des del "),
        ("ca", "del ", "11", "de l'"),
        ("fr", "au mois de ", "avril", "au mois d'"),
        ("fr", "au mois d'", "mai", "au mois de "),
        ("fr", "le ", "onze", "le "),
        ("es", "septiembre o ", "octubre", "septiembre u "),
        ("es", "octubre u ", "mayo", "octubre o "),
        ("en", "an ", "May", "a "),
        ("en", "a ", "August", "an "),
        ("de", "am ", "10", "am "),
    ]:
        assert joined(lang, before, word) == wanted


def test_two_figures_repeat_the_year_that_was_said() -> None:
    for key in (b"one", b"two", b"three"):
        year, short = texts(run(dialogue("A: El [año 2018:DATE], o sea el [18:DATE]."), key=key))
        assert year[-2:] == short


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Los años [ochenta:DATE]."),
        ("ca", "A: Els anys [vuitanta:DATE]."),
        ("fr", "A: Les années [quatre-vingt:DATE]."),
    ],
)
def test_a_round_ten_behind_a_word_for_years_is_a_decade(lang: str, line: str) -> None:
    for key in (b"one", b"two", b"three"):
        (decade,) = texts(run(dialogue(line, lang=lang), key=key))
        form = calendar_for(lang).read_number(decade)
        assert form is not None and form.value % 10 == 0


def test_the_century_before_a_named_decade_stays() -> None:
    for key in (b"one", b"two", b"three"):
        made = dialogue("A: Back in [the nineteen eighties:DATE].", lang="en")
        (decade,) = texts(run(made, key=key))
        assert decade.startswith("the nineteen ") and decade.endswith("ties")
        assert "eighties" not in decade
