"""A hospital that is known by one word is no common noun: another stands for it."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, run, texts


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: Sie liegt im [AKH:ORG] in [Wien:LOC]."),
        ("de", "A: Er kommt aus dem [Inselspital:ORG] heim."),
        ("de", "A: Sie war in der [Charité:ORG]."),
        ("es", "A: La operaron en [La Paz:ORG]."),
        ("ca", "A: La van operar a [Vall d'Hebron:ORG]."),
        ("fr", "A: Elle est au [CHUV:ORG]."),
        ("en", "A: She is at [Guy's:ORG], he at [Addenbrooke's:ORG]."),
    ],
)
def test_another_stands_for_it(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    said = {t.text[m.start : m.end] for t in made.turns for m in t.mentions}
    result = run(made)
    assert not said & set(texts(result))
    assert "SAID_AROUND" not in codes(result)
