"""One utterance heard: it names its dialogue where its words are nobody else's."""

import numpy as np

from annotation.evidence.attacks.people.fragment import fragment
from tests.annotation.evidence.attacks.bracketed import attacked, pair


def test_own_words_name_a_dialogue() -> None:
    rng = np.random.default_rng(0)
    words = [f"palabra{n}" for n in range(200)]
    made = [pair(" ".join(rng.choice(words, 8)) + " [Ana|PER|Eva]") for _ in range(40)]
    found = attacked(fragment, made)
    assert found.state == "told"
    assert (found.values["right"], found.tried, found.chance) == (40, 40, 1 / 40)


def test_what_everybody_says_names_nobody() -> None:
    found = attacked(fragment, [pair("buenos días", "sí, gracias") for _ in range(40)])
    assert (found.state, found.values["right"]) == ("held", 0)


def test_an_original_that_was_replaced_does_not_help() -> None:
    made = [pair(f"soy [Ana{n}|PER|Eva{(n + 1) % 40}]") for n in range(40)]
    assert attacked(fragment, made).state == "held"


def test_one_dialogue_is_not_run() -> None:
    assert attacked(fragment, [pair("hola")]).state == "not run"
