"""Confusion, weak labels, hard turns, intervals and comparison, on counts worked out by hand."""

import numpy as np
import pytest

from learning.metrics import counts as details
from learning.metrics.counts import ANY, NAMED, Counts

# Three turns. NAME: right 1, predicted 2, gold 2. PLACE: right 1, predicted 2, gold 2.
GOLD = [["B-NAME", "I-NAME", "O"], ["O", "B-PLACE"], ["B-PLACE", "O", "O"]]
FOUND = [["B-NAME", "O", "O"], ["O", "B-PLACE"], ["B-NAME", "B-PLACE", "O"]]


def test_confusion_counts_tokens_of_labels_whatever_opens_them() -> None:
    assert details.confusion(GOLD, FOUND) == {
        "NAME": {"NAME": 1, "O": 1},
        "PLACE": {"PLACE": 1, "NAME": 1},
        "O": {"O": 3, "PLACE": 1},
    }
    assert details.confusion([], []) == {}


def test_counts_are_those_of_each_turn() -> None:
    counts = details.count_turns(GOLD, FOUND, [7, 3, 5])
    assert counts.turns.tolist() == [7, 3, 5]
    # any label: right, predicted, gold; a name taken for a place is still called personal
    assert counts.of(ANY).tolist() == [[1, 1, 2], [1, 1, 1], [1, 2, 1]]
    assert counts.of("NAME").tolist() == [[1, 1, 2], [0, 0, 0], [0, 1, 0]]
    assert counts.of("PLACE").tolist() == [[0, 0, 0], [1, 1, 1], [0, 1, 1]]
    assert counts.of("NONE").tolist() == [[0, 0, 0]] * 3


def test_weakest_labels_come_first_and_those_without_gold_are_left_out() -> None:
    rows = {
        "a": {"f1": 0.5, "support": 10},
        "b": {"f1": 0.25, "support": 3},
        "c": {"f1": 0.0, "support": 0},
        "d": {"f1": 0.5, "support": 20},
    }
    assert [row["label"] for row in details.weakest(rows)] == ["b", "d", "a"]
    assert details.weakest(rows)[0] == {"label": "b", "f1": 0.25, "n": 3}


def test_hardest_turns_are_named_once_and_only_where_there_is_doubt() -> None:
    unsure = np.array([0.1, 0.9, 0.9, 0.0, 0.5, 0.8])
    keys = np.array([1, 2, 2, 3, 4, 5])  # the second and the third say the same
    rows = np.array([0, 1, 2, 3, 4])
    assert details.hardest(unsure, rows, keys) == [1, 4, 0]
    assert details.hardest(unsure, rows, keys, most=2) == [1, 4]


def test_most_mistaken_turns() -> None:
    # wrong tokens: 1 + 2 - 2 = 1, none, 2 + 1 - 2 = 1
    assert details.most_mistaken(details.count_turns(GOLD, FOUND, [7, 3, 5])) == [7, 5]
    assert details.most_mistaken(Counts(np.array([1]), {})) == []


def test_the_interval_is_that_of_drawing_turns_anew() -> None:
    rng = np.random.default_rng(3)
    rows = np.array([[n, right, 3, 3] for n, right in enumerate(rng.integers(0, 4, 200))])
    counts = Counts(np.arange(500), {ANY: rows})  # 300 turns hold nothing
    low, high = details.f1_interval(counts)
    full = counts.of(ANY)
    values = []
    for _ in range(2000):
        drawn = full[rng.integers(0, 500, 500)].sum(axis=0)
        values.append(2 * drawn[0] / (drawn[1] + drawn[2]))
    assert (low, high) == pytest.approx(tuple(np.percentile(values, (2.5, 97.5))), abs=0.006)
    assert details.f1_interval(counts) == (low, high)  # the same in every run


def test_found_and_rightly_named_wants_the_label_too() -> None:
    """Three tokens of gold, all found, one of them under another label: F1 1 and 2/3."""
    gold = [["B-a", "I-a", "B-b"]] * 4
    told = [["B-a", "I-a", "B-a"]] * 4
    counts = details.count_turns(gold, told)
    assert counts.of(ANY).sum(axis=0).tolist() == [12, 12, 12]
    assert counts.of(NAMED).sum(axis=0).tolist() == [8, 12, 12]
    low, high = details.f1_interval(counts, NAMED)
    assert low < 2 / 3 < high
    row = details.compare(counts, counts)[NAMED]
    assert (row.first, row.second) == pytest.approx((2 / 3, 2 / 3))


def test_an_interval_without_spread_is_wilsons() -> None:
    perfect = Counts(np.arange(10), {ANY: np.array([[n, 2, 2, 2] for n in range(10)])})
    low, high = details.f1_interval(perfect)
    assert (low, high) == pytest.approx((0.722, 1.0), abs=0.001)  # 10 of 10 [Wilson27]
    nothing = Counts(np.arange(10), {ANY: np.array([[n, 0, 0, 2] for n in range(10)])})
    assert details.f1_interval(nothing) == pytest.approx((0.0, 0.278), abs=0.001)
    assert details.f1_interval(Counts(np.arange(3), {})) == (0.0, 1.0)
    assert details.f1_interval(Counts(np.array([], np.int64), {})) == (0.0, 1.0)


def _model(right: int, turns: range) -> Counts:
    """Each turn has three tokens of gold and three predicted, `right` of them the same."""
    rows = np.array([[n, right, 3, 3] for n in range(len(turns))])
    return Counts(np.array(turns), {ANY: rows, "NAME": rows})


def test_two_models_are_compared_on_the_turns_of_both() -> None:
    found = details.compare(_model(1, range(0, 60)), _model(2, range(40, 100)))
    assert list(found) == [ANY, NAMED, "NAME"]
    assert found[NAMED] == found[ANY]  # there is only one label to be mistaken
    row = found[ANY]
    # 20 common turns: F1 1/3 and 2/3, in every draw
    assert (row.first, row.second) == pytest.approx((1 / 3, 2 / 3))
    assert (row.low, row.high) == pytest.approx((1 / 3, 1 / 3))
    assert (row.support, row.is_clear) == (60, True)
    assert details.compare(_model(1, range(5)), _model(1, range(5, 9))) == {}


def test_the_same_model_does_not_differ_from_itself() -> None:
    counts = details.count_turns(GOLD, FOUND)
    assert all(
        (row.difference, row.low, row.high, row.is_clear) == (0, 0, 0, False)
        for row in details.compare(counts, counts).values()
    )


def test_counts_survive_a_json_column() -> None:
    counts = details.count_turns(GOLD, FOUND, [700, 3, 5_000_000])
    back = details.unpack(details.pack(counts))
    assert back.turns.tolist() == [700, 3, 5_000_000]
    assert {name: rows.tolist() for name, rows in back.table.items()} == {
        name: rows.tolist() for name, rows in counts.table.items()
    }
    for bad in ("", "x", "AAAA", "eJwrBAAAcQBx"):
        with pytest.raises(ValueError, match="no packed table"):
            details.unpack(bad)
