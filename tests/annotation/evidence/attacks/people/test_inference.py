"""What a linear model infers: told where the words say it, held where they do not."""

from collections.abc import Sequence

import numpy as np

from annotation.evidence.attacks.people.inference import attributes
from annotation.evidence.types import Pair
from learning.types import Floats
from tests.annotation.evidence.attacks.bracketed import attacked, pair

WORDS = ["vale", "bueno", "pues", "mire", "claro", "entonces", "eso", "nada", "luego", "así"]


def calls(count: int, telling: bool) -> list[Pair]:
    """Calls of women and men whose names become names of no gender; words tell it or do not."""
    rng = np.random.default_rng(0)
    made = []
    for _ in range(count):
        woman = bool(rng.random() < 0.5)
        word = ("cansada" if woman else "cansado") if telling else "bien"
        name = "Ana" if woman else "Luis"
        said = " ".join(rng.choice(WORDS, 8))
        made.append(pair(f"client: soy [{name}|PER|Xyzzy], {said} {word}"))
    return made


def test_words_that_agree_are_told() -> None:
    found = attacked(attributes, calls(80, telling=True))
    assert found.state == "told"
    rows = {(row["property"], row["text"]): row["right"] for row in found.rows}
    assert rows["gender", "outside"] == rows["gender", "whole"] == 1.0
    assert found.sentence.startswith("The gender is inferred")
    assert found.values["tried"] == 80


def test_words_that_say_nothing_are_held() -> None:
    found = attacked(attributes, calls(80, telling=False))
    assert found.state == "held"


def test_a_surrogate_that_keeps_the_gender_is_read() -> None:
    made = [
        pair("soy [Ana|PER|Marta]" if number % 2 else "soy [Luis|PER|Jorge]")
        for number in range(60)
    ]
    found = attacked(attributes, made)
    rows = {(row["property"], row["text"]): row["right"] for row in found.rows}
    assert (found.state, rows["gender", "read"]) == ("told", 1.0)
    assert rows["gender", "outside"] <= 0.5


def test_a_role_that_the_file_says_is_no_secret() -> None:
    made = [pair("agent: dígame", "client: quiero cancelar") for _ in range(60)]
    made += calls(40, telling=False)
    found = attacked(attributes, made)
    roles = [row for row in found.rows if row["property"] == "role"]
    assert len(roles) == 2 and min(float(str(row["right"])) for row in roles) > 0.9
    assert found.state == "held"


def test_an_encoder_of_the_operator_is_asked_too() -> None:
    """One that reads an ending which no word has twice."""

    def encode(texts: Sequence[str]) -> Floats:
        return np.array([[text.endswith("a"), 1] for text in texts], np.float32)

    made = [
        pair(f"client: soy [{name}|PER|Xyzzy] x{number}{ending}")
        for number in range(40)
        for name, ending in (("Ana", "a"), ("Luis", "o"))
    ]
    found = attacked(attributes, made, encode=encode)
    rows = {(row["property"], row["text"]): row["right"] for row in found.rows}
    assert rows["gender", "encoder"] == 1.0
    assert found.state == "told"
    assert ("gender", "encoder") not in {
        (row["property"], row["text"]) for row in attacked(attributes, made).rows
    }


def test_an_encoder_that_could_not_be_asked_is_no_pass() -> None:
    why = "The extra is not installed."
    found = attacked(attributes, calls(40, telling=False), no_encoder=why)
    assert (found.state, found.why) == ("not run", why)
    assert {"property": "gender", "text": "encoder", "state": "not run"} in found.rows
    told = attacked(attributes, calls(40, telling=True), no_encoder=why)
    assert (told.state, told.why) == ("told", "")


def test_too_few_are_not_run() -> None:
    found = attacked(attributes, calls(10, telling=True))
    assert (found.state, found.why) == (
        "not run", "No property has two values in ten dialogues each.",
    )  # fmt: skip
