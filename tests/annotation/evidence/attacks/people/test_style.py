"""Somebody followed by the way of speaking: told where each has a way, held where nobody has."""

import numpy as np

from annotation.evidence.attacks.people.style import style
from annotation.evidence.types import Pair
from tests.annotation.evidence.attacks.bracketed import attacked, pair

WORDS = ["vale", "bueno", "pues", "mire", "claro", "entonces", "ajá", "oiga", "dígame", "eso",
         "nada", "luego", "así", "hombre", "anda"]  # fmt: skip


def calls(own: bool, people: int = 12, each: int = 4) -> list[Pair]:
    """Calls of twelve agents, known by name; with words of their `own`, or those of all."""
    rng = np.random.default_rng(0)
    made = []
    for number in range(people * each):
        agent = number % people
        pool = [WORDS[agent], WORDS[agent - 1], WORDS[agent - 2]] if own else WORDS
        text = " ".join(rng.choice(pool, 30))
        made.append(pair(f"agent{agent}: {text} [Ana|PER|Eva]", "client: hola"))
    return made


def test_a_way_of_speaking_is_told() -> None:
    found = attacked(style, calls(own=True))
    assert found.state == "told"
    assert found.success is not None and found.chance is not None
    assert found.success.value > 0.5 > found.chance
    assert found.success.low <= found.success.value <= found.success.high
    assert found.tried == 24  # twelve agents, two pairs each


def test_words_of_all_are_held() -> None:
    found = attacked(style, calls(own=False))
    assert found.state == "held"


def test_halves_stand_in_where_no_speaker_comes_back() -> None:
    rng = np.random.default_rng(1)
    made = []
    for number in range(40):
        pool = [WORDS[number % 15], WORDS[(number * 4 + 1) % 15]]
        made.append(pair(*("client: " + " ".join(rng.choice(pool, 20)) for _ in range(4))))
    found = attacked(style, made)
    assert "halves of one dialogue" in found.sentence
    assert (found.state, found.tried) == ("told", 40)


def test_too_few_texts_are_not_run() -> None:
    found = attacked(style, [pair("client: hola")])
    assert (found.state, found.why[:15]) == ("not run", "Fewer than ten ")


def test_what_was_replaced_is_no_style() -> None:
    """Surrogates that differ by person would tell them at once."""
    rng = np.random.default_rng(0)
    made = [
        pair(
            f"agent{n % 12}: {' '.join(rng.choice(WORDS, 30))}",
            f"agent{n % 12}: [Ana|PER|Zz{n % 12}qx Zz{n % 12}qx]",
        )
        for n in range(48)
    ]
    assert attacked(style, made).state == "held"
