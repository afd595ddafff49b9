"""Differences between readers and what deciding them makes of the gold layer, worked by hand."""

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from learning.readings.adjudication import (
    Compared,
    Difference,
    Layer,
    Mark,
    compare,
    decide,
    edit,
    is_decided,
    is_finished,
    with_agreed,
)

ORG, NAME, PLACE = 1, 2, 3
# "Talleres Arrieta, en Durango": one says an organisation, one a surname; both the place.
LEFT = frozenset({Mark(0, 16, ORG), Mark(21, 28, PLACE)})
RIGHT = frozenset({Mark(9, 16, NAME), Mark(21, 28, PLACE)})
TWO = compare([LEFT, RIGHT])


def test_overlapping_marks_are_one_difference_and_equal_ones_none() -> None:
    assert TWO.agreed == {Mark(21, 28, PLACE)}
    (difference,) = TWO.differences
    assert (difference.start, difference.end) == (0, 16)
    assert difference.said == (frozenset({Mark(0, 16, ORG)}), frozenset({Mark(9, 16, NAME)}))


def test_marks_that_only_touch_are_two_differences() -> None:
    found = compare([frozenset({Mark(0, 4, ORG), Mark(4, 8, NAME)}), frozenset()])
    assert [(each.start, each.end) for each in found.differences] == [(0, 4), (4, 8)]


def test_one_long_mark_joins_two_short_ones() -> None:
    found = compare(
        [frozenset({Mark(0, 10, NAME), Mark(11, 15, NAME)}), frozenset({Mark(0, 15, NAME)})]
    )
    assert [(each.start, each.end) for each in found.differences] == [(0, 15)]


def test_of_three_readers_all_must_say_it() -> None:
    mark = Mark(0, 4, ORG)
    found = compare([frozenset({mark}), frozenset({mark}), frozenset()])
    assert found.agreed == frozenset()
    assert [len(said) for said in found.differences[0].said] == [1, 1, 0]


def test_taking_a_side_brings_what_all_agree_on() -> None:
    layer = decide(Layer(), TWO, TWO.differences[0], frozenset({Mark(0, 16, ORG)}))
    assert layer == Layer(LEFT, frozenset({Mark(9, 16, NAME)}))
    assert is_finished(layer, TWO)
    changed = decide(layer, TWO, TWO.differences[0], frozenset({Mark(9, 16, NAME)}))
    assert changed == Layer(RIGHT, frozenset({Mark(0, 16, ORG)}))


def test_neither_is_a_decision_too() -> None:
    layer = decide(Layer(), TWO, TWO.differences[0], frozenset())
    assert layer.accepted == {Mark(21, 28, PLACE)}
    assert is_decided(layer, TWO.differences[0])


def test_an_edit_decides_the_difference_that_it_touches_and_no_other() -> None:
    three = compare([LEFT | {Mark(40, 44, ORG)}, RIGHT])
    layer = edit(Layer(), three, 0, 8, ORG)
    assert layer.accepted == {Mark(0, 8, ORG), Mark(21, 28, PLACE)}
    assert [is_decided(layer, each) for each in three.differences] == [True, False]
    assert not is_finished(layer, three)
    both = edit(layer, three, 9, 16, NAME)  # the other half of it, which the right reader said
    assert both.accepted == {Mark(0, 8, ORG), Mark(9, 16, NAME), Mark(21, 28, PLACE)}
    assert Mark(9, 16, NAME) not in both.rejected


def test_an_edit_may_turn_down_what_all_agree_on() -> None:
    layer = edit(Layer(), TWO, 21, 28, None)
    assert layer == Layer(frozenset(), frozenset({Mark(21, 28, PLACE)}))
    assert with_agreed(layer, TWO) == layer
    assert not is_finished(layer, TWO)  # the difference beside it is open


def test_what_a_longer_edit_had_covered_comes_back() -> None:
    over = edit(Layer(), TWO, 0, 28, ORG)
    assert over.accepted == {Mark(0, 28, ORG)}
    back = decide(over, TWO, TWO.differences[0], frozenset({Mark(9, 16, NAME)}))
    assert back.accepted == RIGHT


def test_one_reader_whose_word_is_not_enough_is_one_difference() -> None:
    found = compare([LEFT], Mark(0, 29, ORG))
    (difference,) = found.differences
    assert (difference.start, difference.end, found.agreed) == (0, 29, frozenset())
    assert decide(Layer(), found, difference, LEFT) == Layer(LEFT)
    corrected = edit(Layer(), found, 0, 8, ORG)  # begins with what the reader said
    assert corrected == Layer(
        frozenset({Mark(0, 8, ORG), Mark(21, 28, PLACE)}), frozenset({Mark(0, 16, ORG)})
    )


def test_one_reader_who_found_nothing_can_be_confirmed() -> None:
    found = compare([frozenset()], Mark(0, 29, ORG))
    layer = decide(Layer(), found, found.differences[0], frozenset())
    assert layer == Layer(frozenset(), frozenset({Mark(0, 29, ORG)}))
    assert is_finished(layer, found)


def test_an_empty_layer_is_not_finished() -> None:
    assert not is_finished(Layer(), compare([LEFT, LEFT]))
    assert not is_finished(Layer(), compare([]))


def _reading(seed: int) -> frozenset[Mark]:
    """Marks that do not overlap, as the labelling page leaves them."""
    rng, place, marks = random.Random(seed), 0, set()
    while place < 18:
        end = place + rng.randint(1, 4)
        if rng.random() < 0.6:
            marks.add(Mark(place, end, rng.randint(1, 2)))
        place = end
    return frozenset(marks)


def _apart(marks: frozenset[Mark]) -> bool:
    row = sorted(marks)
    return all(one[1] <= other[0] for one, other in itertools.pairwise(row))


def _take(layer: Layer, compared: Compared, difference: Difference, said: int) -> Layer:
    chosen = difference.said[said] if said < len(difference.said) else frozenset[Mark]()
    return decide(layer, compared, difference, chosen)


@given(st.lists(st.integers(0, 99), min_size=2, max_size=4), st.data())
def test_whatever_is_done_gold_never_overlaps_and_all_decided_is_finished(
    seeds: list[int], data: st.DataObject
) -> None:
    compared = compare([_reading(seed) for seed in seeds])
    layer = Layer()
    for _ in range(data.draw(st.integers(0, 6))):
        start = data.draw(st.integers(0, 20))
        label = data.draw(st.sampled_from([None, 1, 2]))
        layer = edit(layer, compared, start, start + data.draw(st.integers(1, 8)), label)
        assert _apart(layer.accepted)
        assert not layer.accepted & layer.rejected
        if compared.differences:
            difference = data.draw(st.sampled_from(compared.differences))
            layer = _take(layer, compared, difference, data.draw(st.integers(0, len(seeds))))
            assert _apart(layer.accepted)
            assert is_decided(layer, difference)
    for _ in range(len(compared.differences) + 1):
        for difference in compared.differences:
            if not is_decided(layer, difference):
                layer = _take(layer, compared, difference, 0)
    layer = with_agreed(layer, compared)
    assert is_finished(layer, compared) or not layer.known
    assert _apart(layer.accepted)
