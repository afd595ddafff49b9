"""Sums of money stay on their side of a total."""

import re

import pytest

from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.numbers.sums.test_nearness import values


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("de", ("A: Insgesamt [330 Euro:NUM].", "B: Gut.", "A: Die Anzahlung von [100 Euro:NUM].")),
        ("en", ("A: The total is [330 pounds:NUM].", "A: With a deposit of [100 pounds:NUM].")),
        ("es", ("A: Son [330 euros:NUM] en total.", "A: Una señal de [100 euros:NUM].")),
        ("ca", ("A: Són [330 euros:NUM] en total.", "A: La paga i senyal és de [100 euros:NUM].")),
        ("eu", ("A: Guztira [330 euro:NUM] dira.", "A: Aurrerakina [100 euro:NUM] da.")),
        ("fr", ("A: Cela fait [330 euros:NUM] au total.", "A: L'acompte est de [100 euros:NUM].")),
        ("es", ("A: El viaje cuesta [330 euros:NUM].", "A: La fianza es de [100 euros:NUM].")),
        ("de", ("A: Die Möbel kosten [330 Euro:NUM].", "A: Dazu die Kaution von [100 Euro:NUM].")),
        ("fr", ("A: Donc [400 €:NUM] en tout ? Votre collègue m'avait dit [350:NUM].",)),
    ],
)  # fmt: skip
def test_a_part_is_below_its_total(lang: str, lines: tuple[str, ...]) -> None:
    for total, part in values(lang, *lines):
        assert part < total


def test_what_was_above_a_total_is_above_it() -> None:
    lines = ("A: Antes pagaba [480 euros:NUM], ahora en total son [330 euros:NUM].",)
    for before, total in values("es", *lines):
        assert before > total


@pytest.mark.parametrize(
    ("lang", "asked", "paid", "times"),
    [
        ("fr", "A: Le loyer est de [640 euros:NUM]. Il faut gagner trois fois.",
         "B: Je touche [1 930 euros:NUM], ça passe tout juste.", 3),
        ("es", "A: El alquiler son [700 euros:NUM], hay que ganar 3 veces eso.",
         "B: Yo gano [2.120 euros:NUM].", 3),
        ("de", "A: Die Miete ist [610 Euro:NUM], verdienen muss man zweimal so viel.",
         "B: Ich bekomme [1.230 Euro:NUM].", 2),
        ("en", "A: The rent is [£840:NUM], and you need two times that.",
         "B: I make [£1,690:NUM].", 2),
    ],
)  # fmt: skip
def test_who_just_earned_enough_still_does(lang: str, asked: str, paid: str, times: int) -> None:
    for seed in range(8):
        said = texts(run(dialogue(asked, paid, lang=lang), key=bytes([seed, 3])))
        rent, pay = (int(re.sub(r"\D", "", text)) for text in said)
        assert 0 <= pay - times * rent < pay / 5
