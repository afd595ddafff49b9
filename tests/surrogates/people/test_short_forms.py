"""Short forms that more names than one may have: whose they are, and which gender they tell."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts

ES = load_lexicon("es")
KEYS = [b"one", b"two", b"three"]


@pytest.mark.parametrize(
    "said",
    [
        "¿[Francisco:PER] o [Francisca:PER]?",
        "¿[Francisco:PER] [Gil:FAM] o [Francisco:PER] [Mora:FAM]?",
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_two_may_own_it(said: str, key: bytes) -> None:
    result = run(dialogue("A: ¿Está [Fran:PER]?", f"B: {said}"), key=key)
    assert "SHORT_AMBIGUOUS" in codes(result)


@pytest.mark.parametrize("full", ["Manuel", "Manuela"])
def test_the_full_name_tells_whose_it_is(full: str) -> None:
    result = run(dialogue("A: ¿Está [Manu:PER]?", f"B: Sí, [{full}:PER]."))
    short, name = texts(result)
    assert not codes(result)
    assert fold(name) in {fold(form.full) for form in ES.fulls_of[fold(short)]}
    assert ES.name_by_key[fold(name)].gender == ES.name_by_key[fold(full)].gender


@pytest.mark.parametrize("key", KEYS)
def test_one_of_either_gender_becomes_such_a_one(key: bytes) -> None:
    result = run(dialogue("A: Habla [Fran:PER]."), key=key)
    assert {form.gender for form in ES.fulls_of[fold(texts(result)[0])]} == {"f", "m"}
    assert "GENDER_UNKNOWN" in codes(result)


def test_the_clip_of_an_epicene_name_is_epicene() -> None:
    result = run(dialogue("A: ¿Está [Trini:PER]?", "B: Él no está, está cansado."))
    assert "GENDER_CONFLICT" not in codes(result)
    assert "m" in {form.gender for form in ES.fulls_of[fold(texts(result)[0])]}


def test_a_letter_more_may_be_misheard() -> None:
    assert "NEAR_MISS" in codes(run(dialogue("A: Soy [Fran:PER].", "B: ¿[Frank:PER]?")))


@pytest.mark.parametrize("key", KEYS)
def test_the_figure_of_a_king_is_no_surname(key: bytes) -> None:
    result = run(dialogue("A: [Alfonso XIII:PER] y [Felipe VI:PER]"), key=key)
    assert [text.split()[1] for text in texts(result)] == ["XIII", "VI"]
    assert not [i for i in result.issues if i.severity == "block"]
