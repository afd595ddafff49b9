"""A word of kinship before a short form tells whose it is not: "auntie Pat" is no Patrick."""

import pytest

from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts


@pytest.mark.parametrize(
    ("lang", "lead", "short", "full", "gender"),
    [("en", "auntie", "Chris", "Christopher", "f"), ("en", "Uncle", "Alex", "Alexandra", "m"),
     ("de", "Tante", "Alex", "Alexander", "f")],
)  # fmt: skip
def test_the_other_sex_is_another_person(
    lang: str, lead: str, short: str, full: str, gender: str
) -> None:
    result = run(dialogue(f"A: {lead} [{short}:PER] ...", f"B: [{full}:PER] ...", lang=lang))
    other = {"f": "m", "m": "f"}[gender]
    new_short, new_full = texts(result)
    lexicon = load_lexicon(lang)
    owners = {form.gender for form in lexicon.fulls_of.get(new_short.lower(), ())}
    known = lexicon.name_by_key.get(new_short.lower())
    assert other not in (owners | ({known.gender} if known else set())) or gender in owners
    assert lexicon.name_by_key[new_full.lower()].gender == other
    assert "RELATION_LOST" not in codes(result)


def test_one_of_that_sex_is_the_same_person() -> None:
    result = run(dialogue("A: Uncle [Terry:PER] ...", "B: [Terence:PER] ...", lang="en"))
    short, full = texts(result)
    forms = load_lexicon("en").fulls_of[short.lower()]
    assert full in {form.full for form in forms}
