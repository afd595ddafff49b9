"""Professions keep their field and gender."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

TRADES = [
    ("es", "A: Es [cocinera:profesion].", "hospitality", "f"),
    ("es", "A: una [anestesista:profesion]", "health", "f"),
    ("ca", "A: És [fuster:profession].", "construction", "m"),
    ("eu", "A: [sukaldari:lanbide] naiz", "hospitality", ""),
    ("de", "A: Sie ist [Lehrerin:beruf].", "education", "f"),
    ("en", "A: He works as a [plumber:job].", "construction", ""),
    ("fr", "A: C'est un [vendeur:métier].", "sales", "m"),
]


@pytest.mark.parametrize(("lang", "line", "group", "gender"), TRADES)
def test_a_profession_keeps_field_and_gender(lang: str, line: str, group: str, gender: str) -> None:
    rows = {fold(r["form"]): r for r in load_lexicon(lang).rows("professions")}
    made = dialogue(line, lang=lang)
    for key in FIVE_KEYS:
        (text,) = texts(run(made, key=key))
        assert fold(text) != fold(made.turns[0].text[made.turns[0].mentions[0].start :].strip("."))
        row = rows[fold(text)]
        assert row["group"] == group
        assert not gender or row["gender"] in (gender, "u")


def test_a_word_of_the_same_stem_shows_the_field() -> None:
    health = {r["form"] for r in load_lexicon("es").rows("professions") if r["group"] == "health"}
    made = dialogue("A: Trabaja de [auxiliar de farmacias:profesion].")
    assert all(set(texts(run(made, key=key))) <= health for key in FIVE_KEYS)


def test_one_profession_has_one_surrogate_and_two_have_two() -> None:
    made = dialogue("A: [taxista:job], [cartero:job], [taxista:job]")
    for key in FIVE_KEYS:
        first, other, again = texts(run(made, key=key))
        assert first == again != other
