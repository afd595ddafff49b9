"""Weights whose difference no label holds, and the index of a body's mass."""

import re

import pytest

from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 31]) for n in range(3)]


def numbers(out: list[str]) -> list[float]:
    found = (re.search(r"\d+(?:[.,]\d+)?", text) for text in out)
    return [float(m[0].replace(",", ".")) for m in found if m]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines", "apart"),
    [
        ("es", ["A: Entró con [94 kilos:WEIGHT] y hoy pesa [90:WEIGHT], ha perdido cuatro kilos."],
         4),
        ("ca", ["A: Va entrar amb [94 kg:WEIGHT], avui [89 kg:WEIGHT].", "B: Cinc kg menys."], 5),
        ("fr", ["A: Il pesait [72 kilos:WEIGHT], maintenant [78:WEIGHT], il a pris six kilos."],
         -6),
        ("de", ["A: Aufnahme mit [81 Kilo:WEIGHT], jetzt [76:WEIGHT], also fünf Kilo weniger."],
         5),
        ("en", ["A: She went from [188:WEIGHT] to [177 pounds:WEIGHT], so eleven pounds off."], 11),
        ("eu", ["A: [83 kilo:WEIGHT] zituen, orain [80:WEIGHT], hiru kilo gutxiago."], 3),
    ],
)  # fmt: skip
def test_what_was_lost_is_still_lost(lang: str, lines: list[str], apart: int, key: bytes) -> None:
    before, now = numbers(texts(run(dialogue(*lines, lang=lang), key=key)))
    assert before - now == apart


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ["A: Peso [91 kilos:WEIGHT], talla [1,68:HEIGHT].", "B: Un IMC de [32,2:BMI]."]),
        ("fr", ["A: [74 kg:WEIGHT] pour [181 cm:HEIGHT], un IMC de [22,6:NUM]."]),
        ("de", ["A: [63 Kilo:WEIGHT] bei [1,59 m:HEIGHT].", "B: Der BMI liegt bei [24,9:NUM]."]),
        ("en", ["A: [88 kg:WEIGHT], [1.79:HEIGHT] tall, body mass index [27.5:NUM]."]),
        ("ca", ["A: [70 kg:WEIGHT] i [1,60:HEIGHT], índex de massa corporal [27,3:NUM]."]),
        ("eu", ["A: [77 kg:WEIGHT], [1,72 m:HEIGHT], gorputz-masaren indizea [26,0:NUM]."]),
    ],
)
def test_the_index_of_a_body_is_that_of_its_weight_and_height(
    lang: str, lines: list[str], key: bytes
) -> None:
    weight, height, index = numbers(texts(run(dialogue(*lines, lang=lang), key=key)))
    metres = height / 100 if height > 3 else height
    assert index == pytest.approx(weight / metres**2, abs=0.06)
