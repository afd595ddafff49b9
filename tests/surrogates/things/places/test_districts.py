"""A numbered district is another one, however it is said; a state before a code is the code's."""

import re

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.things.areas import areas_of
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
