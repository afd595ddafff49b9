"""Amounts of which there are few become another one of them."""

import re

import pytest

from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 61]) for n in range(5)]
SWISS = (300, 500, 1000, 1500, 2000, 2500)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: Ich habe die Franchise von [500 Franken:AMOUNT] auf [1'500 Franken:AMOUNT]"
         " erhöht."),
        ("fr", "A: Je passe ma franchise de [300 francs:AMOUNT] à [2000 francs:AMOUNT]."),
    ],
)  # fmt: skip
def test_a_deductible_is_one_that_the_law_knows(lang: str, line: str, key: bytes) -> None:
    said = [re.findall(r"[\d']+", line)[n].replace("'", "") for n in (0, 1)]
    low, high = (int(re.sub(r"\D", "", t)) for t in texts(run(dialogue(line, lang=lang), key=key)))
    assert low in SWISS and high in SWISS and low < high
    assert (str(low), str(high)) != tuple(said) and str(low) != said[0] and str(high) != said[1]


@pytest.mark.parametrize("key", KEYS)
def test_another_deductible_is_any_amount(key: bytes) -> None:
    line = "A: Die Selbstbeteiligung liegt bei [420 Euro:AMOUNT]."
    (said,) = texts(run(dialogue(line, lang="de"), key=key))
    assert 300 < int(re.sub(r"\D", "", said)) < 550
