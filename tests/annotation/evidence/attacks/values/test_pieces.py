"""Digits and letters that two have in common, beside chance."""

from random import Random

import pytest

from annotation.evidence.attacks.types import Target
from annotation.evidence.attacks.values.pieces import card_pieces, chance_of, initials
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import quietly
from surrogates.languages import load_lexicon
from tests.annotation.evidence.attacks.releases import RNG, target

NAMES = [n.text for n in load_lexicon("es").name_entries if n.kind == "full"]


def cards(*, kept: bool) -> Target:
    rng = RNG(3)
    lines = []
    for _ in range(300):
        old, new = ("".join(str(d) for d in rng.integers(10, size=4)) for _ in range(2))
        lines.append([f"Acaba en [{old}|{old[0] + new[1:] if kept else new}:CARD]."])
    return target(lines)


def names(*, kept: bool) -> Target:
    chance = Random(3)
    lines = []
    for _ in range(400):
        old = chance.choice(NAMES)
        pool = [name for name in NAMES if name[0] == old[0]] if kept else NAMES
        lines.append([f"Soy [{old}|{chance.choice(pool)}:PER]."])
    return target(lines)


def test_chance_by_hand() -> None:
    # Originals a, a, b; surrogates a, b, b. They agree on a in 2 of 3 times 1 of 3, on b in 1 of 3
    # times 2 of 3: 4/9.
    rows = [(1, "x", "a", "a"), (2, "x", "a", "b"), (3, "x", "b", "b")]
    assert chance_of(rows) == pytest.approx(4 / 9)
    # Of a class of its own one pair agrees as it does.
    assert chance_of([(1, "x", "a", "a"), (2, "y", "b", "c")]) == pytest.approx(0.5)


def test_a_true_digit_is_told() -> None:
    found = card_pieces(cards(kept=True), RNG(0), quietly)
    assert found.state == "told"
    assert found.success is not None and found.success.value == 1.0


def test_drawn_digits_are_at_chance() -> None:
    found = card_pieces(cards(kept=False), RNG(0), quietly)
    assert found.state == "held"
    assert found.chance == pytest.approx(0.1, abs=0.02)


def test_kept_initials_are_told_and_drawn_ones_are_not() -> None:
    assert initials(names(kept=True), RNG(0), quietly).state == "told"
    found = initials(names(kept=False), RNG(0), quietly)
    assert found.state == "held"
    assert abs(float(str(found.rows[0]["errors"]))) < 2.5


def test_whole_cards_are_no_pieces() -> None:
    whole = [["La [4111 1111 1111 1111|4532 0151 1283 0366:CARD]."]] * 30
    with pytest.raises(EvidenceError, match="pieces of card numbers"):
        card_pieces(target(whole), RNG(0), quietly)
