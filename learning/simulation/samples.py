"""What a simulation works on: its knobs, the sample of a repeat, and the held-out test set.

Called by `simulation` and `comparison`.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from learning.choice.costs import DEFAULT_COSTS, CostModel
from learning.choice.queries import query_named
from learning.choice.strategies import Need
from learning.choice.units import Shape, dialogue_numbers
from learning.crf.pool import Pool, memory_pool
from learning.crf.settings import CrfSettings
from learning.crf.tagger import CrfTagger, training_tags
from learning.features.encoding import Encoding
from learning.metrics.precision_recall import prf
from learning.rounds.run import Learnt, RoundOrder, learn_round
from learning.tokens import OUTSIDE, tags_to_spans, tokenise
from learning.told import Source
from learning.types import Labels, Span, Utterance

Scheme = Literal["binary", "coarse", "all"]
POOLS_OF = ("dialogues", "turns")
SCORES = ("precision", "recall", "f1", "f1_labels")
# What papers do, where a project does otherwise.
AS_PUBLISHED: dict[str, Any] = {
    "labels": "binary",
    "batch": 100,
    "iterations": 10,
    "audit_percent": 0,
    "lag": False,
    "warm": False,
    "pool_of": "turns",
}


@dataclass(frozen=True)
class Plan:
    """The knobs of a simulation; by default what a project does from its first batch on."""

    seed_strategy: str = "auto"
    query_strategy: str = "adaptive"
    batch: int = 20
    iterations: int = 50  # rounds after the seed batch
    repeats: int = 1
    random_state: int = 0
    pool_size: int | None = None
    pool_of: str = "dialogues"  # of POOLS_OF: what is drawn until there are so many turns
    labels: Scheme = "all"  # what is learnt: the labels as given, or sensitive or not
    audit_percent: int = 10  # of a batch, turns drawn by chance in place of the least ranked
    lag: bool = True  # a round begins when half of a batch is read; else when all of it is
    warm: bool = True  # training goes on from the round before
    classes: bool = True  # learn from the unread text: word classes, second-stage features
    trust: bool = True  # a strategy's tagger may use the source where the labels say that it helps
    settings: CrfSettings | None = None
    stop_at: float | None = None  # share of the full-pool F1 that ends a run, once reached twice
    cost: str = "turns"  # this and the next three: see `units.Shape`
    batch_unit: str = "turn"
    gamma: float | None = None
    costs: CostModel = DEFAULT_COSTS

    @classmethod
    def as_published(cls, **knobs: Any) -> "Plan":
        """A plan of what papers do, but for these knobs."""
        return cls(**(AS_PUBLISHED | knobs))

    @property
    def shape(self) -> Shape:
        return Shape(self.batch_unit, self.cost, self.costs, self.gamma)

    @property
    def scheme(self) -> Labels:
        return "binary" if self.labels == "binary" else "all"

    def set_up(self) -> dict[str, Any]:
        """What a curve says of how it was made: {"name": "project", "as-published" or "own", and
        the knobs that tell them apart}."""
        names = [*AS_PUBLISHED, "classes", "trust"]
        knobs = {name: getattr(self, name) for name in names if name != "iterations"}
        for name, plan in (("project", Plan()), ("as-published", Plan.as_published())):
            same = {key: getattr(plan, key) for key in knobs}
            same["labels"] = self.labels if self.scheme == plan.scheme else plan.labels
            if same == knobs:
                return {"name": name} | knobs
        return {"name": "own"} | knobs


class TestSet:
    """Held-out utterances with their gold tags, encoded once."""

    __test__ = False  # not a test case for pytest

    def __init__(self, utterances: Sequence[Utterance], labels: Scheme) -> None:
        scheme: Labels = "binary" if labels == "binary" else "all"
        self.utterances = utterances
        self._encodings: dict[tuple[str, int], Encoding] = {}
        self.gold = np.asarray(
            [
                tag[2:]
                for utterance in utterances
                for tag in training_tags(utterance.text, utterance.spans, scheme)
            ],
            dtype=object,
        )

    def _encoding(self, tagger: CrfTagger) -> Encoding:
        """The features as the tagger knows them; the same for all taggers of a pool and source."""
        key = (tagger.classes.key if tagger.classes else "", id(tagger.source))
        if key not in self._encodings:
            if len(self._encodings) > 1:  # with source features and without: they are large
                self._encodings.clear()
            self._encodings[key] = tagger.encode_first_stage(self.utterances)
        return tagger.with_second_stage(self._encodings[key])

    def score(self, tagger: CrfTagger | None) -> dict[str, float]:
        """Token-level precision, recall and F1 of sensitive or not, whatever the label, and
        `f1_labels`, micro over the labels that are learnt (the same where these are binary).
        """
        if tagger is None:
            return dict.fromkeys(SCORES, 0.0)
        names = np.asarray([tag[2:] if tag != OUTSIDE else "" for tag in tagger.tags], object)
        encoding = self._encoding(tagger)
        predicted = names[tagger.tag_rows(encoding, np.arange(len(encoding)))]
        guessed, true = predicted != "", self.gold != ""
        figures = prf(int((guessed & true).sum()), int(guessed.sum()), int(true.sum()))
        named = prf(
            int((true & (predicted == self.gold)).sum()), int(guessed.sum()), int(true.sum())
        )
        figures |= {"f1_labels": named["f1"]}
        return {name: round(figures[name], 5) for name in SCORES}


@dataclass
class Sample:
    """The pool of one repeat, its gold spans, and where its chance stands after drawing."""

    repeat: int
    pool: Pool
    gold: list[tuple[Span, ...]]
    stream: dict[str, Any]

    def rng(self) -> np.random.Generator:
        """The same stream for each strategy of a comparison: they share a sample."""
        rng = np.random.default_rng()
        rng.bit_generator.state = self.stream
        return rng


def draw_sample(target: Sequence[Utterance], plan: Plan, repeat: int) -> Sample:
    """The pool of a repeat: the same for every strategy of the same random state and pool size."""
    rng = np.random.default_rng([plan.random_state, repeat])
    by_turns = plan.pool_of == "turns" and plan.batch_unit == "turn"
    draw = _sample if by_turns else _sample_dialogues
    chosen = draw(target, plan.pool_size, rng)
    gold = [_as_learnt(utterance, plan.scheme) for utterance in chosen]
    return Sample(
        repeat, memory_pool(chosen, learn=plan.classes), gold, dict(rng.bit_generator.state)
    )


def _sample(
    target: Sequence[Utterance], size: int | None, rng: np.random.Generator
) -> list[Utterance]:
    if size is None or size >= len(target):
        return list(target)
    return [target[int(place)] for place in np.sort(rng.permutation(len(target))[:size])]


def _sample_dialogues(
    target: Sequence[Utterance], size: int | None, rng: np.random.Generator
) -> list[Utterance]:
    """Whole dialogues until there are `size` turns: neighbours must be there to be asked too."""
    if size is None or size >= len(target):
        return list(target)
    dialogues = dialogue_numbers(target)
    lengths = np.bincount(dialogues)
    order = rng.permutation(len(lengths))
    kept = order[: int(np.searchsorted(np.cumsum(lengths[order]), size)) + 1]
    return [target[int(place)] for place in np.flatnonzero(np.isin(dialogues, kept))]


def _as_learnt(utterance: Utterance, scheme: Labels) -> tuple[Span, ...]:
    """The gold spans; where only sensitive or not is learnt, neighbours are one span."""
    if scheme == "all":
        return utterance.spans
    tags = training_tags(utterance.text, utterance.spans, scheme)
    return tags_to_spans(tokenise(utterance.text), tags)


@contextmanager
def on_disk(sample: Sample, source: Source | None) -> Iterator[None]:
    """What rounds keep beside a pool, to go on from, is kept while this lasts, and then forgotten:
    the next run on the sample begins anew."""
    if source is not None:
        sample.pool.source_probabilities(source)  # made in memory, for all runs
    with tempfile.TemporaryDirectory(prefix="antifaz-") as folder:
        sample.pool.cache_dir = Path(folder)
        try:
            yield
        finally:
            sample.pool.cache_dir = None


def score_full(
    sample: Sample, held: TestSet, plan: Plan, source: Source | None = None
) -> dict[str, Any]:
    """The `SCORES` with the whole sample labelled; "helped" holds those of a tagger
    that uses the source, where all labels together say that it should.

    Raises: OneClassOnly, EmptyPool.
    """
    if not plan.trust:
        source = None
    learnt = _learn_all(sample, plan, source)
    verdict, scores = learnt.source_verdict, held.score(learnt.tagger)
    if verdict is None or not (verdict.uses_features or verdict.uses_prior):
        return dict(scores)
    return held.score(_learn_all(sample, plan, None).tagger) | {"helped": scores}


def own_full(full: dict[str, Any], query_strategy: str) -> dict[str, float]:
    """The full-pool scores of the features that a strategy's tagger has."""
    transfers = bool(query_strategy) and Need.TRANSFER in query_named(query_strategy).needs
    scores = full.get("helped", full) if transfers else full
    return {name: scores[name] for name in SCORES}


def _learn_all(sample: Sample, plan: Plan, source: Source | None) -> Learnt:
    """A round that knows the whole sample, so that nothing is left to choose."""
    order = RoundOrder(1, plan.batch, "adaptive", sample.rng(), source, settings=plan.settings)
    return learn_round(sample.pool, dict(enumerate(sample.gold)), order)
