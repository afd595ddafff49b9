"""Classes keep within the years of the school that is named."""

import re

import pytest

from surrogates.languages import load_lexicon
from surrogates.numbers.identifiers.classes import classes_unnamed
from surrogates.rewrite import collect
from tests.surrogates import packs
from tests.surrogates.dialogues import dialogue, texts

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


UNNAMED = [
    ("de", "A: [Tim:PER] aus der [4b:ID] ist [neun:AGE], [Ida:PER] in der [2a:ID] [sieben:AGE]."),
    ("es", "A: [Leo:PER], de la clase de [4B:ID], tiene [9:AGE]; [Eva:PER], de [2A:ID], [7:AGE]."),
    (
        "ca",
        "A: El [Leo:PER], de la classe de [4B:ID], té [9:AGE]; [Eva:PER], de [2A:ID], [7:AGE].",
    ),
    ("eu", "A: [Leo:PER], [4B:ID] gelan, [9:AGE]; [Eva:PER], [2A:ID] gelan, [7:AGE]."),
    ("en", "A: [Leo:PER] is in class [4B:ID], he's [9:AGE]; [Eva:PER] is in [2A:ID], [7:AGE]."),
    ("fr", "A: [Léo:PER], classe [4B:ID], a [9:AGE] ans ; [Eva:PER], classe [2A:ID], [7:AGE]."),
]


@pytest.mark.parametrize(("lang", "line"), UNNAMED)
def test_a_class_of_no_named_school_goes_with_the_ages(lang: str, line: str) -> None:
    for key in packs.KEYS:
        made = packs.replaced(dialogue(line, lang=lang), key)
        old, young = (t for t in made if re.fullmatch(r"\d{1,2}[a-e]", t.lower()))
        assert int(old[:-1]) - int(young[:-1]) == 2 and old[-1] != young[-1]
        figures = [t for t in made if t.isdecimal()]
        assert all(int(a) - int(c[:-1]) == 5 for a, c in zip(figures, (old, young), strict=False))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: First class, seat [3A:NUM]. He's [eight:AGE]."),
        ("es", "A: En el [9B:NUM]. Tiene [quince:AGE]."),
    ],
)
def test_a_seat_or_a_door_is_no_class(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    items = collect(made)[0]
    assert not classes_unnamed(made, items, load_lexicon(lang), set())
