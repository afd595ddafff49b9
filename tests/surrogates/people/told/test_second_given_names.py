"""Given names of several words: a devotion, or a second name before the only surname."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 55]) for n in range(3)]


@pytest.mark.parametrize(
    "name",
    ["María del Rocío Ortega Sanz", "Juan de Dios Prieto Mas", "María de los Reyes Gil Mora"],
)
def test_a_devotion_is_no_surname(name: str) -> None:
    surnames = name.split()[-2:]
    lines = f"A: Soy [{name}:PERSON].", f"B: Sí, [{surnames[0]}:SURNAME] y [{surnames[1]}:SURNAME]."
    for key in KEYS:
        whole, first, second = texts(run(dialogue(*lines), key=key))
        assert whole.endswith(f" {first} {second}")
        assert 1 < len(whole.removesuffix(f" {first} {second}").split()) < 4


def test_a_surname_with_a_particle_is_one() -> None:
    for key in KEYS:
        whole, given = texts(run(dialogue("A: [Ana del Río Soto:PERSON], [Ana:PER]."), key=key))
        assert whole.startswith(f"{given} ") and len(whole.split()) >= 3


@pytest.mark.parametrize(
    ("lang", "name", "father"),
    [
        ("fr", "Apolline Marie Tanguy", "Erwan Tanguy"),
        ("en", "Emily Grace Hartley", "Tom Hartley"),
        ("fr", "Paul Marie Joseph Grandin", "Luc Grandin"),
    ],
)
def test_a_second_name_is_no_surname(lang: str, name: str, father: str) -> None:
    line = f"A: [{name}:PERSON], et son père, [{father}:PERSON]."
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        child, parent = texts(result)
        surname = parent.split(" ", 1)[1]
        assert child.endswith(f" {surname}") and not child.startswith("[")
        assert len(child.removesuffix(f" {surname}").replace("-", " ").split()) == 2
        assert "KIN" not in codes(result)
