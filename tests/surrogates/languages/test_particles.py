"""Particles labelled word by word belong to the surname behind them."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [b"one", b"two", b"three"]
SURNAMES = load_lexicon("es").surname_keys


@pytest.mark.parametrize("key", KEYS)
def test_they_stay_before_the_surname(key: bytes) -> None:
    made = dialogue(
        "A: Soy [Ana:PER] [de:FAM] [la:FAM] [Fuente:FAM] [y:FAM] [Vega:FAM].",
        "B: ¿Señora [de la Fuente:FAM]?",
    )
    _, de, la, family, y, second, again = texts(run(made, key=key))
    assert (de, la, y) == ("de", "la", "y")
    assert family == again != second
    assert {fold(family), fold(second)} <= SURNAMES


@pytest.mark.parametrize("line", ["A: Soy la señora [Le:FAM].", "A: Soy [Van:FAM] [Gil:FAM]."])
def test_a_surname_written_like_one_is_replaced(line: str) -> None:
    first = texts(run(dialogue(line)))[0]
    assert fold(first) not in ("le", "van")


@pytest.mark.parametrize(
    ("lang", "whole", "short"),
    [
        ("en", "Elizabeth Moore", "E. Moore"),
        ("es", "Eva Ruiz", "E. Ruiz"),
        ("es", "José A. Pérez", "J.A. Pérez"),
        ("fr", "Étienne Dupont", "É. Dupont"),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_an_initial_written_like_one_stays(lang: str, whole: str, short: str, key: bytes) -> None:
    made = dialogue(f"A: [{whole}:PERSON], [{short}:PERSON]", lang=lang)
    long, abbreviated = texts(run(made, key=key))
    assert abbreviated.count(".") == short.count(".")
    assert fold(abbreviated)[0] == fold(long)[0]
    assert abbreviated.split()[-1] == long.split()[-1]


def test_a_joiner_between_surnames_is_none_whatever_its_case() -> None:
    one, two = texts(run(dialogue("A: [Ruiz y Gil:FAM], [RUIZ Y GIL:FAM], ¿[Ruiz Y Gil:FAM]?")))[1:]
    assert " Y " in one
    assert " Y " in two


@pytest.mark.parametrize("key", KEYS)
def test_a_french_surname_keeps_no_article_of_its_own(key: bytes) -> None:
    made = dialogue("A: M. [de La Tour:FAM].", "B: [La Tour:FAM], merci.", lang="fr")
    whole, short = texts(run(made, key=key))
    assert whole.split()[-1] == short
