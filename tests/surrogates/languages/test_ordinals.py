"""Ordinals of several words, and the same number said otherwise."""

import re

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.numerals import numerals_of
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 13]) for i in range(tries(3, 8))]
ORDINALS = {
    lang: {w: n.value for w, n in numerals_of(load_lexicon(lang)).ordinals.items()}
    for lang in ("es", "en")
}


@pytest.mark.parametrize("key", KEYS)
def test_tens_before_a_unit_stay_tens(key: bytes) -> None:
    (made,) = texts(run(dialogue("A: la [trigésima segunda:NUM] llamada"), key=key))
    tens, unit = (ORDINALS["es"][re.sub("é", "e", w)] for w in made.split())
    assert tens % 10 == 0 and 20 <= tens < 100 and 1 <= unit < 10
    assert made.endswith("a") and made != "trigésima segunda"


@pytest.mark.parametrize("key", KEYS)
def test_an_ordinal_and_figures_are_one_number(key: bytes) -> None:
    lines = ["A: el [vigésimo primer:NUM] día", "B: ¿el [21:NUM]?", "A: el [21º:NUM]"]
    made, figures, sign = texts(run(dialogue(*lines), key=key))
    tens, unit = (ORDINALS["es"][re.sub("é", "e", w)] for w in made.split())
    assert tens + unit == int(figures)
    assert sign == f"{figures}º"


@pytest.mark.parametrize("key", KEYS)
def test_english_tens_are_cardinals(key: bytes) -> None:
    made = texts(run(dialogue("A: the [twenty-first:NUM] call, [21st:NUM]", lang="en"), key=key))
    assert re.fullmatch(r"\w+ty-\w+", made[0])
    assert re.fullmatch(r"\d\d(st|nd|rd|th)", made[1])


@pytest.mark.parametrize("word", ["decimotercera", "cincuentava", "vigesimoprimer"])
@pytest.mark.parametrize("key", KEYS)
def test_ordinals_of_one_word(word: str, key: bytes) -> None:
    result = run(dialogue(f"A: [{word}:NUM] vez"), key=key)
    (made,) = texts(result)
    assert not made.startswith("[") and made != word
    assert made[-1] == word[-1] or word.endswith("r")
    assert not codes(result)


@pytest.mark.parametrize(
    ("lang", "line", "right"),
    [
        (
            "fr",
            "A: le [vingt-deuxième:NUM] appel",
            r"(vingt|\w+nte|soixante)-(?!premier|un)\w+ième",
        ),
        ("fr", "A: le [vingt et unième:NUM] appel", r"(\w+nte|soixante) et unième"),
        ("de", "A: der [einundzwanzigste:NUM] Anruf", r"\w+te"),
        ("de", "A: am [dreizehnten:NUM] Tag", r"\w+ten"),
        ("eu", "A: [lehena:NUM] eta ados", r"\w+garrena"),
    ],
)
def test_ordinals_of_other_languages(lang: str, line: str, right: str) -> None:
    for key in KEYS:
        (made,) = texts(run(dialogue(line, lang=lang), key=key))
        assert re.fullmatch(right, made), made
