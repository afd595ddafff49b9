"""What became of proposals, by hand."""

import pytest

from learning.readings.acceptance import Hits, Offer, count_hits, match_people
from learning.types import Span

OFFER = Offer(
    proposals=(Span(0, 3, "N"), Span(4, 9, "N"), Span(10, 12, "P"), Span(13, 15, "P")),
    own=(Span(0, 3, "N"), Span(4, 7, "N"), Span(20, 25, "P")),
    accepted=frozenset({0}),
    rejected=frozenset({1, 2}),
)


def test_each_proposal_is_counted_once() -> None:
    hits = count_hits([OFFER])
    assert hits == Hits(readings=1, accepted=1, corrected=1, rejected=1, undecided=1, missed=1)
    assert hits.proposed == 4
    assert hits.precision == pytest.approx(1 / 3)
    assert hits.recall == pytest.approx(1 / 3)


def test_agreement_with_people_ignores_decisions() -> None:
    # 1 of 4 proposed and of 3 said is the same.
    assert match_people([OFFER])["micro"]["f1"] == pytest.approx(2 / 7)


def test_nothing_offered() -> None:
    assert count_hits([]) == Hits()
    assert Hits().precision == Hits().recall == 0.0
