"""Whether a project's taggers gain from a source, judged by the first labels.

A source knows another language or domain, or is a program that nobody here has taught. A tagger
may begin at a prior (`prior`: the source's own weights, or what its answers teach, `student`), or
have source features (what the source says of a token is a feature), or neither. The labels
themselves decide: half of the labelled turns teach a small model of each kind, and the log loss on
the other half compares them. Of several sources they choose the prior of one, or that of all
together. Only a CRF gives features: a tagger that has them carries their source along. Called by
`rounds` and `simulation`; a pool gets the prior (`Pool.prior`) or the features
(`Pool.use_source_features`) only where that pays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np

from learning.crf.modelfile import Weights
from learning.crf.pool import Pool
from learning.crf.settings import CrfSettings
from learning.crf.tagger import CrfTagger, LabelledRows, sensitivity
from learning.errors import EmptyPool, OneClassOnly
from learning.features.encoding import Encoding
from learning.source.several import Several
from learning.source.student import priors_of
from learning.tokens import OUTSIDE, spans_to_tags, tokenise
from learning.told import Source
from learning.types import Doubles, Floats, Ints, Json, Span

ENOUGH = 300  # labelled turns that settle the question
TOKENS = 4_000  # of them that are looked at, for the time that it takes
FEWEST = 20  # turns below which nothing can be said
FEWEST_FOR_FEATURES = 40  # turns below which features stay off: a wrong yes cost 9 points of F1
ITERATIONS = 30
PRIOR_ERRORS = 1.645  # standard errors by which the prior must be the better: 19 in 20 at one look
FEATURES_ERRORS = 2.0  # standard errors by which the features must be the better
GOOD_ALONE = 0.5  # F1 of the source alone from which it has the benefit of the doubt
_FLOOR = 1e-6
# How the JSON of a round calls what was measured.
_SIGNALS = {
    "gain": "features_gain",
    "error": "features_error",
    "agreement": "agreement",
    "turns": "turns",
    "lift": "prior_gain",
    "doubt": "prior_error",
}


@dataclass(frozen=True)
class SourceVerdict:
    """What the labels say of a source."""

    uses_features: bool = False
    features_gain: float = 0.0  # nats per turn that they take off the log loss, held out
    features_error: float = 0.0  # the standard error of that
    agreement: float = 0.0  # F1 of the source alone on the labelled tokens, sensitive or not
    turns: int = 0  # labelled then
    uses_prior: bool = False  # it then needs no features
    prior_gain: float = 0.0
    prior_error: float = 0.0
    prior_of: str = ""  # which of `priors_of`

    @property
    def level(self) -> float:
        """0 (not used) to 1 (as good as a model of this project could be), for people."""
        return self.agreement if self.uses_features or self.uses_prior else 0.0

    @property
    def is_settled(self) -> bool:
        """So many labels were asked that more will hardly change the answer."""
        return self.turns >= ENOUGH

    def to_json(self) -> dict[str, Json]:
        """What a round keeps: `trust` for people, `signals` as they were measured."""
        kept: dict[str, Json] = {
            "trust": round(self.level, 4),
            "listens": self.uses_features,
            "leans": self.uses_prior,
            "signals": {key: round(getattr(self, name), 4) for key, name in _SIGNALS.items()},
        }
        return kept | ({"prior_of": self.prior_of} if self.prior_of else {})

    @classmethod
    def from_json(cls, kept: Mapping[str, Json]) -> "SourceVerdict | None":
        """What `to_json` made; None for anything else."""
        signals = kept.get("signals")
        if "listens" not in kept or not isinstance(signals, Mapping) or signals.keys() - _SIGNALS:
            return None

        def figure(key: str) -> float:
            value = signals.get(key)
            return value if isinstance(value, int | float) else 0.0

        return cls(
            uses_features=bool(kept["listens"]),
            features_gain=figure("gain"),
            features_error=figure("error"),
            agreement=figure("agreement"),
            turns=int(figure("turns")),
            uses_prior=bool(kept.get("leans")),
            prior_gain=figure("lift"),
            prior_error=figure("doubt"),
            prior_of=str(kept.get("prior_of") or ""),
        )


def apply_source(
    pool: Pool,
    source: Source | None,
    labelled: Mapping[int, Sequence[Span]],
    before: SourceVerdict | None = None,  # of an earlier round: it stays once it is settled
) -> SourceVerdict | None:
    """Give the pool the source's prior or features exactly if that pays; None without a source.

    Raises: what the source's `tell` raises.
    """
    if source is None:
        pool.use_source_features(None)
        pool.prior = None
        return None
    verdict = before
    if verdict is None or not verdict.is_settled:
        had_prior = verdict.prior_of if verdict is not None and verdict.uses_prior else None
        verdict = judge_source(pool, source, labelled, had_prior=had_prior)
    pool.use_source_features(_carried(source) if verdict.uses_features else None)
    prior = priors_of(pool, source).get(verdict.prior_of) if verdict.uses_prior else None
    pool.prior = prior.weights if prior is not None else None
    return verdict


def judge_source(
    pool: Pool,
    source: Source,
    labelled: Mapping[int, Sequence[Span]],
    *,
    had_prior: str | None = None,
) -> SourceVerdict:
    """The verdict on `source` by the labelled turns of the pool (index -> spans).

    Two-fold cross-validation of a binary CRF as it is, with source features, and with the prior:
    the difference of log losses, turn by turn, must be above zero. Over many small batches chance
    will pass the bound now and then: where the prior helps nothing, that cost nothing either
    (docs/results/transfer.md). had_prior: which one the last model began at.
    """
    rows = _sample(pool, labelled)
    if len(rows) < FEWEST:
        return SourceVerdict(turns=len(labelled))
    plain = pool.plain_encoding()
    chances = pool.source_probabilities(source)
    gold = _gold(pool, rows, labelled)
    halves = np.arange(len(rows)) % 2
    without = _log_losses(pool, plain, rows, labelled, halves, gold)
    features_gain = features_error = 0.0
    carried = _carried(source)
    if carried is not None:
        featured = plain.with_source_features(pool.source_probabilities(carried), carried)
        within = _log_losses(pool, featured, rows, labelled, halves, gold)
        features_gain, features_error = _mean_gain(without, within)
    losses = {
        name: _log_losses(pool, plain, rows, labelled, halves, gold, prior.judged)
        for name, prior in priors_of(pool, source).items()
    }
    prior_of = _best(losses, had_prior)
    prior_gain, prior_error = _mean_gain(without, losses[prior_of]) if losses else (0.0, 0.0)
    agreement = _agreement(plain, rows, chances, gold)
    # A prior once used stays until it costs one standard error: the turns chosen next are hard
    # ones and say little at first.
    keeps = had_prior is not None and prior_of == had_prior
    uses_prior = prior_gain > prior_error * (-1.0 if keeps else errors_of(len(losses)))
    # The prior goes before the features: it gained more wherever both helped. Of a source that
    # alone finds most of what is labelled, features must help at all; of another, clearly.
    alone = agreement if carried is source else 0.0
    bound = 0.0 if alone > GOOD_ALONE else FEATURES_ERRORS
    uses_features = not uses_prior and features_gain > features_error * bound
    uses_features = uses_features and len(labelled) >= FEWEST_FOR_FEATURES
    return SourceVerdict(
        uses_features,
        features_gain,
        features_error,
        agreement,
        len(labelled),
        uses_prior,
        prior_gain,
        prior_error,
        prior_of,
    )


def errors_of(count: int) -> float:
    """Standard errors by which the best of `count` priors must be better than none: as often wrong
    as one prior at `PRIOR_ERRORS` (Bonferroni).

    >>> [round(errors_of(count), 2) for count in (0, 1, 2, 4)]
    [1.64, 1.64, 1.96, 2.24]
    """
    once = NormalDist().cdf(-PRIOR_ERRORS)
    return PRIOR_ERRORS if count < 2 else -NormalDist().inv_cdf(once / count)


def _best(losses: Mapping[str, Doubles], before: str | None) -> str:
    """The prior with the lowest loss; the one that was used before, unless another is clearly
    better. "" without any."""
    if not losses:
        return ""
    best = min(losses, key=lambda name: float(losses[name].mean()))
    if before is None or before not in losses or before == best:
        return best
    gain, error = _mean_gain(losses[before], losses[best])
    return best if gain > errors_of(len(losses)) * error else before


def _carried(source: Source) -> CrfTagger | None:
    """The part of a source that a tagger can have features of."""
    parts = source.parts if isinstance(source, Several) else (source,)
    return next((each for each in parts if isinstance(each, CrfTagger)), None)


def _mean_gain(without: Doubles, within: Doubles) -> tuple[float, float]:
    """Mean difference of two log losses turn by turn, and its standard error."""
    gains = without - within
    return float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(len(gains)))


def _sample(pool: Pool, labelled: Mapping[int, Sequence[Span]]) -> Ints:
    """At most `ENOUGH` labelled turns and about `TOKENS` tokens, in an order fixed by chance."""
    lengths = pool.plain_encoding().lengths
    rows = np.asarray([row for row in sorted(labelled) if lengths[row]], np.int64)
    rows = rows[np.random.default_rng(0).permutation(len(rows))[:ENOUGH]]
    return rows[: max(FEWEST, int(np.searchsorted(np.cumsum(lengths[rows]), TOKENS)))]


def _gold(pool: Pool, rows: Ints, labelled: Mapping[int, Sequence[Span]]) -> list[Floats]:
    """1 for each sensitive token of each row, else 0."""
    gold = []
    for row, text in zip(rows.tolist(), pool.texts(rows.tolist()), strict=True):
        tags = spans_to_tags(tokenise(text), labelled[row])
        gold.append(np.asarray([tag != OUTSIDE for tag in tags], np.float32))
    return gold


def _log_losses(
    pool: Pool,
    encoding: Encoding,
    rows: Ints,
    labelled: Mapping[int, Sequence[Span]],
    halves: Ints,
    gold: Sequence[Floats],
    prior: Weights | None = None,
) -> Doubles:
    """Negated log-probability of each row's labels under a model of the half it is not in."""
    losses = np.zeros(len(rows))
    settings = replace(CrfSettings(), max_iterations=ITERATIONS)
    for half in (0, 1):
        train, held = np.flatnonzero(halves != half), np.flatnonzero(halves == half)
        train_rows = rows[train].tolist()
        spans = [labelled[row] for row in train_rows]
        chances = np.zeros(encoding.tokens, np.float32)
        try:
            tagger = CrfTagger(settings=settings)
            examples = LabelledRows(encoding, train_rows, pool.texts(train_rows), spans)
            tagger.fit_rows(examples, "binary", prior=prior)
            chances = sensitivity(encoding, tagger.weights, rows[held])
        except (OneClassOnly, EmptyPool):
            pass  # nothing sensitive in this half: it expects nothing in the other
        for place in held.tolist():
            begin, end = encoding.starts[rows[place]], encoding.starts[rows[place] + 1]
            losses[place] = _log_loss(chances[begin:end], gold[place])
    return losses


def _log_loss(chances: Floats, gold: Floats) -> float:
    safe = np.clip(chances.astype(np.float64), _FLOOR, 1 - _FLOOR)
    return float(-(gold * np.log(safe) + (1 - gold) * np.log(1 - safe)).sum())


def _agreement(encoding: Encoding, rows: Ints, chances: Floats, gold: Sequence[Floats]) -> float:
    """F1 of "sensitive" when the source alone decides."""
    starts = encoding.starts
    calls = np.concatenate([chances[starts[row] : starts[row + 1]] > 0.5 for row in rows])
    truth = np.concatenate(gold) > 0.5
    total = int(calls.sum() + truth.sum())
    return 2 * int((calls & truth).sum()) / total if total else 0.0
