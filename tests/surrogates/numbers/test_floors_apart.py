"""Floors that are said by where they lie to each other stay as far apart."""

import pytest

from surrogates.folding import fold
from surrogates.languages.numerals import numerals
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 72]) for n in range(4)]
APART = [
    ("es", "A: Vive en el [tercero:NUM], y yo en el [segundo:NUM], justo debajo."),
    ("ca", "A: Viu al [tercer:NUM], i jo al [segon:NUM], just a sota."),
    ("eu", "A: [Hirugarren:NUM] solairuan bizi da, ni [bigarren:NUM] solairuan, azpian."),
    ("de", "A: Er wohnt im [dritten:NUM] Stock, ich im [zweiten:NUM], direkt darunter."),
    ("en", "A: He's on the [third:NUM] floor, I'm on the [second:NUM], right below."),
    ("fr", "A: Il est au [troisième:NUM], moi au [deuxième:NUM], juste en dessous."),
]


@pytest.mark.parametrize(("lang", "line"), APART)
def test_the_floor_below_stays_one_below(lang: str, line: str) -> None:
    spoken = numerals(lang)
    assert spoken is not None
    for key in KEYS:
        said = texts(run(dialogue(line, lang=lang), key=key))
        one, two = (spoken.ordinals[fold(text)].value for text in said)
        assert (one - two, one) != (1, 3)
        assert one - two == 1


def test_floors_that_nobody_compares_move_alone() -> None:
    line = "A: Vive en el [tercero:NUM], y yo en el [quinto:NUM]."
    pairs = {tuple(texts(run(dialogue(line), key=bytes([n, 73])))) for n in range(8)}
    spoken = numerals("es")
    assert spoken is not None
    values = [[spoken.ordinals[fold(text)].value for text in pair] for pair in pairs]
    assert any(two - one != 2 for one, two in values)


def test_spanish_second_is_no_length() -> None:
    said = {texts(run(dialogue("A: Soy la del [segundo:NUM]."), key=key))[0] for key in KEYS}
    assert said != {"segundo"}
