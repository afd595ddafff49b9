"""Words outside the labels that a model takes for dependent get a note."""

import re

import pytest

from surrogates import notices
from surrogates.checks.context import learned
from surrogates.checks.context.features import Mark, features, groups_of, pieces
from surrogates.labels import Kind
from surrogates.types import Constraint
from tests.surrogates.dialogues import codes, dialogue, run

LANGUAGES = ("es", "ca", "eu", "de", "en", "fr")


def notes(*lines: str, lang: str) -> list[str]:
    """The words that a note of the model points to."""
    made = dialogue(*lines, lang=lang)
    found = [i for i in run(made).issues if i.message == notices.TOLD_BESIDE.message]
    return [made.turns[i.turn].text[i.start : i.end] for i in found]


# In no snippet: whoever learns from other ones tries these again.
DEPENDS = [
    ("es", ("A: Soy de [Zamora:LOC], la del románico.",), "románico"),
    ("ca", ("A: Visc a [Sabadell:LOC], on hi havia tants telers.",), "telers"),
    ("de", ("A: Ich wohne in [Solingen:LOC], der Stadt der Klingen.",), "Klingen"),
    ("en", ("A: I live in [Stilton:LOC], famous for its cheese.",), "cheese"),
    ("fr", ("A: J'habite à [Thiers:LOC], la ville des couteaux.",), "couteaux"),
    ("eu", ("A: [Tolosa:LOC] herrian bizi naiz, babarrunen herrian.",), "babarrunen"),
]


@pytest.mark.parametrize(("lang", "lines", "words"), DEPENDS)
def test_what_a_place_is_known_for_is_noted(lang: str, lines: tuple[str, ...], words: str) -> None:
    assert any(words in each for each in notes(*lines, lang=lang))


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
    far = ("A: I'm from [Stilton:LOC].", "B: Famous for its cheese!")
    assert notes(*far, lang="en") != []
    assert notes(far[0], "B: I see.", "A: Yes.", "B: Famous for its cheese!", lang="en") == []


def test_nothing_is_noted_where_nothing_was_replaced() -> None:
    made = dialogue("A: I live in [Stilton:LOC], famous for its cheese.", lang="en")
    assert "MAY_DEPEND" not in codes(run(made, "redact"))
    assert "MAY_DEPEND" not in codes(run(made, "typed"))


def test_a_note_is_dismissed_alone() -> None:
    made = dialogue("A: I live in [Stilton:LOC], famous for its cheese.", lang="en")
    [issue] = [i for i in run(made).issues if i.code == "MAY_DEPEND"]
    assert issue.severity == "info" and issue.fix is not None
    settled: list[Constraint] = list(issue.fix.constraints)
    assert "MAY_DEPEND" not in codes(run(made, constraints=settled))


def test_a_language_without_weights_has_no_notes() -> None:
    assert learned.weights_of("pt") == {}
    assert notes("A: Moro em [Lisboa:LOC], famous for its cheese.", lang="pt") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_weights_are_those_of_features_that_there_are(lang: str) -> None:
    row = pieces("Soy Ana de aquí mismo.", [Mark(4, 7, Kind.GIVEN)])
    known = {name.split()[0] for name in features(row, 4, ["name"], ["name"])}
    weights = learned.weights_of(lang)
    assert weights[""] < 0  # a word depends seldom
    assert {name.split()[0] for name in weights if name} == known


def test_the_text_is_read_piece_by_piece() -> None:
    text = "¿Dígame? Soy Íñigo, 2 veces."
    row = pieces(text, [Mark(13, 18, Kind.GIVEN)])
    assert [piece.key for piece in row] == ["digame", ".", "soy", "<name>", "2", "veces", "."]
    assert all(text[p.start : p.end] == p.text for p in row if p.is_word)
    assert groups_of(row) == {"name"}
    told = features(row, 2, groups_of(row), ())
    assert {"w soy", "r <name>", "llw digame . soy", "herew name soy", "shape First"} <= set(told)
    assert all(re.fullmatch(r"\S+( \S+)+", name) for name in told)
