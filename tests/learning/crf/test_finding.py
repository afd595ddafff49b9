"""Two CRFs in one tagger: what is found, what it is called, and where one span ends."""

import json
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse

from learning import storage
from learning.choice import signals
from learning.choice.uncertainty import entropy
from learning.crf.finding import Decoder, joined, needs_finder
from learning.crf.marginals import chunks
from learning.crf.modelfile import Weights
from learning.crf.modelwriter import write_weights
from learning.crf.pool import memory_pool
from learning.crf.probe import answer
from learning.crf.settings import CrfSettings
from learning.crf.tagger import FINDER_FILE, CrfTagger, LabelledRows, sensitivity
from learning.errors import ModelDamaged
from learning.features.encoding import encode
from learning.stopping.stopset import look_at
from learning.types import Span, Utterance
from tests.learning.conftest import calls

NAMER = ("O", "I-NAME", "I-PLACE", "B-NAME")
FINDER = ("O", "I-SENSITIVE")


def weights(
    tags: tuple[str, ...], logs: dict[str, dict[str, float]], moves: dict[tuple[str, str], float]
) -> Weights:
    """A CRF by hand: log-weights of words for tags, and of moves; all others are 0."""
    state = scipy.sparse.lil_matrix((len(logs), len(tags)))
    for row, given in enumerate(logs.values()):
        for tag, value in given.items():
            state[row, tags.index(tag)] = value
    transitions = np.zeros((len(tags), len(tags)))
    for (begin, end), value in moves.items():
        transitions[tags.index(begin), tags.index(end)] = value
    names = {f"0:w={word}": row for row, word in enumerate(logs)}
    return Weights(tags, names, state.tocsr(), transitions)


def tagger_of(
    text: str,
    named: dict[str, dict[str, float]],
    found: dict[str, float],
    moves: dict[tuple[str, str], float] | None = None,
) -> CrfTagger:
    finder = weights(FINDER, {word: {"I-SENSITIVE": value} for word, value in found.items()}, {})
    encoding = encode([Utterance(text)])
    return CrfTagger.of(weights(NAMER, named, moves or {}), encoding, finder)


def spans(tagger: CrfTagger, text: str, threshold: float | None = None) -> list[tuple[str, str]]:
    return [
        (text[s.start : s.end], s.label) for s in tagger.predict([Utterance(text)], threshold)[0]
    ]


def test_the_mean_decides_and_the_namer_keeps_its_shares() -> None:
    # Outside: the mean of 3/4 and 1/4. Of the other half 3/4 are the name's, as the namer has it.
    values = np.array([[0.75, 0.1875, 0.0625]])
    given = joined(values, ("O", "I-A", "I-B"), np.array([0.25]))
    assert given == pytest.approx(np.array([[0.5, 0.375, 0.125]]))


def test_where_the_namer_gives_no_label_anything_all_are_alike() -> None:
    given = joined(np.array([[1.0, 0.0, 0.0]]), ("O", "I-A", "I-B"), np.array([0.0]))
    assert given == pytest.approx(np.array([[0.5, 0.25, 0.25]]))


def test_a_found_stretch_of_two_labels_is_two_spans() -> None:
    # Both say of "ana" and "vigo" that they are sensitive; the namer sees a name and a place.
    text = "soy ana vigo"
    named = {"soy": {"O": 5.0}, "ana": {"I-NAME": 5.0}, "vigo": {"I-PLACE": 5.0}}
    tagger = tagger_of(text, named, {"soy": -5.0, "ana": 5.0, "vigo": 5.0})
    assert spans(tagger, text) == [("ana", "NAME"), ("vigo", "PLACE")]


def test_a_found_stretch_of_one_label_is_parted_where_the_namer_opens_a_span() -> None:
    text = "ana eva"
    named = {"ana": {"I-NAME": 5.0}, "eva": {"B-NAME": 5.0}}
    tagger = tagger_of(text, named, {"ana": 5.0, "eva": 5.0})
    assert spans(tagger, text) == [("ana", "NAME"), ("eva", "NAME")]


def test_what_the_namer_does_not_see_is_called_as_its_neighbours() -> None:
    # The namer has 1/(1 + 3/e^2), about .71, for "outside" of "de"; the finder .018: the mean is
    # below one half. Alone "de" could have any label, but moves between labels cost.
    text = "ana de vigo"
    named = {"ana": {"I-NAME": 5.0}, "de": {"O": 2.0}, "vigo": {"I-NAME": 5.0}}
    moves = {("I-NAME", "I-NAME"): 1.0}
    tagger = tagger_of(text, named, {"ana": 5.0, "de": 4.0, "vigo": 5.0}, moves)
    tagger.finder, finder = None, tagger.finder
    assert spans(tagger, text) == [("ana", "NAME"), ("vigo", "NAME")]
    tagger.finder = finder
    assert spans(tagger, text) == [("ana de vigo", "NAME")]


def test_what_the_finder_denies_is_not_named() -> None:
    # The namer has 3/(3 + 1) for a label of "vale" without any sign, the finder 1/(1 + e^3), .05.
    tagger = tagger_of("vale", {"vale": {}}, {"vale": -3.0})
    assert spans(tagger, "vale") == []


def test_a_threshold_moves_what_is_found_and_no_name() -> None:
    text = "ana calle"
    named = {"ana": {"I-NAME": 5.0}, "calle": {"O": 3.0, "I-PLACE": 1.0}}
    tagger = tagger_of(text, named, {"ana": 5.0, "calle": -1.0})
    # "calle": outside .81 (20.1 of 24.8) for the namer, .73 for the finder; the mean is .77.
    assert spans(tagger, text) == spans(tagger, text, 0.75) == [("ana", "NAME")]
    assert spans(tagger, text, 0.79) == [("ana", "NAME"), ("calle", "PLACE")]
    tagger.threshold = 0.79
    assert spans(tagger, text) == [("ana", "NAME"), ("calle", "PLACE")]


def test_a_span_carries_both_confidences() -> None:
    # Namer: e^2 of 3 + e^2 for a name, 9.39 of 10.39 for any label; finder: e / (1 + e).
    tagger = tagger_of("ana", {"ana": {"I-NAME": 2.0}}, {"ana": 1.0})
    (span,) = tagger.predict([Utterance("ana")])[0]
    found = (9.389 / 10.389 + 0.7311) / 2
    assert span.found == pytest.approx(found, abs=1e-3)
    # "NAME" is said by two tags, e^2 and 1 of the labels' e^2 + 2.
    assert span.confidence == pytest.approx(found * 8.389 / 9.389, abs=1e-3)


def test_marginals_are_those_of_the_tags() -> None:
    tagger = CrfTagger().fit(calls(60))
    for table in tagger.marginals(calls(10, seed=4)):
        assert table.sum(axis=1) == pytest.approx(1.0, abs=1e-5)


def test_only_several_labels_need_a_finder() -> None:
    assert needs_finder(("O", "I-NAME", "I-PLACE"))
    assert not needs_finder(("O", "I-NAME", "B-NAME"))
    assert not needs_finder(("I-NAME", "I-PLACE"))
    one = [Utterance("soy ana", (Span(4, 7, "NAME"),)), Utterance("vale")]
    assert CrfTagger().fit(one).finder is None
    assert CrfTagger().fit(calls(40), labels="binary").finder is None
    finder = CrfTagger().fit(calls(40)).finder
    assert finder is not None and set(finder.tags) == set(FINDER)


def test_both_survive_the_disk(tmp_path: Path) -> None:
    tagger = CrfTagger().fit(calls(60))
    card = tagger.save(tmp_path / "m")
    assert card["finder"] == storage.sha256((tmp_path / "m" / FINDER_FILE).read_bytes())
    again = CrfTagger.load(tmp_path / "m")
    assert again.predict(calls(20, seed=3)) == tagger.predict(calls(20, seed=3))
    answer(tmp_path / "m")
    (tmp_path / "m" / FINDER_FILE).write_bytes(b"lCRF" + bytes(60))
    with pytest.raises(ModelDamaged):
        CrfTagger.load(tmp_path / "m")


def test_a_finder_that_knows_no_outside_is_refused(tmp_path: Path) -> None:
    tagger = CrfTagger().fit(calls(60))
    data = write_weights(weights(("I-SENSITIVE",), {"ana": {"I-SENSITIVE": 1.0}}, {}))
    tagger.save(tmp_path / "m")
    (tmp_path / "m" / FINDER_FILE).write_bytes(data)
    card = json.loads((tmp_path / "m" / "card.json").read_text())
    (tmp_path / "m" / "card.json").write_text(json.dumps(dict(card, finder=storage.sha256(data))))
    with pytest.raises(ModelDamaged, match="finder"):
        CrfTagger.load(tmp_path / "m")


def test_a_finder_of_another_model_is_refused(tmp_path: Path) -> None:
    CrfTagger().fit(calls(60)).save(tmp_path / "m")
    wrong = weights(FINDER, {"nombre": {"I-SENSITIVE": 3.0}}, {})
    (tmp_path / "m" / FINDER_FILE).write_bytes(write_weights(wrong))
    card = json.loads((tmp_path / "m" / "card.json").read_text())
    digest = storage.sha256((tmp_path / "m" / FINDER_FILE).read_bytes())
    (tmp_path / "m" / "card.json").write_text(json.dumps(dict(card, finder=digest)))
    with pytest.raises(ModelDamaged, match="does not answer"):
        answer(tmp_path / "m")


def test_a_folder_with_one_crf_goes_on_to_work(tmp_path: Path) -> None:
    tagger = CrfTagger().fit(calls(60))
    tagger.finder = None  # as versions before finders saved it
    card = tagger.save(tmp_path / "m")
    assert "finder" not in card and not (tmp_path / "m" / FINDER_FILE).exists()
    answer(tmp_path / "m")
    again = CrfTagger.load(tmp_path / "m")
    assert again.predict(calls(20, seed=3)) == tagger.predict(calls(20, seed=3))


def test_training_goes_on_from_both() -> None:
    turns = calls(60)
    encoding = encode(turns)
    texts, gold = [turn.text for turn in turns], [turn.spans for turn in turns]
    rows = LabelledRows(encoding, range(len(turns)), texts, gold)
    before = CrfTagger().fit_rows(rows)
    still = CrfTagger(settings=CrfSettings(max_iterations=0))
    still.fit_rows(rows, start=before.weights, finder_start=before.finder)
    for one, other in zip(still.marginals(turns), before.marginals(turns), strict=True):
        assert one == pytest.approx(other, abs=1e-4)


def test_the_finder_says_what_is_asked_next() -> None:
    pool = memory_pool(calls(60), learn=False)
    rows = list(range(30))
    taught = LabelledRows(
        pool.encoding(), rows, pool.texts(rows), [pool.utterances[row].spans for row in rows]
    )
    tagger = CrfTagger().fit_rows(taught)
    order = signals.ViewOrder("adaptive", source=None, weight=0.0, rng=np.random.default_rng(0))
    free = np.arange(30, 60)
    view = signals.query_view(pool, tagger, free, order)
    assert tagger.finder is not None
    chance = sensitivity(pool.encoding(), tagger.finder, free)
    expected = entropy(signals.sensitive_or_not(chance))
    begin = int(pool.encoding().starts[30])
    assert view.target.entropy[begin:] == pytest.approx(expected[begin:], abs=1e-5)


def test_a_look_is_unsure_of_what_is_found_and_not_of_its_name() -> None:
    # Sensitive for sure, and either a name or a place.
    named = {"ana": {"O": -9.0, "I-NAME": 1.0, "I-PLACE": 1.0}}
    pool = memory_pool([Utterance("ana")], learn=False)
    tagger = tagger_of("ana", named, {"ana": 9.0})
    look = look_at(pool, tagger, np.array([0]), [7])
    assert look.outside[0] < 0.001 and look.unsure[0] < 0.01
    assert look.labels[int(look.codes[0])] in {"NAME", "PLACE"}


def test_as_a_source_it_tells_what_its_finder_says() -> None:
    tagger = CrfTagger().fit(calls(60))
    pool = memory_pool(calls(10, seed=2), learn=False)
    assert tagger.finder is not None
    expected = sensitivity(pool.encoding(), tagger.finder)
    assert pool.source_probabilities(tagger) == pytest.approx(expected)


def test_more_is_found_while_few_turns_are_labelled() -> None:
    few, fresh = calls(14, seed=21), calls(300, seed=22)
    tagger = CrfTagger().fit(few)

    def missed() -> int:
        found = tagger.predict(fresh)
        return sum(
            not any(s.start < t.end and t.start < s.end for t in own)
            for turn, own in zip(fresh, found, strict=True)
            for s in turn.spans
        )

    both = missed()
    tagger.finder = None
    assert both < missed()


def test_chunks_answer_alike() -> None:
    tagger = CrfTagger().fit(calls(40))
    encoding = tagger.encode(calls(12, seed=6))
    rows = np.array([3, 7])
    whole, few = (
        Decoder(encoding, tagger.weights, tagger.finder, rows=some) for some in (None, rows)
    )
    chunk = next(chunks(encoding, rows))
    assert whole.marginals(chunk) == pytest.approx(few.marginals(chunk), abs=1e-6)
