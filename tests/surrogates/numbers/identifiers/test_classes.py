"""Classes keep within the years of the school that is named."""

import re

import pytest

from tests.surrogates import packs
from tests.surrogates.dialogues import texts

SAID = [
    ("de", "A: Die Grundschule? Er ist in der [3b:NUM], sie in der [1a:NUM].", r"[1-4][a-e]"),
    ("de", "A: Sie geht aufs Gymnasium, in die [7c:NUM].", r"([5-9]|1[0-2])[a-e]"),
    ("es", "A: Va a [3ºB:NUM] de primaria.", r"[1-6]ºC|[1-6]º[A-E]"),
    ("es", "A: Va a [tercero:NUM] de primaria.", r"primero|segundo|cuarto|quinto|sexto"),
    ("ca", "A: Fa [4t B:NUM] de primària.", r"(1r|2n|3r|5è|6è) [A-E]"),
    ("ca", "A: Fa [2n B:NUM] d'ESO.", r"(1r|3r|4t) [A-E]"),
    ("eu", "A: LH [4A:NUM] mailan dago.", r"[1-6][A-E]"),
    ("fr", "A: Il est au collège, en [5e B:NUM], elle en [3e:NUM].", r"[3-6]e( [A-E])?"),
    ("en", "A: She's at primary school, in [3B:NUM].", r"[1-6][A-E]"),
    ("en", "A: He goes to elementary, [2nd:NUM] grade.", r"1st|3rd|[45]th"),
]


@pytest.mark.parametrize(("lang", "line", "form"), SAID)
def test_a_class_is_one_of_its_school(lang: str, line: str, form: str) -> None:
    for result in packs.results(line, lang=lang):
        new = texts(result)
        assert all(re.fullmatch(form, each) for each in new), new


def test_two_classes_stay_two() -> None:
    line = "A: Aus der Grundschule: [1a:NUM], [2a:NUM], [3a:NUM], [4a:NUM]."
    for result in packs.results(line, lang="de"):
        assert len({each[:-1] for each in texts(result)}) == 4


def test_the_floor_of_a_house_is_no_class() -> None:
    for result in packs.results("A: En el [9º B:NUM]. ¿Y el instituto?", lang="es"):
        assert texts(result) != ["9º B"]
