"""Numbers of a few digits that are said again without a label are told, not held back."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, issue_of, run


@pytest.mark.parametrize(
    ("lang", "lines", "again"),
    [
        ("de", ["A: Ich bin [einundzwanzig:AGE], ja, einundzwanzig."], "einundzwanzig"),
        ("de", ["A: [zwölfhundert:NUM] Euro.", "B: Gut, zwölfhundert."], "zwölfhundert"),
        ("de", ["A: [zwölfhundert:NUM] Euro.", "B: Gut, 1200."], "1200"),
        ("es", ["A: Tengo [66:AGE].", "B: ¿Sí?", "A: 66 años, sí."], "66"),
        ("es", ["A: Son [45,50 €:AMOUNT].", "B: 45,50, muy bien."], "45,50"),
        ("ca", ["A: En tinc [trenta-dos:AGE].", "B: Trenta-dos."], "Trenta-dos"),
        ("eu", ["A: [35:AGE] urte ditut.", "B: Hogeita hamabost."], "Hogeita hamabost"),
        ("en", ["A: My card ends in [4417:CARD].", "B: 4417, thank you."], "4417"),
        ("fr", ["A: J'ai [quarante-deux ans:AGE].", "B: 42, d'accord."], "42"),
        ("es", ["A: Son [37,60 €:AMOUNT].", "B: Treinta y siete euros sesenta."],
         "Treinta y siete euros sesenta"),
        ("de", ["A: Das macht [18,75 €:AMOUNT].", "B: Achtzehn Euro fünfundsiebzig."],
         "Achtzehn Euro fünfundsiebzig"),
    ],
)  # fmt: skip
def test_a_number_said_again_without_a_label_is_told(
    lang: str, lines: list[str], again: str
) -> None:
    made = dialogue(*lines, lang=lang)
    result = run(made)
    issue = issue_of(result, "RESIDUAL_MENTION")
    assert made.turns[issue.turn].text[issue.start : issue.end] == again
    assert issue.severity == "warn"
    assert not result.held


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ["A: Tengo [66:AGE] años.", "B: Son 66 euros."]),  # another unit
        ("es", ["A: Tengo [5:NUM] hijos.", "B: Cinco, vale, 5."]),  # one digit
        ("es", ["A: Tengo [66:AGE].", "B: Ah.", "A: Sí.", "B: Ya.", "A: La 66."]),  # far away
        ("en", ["A: I am [12:AGE].", "B: Come at 12:30, or 11-12."]),  # part of something else
        ("en", ["A: I am [thirty:AGE].", "B: We have thirty customers."]),
        ("de", ["A: Ich bin [21:AGE].", "B: Das macht 21,50."]),
    ],
)
def test_another_number_is_not(lang: str, lines: list[str]) -> None:
    assert "RESIDUAL_MENTION" not in codes(run(dialogue(*lines, lang=lang)))
