"""Kinship words that are said together stay possible together."""

import pytest

from tests.surrogates.dialogues import Dialogue, dialogue, run, texts
from tests.surrogates.dialogues import turn as turn_of

KEYS = [bytes([n, 78]) for n in range(4)]
CHILDREN = [
    ("es", "A: ¿Cuántos [hijos:FAMILY] tiene? Conozco a la [hermana:FAMILY] pequeña."),
    ("ca", "A: Quants [fills:FAMILY] té? Conec la [germana:FAMILY] petita."),
    ("de", "A: Wie viele [Kinder:FAMILY] haben Sie? Ich kenne die kleine [Schwester:FAMILY]."),
    ("en", "A: How many [children:FAMILY] are there? I know the little [sister:FAMILY]."),
    ("fr", "A: Les [enfants:FAMILY] vont bien ? Je connais la petite [sœur:FAMILY]."),
]
SMALL = [
    ("es", "A: Vino su [hermana:FAMILY] pequeña."),
    ("ca", "A: Va venir la seva [germana:FAMILY] petita."),
    ("de", "A: Seine kleine [Schwester:FAMILY] kam."),
    ("en", "A: His little [sister:FAMILY] came."),
    ("fr", "A: Sa petite [sœur:FAMILY] est venue."),
]
IN_LAW = ("cuñad", "cunyad", "schwäg", "in-law", "belle-")
SPEAKERS = [
    ("es", "Madre: [Madre:FAMILY] no hay más que una.", "madre"),
    ("ca", "Mare: Soc la teva [mare:FAMILY].", "mare"),
    ("eu", "Aita: Zure [aita:FAMILY] naiz.", "aita"),
    ("de", "Mutter: Ich bin deine [Mutter:FAMILY].", "mutter"),
    ("en", "Mother: I'm your [mother:FAMILY].", "mother"),
    ("fr", "Mère: Je suis ta [mère:FAMILY].", "mère"),
]


@pytest.mark.parametrize(("lang", "line"), CHILDREN)
def test_the_sister_of_children_stays_their_sister(lang: str, line: str) -> None:
    for key in KEYS:
        children, sister = texts(run(dialogue(line, lang=lang), key=key))
        assert f"[{children}:" not in line
        assert f"[{sister}:" in line


@pytest.mark.parametrize(("lang", "line"), SMALL)
def test_a_small_sister_is_no_in_law(lang: str, line: str) -> None:
    for n in range(10):
        (said,) = texts(run(dialogue(line, lang=lang), key=bytes([n, 79])))
        assert not any(part in said.lower() for part in IN_LAW)


@pytest.mark.parametrize(("lang", "line", "word"), SPEAKERS)
def test_who_a_speaker_is_called_after_stays(lang: str, line: str, word: str) -> None:
    for key in KEYS:
        (said,) = texts(run(Dialogue("d1", lang, (turn_of(line),)), key=key))
        assert said.lower() == word


def test_one_s_own_sister_may_be_any_relative() -> None:
    line = "A: Tengo un [hijo:FAMILY] y mi [hermana:FAMILY] vive lejos."
    said = {texts(run(dialogue(line), key=bytes([n, 80])))[1] for n in range(8)}
    assert "hermana" not in said
