"""Real values are told from surrogates of another make, and not from those of their own."""

import pytest

from annotation.evidence.attacks.survivors.real_or_surrogate import real_or_surrogate
from annotation.evidence.attacks.survivors.tables import public_words
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import quietly
from surrogates.languages import load_lexicon
from tests.annotation.evidence.attacks.releases import ODD, RNG, target

SURNAMES = load_lexicon("es").surnames


def test_values_of_no_list_are_told() -> None:
    rng = RNG(2)
    found = real_or_surrogate(
        target(
            [
                [f"Soy [{ODD[int(rng.integers(len(ODD)))]}|{SURNAMES[n]}:surname]."]
                for n in range(100)
            ]
        ),
        RNG(0),
        quietly,
    )
    assert found.state == "told"
    assert found.success is not None and found.success.value > 0.95
    assert found.chance == 0.5
    assert [row["what"] for row in found.rows] == ["surname"]


def test_values_of_one_list_are_not() -> None:
    rng = RNG(2)
    drawn = rng.choice(SURNAMES[:600], size=(240, 2), replace=False)
    found = real_or_surrogate(
        target([[f"Soy [{old}|{new}:surname]."] for old, new in drawn]), RNG(0), quietly
    )
    assert found.state == "held"
    assert found.success is not None and abs(found.success.value - 0.5) < 0.15


def test_too_few_to_say() -> None:
    with pytest.raises(EvidenceError, match="ten real values"):
        real_or_surrogate(target([["Soy [Ana|Eva:PER]."]] * 8), RNG(0), quietly)


def test_short_forms_are_public_too() -> None:
    assert {"andy", "susie"} <= public_words("en")
