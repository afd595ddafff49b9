"""Floors that are said by where they lie to each other stay as far apart."""

import re

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


@pytest.mark.parametrize(
    ("lang", "lines", "pattern"),
    [
        ("es", ("A: Soy del [3.º B:flat].", "B: Yo, del [4.º B:piso]."), r"(\d)\.º ([A-E])"),
        ("es", ("A: Soy del [3º B:APARTMENT].", "B: Yo, del [4º B:APARTMENT]."), r"(\d)º ([A-E])"),
        ("es", ("A: Soy del [3.º B:letters].", "B: Yo, del [4.º B:flat]."), r"(\d)\.º ([A-E])"),
        ("ca", ("A: Soc del [3r 2a:pis].", "B: Jo, del [4t 2a:pis]."), r"(\d)(?:r|n|t|è) (\d)a"),
        ("eu", ("A: [4. ezkerra:letters] da.", "B: Eta [5. ezkerra:flat]."), r"(\d)\. (ezkerra)"),
    ],
)  # fmt: skip
def test_flats_stay_flats_and_as_many_floors_apart(
    lang: str, lines: tuple[str, str], pattern: str
) -> None:
    for seed in range(6):
        result = run(dialogue(*lines, lang=lang), key=bytes([seed]) * 32)
        one, two = (re.fullmatch(pattern, text) for text in texts(result))
        assert one is not None and two is not None
        assert int(two[1]) - int(one[1]) == 1
        assert one[2] == two[2]


@pytest.mark.parametrize("key", KEYS)
def test_flats_in_words_stay_as_many_floors_apart(key: bytes) -> None:
    line = "A: Vive en el [sexto C:APARTMENT]; yo soy del [quinto C:APARTMENT], justo debajo."
    one, two = texts(run(dialogue(line), key=key))
    spoken = numerals("es")
    assert spoken is not None
    above, below = (spoken.ordinals[fold(text.split()[0])].value for text in (one, two))
    assert above - below == 1 and one[-1] == two[-1] != "C"
