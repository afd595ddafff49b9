"""Hours on the clock and hours that pass, parts of the day, and the hours behind twelve."""

import re

import pytest

from surrogates.types import Dialogue
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n]) for n in range(8)]


def said_in(told: Dialogue) -> list[str]:
    return [turn.text[m.start : m.end] for turn in told.turns for m in turn.mentions]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("fr", "A: Appelez après [18 heures:TIME]."),
        ("fr", "A: C'est ouvert à partir de [14 heures:TIME]."),
        ("fr", "A: Je rentre après [3 heures:TIME] de l'après-midi."),
        ("fr", "A: On ferme à [19 heures:TIME] de toute façon."),
        ("fr", "A: On ouvre à [9 heures:TIME] d'habitude."),
        ("fr", "A: Je passe vers [18 heures:TIME] après le travail."),
        ("es", "A: Llame a partir de [17 horas:TIME]."),
        ("es", "A: Abrimos de [10 a 14 horas:TIME]."),
        ("ca", "A: Truqueu a partir de [17 hores:TIME]."),
        ("de", "A: Der Strom ist seit [18 Uhr:TIME] weg."),
        ("de", "A: Er ist seit [halb acht:TIME] da."),
        ("en", "A: The lift is booked for [8 am:TIME]."),
    ],
)
def test_an_hour_on_the_clock_moves(lang: str, line: str) -> None:
    told = dialogue(line, lang=lang)
    assert all(texts(run(told, key=key)) != said_in(told) for key in KEYS)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("fr", "A: Après [3 heures:TIME] d'attente, il est parti."),
        ("fr", "A: C'est à [14 heures:TIME] de vol."),
        ("fr", "A: La durée est de [4 heures:TIME]."),
        ("fr", "A: Il y a [2 heures:TIME] que j'attends."),
        ("fr", "A: Il est venu [2 heures:TIME] plus tard."),
        ("es", "A: Llegará dentro de [24 horas:TIME]."),
        ("es", "A: Tarda de [2 a 3 horas:TIME]."),
        ("de", "A: Ich warte seit [3 Stunden:TIME]."),
        ("en", "A: I waited for [two:TIME] hours."),
    ],
)
def test_hours_that_pass_stay(lang: str, line: str) -> None:
    told = dialogue(line, lang=lang)
    for key in KEYS:
        result = run(told, key=key)
        assert texts(result) == said_in(told)
        assert codes(result) == ["DATE_RELATIVE"]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", "heute [Vormittag:TIME]"),
        ("de", "[morgen Nachmittag:TIME]"),
        ("es", "por la [tarde:TIME]"),
        ("es", "[esta noche:TIME]"),
        ("ca", "al [matí:TIME]"),
        ("eu", "bihar [goizean:TIME]"),
        ("en", "in the [afternoon:TIME]"),
        ("fr", "demain [soir:TIME]"),
        ("fr", "[cet après-midi:TIME]"),
    ],
)
def test_a_part_of_the_day_stays(lang: str, said: str) -> None:
    told = dialogue(f"A: {said}.", lang=lang)
    result = run(told)
    assert texts(result) == said_in(told)
    assert codes(result) == ["DATE_RELATIVE"]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: zwischen [8:TIME] und [12:TIME] Uhr"),
        ("fr", "A: entre [8 h:TIME] et [12 h:TIME]"),
        ("es", "A: de [8:TIME] a [12:TIME], o a las [15.30:TIME]"),
    ],
)
def test_what_is_written_with_24_hours_stays_so(lang: str, line: str) -> None:
    for key in KEYS:
        drawn = texts(run(dialogue(line, lang=lang), key=key))
        first, second = (int(re.sub(r"\D", "", text)) for text in drawn[:2])
        assert second == first + 4
