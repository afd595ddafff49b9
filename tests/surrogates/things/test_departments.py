"""A department of a hospital is no brand: its word stays, alone and in a name."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, run, texts

SAID = [
    ("es", "Traumatología"),
    ("ca", "Pediatria"),
    ("de", "Kardiologie"),
    ("en", "Radiology"),
    ("fr", "Maternité"),
]


@pytest.mark.parametrize(("lang", "word"), SAID)
def test_a_department_alone_stays_and_that_is_told(lang: str, word: str) -> None:
    result = run(dialogue(f"A: [{word}:org]", lang=lang))
    assert texts(result) == [word]
    assert "SAID_AROUND" in codes(result)


def test_it_stays_in_the_name_of_a_ward() -> None:
    (said,) = texts(run(dialogue("A: La [Unidad de Cardiología San Telmo:org].")))
    assert said.startswith("Unidad de Cardiología ") and "Telmo" not in said
