"""Whether a source is used: by what the first labels say, not by what it is called."""

import copy

import numpy as np
import pytest

from learning.crf.pool import Pool, memory_pool
from learning.crf.tagger import CrfTagger, LabelledRows
from learning.source.training import train_source_tagger
from learning.source.transfer import (
    ENOUGH,
    FEWEST,
    FEWEST_FOR_FEATURES,
    PRIOR_ERRORS,
    SourceVerdict,
    apply_source,
    judge_source,
)
from learning.types import Span, Utterance
from tests.learning.conftest import calls


@pytest.fixture(scope="module")
def pool() -> Pool:
    return memory_pool(calls(160, seed=3))


@pytest.fixture(scope="module")
def good() -> CrfTagger:
    """A source of the very domain: it knows what to look for."""
    return train_source_tagger(calls(400, seed=9))


@pytest.fixture(scope="module")
def wordless(good: CrfTagger) -> CrfTagger:
    """The same as it was made before there were priors: it has features only."""
    old = copy.copy(good)
    old.prior = None
    return old


@pytest.fixture(scope="module")
def wrong() -> CrfTagger:
    """A source that was taught the opposite: what is an item here, is none there."""
    taught = []
    for each in calls(200, seed=9):
        gaps, place = [], 0
        for span in each.spans:
            gaps += [(place, span.start)]
            place = span.end
        gaps.append((place, len(each.text)))
        spans = tuple(Span(a, b, "X") for a, b in gaps if each.text[a:b].strip())
        taught.append(Utterance(each.text, spans, each.speaker, each.dialogue, each.position))
    return train_source_tagger(taught)


def labels(pool: Pool, count: int) -> dict[int, tuple[Span, ...]]:
    return {index: pool.utterances[index].spans for index in range(count)}


def test_the_prior_of_a_source_that_knows_is_used(pool: Pool, good: CrfTagger) -> None:
    verdict = judge_source(pool, good, labels(pool, 40))
    assert verdict.uses_prior and not verdict.uses_features and verdict.prior_gain > 0
    assert verdict.level == verdict.agreement > 0.5


def test_without_a_prior_its_features_are_used(pool: Pool, wordless: CrfTagger) -> None:
    verdict = judge_source(pool, wordless, labels(pool, 40))
    assert verdict.uses_features and not verdict.uses_prior and verdict.features_gain > 0
    assert verdict.level == verdict.agreement > 0.5


def test_few_labels_may_choose_the_prior_but_never_the_features(
    pool: Pool, good: CrfTagger, wordless: CrfTagger
) -> None:
    few, more = labels(pool, FEWEST_FOR_FEATURES - 1), labels(pool, FEWEST_FOR_FEATURES)
    assert judge_source(pool, good, few).uses_prior
    verdict = judge_source(pool, wordless, few)
    # With one label more the same signs let its features be used.
    assert verdict.features_gain > 2 * verdict.features_error and verdict.agreement > 0.5
    assert not verdict.uses_features and judge_source(pool, wordless, more).uses_features


def test_a_source_that_finds_nothing_has_no_benefit_of_the_doubt(
    pool: Pool, wrong: CrfTagger
) -> None:
    verdict = judge_source(pool, wrong, labels(pool, 40))
    assert verdict.agreement < 0.5
    assert verdict.uses_features == (verdict.features_gain > 2 * verdict.features_error)
    assert verdict.uses_prior == (verdict.prior_gain > PRIOR_ERRORS * verdict.prior_error)


def test_too_few_labels_say_nothing(pool: Pool, good: CrfTagger) -> None:
    assert judge_source(pool, good, labels(pool, FEWEST - 1)) == SourceVerdict(turns=FEWEST - 1)
    assert judge_source(pool, good, {}) == SourceVerdict()


def test_nothing_sensitive_among_the_labels(pool: Pool, good: CrfTagger) -> None:
    verdict = judge_source(pool, good, dict.fromkeys(range(30), ()))
    assert verdict.agreement == 0 and np.isfinite(verdict.features_gain)


def test_a_pool_gets_the_prior_or_not(pool: Pool, good: CrfTagger) -> None:
    verdict = apply_source(pool, good, labels(pool, 40))
    assert verdict is not None and verdict.uses_prior
    assert pool.prior is good.prior is not None and pool.encoding().source_tagger is None
    assert apply_source(pool, None, labels(pool, 40)) is None
    assert pool.prior is None


def test_a_pool_gets_the_features_or_not(pool: Pool, wordless: CrfTagger) -> None:
    verdict = apply_source(pool, wordless, labels(pool, 40))
    assert verdict is not None and verdict.uses_features
    assert pool.encoding().source_tagger is wordless and "told0" in pool.encoding().tables
    assert apply_source(pool, None, labels(pool, 40)) is None
    assert pool.encoding().source_tagger is None


def test_a_settled_answer_stays(pool: Pool, good: CrfTagger) -> None:
    settled = SourceVerdict(False, -1.0, 0.1, 0.2, ENOUGH)
    assert apply_source(pool, good, labels(pool, 40), settled) == settled
    assert pool.encoding().source_tagger is None
    young = SourceVerdict(False, -1.0, 0.1, 0.2, ENOUGH - 1)
    assert apply_source(pool, good, labels(pool, 40), young) != young
    pool.use_source_features(None)


def test_a_prior_once_used_is_kept_until_it_costs(pool: Pool, wrong: CrfTagger) -> None:
    found = [judge_source(pool, wrong, labels(pool, n), had_prior=was) for n in (40, 80, 120)
             for was in (None, "")]  # fmt: skip
    for fresh, kept in zip(found[::2], found[1::2], strict=True):
        assert (fresh.prior_gain, fresh.agreement < 0.5) == (kept.prior_gain, True)
        assert fresh.uses_prior == (fresh.prior_gain > PRIOR_ERRORS * fresh.prior_error)
        assert kept.uses_prior == (kept.prior_gain > -kept.prior_error)
    assert {each.uses_prior for each in found[::2]} == {False}
    young = SourceVerdict(turns=40, uses_prior=True)
    again = apply_source(pool, wrong, labels(pool, 40), young)
    assert again is not None and again.uses_prior == found[1].uses_prior
    apply_source(pool, None, {})


def test_json_there_and_back() -> None:
    verdict = SourceVerdict(False, 0.25, 0.125, 0.75, 300, True, 0.5, 0.25)
    kept = verdict.to_json()
    assert kept["trust"] == 0.75
    assert SourceVerdict.from_json(kept) == verdict
    older = {"listens": True, "signals": {"gain": 1.0, "error": 0.5, "agreement": 0.5, "turns": 9}}
    assert SourceVerdict.from_json(older) == SourceVerdict(True, 1.0, 0.5, 0.5, 9)
    assert SourceVerdict.from_json({}) is None
    assert SourceVerdict.from_json({"listens": True, "signals": 3}) is None


def test_a_tagger_with_source_features_carries_its_source(
    tmp_path, pool: Pool, good: CrfTagger
) -> None:
    rows = list(range(60))
    pool.use_source_features(good)
    tagger = CrfTagger().fit_rows(
        LabelledRows(
            pool.encoding(), rows, pool.texts(rows), [pool.utterances[row].spans for row in rows]
        )
    )
    fresh = calls(20, seed=77)
    expected = tagger.predict(fresh)
    tagger.save(tmp_path / "m")
    again = CrfTagger.load(tmp_path / "m")
    assert again.source is not None and again.predict(fresh) == expected
    inside = tagger.predict_rows(pool.encoding(), rows[:5], pool.texts(rows[:5]))
    assert inside == tagger.predict([pool.utterances[row] for row in rows[:5]])
    pool.use_source_features(None)
