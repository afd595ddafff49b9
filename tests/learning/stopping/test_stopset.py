"""The stop set stays the same, and what a model says there is counted right."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from learning.crf.pool import memory_pool
from learning.crf.tagger import CrfTagger, LabelledRows
from learning.stopping.stopset import (
    Kept,
    confidence,
    draw_stop_set,
    estimated_f1,
    expected_misses,
    look_at,
    read_looks,
    save_looks,
)
from learning.tokens import spans_to_tags, tokenise
from learning.types import Utterance
from tests.learning.stopping.looks import look


@given(st.sets(st.integers(1, 10**9), min_size=5, max_size=60), st.integers(1, 40))
def test_a_turn_keeps_its_rank(found: set[int], size: int) -> None:
    keys = sorted(found)
    drawn = {keys[place] for place in draw_stop_set(keys, size)}
    assert len(drawn) == min(size, len(keys))
    # In another order, and with a key that is gone, the others stay.
    shuffled = keys[::-1]
    assert {shuffled[place] for place in draw_stop_set(shuffled, size)} == drawn
    gone = keys[0]
    assert drawn - {gone} <= {keys[1:][place] for place in draw_stop_set(keys[1:], size)}


def test_near_keys_are_drawn_evenly() -> None:
    places = draw_stop_set(range(1, 10_001), 1_000)
    counts, _ = np.histogram(places, bins=10, range=(0, 10_000))
    assert counts.min() > 65 and counts.max() < 135  # 100 expected, deviation about 9


def test_expected_misses_count_the_rises() -> None:
    seen = look(
        [[0, 0, 0, 0], [0, 1, 0], []],
        [[0.9, 0.4, 0.6, 0.8], [0.9, 0.1, 0.7], []],
    )
    # First turn: chances .1 .6 .4 .2 rise by .1 and .5. Second: .1, then after the item .3 anew.
    assert expected_misses(seen) == pytest.approx([0.6, 0.4, 0.0])


def test_a_bump_does_not_run_over_into_the_next_turn() -> None:
    assert expected_misses(look([[0], [0]], [[0.5], [0.5]])) == pytest.approx([0.5, 0.5])


def test_estimated_f1() -> None:
    # Found with .9 and .6: right 1.5 of 2; not found .2: 2 x 1.5 / (1.5 + 2 + .2) = .8108.
    assert estimated_f1(look([[1, 1, 0]], [[0.1, 0.4, 0.8]])) == pytest.approx(3 / 3.7)
    assert estimated_f1(look([[0, 0]])) is None


def test_confidence_leaves_empty_turns_out() -> None:
    assert confidence(look([[0, 1], []], unsure=0.25)) == pytest.approx([0.75])


def test_read_turns_leave_the_look() -> None:
    seen = look([[0, 1], [1], [0, 0, 1]], keys=[7, 8, 9]).without({8})
    assert seen.keys.tolist() == [7, 9]
    assert seen.codes.tolist() == [0, 1, 0, 0, 1]
    assert seen.starts.tolist() == [0, 2, 5]


def test_a_look_is_what_the_tagger_says(corpus: list[Utterance]) -> None:
    some = [*corpus[:20], Utterance("")]
    keys = list(range(100, 100 + len(some)))
    pool = memory_pool(some)
    tagger = CrfTagger().fit_rows(
        LabelledRows(
            pool.encoding(), range(20), pool.texts(range(20)), [each.spans for each in some[:20]]
        )
    )
    seen = look_at(pool, tagger, np.asarray([20, 3, 5, 11]), keys)
    assert seen.keys.tolist() == [120, 103, 105, 111]
    assert seen.lengths.tolist() == [0, *(len(tokenise(some[i].text)) for i in (3, 5, 11))]
    out = tagger.tags.index("O")
    for place, row in enumerate((3, 5, 11), start=1):
        own = slice(seen.starts[place], seen.starts[place + 1])
        found = tagger.predict([some[row]])[0]
        tags = spans_to_tags(tokenise(some[row].text), found)
        assert [seen.labels[code] for code in seen.codes[own]] == [tag[2:] for tag in tags]
        marginal = tagger.marginals([some[row]])[0]
        assert seen.outside[own] == pytest.approx(marginal[:, out], abs=1e-5)
    assert seen.unsure.min() >= 0 and seen.unsure.max() <= 1.0001


def test_looks_survive_the_disk(tmp_path: Path) -> None:
    seen = look([[0, 1], [2]], keys=[3, 9], labels=("", "NAME", "lugar"))
    save_looks(tmp_path / "stop.npz", [Kept(20, seen), Kept(44, look([[1]], keys=[4]))])
    first, second = read_looks(tmp_path / "stop.npz")
    assert (first.learnt, second.learnt) == (20, 44)
    again = first.look
    assert again.labels == seen.labels and again.keys.tolist() == [3, 9]
    assert again.codes.tolist() == [0, 1, 2] and again.starts.tolist() == [0, 2, 3]
    assert second.look.keys.tolist() == [4]


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "noise", "array", "older"])
def test_damaged_looks_are_none(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "stop.npz"
    if damage != "missing":
        save_looks(path, [Kept(20, look([[0, 1] * 50]))])
        data = path.read_bytes()
        cut = {"empty": b"", "cut": data[: len(data) // 2], "noise": b"PK" + bytes(90)}
        path.write_bytes(cut.get(damage, data))
    if damage == "array":
        with path.open("wb") as file:
            np.save(file, np.zeros(3))
    if damage == "older":  # one look, and not how many turns its model had learnt from
        with path.open("wb") as file:
            np.savez(file, keys=np.zeros(1), lengths=np.ones(1), codes=np.zeros(1), labels=[""])
    assert read_looks(path) == []
