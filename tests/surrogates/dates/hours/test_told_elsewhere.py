"""Hours stay in the part of the day that another turn says, and of which doors that shut are."""

import re

import pytest

from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 7]) for n in range(8)]


def _hour(text: str) -> int:
    return int(re.findall(r"\d+", text)[0])


@pytest.mark.parametrize(
    ("lang", "first", "then", "hours"),
    [
        ("fr", "[vendredi 12:DATE] en fin d'après-midi ?",
         "[Vendredi 12:DATE], [17 h 15:TIME]", (16, 19)),
        ("es", "¿El [lunes 4:DATE] a media mañana?", "El [lunes:DATE] a las [11.30:TIME]", (9, 13)),
        ("ca", "El [dijous:DATE] al vespre?", "[Dijous:DATE] a les [20.15:TIME]", (18, 22)),
    ],
)  # fmt: skip
def test_the_hour_of_a_day_is_of_the_part_that_was_said(
    lang: str, first: str, then: str, hours: tuple[int, int]
) -> None:
    for key in KEYS:
        time = texts(run(dialogue(f"A: {first}", f"B: {then}.", lang=lang), key=key))[-1]
        assert hours[0] <= _hour(time) < hours[1]


@pytest.mark.parametrize(
    ("lang", "lines", "hours"),
    [
        ("ca", ["A: A quina hora tanqueu?", "B: A les [vuit:TIME]."], {"sis", "set", "nou"}),
        ("es", ["A: ¿A qué hora cierran?", "B: A las [ocho:TIME]."], {"seis", "siete", "nueve"}),
        ("en", ["A: What time do you close?", "B: At [eight:TIME]."], {"six", "seven", "nine"}),
    ],
)
def test_doors_shut_when_that_is_asked(lang: str, lines: list[str], hours: set[str]) -> None:
    for key in KEYS:
        assert set(texts(run(dialogue(*lines, lang=lang), key=key))) <= hours


def test_seven_is_of_the_evening_behind_good_afternoon() -> None:
    made = dialogue("A: Bona tarda.", "B: Passaré a les [set:TIME].", lang="ca")
    for key in KEYS:
        said = texts(run(made, key=key))
        assert said[0] in {"una", "dues", "tres", "quatre", "cinc", "sis", "vuit", "nou"}


def test_a_late_afternoon_is_no_early_one() -> None:
    made = dialogue("A: À [17 h 45:TIME] en fin d'après-midi.", lang="fr")
    for key in KEYS:
        assert _hour(texts(run(made, key=key))[0]) in (16, 17, 18)
