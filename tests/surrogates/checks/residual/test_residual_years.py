"""RESIDUAL_YEAR: a labelled year is said again without a label."""

import pytest

from surrogates.types import Constraint
from tests.surrogates.dialogues import KEY, dialogue, run

KEYS = [KEY, b"2", b"3"]


def found(*lines: str, lang: str = "es", strategy: str = "typed", key: bytes = KEY) -> list[str]:
    """severity and text of each RESIDUAL_YEAR."""
    made = dialogue(*lines, lang=lang)
    issues = run(made, strategy, key).issues
    return [
        f"{i.severity} {made.turns[i.turn].text[i.start : i.end]}"
        for i in issues
        if i.code == "RESIDUAL_YEAR"
    ]


@pytest.mark.parametrize(
    ("lang", "label", "line", "said"),
    [
        ("es", "1936", "nació en 1936", "block 1936"),
        ("es", "1936", "en mil novecientos treinta y seis", "block mil novecientos treinta y seis"),
        ("es", "1983", "desde el ochenta y tres", "warn ochenta y tres"),
        ("es", "1983", "la promoción del 83, sí", "warn 83"),
        ("es", "1983", "la del '83", "warn 83"),
        ("es", "2012", "en el año 12", "warn 12"),
        ("es", "2000", "en dos mil", "block dos mil"),
        ("es", "1978", "el 5/6/1978", "block 1978"),
        ("es", "1978", "de 1978-1983", "block 1978"),
        ("es", "3/8/1978", "en 1978", "warn 1978"),
        ("ca", "1936", "l'any mil nou-cents trenta-sis", "block mil nou-cents trenta-sis"),
        ("ca", "1983", "el vuitanta-tres", "warn vuitanta-tres"),
        ("eu", "1936", "mila bederatziehun eta hogeita hamaseian",
         "block mila bederatziehun eta hogeita hamaseian"),
        ("eu", "1936", "1936an", "block 1936"),
        ("eu", "1936", "en mil novecientos treinta y seis", "block mil novecientos treinta y seis"),
        ("en", "1983", "in nineteen eighty-three", "block nineteen eighty-three"),
        ("en", "1983", "back in '83", "warn 83"),
        ("de", "1985", "neunzehnhundertfünfundachtzig", "block neunzehnhundertfünfundachtzig"),
        ("de", "1985", "Jahrgang 85", "warn 85"),
        ("fr", "1985", "en mille neuf cent quatre-vingt-cinq",
         "block mille neuf cent quatre-vingt-cinq"),
    ],
)  # fmt: skip
def test_a_year_said_again(lang: str, label: str, line: str, said: str) -> None:
    assert found(f"A: [{label}:DATE]", f"B: {line}", lang=lang) == [said]


@pytest.mark.parametrize(
    "line",
    [
        "son 1983 euros", "1.983 llamadas", "el 1983-4", "tel. 612 1983 44", "cuesta 83 euros",
        "vivo en el número 83", "el 83 por ciento", "el 83%", "83", "tengo ochenta y tres años",
        "en 1984", "mil novecientos ochenta y tres pesetas", "el 3 y el 8", "€ 1983", "ref/1983",
    ],
)  # fmt: skip
def test_numbers_that_are_no_years(line: str) -> None:
    assert found("A: [1983:DATE]", f"B: {line}") == []


def test_round_numbers_need_a_word_of_dates() -> None:
    assert found("A: [2000:DATE]", "B: tengo 2000, o dos mil, o dos mil euros, y una") == []


@pytest.mark.parametrize("label", ["DATE", "FECHAS", "year", "number"])
@pytest.mark.parametrize("strategy", ["entity", "word", "typed", "redact", "named"])
def test_every_strategy_and_label(label: str, strategy: str) -> None:
    for key in KEYS:
        lines = (f"A: [1936:{label}]", "B: mil novecientos treinta y seis")
        assert found(*lines, strategy=strategy, key=key)[0].startswith("block")


def test_a_year_that_stayed_is_only_told() -> None:
    seen = set()
    for number in range(20):
        made = dialogue("A: nació el [3/8/1978:DATE]", "B: en 1978", id=str(number))
        result = run(made)
        (issue,) = [i for i in result.issues if i.code == "RESIDUAL_YEAR"]
        stayed = "1978" in result.replacements[0].surrogate
        assert issue.severity == ("info" if stayed else "warn")
        seen.add(stayed)
    assert seen == {True, False}
    lines = ("A: el [3/8/1978:DATE] de [1978:DATE]", "B: en 1978")
    assert found(*lines, strategy="entity") == ["block 1978"]


def test_a_year_that_was_not_said_or_left_on_purpose_is_no_issue() -> None:
    assert found("A: [1936:DATE]", "B: 1936", strategy="none") == []
    assert found("A: el [3 de mayo:DATE]", "B: 1936") == []


def test_a_labelled_mention_and_a_dismissed_one_are_none() -> None:
    assert found("A: [1936:DATE]", "B: [1936:DATE]") == []
    made = dialogue("A: [1936:DATE]", "B: en 1936")
    settled = [Constraint("dismiss", (made.turns[0].mentions[0].key,), "RESIDUAL_YEAR")]
    assert "RESIDUAL_YEAR" not in [i.code for i in run(made, constraints=settled).issues]


def test_a_year_labelled_in_pieces() -> None:
    lines = ("A: el [10:DATE] de [mayo:DATE] de [1978:DATE]", "B: ¿de 1978?")
    assert found(*lines) == ["block 1978"]


@pytest.mark.parametrize(
    ("lang", "line", "said"),
    [
        ("en", "the 84's just my birth year", ["warn 84"]),
        ("en", "84 is the year I was born", ["warn 84"]),
        ("es", "el 84 es mi año de nacimiento", ["warn 84"]),
        ("ca", "84 és el meu any de naixement", ["warn 84"]),
        ("eu", "84 nire jaioteguna da", ["warn 84"]),
        ("de", "die 84 ist nur mein Geburtsjahr", ["warn 84"]),
        ("fr", "84 c'est mon année de naissance", ["warn 84"]),
        ("en", "the 84's just my lucky number", []),
        ("en", "84 people. The year was good", []),
    ],
)
def test_two_figures_that_are_called_a_year_are_one(lang: str, line: str, said: list[str]) -> None:
    assert found("A: [1984:DATE]", f"B: {line}", lang=lang) == said
