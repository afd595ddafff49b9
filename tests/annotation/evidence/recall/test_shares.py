"""Intervals of shares, and of what is left in a file: by hand, and by simulation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.evidence.recall.file import Leaving, left_in_file
from annotation.evidence.recall.shares import outwards, share_found, share_of
from annotation.evidence.recall.survivors import expect_left, interval


def test_where_no_dialogue_repeats_the_interval_is_exact() -> None:
    share = share_of(np.array([[1, 0]] * 97 + [[1, 1]] * 3))
    # Clopper-Pearson, 3 of 100 missed: .00623 to .08518
    assert (share.value, share.low, share.high, share.n) == (0.97, 0.9148, 0.9938, 100)


def test_a_dialogue_is_drawn_whole() -> None:
    """Misses that come together say less than as many that come alone."""
    alone = share_of(np.array([[2, 1]] * 20 + [[2, 0]] * 80))
    together = share_of(np.array([[2, 2]] * 10 + [[2, 0]] * 90))
    assert alone.value == together.value == 0.9
    assert together.low < alone.low


def test_without_a_miss_it_is_not_certain() -> None:
    share = share_of(np.array([[4, 0]] * 25))
    assert share.value == 1.0 == share.high
    # 100 items in fours are worth 100 / 2.5 = 40: the exact limit of 0 of 40 is .08810
    assert share.low == 0.9119


def test_nothing_is_known_of_nothing() -> None:
    assert share_of(np.zeros((3, 2), int)).to_json() == {"value": 0, "low": 0, "high": 1, "n": 0}


def test_ends_are_rounded_outwards() -> None:
    share = outwards(0.5, 0.123456, 0.654321, 9)
    assert (share.low, share.high) == (0.1234, 0.6544)
    assert outwards(0.5, 0.25, 0.75, 9).low == 0.25


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(0, 5)), min_size=1, max_size=30))
def test_the_share_lies_in_its_interval(rows: list[tuple[int, int]]) -> None:
    share = share_of(np.array([[items, min(items, missed)] for items, missed in rows]))
    assert 0 <= share.low <= share.value <= share.high <= 1


def test_two_rates_carry_over_to_the_file() -> None:
    # 10 dialogues: 1 miss beside 20 items found, 1 in 50 turns without a find.
    checked = np.array([[1, 2, 0, 5]] * 1 + [[0, 2, 1, 5]] * 1 + [[0, 2, 0, 5]] * 8)
    left = expect_left(checked, np.array([[40, 100]]))
    assert left.items == pytest.approx(40 / 20 + 100 / 50)
    assert expect_left(checked, np.zeros((2, 2), int)).items == 0


def test_dialogues_with_one_or_more_are_fewer_than_items() -> None:
    """Four misses in each of two of ten: so in ten of fifty."""
    checked = np.array([[4, 8, 0, 0]] * 2 + [[0, 10, 0, 0]] * 8)
    left = expect_left(checked, np.array([[10, 0]] * 50))
    assert left.items == pytest.approx(50 * 10 * 8 / 96)
    assert left.dialogues == pytest.approx(10, abs=0.6)


def test_rows_of_a_file_by_who_read() -> None:
    checked = np.array([[1, 9, 0, 0]] * 20 + [[0, 10, 0, 0]] * 20)
    file = [
        Leaving(1, model=(10, 0), one=(5, 0)),
        Leaving(2, one=(10, 0)),
        Leaving(3, two=(10, 0)),
    ]
    told = left_in_file(file, checked, None)
    by = {row["who"]: row for row in told["rows"]}
    assert [by[who]["dialogues"] for who in ("model", "one", "two")] == [1, 1, 1]
    assert by["model"]["unknown"] == ["one"] and by["one"]["left"] is None
    assert told["all"]["unknown"] == ["one", "two"]
    assert by["model"]["left"][0] == 0.5  # 10 x 20 / 380
    told = left_in_file(file, checked, checked)
    by = {row["who"]: row for row in told["rows"]}
    # Two who overlook independently: 10 x (20 / 380) x (20 / 400), and at most what one leaves.
    assert by["two"]["left"][0] == 0.0 and by["two"]["left"][2] >= 1
    counts = told["hundred"]
    assert sum(counts.values()) == 100


def test_of_100_items_nothing_is_said_to_be_replaced_that_may_stay() -> None:
    checked = np.array([[1, 9, 0, 0]] * 20 + [[0, 10, 0, 0]] * 20)
    told = left_in_file([Leaving(n, model=(10, 0)) for n in range(100)], checked, None)
    expected, _low, high = told["all"]["left"]
    counts = told["hundred"]
    assert counts["replaced"] == int(100 * 1000 / (1000 + high))
    assert counts["left"] == round(100 * expected / (1000 + expected))
    half = left_in_file([Leaving(1, model=(10, 0))], checked, None, q=0.5)["hundred"]
    assert half["replaced"] <= 50  # what q leaves on purpose is not replaced


RELEASES = 100


def test_stated_intervals_hold_the_truth_and_survivors_are_near() -> None:
    """100 releases of a world with a known rate: 300 dialogues are checked, 300 leave, items of one
    dialogue are alike (design effect about 1.6). At nominal 95 % at least 93 hold; the tolerance of
    25 % is for the mean, for one file's own chance alone is wider than that in some.
    """
    rng = np.random.default_rng(7)
    share = rng.beta(0.036 * 19, 0.964 * 19, 100_000)
    items = 1 + rng.poisson(11, len(share))
    missed = rng.binomial(items, share)
    truth = 1 - missed.sum() / items.sum()
    holds = {"share": 0, "items": 0, "dialogues": 0}
    near = 0
    for _release in range(RELEASES):
        kept, sent = (rng.choice(len(items), 300) for _side in range(2))
        stated = share_of(np.column_stack([items[kept], missed[kept]]))
        holds["share"] += stated.low <= truth <= stated.high
        zero = np.zeros(300, int)
        checked = np.column_stack([missed[kept], items[kept] - missed[kept], zero, zero])
        file = np.column_stack([items[sent] - missed[sent], zero])
        told = interval([expect_left(checked, file)])
        so = {"items": missed[sent].sum(), "dialogues": (missed[sent] > 0).sum()}
        for name, value in so.items():
            holds[name] += told[name][1] <= value <= told[name][2]
        near += abs(told["items"][0] - so["items"]) <= 0.25 * so["items"]
    assert min(holds.values()) >= 93, holds
    assert near >= 80


@pytest.mark.parametrize(
    ("missed", "alike", "items", "dialogues"),
    [
        (0.35, 0.1, 1.3, 30),  # a label of which little was met
        (0.05, 0.3, 3, 100),  # one that is mostly found, and missed together
        (0.14, 0.3, 12, 15),  # many items of few dialogues
        (0.50, 0.1, 3, 100),
        (0.09, 0.1, 1.5, 80),  # persons: one or two of a role in a dialogue
    ],
)
def test_intervals_of_labels_and_persons_hold_the_truth(
    missed: float, alike: float, items: float, dialogues: int
) -> None:
    """100 draws of worlds as labels and persons have them: few items in few dialogues, whose chance
    to be missed is alike (`alike`: correlation of two items of one dialogue)."""
    rng = np.random.default_rng(11)
    more = 1 / alike - 1
    holds = 0
    for _release in range(RELEASES):
        share = rng.beta(missed * more, (1 - missed) * more, dialogues)
        held = 1 + rng.poisson(items - 1, dialogues)
        stated = share_of(np.column_stack([held, rng.binomial(held, share)]))
        holds += stated.low <= 1 - missed <= stated.high
    assert holds >= 93


def test_intervals_of_readers_hold_the_truth() -> None:
    """100 second readings: 400 turns of 150 dialogues, a third drawn less often than their share,
    each read by two who overlook alike; what they miss is in the turns that weigh most."""
    rng = np.random.default_rng(13)
    weight, missed = np.array([0.8, 1.25]), np.array([0.02, 0.10])
    turns = np.array([2 / 3, 1 / 3])  # of the drawing
    truth = 1 - (turns * weight) @ missed / (turns @ weight)
    holds = 0
    for _release in range(RELEASES):
        stratum = rng.choice(2, 400, p=turns)
        dialogue = rng.integers(150, size=400)
        chance = rng.beta(9 * missed[stratum], 9 * (1 - missed[stratum]))
        stated = share_found(
            (int(at), bool(rng.random() < lost), float(weight[kind]))
            for at, lost, kind in zip(dialogue, chance, stratum, strict=True)
            for _reader in range(2)
        )
        holds += stated.low <= truth <= stated.high
    assert holds >= 93
