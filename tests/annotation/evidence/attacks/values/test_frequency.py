"""Draws from the corpus itself tell what it says, and how often; draws from public lists do not."""

import pytest

from annotation.evidence.attacks.types import Target
from annotation.evidence.attacks.values.frequency import frequency, membership
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import quietly
from surrogates.languages import load_lexicon
from tests.annotation.evidence.attacks.releases import ODD, RNG, target

SURNAMES = load_lexicon("es").surnames


def release(*, from_corpus: bool) -> Target:
    """Names that no list has, a few of them often; replaced by one another, or from the lists."""
    rng = RNG(4)
    weights = 1 / (1 + rng.permutation(len(ODD)))
    said = rng.choice(ODD, size=600, p=weights / weights.sum())
    drawn = rng.permutation(said) if from_corpus else rng.choice(SURNAMES[:400], size=600)
    return target([[f"Soy [{old}|{new}:surname]."] for old, new in zip(said, drawn, strict=True)])


def test_dissociation_tells_counts_and_members() -> None:
    leaking = release(from_corpus=True)
    counts = frequency(leaking, RNG(0), quietly)
    assert counts.state == "told"
    assert counts.success is not None and counts.success.value > 0.9
    members = membership(leaking, RNG(0), quietly)
    assert members.state == "told"
    assert members.success is not None and members.success.value == 1.0
    assert members.chance is not None and members.chance < 0.05


def test_public_lists_tell_neither() -> None:
    sound = release(from_corpus=False)
    for attack in (frequency, membership):
        found = attack(sound, RNG(0), quietly)
        assert (found.state, found.tried) == ("held", 0)


def test_placeholders_are_no_draws() -> None:
    with pytest.raises(EvidenceError, match="no draw says anything"):
        membership(target([[f"Soy [{name}|[PER:surname]."] for name in ODD[:3]]), RNG(0), quietly)
