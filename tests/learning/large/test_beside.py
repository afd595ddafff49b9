"""What a large model is set beside: turns that no strategy chose, a CRF that has all that the
round's had, and a paired test."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from learning.crf.first_stage import add_second_stage
from learning.crf.pool import Pool, memory_pool
from learning.crf.settings import CrfSettings
from learning.crf.tagger import MODEL_FILE, CrfTagger, LabelledRows
from learning.errors import OneClassOnly, TooFewDrawn
from learning.large.beside import (
    LEAST_TOKENS,
    Parts,
    difference,
    is_enough,
    measure_on,
    share_out,
    small_beside,
)
from learning.large.dataset import is_held_out
from learning.metrics.measurement import measure
from learning.types import Span, Utterance
from tests.learning.conftest import calls


@pytest.fixture(scope="module")
def pool() -> Pool:
    """Of which 120 turns are labelled; it holds more words than they do."""
    return memory_pool(calls(400, seed=3))


def round_of(pool: Pool, folder: Path, label: str = "") -> CrfTagger:
    """What a round leaves in `folder`: a CRF on the first 120 turns of the pool, as it is set up;
    label: the only one that it was taught."""
    turns = pool.utterances[:120]
    settings = CrfSettings(max_iterations=20)
    tagger = CrfTagger(settings=settings).fit_rows(
        LabelledRows(
            pool.encoding("target"),
            range(len(turns)),
            [each.text for each in turns],
            [tuple(s for s in each.spans if label in {"", s.label}) for each in turns],
        ),
        prior=pool.prior,
    )
    tagger.save(folder)
    return tagger


def parts_of(pool: Pool) -> Parts:
    """The first 40 of the labelled turns were drawn by chance."""
    return share_out(pool.utterances[:120], range(40), ())


def test_with_test_turns_the_rounds_own_model_is_to_be_beaten(pool: Pool, tmp_path: Path) -> None:
    own = round_of(pool, tmp_path)
    parts = share_out(pool.utterances[:120], range(40), calls(60, seed=8))
    found = small_beside(str(tmp_path), "", parts)  # it learns nothing more
    assert (parts.basis, found.card["sha256"]) == ("test", own.card["sha256"])
    assert found.predict(parts.test) == own.predict(parts.test)


def test_without_test_turns_one_like_the_rounds_learns_from_the_others(
    pool: Pool, source: CrfTagger, tmp_path: Path
) -> None:
    parts = parts_of(pool)
    assert parts.basis == "held-out" and (len(parts.train), len(parts.test)) == (80, 40)
    own = round_of(pool, tmp_path / "plain")
    found = small_beside(str(tmp_path / "plain"), "", parts)
    assert own.classes and found.classes and found.classes.key == own.classes.key
    assert found.settings == own.settings and found.card["utterances"] == 80
    assert found.source is None and not found.card["leans"]

    featured = memory_pool(pool.utterances)
    featured.use_source_features(source)
    round_of(featured, tmp_path / "featured")
    found = small_beside(str(tmp_path / "featured"), "", parts)
    assert found.source is not None and found.classes and found.classes.key == own.classes.key

    with_prior = memory_pool(pool.utterances)
    with_prior.prior = source.prior
    round_of(with_prior, tmp_path / "with_prior")
    source.save(tmp_path / "source")
    found = small_beside(str(tmp_path / "with_prior"), str(tmp_path / "source"), parts)
    assert found.card["leans"] and found.source is None


def test_its_first_reading_is_made_anew_of_turns_that_nobody_labelled(
    pool: Pool, tmp_path: Path
) -> None:
    two_stage = memory_pool(pool.utterances)
    turns = two_stage.utterances[:120]
    add_second_stage(two_stage, {row: each.spans for row, each in enumerate(turns)})
    own = round_of(two_stage, tmp_path / "two_stage")
    assert own.second_stage is not None
    parts, unread = parts_of(pool), pool.utterances[120:]
    found = small_beside(str(tmp_path / "two_stage"), "", parts, unread)
    assert found.second_stage is not None
    assert found.second_stage != own.second_stage  # which was learnt from turns that measure here
    blind = [replace(each, spans=()) for each in unread]
    again = small_beside(str(tmp_path / "two_stage"), "", parts, blind)
    assert again.predict(parts.test) == found.predict(parts.test)  # their labels are not looked at
    assert small_beside(str(tmp_path / "two_stage"), "", parts).second_stage is None
    round_of(pool, tmp_path / "plain")  # one that had none gets none
    assert small_beside(str(tmp_path / "plain"), "", parts, unread).second_stage is None


@pytest.mark.parametrize("damage", ["gone", "cut"])
def test_a_round_that_cannot_be_opened_is_stood_for_by_a_plain_one(
    pool: Pool, tmp_path: Path, damage: str
) -> None:
    own = round_of(pool, tmp_path)
    model = tmp_path / MODEL_FILE
    model.unlink() if damage == "gone" else model.write_bytes(model.read_bytes()[:-9])
    found = small_beside(str(tmp_path), "", parts_of(pool))
    assert own.classes and (found.classes is None or found.classes.key != own.classes.key)
    assert found.card["utterances"] == 80


def test_turns_that_a_strategy_chose_measure_nothing() -> None:
    labelled = calls(200, seed=3)
    with pytest.raises(TooFewDrawn, match="at least 30, with 20 labelled words"):
        share_out(labelled, range(29), calls(29, seed=8))
    parts = share_out(labelled, range(40), calls(29, seed=8))
    assert parts.basis == "held-out"
    assert list(parts.test) == list(parts.held) == labelled[:40]
    assert list(parts.train) == labelled[40:]
    parts = share_out(labelled, range(40), calls(40, seed=8))  # a test comes first
    assert (parts.basis, len(parts.test)) == ("test", 40)
    assert [each for each in labelled if is_held_out(each.text)] == list(parts.held)
    assert len(parts.train) + len(parts.held) == 200


def test_turns_without_anything_to_find_tell_nothing() -> None:
    empty = [Utterance(f"no funciona {number}") for number in range(100)]
    assert not is_enough(empty)
    named = [Utterance("soy Ana", (Span(4, 7, "NAME"),))]
    assert is_enough(empty + LEAST_TOKENS * named)
    assert not is_enough(empty + (LEAST_TOKENS - 1) * named)
    with pytest.raises(OneClassOnly):
        share_out([*LEAST_TOKENS * named, *empty], range(40), ())  # nothing is left to teach


def test_where_chance_drew_most_a_fifth_of_it_measures() -> None:
    labelled = calls(400, seed=3)
    parts = share_out(labelled, range(400), ())
    assert list(parts.test) == [each for each in labelled if is_held_out(each.text)]
    assert len(parts.train) + len(parts.test) == 400


def test_the_same_fifth_is_held_out_however_many_turns_there_are() -> None:
    turns = [f"hola {number}" for number in range(1000)]
    held = [text for text in turns if is_held_out(text)]
    assert 150 < len(held) < 250
    assert held[:9] == [text for text in turns[:200] if is_held_out(text)][:9]


def test_a_lead_counts_only_beyond_chance() -> None:
    """Of 40 turns with a name in each, one model finds all and the other misses 1 or 10 of them."""
    turns = [Utterance(f"soy Ana {number}", (Span(4, 7, "NAME"),)) for number in range(40)]
    parts = Parts([], [], turns, "test")

    def finding(missed: int) -> Sequence[tuple[Span, ...]]:
        return [() if place < missed else each.spans for place, each in enumerate(turns)]

    texts, gold = [each.text for each in turns], [each.spans for each in turns]
    best, near, far = (measure(texts, gold, finding(n), "test") for n in (0, 1, 10))
    assert difference(near, best).difference > 0 and not difference(near, best).low > 0
    assert difference(far, best).low > 0 > difference(best, far).high
    assert measure_on(CrfTagger().fit(turns), parts).metrics["n"] == 40
