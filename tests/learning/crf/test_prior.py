"""A prior: where the weights of a target begin, and what of its source it may hold."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from learning.crf import descent, warm
from learning.crf.modelfile import Weights
from learning.crf.prior import SHARE, Centre
from learning.crf.settings import CrfSettings
from learning.crf.tagger import PRIOR_FILE, CrfTagger, LabelledRows, training_tags
from learning.errors import ModelDamaged
from learning.features.encoding import encode
from learning.simulation.samples import Plan, TestSet, draw_sample, own_full, score_full
from learning.source.training import FEWEST_DIALOGUES, learn_prior, train_source_tagger
from learning.tokens import OUTSIDE
from learning.types import Span, Utterance
from tests.learning.conftest import NAMES, TOWNS, calls
from tests.stopped import Stopped

IN = "I-SENSITIVE"


@pytest.fixture(scope="module")
def prior() -> Weights:
    return learn_prior(calls(400, seed=9))


def taught(
    turns: Sequence[Utterance], prior: Weights | None, labels: str = "binary", c1: float = 0.05
) -> Weights:
    encoding = encode(turns)
    tags = [training_tags(each.text, each.spans, labels) for each in turns]  # type: ignore[arg-type]
    settings = replace(CrfSettings(), c1=c1)
    return warm.train(encoding, range(len(turns)), tags, settings, None, None, prior)


def speaks_for_outside(weights: Weights, name: str, label: str = IN) -> float:
    """The weight of "outside" less that of a label."""
    row = weights.state[weights.attributes[name]].toarray()[0]
    return float(row[weights.tags.index(OUTSIDE)] - row[weights.tags.index(label)])


def test_what_no_label_spoke_of_stays_at_half_of_what_the_source_says(prior: Weights) -> None:
    no_signals = [Utterance("Uno dos TRES", (Span(8, 12, "X"),))]
    weights = taught(no_signals, prior)
    name = "-1:w=soy"
    assert speaks_for_outside(prior, name) < 0  # after "soy" comes a name
    assert speaks_for_outside(weights, name) == pytest.approx(
        SHARE * speaks_for_outside(prior, name)
    )


def test_labels_move_it_away(prior: Weights) -> None:
    """A hundred turns in which nothing personal follows "soy"."""
    turns = [Utterance("soy cliente llamo a BILBAO", (Span(20, 26, "X"),), "a", str(n), 0.0)
             for n in range(100)]  # fmt: skip
    name = "-1:w=soy"
    moved = speaks_for_outside(taught(turns, prior, c1=0.0), name)
    assert moved > SHARE * speaks_for_outside(prior, name)


def test_the_weights_are_the_best_around_the_centre(prior: Weights) -> None:
    """Likelihood and distance together [Chelba04, 3.2], by the formula and not by the offset."""
    turns = calls(40, seed=4)
    encoding = encode(turns)
    tags = [training_tags(each.text, each.spans, "binary") for each in turns]
    made = descent.design(encoding, np.arange(len(turns)), tags)
    centre = Centre.of(made, encoding, prior)
    objective = descent.Objective(made, centre.pairs)
    middle = centre.vector(objective)

    def cost(vector: "np.ndarray") -> float:  # type: ignore[type-arg]
        away = vector - middle
        value, _slope = objective(vector)
        return value + CrfSettings().c2 * float(away @ away)

    found = descent.vector_of(objective, encoding, taught(turns, prior, c1=0.0))
    plain = descent.vector_of(objective, encoding, taught(turns, None, c1=0.0))
    best = cost(found)
    assert best < cost(middle) and best < cost(plain)
    rng = np.random.default_rng(0)
    for _ in range(20):
        assert best < cost(found + rng.normal(0, 0.05, len(found)))


def test_every_label_of_a_target_is_drawn_alike(prior: Weights) -> None:
    turns = calls(40, seed=4)
    tags = [training_tags(each.text, each.spans, "all") for each in turns]
    encoding = encode(turns)
    made = descent.design(encoding, np.arange(len(turns)), tags)
    centre = Centre.of(made, encoding, prior)
    out = made.tags.index(OUTSIDE)
    assert set(centre.pairs % len(made.tags)) == {out}  # against all others at once
    name, place = made.tags.index("I-NAME"), made.tags.index("I-PLACE")
    assert centre.moves[name, place] == centre.moves[place, name] == 0
    assert centre.moves[name, name] == centre.moves[place, place]
    assert centre.moves[name, out] == centre.moves[place, out] != 0


def test_it_helps_where_labels_are_few(prior: Weights) -> None:
    few, fresh = calls(12, seed=21), calls(300, seed=22)
    encoding = encode(fresh)
    gold = [tag for each in fresh for tag in training_tags(each.text, each.spans, "binary")]

    def right(weights: Weights) -> int:
        tagger = CrfTagger.of(weights, encoding)
        found = [tagger.tags[tag] for tag in tagger.tag_rows(encoding, range(len(fresh)))]
        return sum(a == b for a, b in zip(found, gold, strict=True))

    assert right(taught(few, prior)) > right(taught(few, None))


def test_no_word_of_a_span_and_no_rare_word_is_kept(prior: Weights) -> None:
    words = {name.partition("=")[2] for name in prior.attributes if ":w=" in name}
    assert {"soy", "llamo"} <= words
    assert not words & {each.lower() for each in NAMES + TOWNS}
    spoken = [f"hola soy {'Zuriñe' if n < FEWEST_DIALOGUES - 1 else 'yo'} 4" for n in range(40)]
    turns = [Utterance(text, (Span(0, 4, "X"),), "", f"d{n}") for n, text in enumerate(spoken)]
    names = learn_prior(turns).attributes
    assert not [each for each in names if "zuri" in each.lower() or "uriñe" in each.lower()]
    assert not [each for each in names if ":w=hola" in each]  # common, but always in a span
    assert [each for each in names if ":w=soy" in each]
    assert not [each for each in names if ":v=" in each or "speaker" in each]


def test_texts_of_no_dialogue_keep_no_word() -> None:
    turns = [replace(each, dialogue="") for each in calls(60)]
    names = learn_prior(turns).attributes
    assert names and not [each for each in names if ":w=" in each or ":p1=" in each]


def test_a_source_keeps_its_prior(tmp_path: Path) -> None:
    tagger = train_source_tagger(calls(120, seed=9))
    assert tagger.prior is not None
    tagger.save(tmp_path / "m")
    again = CrfTagger.load(tmp_path / "m")
    assert again.prior is not None and again.prior.attributes == tagger.prior.attributes
    assert (again.prior.state != tagger.prior.state).nnz == 0
    (tmp_path / "m" / PRIOR_FILE).write_bytes(b"lCRF")
    with pytest.raises(ModelDamaged):
        CrfTagger.load(tmp_path / "m")


def test_a_leaning_tagger_stands_alone(tmp_path: Path, prior: Weights) -> None:
    """The prior is in its own weights: nothing beside its file is needed to tag."""
    turns = calls(60, seed=5)
    encoding, rows = encode(turns), range(len(turns))
    texts, spans = [each.text for each in turns], [each.spans for each in turns]
    tagger = CrfTagger().fit_rows(LabelledRows(encoding, rows, texts, spans), prior=prior)
    assert tagger.card["leans"] is True
    tagger.save(tmp_path / "m")
    fresh = calls(30, seed=6)
    assert CrfTagger.load(tmp_path / "m").predict(fresh) == tagger.predict(fresh)


def test_learning_a_source_reports_and_can_be_cancelled() -> None:
    told: list[float] = []
    train_source_tagger(calls(60), lambda share, phase: told.append(share))
    assert told == sorted(told) and told[-1] > 0.5

    def stop(share: float, phase: str) -> None:
        if share > 0.6:
            raise Stopped("enough")

    with pytest.raises(Stopped):
        train_source_tagger(calls(60), stop)


def test_the_full_pool_is_scored_with_and_without_it() -> None:
    """And what follows begins without it: the other strategies of a comparison have no prior."""
    plan = Plan.as_published(pool_size=200, repeats=1)
    sample = draw_sample(calls(240, seed=30), plan, 0)
    held = TestSet(calls(80, seed=31), "binary")
    full = score_full(sample, held, plan, train_source_tagger(calls(400, seed=9)))
    assert {"f1", "helped"} <= set(full)
    assert own_full(full, "adaptive") == full["helped"]
    assert sample.pool.prior is None
