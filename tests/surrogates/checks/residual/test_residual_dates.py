"""Times and dates that are said again without a label are told, not held back."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, issue_of, run


@pytest.mark.parametrize(
    ("lang", "lines", "again"),
    [
        ("fr", ["A: [trois heures:TIME], trois heures cinq au plus tard."], "trois heures"),
        ("es", ["A: A las [tres:TIME], las tres y cinco a más tardar."], "las tres"),
        ("ca", ["A: A [les quatre:TIME].", "B: Sí, les quatre i cinc com a molt."], "les quatre"),
        ("en", ["A: [Half past two:TIME].", "B: So half past two, not later."], "half past two"),
        ("de", ["A: Um [halb drei:TIME].", "B: Gut, halb drei."], "halb drei"),
        ("en", ["A: At [half past two:TIME].", "B: half two is fine"], "half two"),
        ("de", ["A: Um [15.30 Uhr:TIME].", "B: Halb vier passt."], "Halb vier"),
        ("es", ["A: A las [cinco y media:TIME].", "B: ¿17:30?"], "17:30"),
        ("ca", ["A: A [dos quarts de cinc:TIME].", "B: A les quatre i mitja."], "quatre i mitja"),
        ("eu", ["A: [Hiru eta erdietan:TIME].", "B: Bai, 15:30ean."], "15:30"),
        (
            "fr",
            ["A: À [14h30:TIME].", "B: Non, pas à deux heures et demie."],
            "deux heures et demie",
        ),
        ("en", ["A: On [06/05/2025:DATE]. The sixth of May?"], "sixth of May"),
        ("en", ["A: On [06/05/2025:DATE]. The fifth of June?"], "fifth of June"),
        ("es", ["A: El [03/04:DATE].", "B: ¿El tres de abril?"], "tres de abril"),
        ("de", ["A: Am [03.04.2025:DATE].", "B: Also am dritten April."], "dritten April"),
        ("fr", ["A: Le [12/09/2024:DATE].", "B: Le douze septembre ?"], "douze septembre"),
        ("ca", ["A: El [3/4:DATE].", "B: El tres d'abril?"], "tres d'abril"),
    ],
)
def test_a_time_or_date_said_again_without_a_label_is_told(
    lang: str, lines: list[str], again: str
) -> None:
    made = dialogue(*lines, lang=lang)
    result = run(made)
    issue = issue_of(result, "RESIDUAL_MENTION")
    assert again in made.turns[issue.turn].text[issue.start : issue.end]
    assert issue.severity == "warn"


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("fr", ["A: À [trois heures:TIME].", "B: J'ai attendu pendant trois heures."]),
        ("es", ["A: A las [tres:TIME].", "B: Somos tres."]),
        ("en", ["A: At [half past two:TIME].", "B: Or half past three?"]),
        ("en", ["A: On [06/05/2025:DATE].", "B: The sixth of July, then?"]),
        ("de", ["A: Am [23.04.2025:DATE].", "B: Nicht am dritten April?"]),
        ("es", ["A: A las [14:30:TIME].", "B: ¿A las 14:30:10?"]),
    ],
)
def test_another_time_or_date_is_not(lang: str, lines: list[str]) -> None:
    assert "RESIDUAL_MENTION" not in codes(run(dialogue(*lines, lang=lang)))
