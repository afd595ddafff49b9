"""One original over dialogues: told where a name has one surrogate everywhere, held where each
dialogue draws anew."""

from collections.abc import Callable

import numpy as np
import pytest

from annotation.evidence.attacks.people.linkage import Seen, chance_in_class, linkage, shape_of
from annotation.evidence.types import Pair
from tests.annotation.evidence.attacks.bracketed import attacked, pair

# Women's names that the lexicon knows: one class.
NAMES = ["Ana", "Carmen", "Laura", "Elena", "Marta", "Irene"]
OTHERS = ["Sara", "Julia", "Silvia", "Raquel", "Alicia", "Noelia"]


def calls(surrogate: Callable[[int, int], str], dialogues: int = 60) -> list[Pair]:
    return [
        pair(*(f"soy [{NAMES[k]}|PER|{surrogate(number, k)}]" for k in (number % 6,)))
        for number in range(dialogues)
    ]


def test_one_surrogate_everywhere_is_told() -> None:
    found = attacked(linkage, calls(lambda _number, k: OTHERS[k]))
    assert found.state == "told"
    assert found.success is not None
    # Each of six names is in ten dialogues: five pairs each, all equal; others never.
    assert (found.success.value, found.tried, found.chance) == (1.0, 30, 0.0)
    assert found.rows == ({"kind": "given", "tried": 30, "equal": 30, "expected": 0.0},)


def test_draws_of_each_dialogue_are_held() -> None:
    rng = np.random.default_rng(4)
    found = attacked(linkage, calls(lambda *_: OTHERS[rng.integers(6)], 600))
    assert found.state == "held"
    assert found.chance == pytest.approx(1 / 6, abs=0.02)


def test_fewer_than_two_dialogues_of_a_class_is_not_run() -> None:
    found = attacked(linkage, [pair("soy [Ana|PER|Sara]"), pair("soy [Marta|PER|Julia]")])
    assert (found.state, found.success) == ("not run", None)
    assert found.why == (
        "No class has an original in two dialogues; expected at least two of one class."
    )


def test_a_class_is_what_a_surrogate_keeps_by_design() -> None:
    """Two women would be equal more often than a woman and a man: the sexes are classes."""
    men = [pair("soy [Luis|PER|Raúl]") for _ in range(4)]
    women = [pair("soy [Ana|PER|Sara]") for _ in range(4)]
    found = attacked(linkage, [*men, *women])
    # Each class has one original, so no other one says what chance gives.
    assert (found.tried, found.chance) == (4, 0.0)


def test_chance_by_hand() -> None:
    seen = [Seen(0, "a", "x"), Seen(1, "a", "x"), Seen(1, "b", "x"), Seen(2, "c", "y")]
    # Pairs: 6, less a-a, less the two of dialogue 1: 4. Equal: (0 a, 1 b) alone: 1 of 4.
    assert chance_in_class(seen) == 0.25
    assert chance_in_class(seen[:1]) == 0.0


@pytest.mark.parametrize(
    ("text", "shape"),
    [("12-AB", "99-aa"), ("San Blas", "2"), ("ACME", "1"), ("7 Norte", "9 aaaaa")],
)
def test_shapes(text: str, shape: str) -> None:
    assert shape_of(text) == shape
