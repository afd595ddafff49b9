"""What full dates leave to the words around: a card's last month, working days, ends of months."""

import datetime as dt
import re

import pytest

from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 5]) for i in range(tries(6, 20))]
_MONTHS = ["january", "february", "march", "april", "may", "june"]
_MONTHS += ["july", "august", "september", "october", "november", "december"]


@pytest.mark.parametrize("pair", ["09/27", "09/11"])
def test_a_month_and_year_that_another_date_says(pair: str) -> None:
    made = dialogue(f"A: [{pair}:DATE].", f"B: [September 20{pair[-2:]}:DATE]?", lang="en")
    for key in KEYS:
        result = run(made, key=key)
        short, (month, year) = texts(result)[0], texts(result)[1].split()
        assert short == f"{_MONTHS.index(month.lower()) + 1:02d}/{year[-2:]}" and short != pair
        assert not result.issues


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("A: And the expiry date?", "B: [09/27:DATE].")),
        ("es", ("A: Caduca el [09/27:DATE].",)),
        ("ca", ("A: La caducitat és [09/27:DATE].",)),
        ("fr", ("A: Date d'expiration : [09/27:DATE].",)),
        ("de", ("A: gültig bis [09/27:DATE].",)),
        ("eu", ("A: Iraungitze data [09/27:DATE] da.",)),
    ],
)
def test_the_last_month_of_a_card(lang: str, lines: tuple[str, ...]) -> None:
    for key in KEYS:
        month, year = texts(run(dialogue(*lines, lang=lang), key=key))[0].split("/")
        assert 1 <= int(month) <= 12 and int(year) in (26, 27, 28) and len(month) == 2


def test_figures_without_a_card_stay_day_and_month() -> None:
    for key in KEYS:
        (out,) = texts(run(dialogue("A: It's on [09/27:DATE].", lang="en"), key=key))
        assert re.fullmatch(r"(0\d|1[0-2])/([0-2]\d|3[01])", out)


@pytest.mark.parametrize("day", [11, 12, 13, 14, 15])  # Monday to Friday
def test_an_appointment_is_on_a_working_day(day: int) -> None:
    for key in KEYS:
        (out,) = texts(run(dialogue(f"A: La cita es el [{day}/03/2024:DATE]."), key=key))
        assert dt.date(*map(int, out.split("/")[::-1])).weekday() < 5


def test_a_day_before_the_first_is_of_the_month_before() -> None:
    made = dialogue(
        "A: [Tomorrow:DATE]'s the [31st:DATE]. I could do [Thursday the 1st of August:DATE].",
        lang="en",
    )
    for key in KEYS:
        result = run(made, key=key)
        one, two = (int(re.findall(r"\d+", text)[0]) for text in texts(result)[1:])
        assert "DATE_CONFLICT" not in codes(result)
        assert two - one == 1 or (two == 1 and one >= 28)


def test_a_day_after_the_last_is_of_the_month_behind() -> None:
    made = dialogue("A: Llega el [30 de mayo:DATE] y se va el [2:DATE].")
    for key in KEYS:
        result = run(made, key=key)
        one, two = (int(re.findall(r"\d+", text)[0]) for text in texts(result))
        assert "DATE_CONFLICT" not in codes(result)
        assert two - one == 3 or (two <= 3 and one >= 26)


def test_a_year_that_stands_alone_moves_with_full_dates() -> None:
    """Where a shift into another year and one inside it cost the same, the first is taken."""
    made = dialogue(
        "A: DOB [02/11/1946:DATE]. Seen on [Tuesday 14 January 2025:DATE].",
        "A: Booked for [Tuesday 21 January:DATE]. Her husband died in [1999:DATE].",
        lang="en",
    )
    for key in KEYS:
        assert "DATE_CONFLICT" not in codes(run(made, key=key))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: That's the Mastercard, expiring [08/27:DATE]."),
        ("en", "A: Exp date [12/29:DATE]."),
        ("es", "A: La tarjeta, válida hasta [11/26:DATE]."),
        ("ca", "A: La targeta caduca el [03/29:DATE]."),
        ("eu", "A: Txartela [05/28:DATE] arte da baliozkoa."),
        ("de", "A: Die Karte gilt bis [05/28:DATE]."),
        ("fr", "A: Ma carte expire en [03/29:DATE]."),
        ("en", "A: The card? [10/28:DATE] is when it expires."),
    ],
)
def test_what_expires_moves_ahead_and_not_far(lang: str, line: str) -> None:
    month, year = map(int, re.findall(r"(\d\d)/(\d\d)", line)[0])
    for key in KEYS:
        later, then = map(int, texts(run(dialogue(line, lang=lang), key=key))[0].split("/"))
        assert 1 <= later <= 12 and 0 < 12 * (then - year) + later - month < 16


def test_what_expires_stays_behind_the_dates_of_the_dialogue() -> None:
    made = dialogue("A: Gilt bis [05/28:DATE]. Heute ist der [3.4.2026:DATE].", lang="de")
    for key in KEYS:
        expiry, now = texts(run(made, key=key))
        month, year = map(int, expiry.split("/"))
        _, today, this = map(int, now.split("."))
        assert 12 * (2000 + year - this) + month - today == 25
