"""One surname in several writings, and the cut words that begin it whatever their labels."""

import pytest

from surrogates.folding import fold
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import KEYS


@pytest.mark.parametrize(
    ("lang", "whole", "joined"),
    [
        ("en", "O'Malley", "OMALLEY"),
        ("fr", "L'Hostis", "Lhostis"),
        ("ca", "d'Ortí", "Dortí"),
        ("es", "D'Ors", "dors"),
        ("de", "d'Alquen", "DALQUEN"),
        ("eu", "O'Reilly", "oreilly"),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_a_surname_without_its_apostrophe_is_the_same(
    lang: str, whole: str, joined: str, key: bytes
) -> None:
    made = dialogue(f"A: - [{whole}:SURNAME].", f"B: [{joined}:SURNAME]?", lang=lang)
    result = run(made, key=key)
    one, two = texts(result)
    letters = [fold(text).replace("'", "").replace("-", "") for text in (one, two)]
    assert letters[0] == letters[1]
    assert not {"NEAR_MISS", "MERGE_SUGGESTED"} & set(codes(result))


@pytest.mark.parametrize("label", ["SURNAME", "GIVEN_NAME", "PER"])
@pytest.mark.parametrize("key", KEYS)
def test_cut_words_are_of_the_surname_that_follows(label: str, key: bytes) -> None:
    made = dialogue(f"A: Es [Mar-:{label}] [Martí-:{label}] eh [Martínez:SURNAME].")
    short, longer, whole = texts(run(made, key=key))
    assert fold(whole).startswith(fold(short).rstrip("-"))
    assert fold(whole).startswith(fold(longer).rstrip("-"))


@pytest.mark.parametrize("key", KEYS)
def test_a_cut_word_is_of_the_given_name_that_follows(key: bytes) -> None:
    made = dialogue("A: Soy [Bea-:SURNAME] [Beatriz:GIVEN_NAME] [Beas:SURNAME].")
    short, whole, _ = texts(run(made, key=key))
    assert fold(whole).startswith(fold(short).rstrip("-"))


@pytest.mark.parametrize("lang", ["it", "pt", "gl"])
def test_a_language_without_tables_is_told_once(lang: str) -> None:
    made = dialogue("A: [Marco:PER] [Rossi:FAM].", "B: [Marco:PER]?", lang=lang)
    assert codes(run(made)).count("NO_TABLES") == 1
    assert "NO_TABLES" not in codes(run(made, strategy="typed"))


@pytest.mark.parametrize("lang", ["es-MX", "en-GB", "ca", "eu", "de", "fr"])
def test_a_language_with_tables_is_not(lang: str) -> None:
    assert "NO_TABLES" not in codes(run(dialogue("A: [Ana:PER].", lang=lang)))


@pytest.mark.parametrize(
    ("lang", "whole", "inflected", "ending"),
    [
        ("de", "Frau [Nowak-Lehmann:FAM]", "Frau [Nowak-Lehmanns:FAM]", ("s", "'")),
        ("en", "Ms [Nowak-Kelly:FAM]", "Ms [Nowak-Kelly's:FAM]", ("'s",)),
        ("eu", "[Lasa-Otegi:FAM]", "[Lasa-Otegiren:FAM]", ("ren", "en")),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_a_double_surname_is_the_same_with_an_ending(
    lang: str, whole: str, inflected: str, ending: tuple[str, ...], key: bytes
) -> None:
    one, two = texts(run(dialogue(f"A: {whole}.", f"B: {inflected} etc.", lang=lang), key=key))
    assert "-" in one and two.removeprefix(one) in ending, (one, two)
