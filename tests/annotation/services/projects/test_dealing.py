"""Dialogues are dealt like cards: by shares, in their order, and not moved without need."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from annotation.services.projects.dealing import deal, deal_anew, deal_more, equal_shares

ANA, BEN, EVA = 1, 2, 3
SHARES = st.dictionaries(st.integers(1, 6), st.integers(1, 100)).filter(
    lambda shares: sum(shares.values()) <= 100
)


def test_neighbours_go_to_different_readers() -> None:
    dealt = deal(range(5), {ANA: 40, BEN: 60})
    assert list(dealt.values()) == [BEN, ANA, BEN, ANA, BEN]


def test_what_no_share_takes_stays_open() -> None:
    assert Counter(deal(range(10), {ANA: 50, BEN: 20}).values()) == {ANA: 5, BEN: 2, None: 3}
    assert set(deal(range(3), {}).values()) == {None}


@given(st.integers(0, 300), SHARES)
def test_each_has_her_share(number: int, shares: dict[int, int]) -> None:
    counts = Counter(deal(range(number), shares).values())
    for reader, share in shares.items():
        assert abs(counts[reader] - number * share / 100) <= len(shares)
    assert counts.total() == number


@given(st.integers(1, 200), SHARES)
def test_dealt_again_by_the_same_shares_nothing_that_fits_moves(
    number: int, shares: dict[int, int]
) -> None:
    first = deal_anew(range(number), shares, {})
    held = {dialogue: who for dialogue, who in first.items() if who is not None}
    second = deal_anew(range(number), shares, held)
    moved = [each for each in held if second[each] != held[each]]
    assert len(moved) <= len(shares)
    if len(shares) == 1 or set(shares.values()) == {50}:
        assert moved == []


def test_who_has_more_than_her_share_keeps_what_she_began() -> None:
    """Of four dialogues Ana had all; of two now she keeps the first named."""
    held = {3: ANA, 0: ANA, 1: ANA, 2: ANA}
    assert deal_anew(range(4), {ANA: 50, BEN: 50}, held) == {3: ANA, 0: ANA, 1: BEN, 2: BEN}


def test_later_ones_go_to_who_is_behind() -> None:
    """One import of one dialogue after the other must not always go to the largest share."""
    has: Counter[int] = Counter()
    for pk in range(100):
        (who,) = deal_more([pk], {ANA: 60, BEN: 40}, has).values()
        assert who is not None
        has[who] += 1
    assert has == {ANA: 60, BEN: 40}
    assert deal_more([1], {ANA: 60, BEN: 40}, {ANA: 9, BEN: 1}) == {1: BEN}


def test_a_hundred_is_divided() -> None:
    assert equal_shares([ANA, BEN, EVA]) == {ANA: 34, BEN: 33, EVA: 33}
    assert equal_shares([]) == {}
