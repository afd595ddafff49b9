"""Roads that are told by a number become another of their kind."""

import re

import pytest

from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.people.test_people import KEYS

ENDINGS = {"1": "st", "2": "nd", "3": "rd"}


@pytest.mark.parametrize(
    ("lang", "line", "letters"),
    [
        ("es", "A: Por la [A-30:STREET], sí, la [A-30:STREET].", "A-"),
        ("ca", "A: Per la [C-17:STREET], sí, la [C-17:STREET].", "C-"),
        ("eu", "A: [N-1:STREET] errepidea, [N-1:STREET].", "N-"),
        ("de", "A: Auf der [A7:STREET], ja, der [A7:STREET].", "A"),
        ("en", "A: On the [M8:STREET], yes, the [M8:STREET].", "M"),
        ("fr", "A: Par la [N20:STREET], oui, la [N20:STREET].", "N"),
    ],
)
def test_a_road_has_another_number(lang: str, line: str, letters: str) -> None:
    said = line.split("[")[1].split(":")[0]
    for key in KEYS:
        one, other = texts(run(dialogue(line, lang=lang), key=key))
        assert one == other != said
        assert one.startswith(letters) and len(one) == len(said)
        assert one.removeprefix(letters).isdecimal()


def test_a_river_is_not_its_state() -> None:
    for key in KEYS:
        made = dialogue("A: In [Ohio:LOC]. B: By the [Ohio River:LOC]?", lang="en")
        state, river = texts(run(made, key=key))
        assert state not in river


@pytest.mark.parametrize(
    ("said", "shape"),
    [
        ("5th Street", r"[1-9](?:st|nd|rd|th) Street"),
        ("42nd Avenue", r"\d\d(?:st|nd|rd|th) Avenue"),
        ("120 West 31st St", r"\d{3} West \d\d(?:st|nd|rd|th) St"),
    ],
)
def test_a_numbered_street_stays_one(said: str, shape: str) -> None:
    for key in KEYS:
        one, other = texts(
            run(dialogue(f"A: [{said}:STREET]? [{said}:STREET].", lang="en"), key=key)
        )
        assert re.fullmatch(shape, one) and one == other != said
        number = re.search(r"(\d+)(st|nd|rd|th)", one)
        assert number is not None
        teens = number[1][-2:-1] == "1"
        assert number[2] == ("th" if teens else ENDINGS.get(number[1][-1], "th"))
