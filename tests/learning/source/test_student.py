"""A source that is no CRF of ours: its answers teach a prior, and the labels judge it."""

from pathlib import Path

import numpy as np
import pytest

from learning.crf.pool import Pool, memory_pool, open_pool
from learning.crf.tagger import CrfTagger
from learning.errors import SourceMalformed
from learning.metrics.measurement import measure
from learning.rounds.estimator import Labelled, PoolEstimator, objects, rows
from learning.source.rules import RulesSource
from learning.source.several import Several
from learning.source.student import FEWEST, priors_of
from learning.source.transfer import SourceVerdict, apply_source, judge_source
from learning.told import Source
from learning.types import Span
from tests.learning.conftest import calls
from tests.learning.source.tellers import Teller, strangers

RNG = np.random.default_rng(0)
GOOD = Teller()
LIARS = {
    "noise": Teller(lambda flags: RNG.random(len(flags)).astype(np.float32)),
    "never": Teller(lambda flags: np.zeros(len(flags), np.float32)),
    "always": Teller(lambda flags: np.ones(len(flags), np.float32)),
    "half": Teller(lambda flags: np.full(len(flags), 0.5, np.float32)),
    "inverted": Teller(lambda flags: np.where(flags, 0.1, 0.9).astype(np.float32)),
    "blind": Teller(reads=lambda flags: np.zeros(len(flags), np.bool_)),
}


@pytest.fixture(scope="module")
def pool() -> Pool:
    return memory_pool(strangers(400, seed=3))


def labels(pool: Pool, count: int) -> dict[int, tuple[Span, ...]]:
    return {index: pool.utterances[index].spans for index in range(count)}


def f1(pool: Pool, source: Source | None, count: int) -> float:
    """Of a tagger of so many labels that has of the source what they allow."""
    labelled = labels(pool, count)
    apply_source(pool, source, labelled)
    chosen = [Labelled(spans) for spans in labelled.values()]
    tagger: CrfTagger = PoolEstimator(pool).fit(rows(list(labelled)), objects(chosen)).tagger_
    test = strangers(200, seed=77)
    gold = [each.spans for each in test]
    apply_source(pool, None, {})
    texts = [each.text for each in test]
    return float(measure(texts, gold, tagger.predict(test), "test").metrics["f1"])


def test_what_a_good_source_told_teaches_a_prior_that_helps(pool: Pool) -> None:
    verdict = judge_source(pool, GOOD, labels(pool, 24))
    assert verdict.uses_prior and not verdict.uses_features and verdict.agreement == 1.0
    assert f1(pool, GOOD, 24) > f1(pool, None, 24) + 0.02


@pytest.mark.parametrize("count", [24, 60])
@pytest.mark.parametrize("kind", LIARS)
def test_a_source_that_lies_costs_nothing(kind: str, count: int, pool: Pool) -> None:
    assert f1(pool, LIARS[kind], count) >= f1(pool, None, count) - 0.01


@pytest.mark.parametrize("kind", LIARS)
def test_nor_does_it_beside_a_good_one(kind: str, pool: Pool) -> None:
    both = Several((LIARS[kind], Teller(version="good")))
    labelled = labels(pool, 40)
    verdict = judge_source(pool, both, labelled)
    assert verdict.uses_prior
    assert f1(pool, both, 40) >= f1(pool, GOOD, 40) - 0.02


def test_the_labels_choose_among_several(pool: Pool) -> None:
    alike = Several((Teller(version="a"), Teller(version="b"), RulesSource()))
    assert set(priors_of(pool, alike)) == {"", "a", "b"}  # rules alone read no turn whole
    both = Several((LIARS["inverted"], Teller(version="good"), RulesSource()))
    assert set(priors_of(pool, both)) == {"teller", "good"}  # together they are sure of nothing
    verdict = judge_source(pool, both, labels(pool, 60))
    assert verdict.uses_prior and verdict.prior_of == "good"
    again = SourceVerdict.from_json(verdict.to_json())
    assert again is not None and again.prior_of == "good"
    apply_source(pool, both, labels(pool, 60))
    assert pool.prior is priors_of(pool, both)["good"].weights
    apply_source(pool, None, {})


@pytest.mark.parametrize(
    "says",
    [
        lambda flags: np.full(len(flags), np.nan, np.float32),
        lambda flags: np.full(len(flags), 2.0, np.float32),
        lambda flags: np.full(len(flags) + 1, 0.5, np.float32),
        lambda flags: np.zeros((len(flags), 2), np.float32),
    ],
)
def test_what_is_no_answer_is_one_sentence(says, pool: Pool) -> None:
    with pytest.raises(SourceMalformed, match=r"^The source gave .*\.$"):
        apply_source(pool, Teller(says), labels(pool, 40))
    apply_source(pool, None, {})


def test_turns_that_were_read_in_part_teach_nothing(pool: Pool) -> None:
    def first_word(flags: np.ndarray) -> np.ndarray:
        return np.arange(len(flags)) == 0

    assert priors_of(pool, Teller(reads=first_word)) == {}


def test_few_turns_teach_nothing() -> None:
    few = memory_pool(calls(FEWEST - 1))
    assert priors_of(few, Teller()) == {}
    assert priors_of(memory_pool(calls(FEWEST)), Teller())


def test_what_was_taught_is_kept_beside_the_pool(tmp_path: Path) -> None:
    turns = calls(80)
    first = priors_of(open_pool(turns, tmp_path), Teller())[""].weights
    kept = list(tmp_path.glob("*/taught-*"))
    assert len(kept) == 1
    before = kept[0].stat().st_mtime_ns
    again = priors_of(open_pool(turns, tmp_path), Teller())[""].weights
    assert kept[0].stat().st_mtime_ns == before
    assert again.attributes == first.attributes


def test_a_pool_asks_a_source_once(pool: Pool) -> None:
    teller = Teller()
    pool.source_probabilities(teller)
    priors_of(pool, teller)
    assert len(teller.asked) == len(pool)


def test_a_tagger_of_ours_is_a_source(source: CrfTagger) -> None:
    turns = calls(30, seed=5)
    told = source.tell(turns)
    pooled = memory_pool(turns).source_probabilities(source)
    assert np.allclose(told.flat()[0], pooled, atol=1e-5) and told.flat()[1].all()
    assert source.tell([]).flat()[0].tolist() == []
