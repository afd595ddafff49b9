"""A numbered district is another one, however it is said; a state before a code is the code's."""

import re

import pytest

from surrogates.codes import ConstraintKind
from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.things.geography.areas import areas_of
from surrogates.types import Constraint
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.people.test_people import outs


@pytest.mark.parametrize(
    ("lang", "line", "shape"),
    [
        (
            "fr",
            "A: Dans le [15e arrondissement:LOC], oui, le [15e:LOC].",
            r"(\d\d)e arrondissement",
        ),
        ("de", "A: Im [3. Bezirk:LOC], im [3.:LOC].", r"(\d)\. Bezirk"),
        ("es", "A: En el [distrito 5:LOC], en el [5º:LOC].", r"distrito (\d)"),
    ],
)
def test_a_numbered_district_is_another_one(lang: str, line: str, shape: str) -> None:
    for whole, short in outs(lang, line):
        number = re.fullmatch(shape, whole)
        assert number and re.fullmatch(rf"{number[1]}\D+", short), (whole, short)
        assert int(number[1]) <= 20


def test_a_state_before_a_postal_code_is_that_of_the_new_one() -> None:
    areas = areas_of(load_lexicon("en"))
    for code, state, people in outs(
        "en", "A: That's [TX 78704:ZIP], [Texas:LOC].", "B: I'm a [Texan:LOC]."
    ):
        assert areas.codes[areas.names[fold(state)]] == code[:2] != "TX"
        assert people[:3] == state[:3]


def test_a_state_that_a_person_made_something_else_has_a_code_of_its_own() -> None:
    made = dialogue("A: That's [TX 78704:ZIP], [Texas:LOC].", lang="en")
    key = made.turns[0].mentions[1].key
    typed = Constraint(ConstraintKind.SURROGATE, (key,), "England")
    code, place = texts(run(made, constraints=[typed]))
    assert place == "England" and code[:2] in areas_of(load_lexicon("en")).codes.values()
    assert code[:2] != "TX"
