"""Floors and house numbers said again without a label are told, other small numbers are not."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, issue_of, run


@pytest.mark.parametrize(
    ("lang", "lines", "again"),
    [
        ("eu", ["A: [4:NUM]. solairuan bizi naiz.", "B: Laugarrenean?"], "Laugarrenean"),
        ("es", ["A: Vivo en el piso [3º:FLOOR].", "B: ¿Subo al tercero?"], "tercero"),
        ("de", ["A: Ich wohne im [5.:FLOOR] Stock.", "B: Im fünften Stock, gut."], "fünften"),
        ("fr", ["A: C'est au [4e:FLOOR] étage.", "B: Au quatrième."], "quatrième"),
        ("en", ["A: It's the [6th:FLOOR] floor.", "B: Sixth floor, right."], "Sixth"),
        ("es", ["A: Calle Mayor, [8:HOUSENUMBER].", "B: ¿Ocho es el de la esquina?"], "Ocho"),
        ("en", ["A: Elm Road, [9:HOUSENUMBER].", "B: Number nine."], "nine"),
    ],
)
def test_a_floor_or_a_low_house_number_is_told(lang: str, lines: list[str], again: str) -> None:
    made = dialogue(*lines, lang=lang)
    result = run(made)
    issue = issue_of(result, "RESIDUAL_MENTION")
    assert made.turns[issue.turn].text[issue.start : issue.end] == again
    assert not result.held


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ["A: Vivo en el piso [2º:FLOOR].", "B: Un segundo, por favor. En segundo lugar..."]),
        ("en", ["A: It's the [1st:FLOOR] floor.", "B: First, your name. The first time?"]),
        ("fr", ["A: C'est au [2e:FLOOR] étage.", "B: La deuxième fois, oui."]),
        ("en", ["A: Elm Road, [9:HOUSENUMBER].", "B: Nine boxes, in nine minutes."]),
        ("de", ["A: Ich wohne im [3.:FLOOR] Stock.", "B: Das dritte Mal heute, drei Kisten."]),
    ],
)
def test_other_small_numbers_are_not(lang: str, lines: list[str]) -> None:
    assert "RESIDUAL_MENTION" not in codes(run(dialogue(*lines, lang=lang)))
