"""What a first stage over unread text gives for a word, and what the tagger makes of it."""

from pathlib import Path

import numpy as np
import pytest

from learning.choice import shards
from learning.choice.uncertainty import score_pool
from learning.crf.first_stage import add_second_stage
from learning.crf.marginals import Scorer
from learning.crf.pool import Pool, memory_pool, open_pool
from learning.crf.tagger import CrfTagger
from learning.errors import ModelDamaged
from learning.features.encoding import encode
from learning.features.second_stage import (
    SECOND_STAGE_FILE,
    SecondStage,
    learn_second_stage,
    second_stage_attributes,
)
from learning.rounds.baseline import measure_chance
from learning.rounds.estimator import Labelled, PoolEstimator, objects
from learning.rounds.estimator import rows as rows_of
from learning.rounds.run import RoundOrder, run_round
from learning.rounds.validation import by_cross_validation
from learning.storage import sha256
from learning.types import Span, Utterance
from tests.learning.conftest import calls
from tests.learning.features.test_wordclasses import invented
from tests.stopped import Stopped

# So few words that they have no classes.
NAMES, THINGS = invented(12, seed=5), invented(12, seed=6)


def lines() -> list[Utterance]:
    """Invented turns: 24 that say after plain words what is a name or a thing, of which the first
    six of either kind are labelled; the same 24 once more, and 24 in which nothing around a word
    tells."""
    plain = [(f"me llamo {name} y llamo", name) for name in NAMES]
    plain += [(f"compro el {thing} y llamo", "") for thing in THINGS]
    bare = [(f"{word} ahora", "") for word in NAMES + THINGS]
    found = []
    for text, name in [*plain, *plain, *bare]:
        begin = text.find(name) if name else 0
        found.append(Utterance(text, (Span(begin, begin + len(name), "NAME"),) if name else ()))
    return found


LABELLED = [*range(6), *range(12, 18)]


@pytest.fixture
def pool() -> Pool:
    return memory_pool(lines())


def labelled(pool: Pool) -> dict[int, tuple[Span, ...]]:
    return {row: pool.utterances[row].spans for row in LABELLED}


def taught(pool: Pool) -> CrfTagger:
    """A tagger of the labelled turns, by the features that the pool has now."""
    spans = [Labelled(each) for each in labelled(pool).values()]
    return PoolEstimator(pool).fit(rows_of(LABELLED), objects(spans)).tagger_


def test_a_belief_is_a_band_and_a_count() -> None:
    # Word 0 four times at .95 in the mean, word 1 once at .2, word 2 never.
    found = learn_second_stage(
        ["ana", "pan", "luz"], np.array([0, 1, 0, 0, 0]), np.array([0.9, 0.2, 1.0, 0.9, 1.0])
    )
    assert set(found.of) == {"ana", "pan"}
    # .95 passes .02 .1 .3 .5 .7 .9; four occurrences reach 2 and 4.
    assert second_stage_attributes(found.of["ana"]) == ["u=6", "u=6/2"]
    assert second_stage_attributes(found.of["pan"]) == ["u=2", "u=2/0"]
    assert found.codes(["luz", "ana"]).tolist() == [0, found.of["ana"]]
    assert second_stage_attributes(0) == ["u=none"]


def test_lines_come_back() -> None:
    second_stage = SecondStage({"josé": 3, "\ud83d": 1})
    assert SecondStage.from_lines(second_stage.to_lines()) == second_stage
    assert SecondStage.from_lines(b"") == SecondStage({})
    for data in (b"word\tnine", b"word\t99", b"word\t0", b"word"):
        with pytest.raises(ValueError, match=r"."):
            SecondStage.from_lines(data)


def test_a_word_in_a_plain_place_is_known_in_others(pool: Pool) -> None:
    def found(tagger: CrfTagger, words: list[str]) -> float:
        """Mean probability that a word without any context is a name."""
        out = tagger.tags.index("O")
        each = [1 - tagger.marginals([Utterance(f"{word} ahora")])[0][0, out] for word in words]
        return float(np.mean(each))

    plain = taught(pool)
    add_second_stage(pool, labelled(pool))
    grown = taught(pool)
    # Neither saw these words labelled; the first stage met them after plain words.
    names, things = NAMES[6:], THINGS[6:]
    assert found(plain, names) == pytest.approx(found(plain, things), rel=0.1)
    assert found(grown, names) > 2 * found(grown, things)
    assert found(grown, names) > 1.5 * found(plain, names)


def test_only_unread_turns_are_asked(pool: Pool) -> None:
    everything = {row: each.spans for row, each in enumerate(pool.utterances)}
    add_second_stage(pool, {row: everything[row] for row in range(48)})
    second_stage = pool.encoding().second_stage
    assert second_stage is not None
    assert "ahora" in second_stage.of and "compro" not in second_stage.of
    add_second_stage(pool, everything)
    assert pool.encoding().second_stage is None


def test_without_a_span_nothing_is_second_stage_attributes(pool: Pool) -> None:
    add_second_stage(pool, dict.fromkeys(LABELLED, ()))
    assert pool.encoding().second_stage is None
    add_second_stage(pool, {})
    assert pool.encoding().second_stage is None


def test_a_pool_that_learns_nothing_unread_does_not_reflect() -> None:
    pool = memory_pool(lines(), learn=False)
    add_second_stage(pool, labelled(pool))
    assert pool.encoding().second_stage is None and "believed" not in pool.encoding().tables


def test_it_can_be_cancelled(pool: Pool) -> None:
    def cancel(_share: float, _phase: str) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        add_second_stage(pool, labelled(pool), progress=cancel)
    assert pool.encoding().second_stage is None


def test_the_next_reading_goes_on_from_the_last(tmp_path: Path) -> None:
    corpus = calls(160, seed=3)
    pool = open_pool(corpus, tmp_path)
    spans = {row: corpus[row].spans for row in range(60)}
    path = pool.side_file("reader")
    assert path is not None
    add_second_stage(pool, {row: spans[row] for row in range(40)}, keep="reader")
    assert not path.exists()  # too few turns to go on from
    add_second_stage(pool, spans, keep="reader")
    cold, kept = pool.encoding().second_stage, path.read_bytes()
    add_second_stage(pool, spans, keep="reader")
    warm = pool.encoding().second_stage
    assert cold is not None and warm is not None and path.read_bytes() != kept
    bands = [abs(cold.of[word] - warm.of[word]) // 4 for word in cold.of]
    assert float(np.mean(bands)) < 0.1  # the same but for a step or two of the optimiser
    path.write_bytes(b"damaged")
    add_second_stage(pool, spans, keep="reader")
    assert pool.encoding().second_stage == cold


def test_a_model_keeps_its_second_stage(pool: Pool, tmp_path: Path) -> None:
    add_second_stage(pool, labelled(pool))
    tagger = taught(pool)
    fresh = [Utterance(f"{word} ahora") for word in NAMES + THINGS]
    card = tagger.save(tmp_path / "m")
    again = CrfTagger.load(tmp_path / "m")
    assert again.second_stage == tagger.second_stage and again.predict(fresh) == tagger.predict(
        fresh
    )
    path = tmp_path / "m" / SECOND_STAGE_FILE
    assert card["beliefs"] == sha256(path.read_bytes())
    path.write_bytes(b"ana\t1")
    with pytest.raises(ModelDamaged, match="checksum"):
        CrfTagger.load(tmp_path / "m")


def test_codes_that_cannot_be_are_damage(pool: Pool, tmp_path: Path) -> None:
    add_second_stage(pool, labelled(pool))
    tagger = taught(pool)
    tagger.second_stage = SecondStage({"ana": 99})
    with pytest.raises(ModelDamaged, match="second-stage"):
        tagger.save(tmp_path / "m") and CrfTagger.load(tmp_path / "m")


def test_other_second_stage_features_are_refused(pool: Pool) -> None:
    plain = taught(pool)
    add_second_stage(pool, labelled(pool))
    grown = taught(pool)
    with pytest.raises(ValueError, match="another model"):
        plain.tag_rows(pool.encoding(), [0])
    with pytest.raises(ValueError, match="another model"):
        grown.tag_rows(pool.first_stage_encoding(), [0])
    assert grown.tag_rows(pool.encoding(), [0]).max() >= 0


def test_a_round_reflects(pool: Pool) -> None:
    order = RoundOrder(1, batch_size=5, strategy="adaptive", rng=np.random.default_rng(0))
    found = run_round(pool, labelled(pool), order)
    assert found.tagger.second_stage is not None
    assert found.selection is not None and set(found.proposals) == set(found.selection.indices)


def test_parts_of_a_pool_are_scored_with_second_stage_features(pool: Pool, tmp_path: Path) -> None:
    add_second_stage(pool, labelled(pool))
    tagger, encoding = taught(pool), pool.encoding()
    rows = np.arange(len(pool))
    found = shards.share(
        tmp_path / "a",
        Scorer(encoding, tagger.weights),
        rows,
        5,
        lambda: shards.help_with(tmp_path / "a"),
    )
    alone = score_pool(encoding, tagger.weights, rows=rows)
    assert np.allclose(found.entropy, alone.entropy, atol=1e-6)


def test_a_half_is_not_told_what_the_other_half_knows() -> None:
    """Names that one labelled turn alone tells: in the other half nothing can know them."""
    words = invented(30, seed=8)
    gold = [Utterance(f"eh {word} sí", (Span(3, 3 + len(word), "NAME"),)) for word in words[:15]]
    gold += [Utterance(f"eh {word} sí") for word in words[15:]]
    unread = [Utterance(f"bueno {word} pues") for word in words]
    pool = memory_pool(gold + unread)
    indices = list(range(30))
    spans = {row: gold[row].spans for row in indices}
    add_second_stage(pool, spans)
    second_stage = pool.encoding().second_stage
    assert second_stage is not None  # all labels together know half of the words by heart
    assert second_stage.of[words[0]] > second_stage.of[words[29]]
    measured = by_cross_validation(pool, indices, [spans[row] for row in indices])
    assert measured.metrics["f1"] < 0.7  # by heart it would be 1


def test_what_chance_knows_comes_from_what_chance_drew(pool: Pool) -> None:
    add_second_stage(pool, labelled(pool))
    round_own = pool.encoding().second_stage
    measure_chance(pool, labelled(pool), {0, 1, 12}, [Utterance("me llamo ana y llamo")])
    assert round_own is not None and pool.encoding().second_stage not in (None, round_own)


def test_new_text_without_first_words_is_encoded() -> None:
    """An empty turn has no word at all, and the table of words then only the edge."""
    grown = encode([Utterance("")]).with_second_stage(SecondStage({"ana": 3}))
    assert grown.tokens == 0 and grown.word_codes is not None and grown.word_codes.tolist() == [0]
