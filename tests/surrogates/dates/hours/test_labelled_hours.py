"""Whatever a label calls an hour is one, with its order, as "10:30", "7" or "20:30ean"."""

import re

import pytest

from surrogates.types import Dialogue, Mention, Turn
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n]) * 32 for n in range(6)]


def _hours(text: str, *said: str, lang: str = "es") -> Dialogue:
    """A dialogue of one turn with hours that hold a colon."""
    mentions, at = [], 0
    for hour in said:
        at = text.index(hour, at)
        mentions.append(Mention(at, at + len(hour), "hour", f"0:{at}"))
        at += len(hour)
    return Dialogue("d1", lang, (Turn("A", text, tuple(mentions)),))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Pasará entre las [9:hour] y las [11:hour]."),
        ("ca", "A: Hem sortit a les [9:hora] i a les [10:hora] ja hi érem."),
        ("en", "A: I am home by [7:hour], but do not knock after [9:hour]."),
        ("de", "A: Zwischen [8:Uhrzeit] und [12:Uhrzeit] Uhr."),
        ("fr", "A: Entre [8h:heure] et [10h:heure]."),
    ],
)
def test_hours_keep_their_order(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    before = [int(re.sub(r"\D", "", m)) for m in re.findall(r"\[(\d+)", line)]
    for key in KEYS:
        one, two = (int(re.sub(r"\D", "", text)) for text in texts(run(made, key=key)))
        assert (two - one) % 12 == (before[1] - before[0]) % 12
        assert max(one, two) < 24


def test_hours_with_a_colon() -> None:
    made = _hours("Tenía cita a las 10:30 o a las 17:45.", "10:30", "17:45")
    for key in KEYS:
        said = [text.split(":") for text in texts(run(made, key=key))]
        one, two = (60 * int(hour) + int(minute) for hour, minute in said)
        assert two - one == 7 * 60 + 15


def test_a_basque_hour_keeps_its_case() -> None:
    made = _hours("Geltokian 20:30ean geratu gara.", "20:30ean", lang="eu")
    for key in KEYS:
        assert re.fullmatch(r"\d{1,2}:\d\d(?:ean|etan|an)", texts(run(made, key=key))[0])


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: From [seven o'clock:hour] till [midnight:hour]."),
        ("es", "A: De [siete:hour] a [medianoche:hour]."),
    ],
)
def test_midnight_ends_the_day_wherever_other_hours_move(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    assert all(not text.startswith("[") for key in KEYS for text in texts(run(made, key=key)))


def test_the_day_of_a_month_is_one() -> None:
    made = dialogue("A: Era el jueves [12 de marzo:date].", "B: ¿Y el martes [17:day number]?")
    for key in KEYS:
        assert 1 <= int(texts(run(made, key=key))[-1]) <= 31
