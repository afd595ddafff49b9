"""The committee: its bags, its votes by hand, and members that do not know the same labels."""

import numpy as np
import pytest
from modAL.models import Committee

from learning.choice.queries import QUERIES
from learning.choice.uncertainty import Votes, divergence, vote_entropy
from learning.crf.pool import memory_pool
from learning.errors import OneClassOnly
from learning.rounds import loop
from learning.rounds.committee import MEMBERS, count_votes, draw_bag, train_committee, votes_of
from learning.types import Utterance


def taught(corpus: list[Utterance], rows: list[int]) -> tuple[object, object]:
    labels = [loop.Labelled(corpus[row].spans) for row in rows]
    return loop.rows(rows), loop.objects(labels)


def test_votes_by_hand() -> None:
    # Token 1: two members say tag 0, two say tag 1; token 2: all say tag 0.
    values = np.array([[[0.9, 0.1], [0.8, 0.2], [0.3, 0.7], [0.1, 0.9]], [[1.0, 0.0]] * 4])
    assert vote_entropy(values) == pytest.approx([np.log(2), 0], abs=1e-6)
    # Mean .525/.475; by definition the mean of p log p/q over members.
    mean = np.array([0.525, 0.475])
    by_hand = np.mean([sum(p * np.log(p / q) for p, q in zip(m, mean)) for m in values[0]])  # noqa: B905
    assert divergence(values) == pytest.approx([by_hand, 0], abs=1e-6)


def test_totals_add_the_tokens_up() -> None:
    unlike, far = np.array([[0.5, 0.25, 1], [0.1, 0, 0.2]], np.float32)
    votes = Votes(np.array([0, 2, 2, 3]), unlike, far)
    assert votes.entropy_total().tolist() == [0.75, 0, 1]
    assert votes.divergence_total() == pytest.approx([0.1, 0, 0.2])


def test_a_bag_holds_something_to_learn() -> None:
    rng = np.random.default_rng(0)
    useful = np.zeros(30, bool)
    useful[7] = True
    for _ in range(50):
        bag = draw_bag(useful, rng)
        assert len(bag) == 30
        assert 7 in bag
    assert draw_bag(np.zeros(3, bool), rng).tolist() == [0, 1, 2]


def test_members_differ_and_the_same_chance_repeats(corpus: list[Utterance]) -> None:
    pool = memory_pool(corpus)
    X, y = taught(corpus, list(range(30)))  # noqa: N806
    unread = np.arange(40, len(corpus))
    first, again = (
        count_votes(train_committee(pool, X, y, np.random.default_rng(3)), pool, unread)  # type: ignore[arg-type]
        for _ in range(2)
    )
    assert np.array_equal(first.divergence, again.divergence)
    assert first.divergence_total()[40:].max() > 0
    assert first.divergence_total()[:40].max() == 0  # nobody was asked about these


def test_members_may_know_different_labels(corpus: list[Utterance]) -> None:
    pool = memory_pool(corpus)
    # One item of one label in thirty turns: most bags of four will not all hold the same labels.
    plain = [row for row, each in enumerate(corpus) if not each.spans][:28]
    named = [r for r, u in enumerate(corpus) if u.spans and u.spans[0].label == "NAME"][:1]
    placed = [r for r, u in enumerate(corpus) if {s.label for s in u.spans} == {"PLACE"}][:1]
    X, y = taught(corpus, plain + named + placed)  # noqa: N806
    committee = train_committee(pool, X, y, np.random.default_rng(1))  # type: ignore[arg-type]
    assert isinstance(committee, Committee)
    assert len(committee) == MEMBERS
    assert len({tuple(member.estimator.classes_) for member in committee}) > 1
    votes = count_votes(committee, pool, np.arange(len(corpus)))
    assert np.isfinite(votes.divergence).all()
    assert votes.entropy.max() > 0


def test_nothing_to_learn_from(corpus: list[Utterance]) -> None:
    X, y = loop.rows([0, 1]), loop.objects([loop.Labelled(())] * 2)  # noqa: N806
    with pytest.raises(OneClassOnly):
        train_committee(memory_pool(corpus), X, y, np.random.default_rng(0))


def test_a_learner_lends_what_it_was_taught(corpus: list[Utterance]) -> None:
    pool = memory_pool(corpus)
    estimator = loop.PoolEstimator(pool, "binary")
    start = list(range(22))
    learner = loop.start_learner(
        estimator, start, [corpus[row].spans for row in start], QUERIES["committee"].function
    )
    votes = votes_of(learner, np.arange(22, 60), np.random.default_rng(0))
    assert votes.entropy_total().shape == (len(corpus),)
    # Sensitive or not: at most log 2 a token.
    assert votes.entropy.max() <= np.log(2) + 1e-6
