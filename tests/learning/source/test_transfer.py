"""Whether a source is heard: by what the first labels say, not by what it is called."""

import copy

import numpy as np
import pytest

from learning.crf.pool import Pool, memory_pool
from learning.crf.tagger import CrfTagger, LabelledRows
from learning.source.training import train_source_tagger
from learning.source.transfer import CLEARLY, ENOUGH, FEWEST, HEARD, Trust, heed, judge_source
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
    """The same as it was made before there were priors: it can only be heard."""
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


def test_a_source_that_knows_is_leant_on(pool: Pool, good: CrfTagger) -> None:
    trust = judge_source(pool, good, labels(pool, 40))
    assert trust.leans and not trust.listens and trust.lift > 0
    assert trust.level == trust.agreement > 0.5


def test_without_a_prior_it_is_heard(pool: Pool, wordless: CrfTagger) -> None:
    trust = judge_source(pool, wordless, labels(pool, 40))
    assert trust.listens and not trust.leans and trust.gain > 0
    assert trust.level == trust.agreement > 0.5


def test_few_labels_may_say_lean_but_never_hear(
    pool: Pool, good: CrfTagger, wordless: CrfTagger
) -> None:
    few, more = labels(pool, HEARD - 1), labels(pool, HEARD)
    assert judge_source(pool, good, few).leans
    trust = judge_source(pool, wordless, few)
    # The signs are the same that let it be heard with one label more.
    assert trust.gain > 2 * trust.error and trust.agreement > 0.5
    assert not trust.listens and judge_source(pool, wordless, more).listens


def test_a_source_that_finds_nothing_has_no_benefit_of_the_doubt(
    pool: Pool, wrong: CrfTagger
) -> None:
    trust = judge_source(pool, wrong, labels(pool, 40))
    assert trust.agreement < 0.5
    assert trust.listens == (trust.gain > 2 * trust.error)
    assert trust.leans == (trust.lift > CLEARLY * trust.doubt)


def test_too_few_labels_say_nothing(pool: Pool, good: CrfTagger) -> None:
    assert judge_source(pool, good, labels(pool, FEWEST - 1)) == Trust(turns=FEWEST - 1)
    assert judge_source(pool, good, {}) == Trust()


def test_nothing_sensitive_among_the_labels(pool: Pool, good: CrfTagger) -> None:
    trust = judge_source(pool, good, dict.fromkeys(range(30), ()))
    assert trust.agreement == 0 and np.isfinite(trust.gain)


def test_heed_lets_the_pool_lean_or_not(pool: Pool, good: CrfTagger) -> None:
    trust = heed(pool, good, labels(pool, 40))
    assert trust is not None and trust.leans
    assert pool.prior is good.prior is not None and pool.encoding().told_by is None
    assert heed(pool, None, labels(pool, 40)) is None
    assert pool.prior is None


def test_heed_lets_the_pool_hear_or_not(pool: Pool, wordless: CrfTagger) -> None:
    trust = heed(pool, wordless, labels(pool, 40))
    assert trust is not None and trust.listens
    assert pool.encoding().told_by is wordless and "told0" in pool.encoding().tables
    assert heed(pool, None, labels(pool, 40)) is None
    assert pool.encoding().told_by is None


def test_a_settled_answer_stays(pool: Pool, good: CrfTagger) -> None:
    settled = Trust(False, -1.0, 0.1, 0.2, ENOUGH)
    assert heed(pool, good, labels(pool, 40), settled) == settled
    assert pool.encoding().told_by is None
    young = Trust(False, -1.0, 0.1, 0.2, ENOUGH - 1)
    assert heed(pool, good, labels(pool, 40), young) != young
    pool.listen(None)


def test_what_it_leans_on_is_kept_until_it_costs(pool: Pool, wrong: CrfTagger) -> None:
    found = [judge_source(pool, wrong, labels(pool, n), leans=was) for n in (40, 80, 120)
             for was in (False, True)]  # fmt: skip
    for fresh, kept in zip(found[::2], found[1::2], strict=True):
        assert (fresh.lift, fresh.agreement < 0.5) == (kept.lift, True)
        assert fresh.leans == (fresh.lift > CLEARLY * fresh.doubt)
        assert kept.leans == (kept.lift > -kept.doubt)
    assert {each.leans for each in found[::2]} == {False}
    young = Trust(turns=40, leans=True)
    again = heed(pool, wrong, labels(pool, 40), young)
    assert again is not None and again.leans == found[1].leans
    heed(pool, None, {})


def test_json_there_and_back() -> None:
    trust = Trust(False, 0.25, 0.125, 0.75, 300, True, 0.5, 0.25)
    kept = trust.as_json()
    assert kept["trust"] == 0.75
    assert Trust.of_json(kept) == trust
    older = {"listens": True, "signals": {"gain": 1.0, "error": 0.5, "agreement": 0.5, "turns": 9}}
    assert Trust.of_json(older) == Trust(True, 1.0, 0.5, 0.5, 9)
    assert Trust.of_json({}) is None and Trust.of_json({"listens": True, "signals": 3}) is None


def test_a_listening_tagger_carries_its_source(tmp_path, pool: Pool, good: CrfTagger) -> None:
    rows = list(range(60))
    pool.listen(good)
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
    pool.listen(None)
