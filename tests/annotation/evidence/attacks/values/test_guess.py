"""Bits that a surrogate says of its original, by hand and in planted releases."""

from random import Random

import pytest

from annotation.evidence.attacks.types import Target
from annotation.evidence.attacks.values.guess import guess, information
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, quietly
from surrogates.languages import load_lexicon
from tests.annotation.evidence.attacks.releases import RNG, target

NAMES = [n.text for n in load_lexicon("es").name_entries if n.kind == "full"]


def test_bits_by_hand() -> None:
    # Two equally likely values that are copied say 1 bit; independent ones none.
    assert information("aabb", "ccdd") == pytest.approx(1.0)
    assert information("aabb", "cdcd") == pytest.approx(0.0)
    # P(a,c) = 1/2, P(a,d) = P(b,d) = 1/4: 1/2 log 4/3 + 1/4 log 2/3 + 1/4 log 2 = .311 bits
    assert information("aaab", "ccdd") == pytest.approx(0.3113, abs=0.0001)


def release(*, copies: bool) -> Target:
    chance = Random(6)
    dialogues = []
    for _ in range(200):
        old = chance.choice(NAMES)
        new = chance.choice([n for n in NAMES if n[0] == old[0]] if copies else NAMES)
        digits, other = ([chance.choice("0123456789") for _ in range(8)] for _ in range(2))
        if copies:
            other[0] = digits[0]
        dialogues.append([f"Soy [{old}|{new}:PER], [{''.join(digits)}|{''.join(other)}:ID]."])
    return target(dialogues)


def told(found: Finding) -> set[object]:
    return {row["what"] for row in found.rows if row.get("told") and not row["on_purpose"]}


def test_copied_initials_and_digits_are_told() -> None:
    found = guess(release(copies=True), RNG(0), quietly)
    assert found.state == "told"
    assert {"initial", "first digit"} <= told(found)


def test_independent_draws_say_what_shuffled_pairs_say() -> None:
    found = guess(release(copies=False), RNG(0), quietly)
    assert (found.state, told(found)) == ("held", set())
    assert found.success is not None and found.chance is not None
    assert abs(found.success.value - found.chance) < 0.06


def test_too_few_pairs() -> None:
    with pytest.raises(EvidenceError, match="thirty pairs"):
        guess(target([["Soy [Ana|Eva:PER]."]] * 3), RNG(0), quietly)
