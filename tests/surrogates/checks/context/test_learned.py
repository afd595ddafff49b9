"""Words outside the labels that a model takes for dependent get a note."""

import re

import pytest

from surrogates import notices
from surrogates.checks.context import learned
from surrogates.checks.context.features import Mark, features, groups_of, pieces
from surrogates.labels import Kind, kind_of
from surrogates.types import Constraint, Dialogue
from tests.surrogates.dialogues import codes, dialogue, run

LANGUAGES = ("es", "ca", "eu", "de", "en", "fr")


def notes(*lines: str, lang: str) -> list[str]:
    """The words that a note of the model points to."""
    made = dialogue(*lines, lang=lang)
    found = [i for i in run(made).issues if i.message == notices.TOLD_BESIDE.message]
    return [made.turns[i.turn].text[i.start : i.end] for i in found]


DEPENDS = [
    ("es", "A: La matrícula es [4774 KLM:PLATE], que se lee igual al revés.", "igual al revés"),
    ("ca", "A: Em dic [Anna:PER], amb dues enes, com la meva àvia.", "dues enes"),
    ("de", "A: [Sellhorn:FAM], mit zwei L, wie der Bürgermeister von damals.", "zwei L"),
    ("en", "A: The reg is [AB12 CDE:PLATE], it reads the same backwards.", "same backwards"),
    ("fr", "A: J'habite à [Thiers:LOC], la ville des couteaux.", "ville"),
    ("eu", "A: Nire izena [Ane:PER] da, hiru letrakoa, irakurri alderantziz.", "hiru letrakoa"),
]


@pytest.mark.parametrize(("lang", "line", "words"), DEPENDS)
def test_what_is_said_of_an_item_is_noted(lang: str, line: str, words: str) -> None:
    made = dialogue(line, lang=lang)
    row = pieces(made.turns[0].text, marks(made))
    weights = learned.weights_of(lang)
    assert weights is not None
    noted = [made.turns[0].text[s:e] for s, e in learned.dependent_words(row, frozenset(), weights)]
    assert any(words in each for each in noted), noted


def marks(made: Dialogue) -> list[Mark]:
    return [Mark(m.start, m.end, kind_of(m.label)) for m in made.turns[0].mentions]


PLAIN = [
    ("es", ("A: Me llamo [Ana:PER] [Ruiz:FAM] y no me funciona el router.", "B: Un momento.")),
    ("ca", ("A: Soc la [Marta:PER] [Vila:FAM] i vull canviar la cita.", "B: Un moment.")),
    ("de", ("A: Hier ist [Anna:PER] [Kunze:FAM], mein Gerät geht nicht an.", "B: Einen Moment.")),
    ("en", ("A: This is [Jane:PER] [Mills:FAM], the parcel is damaged.", "B: One moment please.")),
    ("fr", ("A: Je m'appelle [Anne:PER] [Petit:FAM], ma box est en panne.", "B: Un instant.")),
    ("eu", ("A: [Ane:PER] [Etxarri:FAM] naiz, eta wifia ez dabil.", "B: Itxaron, mesedez.")),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines"), PLAIN)
def test_ordinary_talk_is_not_noted(lang: str, lines: tuple[str, ...]) -> None:
    assert notes(*lines, lang=lang) == []


def test_a_turn_without_labels_speaks_of_the_one_before() -> None:
    plate, said = "A: The reg is [AB12 CDE:PLATE].", "B: Oh, it reads the same backwards."
    assert notes(plate, said, lang="en") != []
    assert notes(plate, "B: I see.", "A: Yes.", said, lang="en") == []


def test_nothing_is_noted_where_nothing_was_replaced() -> None:
    made = dialogue("A: The reg is [AB12 CDE:PLATE], it reads the same backwards.", lang="en")
    assert "MAY_DEPEND" not in codes(run(made, "redact"))
    assert "MAY_DEPEND" not in codes(run(made, "typed"))


def test_a_note_is_dismissed_alone() -> None:
    made = dialogue("A: The reg is [AB12 CDE:PLATE], it reads the same backwards.", lang="en")
    [issue] = [i for i in run(made).issues if i.code == "MAY_DEPEND"]
    assert issue.severity == "info" and issue.fix is not None
    settled: list[Constraint] = list(issue.fix.constraints)
    assert "MAY_DEPEND" not in codes(run(made, constraints=settled))


def test_a_language_without_weights_has_no_notes() -> None:
    assert learned.weights_of("pt") is None
    assert notes("A: [AB12 CDE:PLATE], it reads the same backwards.", lang="pt") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_weights_are_those_of_features_that_there_are(lang: str) -> None:
    row = pieces("Soy Ana de aquí mismo.", [Mark(4, 7, Kind.GIVEN)])
    named = features(row, 4, ["name"], ["name"], {"mismo"})
    named += features(row, 4, ["name"], ["name"], ())
    weights = learned.weights_of(lang)
    assert weights is not None
    known = {name.split()[0] for name in named}
    assert {name.split()[0] for name in weights if name} == known | {learned.LIMIT}
    assert weights[learned.LIMIT] > 1 and len(weights.known) > 1000


def test_the_text_is_read_piece_by_piece() -> None:
    text = "¿Dígame? Soy Íñigo, 2 veces."
    row = pieces(text, [Mark(13, 18, Kind.GIVEN)])
    assert [piece.key for piece in row] == ["digame", ".", "soy", "<name>", "2", "veces", "."]
    assert all(text[p.start : p.end] == p.text for p in row if p.is_word)
    assert groups_of(row) == {"name"}
    told = features(row, 2, groups_of(row), (), {"soy"})
    assert {"w soy", "r <name>", "llw digame . soy", "herew name soy", "shape First"} <= set(told)
    assert all(re.fullmatch(r"\S+( \S+)+", name) for name in told)
    rare = features(row, 2, groups_of(row), (), ())
    assert "w soy" not in rare and "rareh name First" in rare


def test_a_few_unsure_words_in_a_row_make_a_sure_one() -> None:
    row = pieces("uno dos tres. cuatro", [])
    each = learned.Weights([("", 0.0), (learned.LIMIT, 2.0)])  # a half: -log(1 - p) is 0.69
    assert list(learned.dependent_words(row, frozenset(), each)) == [(0, 12)]
    more = learned.Weights([("", 0.0), (learned.LIMIT, 2.1)])
    assert list(learned.dependent_words(row, frozenset(), more)) == []
    one = learned.Weights([("", -9.0), ("w dos", 14.0), (learned.LIMIT, 2.0)])
    assert list(learned.dependent_words(row, frozenset(), one)) == [(4, 7)]
