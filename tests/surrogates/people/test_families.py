"""Families whose words tell how they are related: no doubt is raised where the names agree."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, run, texts

_DOUBTS = {"KIN", "SPLIT_SUGGESTED", "SURNAME_SHARED"}


@pytest.mark.parametrize(
    "lines",
    [
        [
            "A: Mi madre, [Rosa Pérez:PER], y mi padre, [Juan García:PER].",
            "A: Yo soy [Luis García Pérez:PER].",
        ],
        [
            "A: Soy [Luis García Pérez:PER].",
            "B: ¿Su madre es [Rosa Pérez:PER]?",
            "A: Sí, y mi padre [Juan García:PER].",
        ],
        ["A: Soy la hermana de [Luis Gil Mora:PER], [Eva:PER].", "B: ¿[Eva Gil Mora:PER]?"],
        ["A: Soy [Eva Gil:PER], la madre de [Luis Mora Gil:PER]."],
        ["A: mi suegra [Pilar Gil:PER] y mi mujer [Eva Sanz Gil:PER]"],
        ["A: Em dic [Jordi:PER].", "A: Mi hermano es [Joan:PER].", "B: ¿[Juan:PER]?"],
    ],
)
def test_the_words_tell_the_relation(lines: list[str]) -> None:
    assert not _DOUBTS & set(codes(run(dialogue(*lines))))


@pytest.mark.parametrize(
    "lines",
    [
        ["A: Mi padre es [Juan García:PER]. Yo soy [Luis Mora:PER]."],
        ["A: Soy [Luis García Pérez:PER] y mi madre es [Rosa Mora:PER]."],
        ["A: Soy [Luis García Pérez:PER].", "B: ¿Su madre es [Rosa Mora:PER]?"],
        ["A: Soy la hermana de [Luis Gil:PER], [Eva Sanz:PER]."],
    ],
)
def test_names_that_contradict_the_words(lines: list[str]) -> None:
    assert "KIN" in codes(run(dialogue(*lines)))


def test_a_saint_is_a_part_of_the_surname() -> None:
    """Apart from it or not; the name alone is another one."""
    made = dialogue(
        "A: soy [Sanmartín:surname]", "B: señora [San Martín:surname] y [Martín:surname]"
    )
    one, two, other = texts(run(made))
    assert one == two != other
