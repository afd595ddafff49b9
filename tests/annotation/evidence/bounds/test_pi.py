"""Distributions that somebody names: both ways to write one, and what is none."""

import pytest

from annotation.evidence.bounds.pi import parse_pi, uniform_of
from annotation.evidence.errors import EvidenceError


def test_read() -> None:
    assert uniform_of("uniform:4") == [0.25] * 4
    assert parse_pi("[0.5, 0.5]", "pi.json") == [0.5, 0.5]
    assert parse_pi("Ana\t0.75\n\nEva\t0.25\n", "pi.tsv") == [0.75, 0.25]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "pi: no probability; expected one or more that sum to 1"),
        ("[]", "pi: no probability; expected one or more that sum to 1"),
        ("0.5\n0.4\n", "pi: the probabilities sum to 0.9; expected 1"),
        ("1.5\n-0.5\n", "pi: a negative or endless probability; expected 0 to 1"),
        ("nan\n", "pi: a negative or endless probability; expected 0 to 1"),
        ("0.5\nAna\n", "pi:2: no number; expected a probability"),
        ("[0.5, ", "pi: no list of numbers; expected [0.5, 0.3, ...]"),
        ('[0.5, "x"]', "pi: no list of numbers; expected [0.5, 0.3, ...]"),
        ("[[1]]", "pi: no list of numbers; expected [0.5, 0.3, ...]"),
    ],
)
def test_bad(text: str, sentence: str) -> None:
    with pytest.raises(EvidenceError) as error:
        parse_pi(text, "pi")
    assert str(error.value) == sentence
    assert "Ana" not in str(error.value)


@pytest.mark.parametrize("named", ["uniform:0", "uniform:", "uniform:-3", "uniform:2.5"])
def test_bad_uniform(named: str) -> None:
    with pytest.raises(EvidenceError, match="expected uniform:N"):
        uniform_of(named)
