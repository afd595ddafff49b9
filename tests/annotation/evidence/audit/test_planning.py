"""How many items a second reader must meet when their number is fixed beforehand."""

import pytest

from annotation.evidence.audit.planning import items_needed
from annotation.evidence.errors import EvidenceError


@pytest.mark.parametrize(("missed", "items"), [(0, 299), (1, 473), (2, 628), (5, 1049)])
def test_the_published_figures_of_99_at_95(missed: int, items: int) -> None:
    assert items_needed(0.99, 0.95, missed) == items


def test_by_hand() -> None:
    """Without a miss: .9^n <= .1 from n = 22 on (.9^21 = .1094, .9^22 = .0985). With one of two
    allowed by half: P(X <= 1 | n, .5) = (n + 1) / 2^n <= .2 from n = 5 on (6/32; 5/16 before)."""
    assert items_needed(0.9, 0.9) == 22
    assert items_needed(0.5, 0.8, 1) == 5


@pytest.mark.parametrize(
    ("recall", "confidence", "says"),
    [
        (0, 0.95, "The recall is 0; expected a number between 0 and 1."),
        (1, 0.95, "The recall is 1; expected a number between 0 and 1."),
        (0.99, 1.5, "The confidence is 1.5; expected a number between 0 and 1."),
        (float("nan"), 0.95, "The recall is nan; expected a number between 0 and 1."),
    ],
)
def test_numbers_that_are_no_goal(recall: float, confidence: float, says: str) -> None:
    with pytest.raises(EvidenceError) as error:
        items_needed(recall, confidence)
    assert str(error.value) == says


def test_what_nobody_can_read_and_misses_below_none() -> None:
    with pytest.raises(EvidenceError, match="needs over 10,000,000 items"):
        items_needed(0.999999999, 0.95)
    with pytest.raises(EvidenceError, match="-1 missed"):
        items_needed(0.99, 0.95, -1)
