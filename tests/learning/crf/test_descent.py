"""Training: CRFsuite's objective, its gradient, and a start that saves steps."""

import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest

from benchmarks.learning_parts import crfsuite
from learning.crf import warm
from learning.crf.descent import Design, Objective, design, vector_of, weights_of
from learning.crf.owlqn import minimise
from learning.crf.settings import CrfSettings
from learning.crf.tagger import CrfTagger, LabelledRows, training_tags
from learning.features.encoding import Encoding, encode
from learning.types import Doubles, Span, Utterance
from tests.learning.conftest import calls


@pytest.fixture(scope="module")
def corpus() -> list[Utterance]:
    return calls(60)


@pytest.fixture(scope="module")
def encoding(corpus: list[Utterance]) -> Encoding:
    return encode(corpus)


def tags_of(corpus: list[Utterance]) -> list[list[str]]:
    return [training_tags(each.text, each.spans, "all") for each in corpus]


def laid_out(encoding: Encoding, corpus: list[Utterance], rows: list[int]) -> Design:
    every = tags_of(corpus)
    return design(encoding, np.asarray(rows), [every[row] for row in rows])


def test_the_likelihood_of_a_tiny_sentence_by_all_its_paths() -> None:
    texts = [Utterance("soy Amaia de Vigo", (Span(4, 9, "NAME"), Span(13, 17, "PLACE")))]
    made = laid_out(encode(texts), texts, [0])
    objective = Objective(made)
    vector = np.random.default_rng(0).normal(size=len(objective))
    weights, moves = objective.unpack(vector)
    state = made.keys @ (made.table @ weights)
    # Tokens of one utterance stand one after the other, so paths can be added up by hand.
    score: Callable[..., float] = lambda path: float(  # noqa: E731
        sum(state[place, tag] for place, tag in enumerate(path))
        + sum(moves[one, two] for one, two in itertools.pairwise(path))
    )
    every = itertools.product(range(len(made.tags)), repeat=len(made.gold))
    total = math.log(sum(math.exp(score(path)) for path in every))
    assert objective(vector)[0] == pytest.approx(total - score(made.gold.tolist()), rel=1e-4)


def test_the_gradient_is_that_of_small_differences(
    encoding: Encoding, corpus: list[Utterance]
) -> None:
    objective = Objective(laid_out(encoding, corpus, list(range(12))))
    rng = np.random.default_rng(1)
    vector = rng.normal(scale=0.3, size=len(objective))
    _, gradient = objective(vector)
    way = rng.normal(size=len(objective))
    way /= np.linalg.norm(way)
    step = 1e-2
    ahead, behind = objective(vector + step * way)[0], objective(vector - step * way)[0]
    assert (ahead - behind) / (2 * step) == pytest.approx(float(gradient @ way), rel=1e-2)


def test_crfsuite_finds_the_same_optimum(encoding: Encoding, corpus: list[Utterance]) -> None:
    settings = CrfSettings(max_iterations=400)
    rows, tags = list(range(60)), tags_of(corpus)
    theirs = crfsuite.train(encoding, rows, tags, settings)
    objective = Objective(laid_out(encoding, corpus, rows))

    def penalised(vector: Doubles) -> float:
        ridge, lasso = float(vector @ vector), float(np.abs(vector).sum())
        return objective(vector)[0] + settings.c2 * ridge + settings.c1 * lasso

    own = minimise(
        objective,
        np.zeros(len(objective)),
        c1=settings.c1,
        c2=settings.c2,
        iterations=400,
        enough=0,
    )
    assert penalised(own) == pytest.approx(
        penalised(vector_of(objective, encoding, theirs)), rel=2e-3
    )


def test_a_start_saves_steps(encoding: Encoding, corpus: list[Utterance]) -> None:
    rows, tags = list(range(60)), tags_of(corpus)
    before = warm.train(encoding, rows[:50], tags[:50], CrfSettings())
    steps: list[float] = []
    warm.train(encoding, rows, tags, CrfSettings(), before, lambda share, _: steps.append(share))
    cold: list[float] = []
    warm.train(encoding, rows, tags, CrfSettings(), None, lambda share, _: cold.append(share))
    assert len(steps) < len(cold) / 2


def test_a_tagger_that_went_on_tags_as_one_from_nothing(
    encoding: Encoding, corpus: list[Utterance]
) -> None:
    texts, spans = [each.text for each in corpus], [each.spans for each in corpus]
    before = CrfTagger().fit_rows(LabelledRows(encoding, range(50), texts[:50], spans[:50]))
    cold = CrfTagger().fit_rows(LabelledRows(encoding, range(60), texts, spans))
    after = CrfTagger().fit_rows(
        LabelledRows(encoding, range(60), texts, spans), start=before.weights
    )
    assert (cold.card["warm"], after.card["warm"]) == (False, True)
    found = [
        [
            (s.start, s.end, s.label)
            for spans in t.predict_rows(encoding, range(60), texts)
            for s in spans
        ]
        for t in (cold, after)
    ]
    assert len(set(found[0]) ^ set(found[1])) <= len(found[0]) // 20


def test_weights_survive_the_change_of_labels(encoding: Encoding, corpus: list[Utterance]) -> None:
    """A label that was renamed or is new begins at zero; the others keep what they knew."""
    rows, tags = list(range(60)), tags_of(corpus)
    before = warm.train(encoding, rows, tags, CrfSettings())
    renamed = [[tag.replace("NAME", "NOMBRE") for tag in each] for each in tags]
    objective = Objective(design(encoding, np.asarray(rows), renamed))
    vector = vector_of(objective, encoding, before)
    assert np.isfinite(vector).all() and vector.any()
    after = weights_of(objective, encoding, vector)
    assert set(after.tags) == {tag for each in renamed for tag in each}


def test_a_progress_that_raises_ends_the_training(
    encoding: Encoding, corpus: list[Utterance]
) -> None:
    class Stop(Exception):
        pass

    def stop(_share: float, _phase: str) -> None:
        raise Stop

    with pytest.raises(Stop):
        warm.train(encoding, list(range(20)), tags_of(corpus)[:20], CrfSettings(), None, stop)
