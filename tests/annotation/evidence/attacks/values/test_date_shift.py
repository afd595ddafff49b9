"""One known date inverts the others where one shift moves them all."""

from datetime import date, timedelta

import pytest

from annotation.evidence.attacks.types import Target
from annotation.evidence.attacks.values.date_shift import date_shift, full_date
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import quietly
from tests.annotation.evidence.attacks.releases import RNG, target


def release(*, one_shift: bool, missed: int = 0) -> Target:
    rng = RNG(8)
    dialogues = []
    for number in range(30):
        shift = int(rng.integers(30, 345))
        lines = []
        for _ in range(3):
            old = date(2015, 1, 1) + timedelta(int(rng.integers(700)))
            new = old + timedelta(shift if one_shift else int(rng.integers(30, 345)))
            lines.append(f"Ingresa el [{old:%d/%m/%Y}|{new:%d/%m/%Y}:FECHAS].")
        if number < missed:
            lines.append("Alta el {03/05/2016:FECHAS}.")
        dialogues.append(lines)
    return target(dialogues)


@pytest.mark.parametrize(
    ("text", "lang", "said"),
    [
        ("03/05/2016", "es", date(2016, 5, 3)),
        ("3 de mayo de 2016", "es", date(2016, 5, 3)),
        ("May 3, 2016", "en", date(2016, 5, 3)),
        ("mayo de 2016", "es", None),
        ("mañana", "es", None),
    ],
)
def test_full_dates_alone_are_read(text: str, lang: str, said: date | None) -> None:
    assert full_date(text, lang) == said


def test_one_shift_a_dialogue_is_inverted() -> None:
    found = date_shift(release(one_shift=True, missed=4), RNG(0), quietly)
    assert found.state == "told"
    assert found.success is not None and found.success.value == 1.0
    assert found.values["beside"] == 4
    assert found.rows[0]["hits"] == found.rows[0]["n"] == 30


def test_a_shift_for_each_date_is_not() -> None:
    found = date_shift(release(one_shift=False), RNG(0), quietly)
    assert found.success is not None and found.success.value < 0.05
    assert found.rows[0]["hits"] == 0


def test_without_two_dates_there_is_nothing_to_invert() -> None:
    with pytest.raises(EvidenceError, match="two full dates"):
        date_shift(target([["El [01/02/2015|04/05/2016:FECHAS]."]] * 5), RNG(0), quietly)
