"""What people read before a round begins, in which order, and what that costs them."""

from dataclasses import replace

import pytest

from learning.rounds.batches import AUDIT, is_time
from learning.rounds.run import Selection
from learning.simulation.readers import Readers
from learning.simulation.samples import Plan, Sample, draw_sample
from learning.types import Utterance

PLAN = Plan(batch=4, classes=False)


@pytest.fixture(scope="module")
def sample(corpus: list[Utterance]) -> Sample:
    return draw_sample(corpus[:40], PLAN, 0)


def batch(*indices: int, audit: tuple[int, ...] = ()) -> Selection:
    reasons = tuple(AUDIT if index in audit else "target" for index in indices)
    return Selection(indices, (0.0,) * len(indices), reasons)


@pytest.mark.parametrize(
    ("left", "total", "size", "now"),
    [(3, 4, 4, False), (2, 4, 4, True), (10, 30, 20, True), (11, 30, 20, False), (5, 5, 20, False)],
)
def test_when_the_next_round_begins(left: int, total: int, size: int, now: bool) -> None:
    assert is_time(left, total, size) is now


def test_half_is_read_and_the_rest_comes_along(sample: Sample) -> None:
    readers = Readers(sample, PLAN)
    readers.ask(batch(9, 1, 30, 20))
    readers.read()
    assert list(readers.labelled) == [1, 9]
    readers.ask(batch(5, 12, 25, 3))
    readers.read()  # on from 9 through the corpus: two of the old and two of the new
    assert list(readers.labelled) == [1, 9, 12, 20, 25, 30]
    readers.ask(None)  # nothing is left to choose: what waits is read
    readers.read()
    assert list(readers.labelled)[6:] == [3, 5]


def test_turns_drawn_by_chance_come_last_in_the_first_batch(sample: Sample) -> None:
    readers = Readers(sample, replace(PLAN, lag=False))
    readers.ask(batch(7, 8, 2, 1, audit=(1, 2)))
    readers.read()
    assert list(readers.labelled) == [7, 8, 1, 2]
    assert not readers.outcomes  # no model was tried on them


def test_edits_are_of_what_people_saw(sample: Sample) -> None:
    gold = sample.gold
    some = [index for index, spans in enumerate(gold) if spans][:3]
    readers = Readers(sample, replace(PLAN, lag=False))
    proposals = {index: gold[index] for index in some}
    readers.ask(batch(*some, audit=(some[2],)), proposals, {some[2]: 0.5})
    readers.read()
    # Right proposals cost nothing; on a turn drawn by chance none is shown.
    assert readers.edits == len(gold[some[2]])
    (outcome,) = readers.outcomes
    assert (outcome.missed, outcome.expected) == (0, 0.5)


def test_a_share_of_each_batch_is_drawn_by_chance(sample: Sample) -> None:
    readers = Readers(sample, replace(PLAN, audit_percent=50))
    readers.ask(batch(1, 2))
    mixed = readers.mixed(batch(3, 4, 5, 6))
    assert mixed is not None
    assert mixed.reasons == ("target", "target", AUDIT, AUDIT)
    assert not {1, 2} & set(mixed.indices)
