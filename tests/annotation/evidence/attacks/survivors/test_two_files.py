"""Two files with other draws tell what was replaced; the same file twice does not."""

from dataclasses import replace

import pytest

from annotation.evidence.attacks.survivors.two_files import two_files
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import quietly
from tests.annotation.evidence.attacks.releases import RNG, target

ONE = [["Soy [Ana|Eva:PER], de {Gijón:LOC}.", "Vale [Ana|Eva:PER]."]] * 3
TWO = [["Soy [Ana|Luz:PER], de {Gijón:LOC}.", "Vale [Ana|Luz:PER]."]] * 3


def test_what_differs_was_replaced() -> None:
    made = target(ONE)
    found = two_files(replace(made, other=target(TWO).pairs), RNG(0), quietly)
    assert found.state == "told"
    assert found.success is not None
    # Two surrogate words a dialogue, both told; six words each, so chance is a third.
    assert (found.success.value, found.success.n) == (1.0, 6)
    assert found.chance == pytest.approx(2 / 6)
    assert found.rows[0]["value"] == 1.0


def test_the_same_file_twice_tells_nothing() -> None:
    made = target(ONE)
    assert two_files(replace(made, other=made.pairs), RNG(0), quietly).state == "held"


def test_one_file_is_not_enough() -> None:
    with pytest.raises(EvidenceError, match="the attack needs two"):
        two_files(target(ONE), RNG(0), quietly)
    with pytest.raises(EvidenceError, match="the same dialogues"):
        two_files(replace(target(ONE), other=target(TWO[:2]).pairs), RNG(0), quietly)
