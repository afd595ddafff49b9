""" "Every form said once is real": told where missed names stand alone, held where they do not."""

from itertools import pairwise

from annotation.evidence.attacks.coherence.said_once import said_once
from tests.annotation.evidence.attacks.bracketed import attacked, pair

NAMES = ["Ana", "Eva", "Luz", "Sara", "Nuria"]
# Every surrogate is said twice, and each missed name once.
ALONE = [
    pair(f"[{a}|PER|Leonor{i}] y [{a}|PER|Leonor{i}]", f"[{b}{i}|PER]")
    for i in range(8)
    for a, b in pairwise(NAMES)
]
# A missed name is said as often as the surrogates are.
HIDDEN = [
    pair(f"[{a}{i}|PER]", *(f"[{b}|PER|Leonor{b}]" for b in NAMES if b != a))
    for i in range(8)
    for a in NAMES
]


def test_names_that_stand_alone_are_told() -> None:
    found = attacked(said_once, ALONE)
    assert found.state == "told"
    assert found.success is not None
    # 32 of 32 forms said once are real; 32 of 64 forms are.
    assert (found.success.value, found.chance, found.tried) == (1.0, 0.5, 32)
    assert found.values["lift"] == 2.0
    assert found.values["alone"] == 32


def test_names_that_are_said_as_often_are_hidden() -> None:
    found = attacked(said_once, HIDDEN)
    assert (found.state, found.chance) == ("held", 0.2)
    assert found.values["lift"] == 1.0


def test_an_original_beside_its_own_surrogate() -> None:
    found = attacked(said_once, [pair("[Ana|PER|Eva]", "¿[Ana|PER]?"), pair("[Ana|PER|Eva]")])
    assert (found.values["beside"], found.values["dialogues"]) == (1, 2)
    assert "1 of 2 dialogues" in found.sentence % found.values


def test_without_labels_of_a_person_it_is_not_run() -> None:
    found = attacked(said_once, [pair("[Ana|PER|Eva]", gold=False)])
    assert (found.state, found.success) == ("not run", None)
    assert "known in no dialogue" in found.why


def test_placeholders_are_no_surrogates() -> None:
    found = attacked(said_once, [pair("[Ana|PER|XXXX]")], strategies={"PER": "typed"})
    assert found.state == "not run"
