"""Numbers said to be about right stay as round, and pay stays pay."""

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.numerals import numerals_of
from surrogates.numbers.sums.values import read_amount
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.people.test_people import KEYS


def values(lang: str, *lines: str) -> list[list[int]]:
    """What the numbers become under several keys, in whole units."""
    lexicon = load_lexicon(lang)
    spoken = numerals_of(lexicon)
    found = []
    for key in KEYS:
        read = [
            read_amount(t, spoken, lexicon)
            for t in texts(run(dialogue(*lines, lang=lang), key=key))
        ]
        found.append([each.value // 100 for each in read if each is not None])
        assert len(found[-1]) == len(read)
    return found


@pytest.mark.parametrize(
    ("lang", "line", "grain"),
    [
        ("de", "A: Ungefähr [143.000:NUM].", 1000),
        ("de", "A: Der Wagen hat rund [143.000:NUM] Kilometer.", 1000),
        ("en", "A: It has about [143,000:NUM] miles on it.", 1000),
        ("es", "A: Tiene unos [143.000:NUM] kilómetros.", 1000),
        ("es", "A: Tiene cerca de [143.000:NUM].", 1000),
        ("ca", "A: Té uns [143.000:NUM] quilòmetres.", 1000),
        ("ca", "A: En té aproximadament [1.500:NUM].", 100),
        ("eu", "A: [143.000:NUM] inguru ditu.", 1000),
        ("eu", "A: Gutxi gorabehera [143.000:NUM] ditu.", 1000),
        ("fr", "A: Elle a environ [143 000:NUM] kilomètres.", 1000),
        ("fr", "A: Elle en a à peu près [143 000:NUM].", 1000),
    ],
)
def test_what_is_about_right_stays_as_round(lang: str, line: str, grain: int) -> None:
    for (value,) in values(lang, line):
        assert value % grain == 0


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("fr", ("A: Je serais payé [1 950 euros:NUM] par mois.",)),
        ("de", ("A: Was verdienen Sie?", "B: [1.950 Euro:NUM].")),
        ("en", ("A: My salary is [1,950 pounds:NUM].",)),
        ("es", ("A: Cobro [1.950 euros:NUM] al mes.",)),
        ("ca", ("A: El meu salari és de [1.950 euros:NUM].",)),
        ("eu", ("A: Nire soldata [1.950 euro:NUM] da.",)),
    ],
)
def test_pay_stays_near_what_it_was(lang: str, lines: tuple[str, ...]) -> None:
    for (value,) in values(lang, *lines):
        assert 975 <= value <= 3900 and value != 1950
