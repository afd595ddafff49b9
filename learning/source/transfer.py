"""How far a source model is to be trusted in a project, judged by the first labels.

A source knows another language or domain. A tagger may lean on its prior (`prior`: its weights
start at the source's), or listen to it (what it says of a token is a feature), or neither. Which
of them helps is asked of the labels themselves: half of the labelled turns teach a small model each
way, and the other half says which of them was less surprised. Called by `rounds` and `simulation`;
taggers lean (`Pool.prior`) or listen (`Pool.listen`) only where that pays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from learning.crf.modelfile import Weights
from learning.crf.pool import Pool
from learning.crf.settings import CrfSettings
from learning.crf.tagger import CrfTagger, LabelledRows, sensitivity
from learning.errors import EmptyPool, OneClassOnly
from learning.features.encoding import Encoding
from learning.tokens import OUTSIDE, spans_to_tags, tokenise
from learning.types import Doubles, Floats, Ints, Span

ENOUGH = 300  # labelled turns that settle the question
TOKENS = 4_000  # of them that are looked at, for the time that it takes
FEWEST = 20  # turns below which nothing can be said
HEARD = 40  # turns below which nothing can be said of hearing: a wrong yes cost 9 points of F1
ITERATIONS = 30
CLEARLY = 1.645  # standard errors by which leaning must be the better: 19 in 20 at one look
SURE = 2.0  # standard errors by which listening must be the better
MOST = 0.5  # F1 of the source alone from which it has the benefit of the doubt
_FLOOR = 1e-6


@dataclass(frozen=True)
class Trust:
    """What the labels say of a source.

    listens: the tagger hears it; leans: its weights begin at those of the source's prior (and it
    need not hear it); gain: nats a turn by which listening lowers the surprise at labels not learnt
    from, with its standard error; lift, doubt: the same of leaning; agreement: F1 of the source
    alone on the labelled tokens, sensitive or not; turns: how many were labelled then.
    """

    listens: bool = False
    gain: float = 0.0
    error: float = 0.0
    agreement: float = 0.0
    turns: int = 0
    leans: bool = False
    lift: float = 0.0
    doubt: float = 0.0

    @property
    def level(self) -> float:
        """0 (not listened to) to 1 (as good as a model of this project could be), for people."""
        return self.agreement if self.listens or self.leans else 0.0

    @property
    def is_settled(self) -> bool:
        """So many labels were asked that more will hardly change the answer."""
        return self.turns >= ENOUGH

    def as_json(self) -> dict[str, Any]:
        """What a round keeps: `trust` for people, `signals` as they were measured."""
        signals = asdict(self)
        ways = {way: signals.pop(way) for way in ("listens", "leans")}
        rounded = {name: round(value, 4) for name, value in signals.items()}
        level = round(self.level, 4)
        return {"trust": level, **ways, "signals": rounded}

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> "Trust | None":
        """What `as_json` made; None for anything else."""
        try:
            ways = {"listens": bool(kept["listens"]), "leans": bool(kept.get("leans"))}
            return cls(**ways, **kept["signals"])
        except (KeyError, TypeError):
            return None


def heed(
    pool: Pool,
    source: CrfTagger | None,
    labelled: Mapping[int, Sequence[Span]],
    known: Trust | None = None,
) -> Trust | None:
    """Let the pool lean on the source or listen to it exactly if that pays; None without one.

    known: the answer of an earlier round, which stays once it is settled.
    """
    if source is None:
        pool.listen(None)
        pool.prior = None
        return None
    if known is None or not known.is_settled:
        known = judge_source(pool, source, labelled, leans=known is not None and known.leans)
    pool.listen(source if known.listens else None)
    pool.prior = source.prior if known.leans else None
    return known


def judge_source(
    pool: Pool,
    source: CrfTagger,
    labelled: Mapping[int, Sequence[Span]],
    *,
    leans: bool = False,
) -> Trust:
    """Trust in `source` by the labelled turns of the pool (index -> spans).

    Two-fold cross-validation of a binary CRF as it is, with the source's word as features, and
    with its prior: the difference of log losses, turn by turn, must be above zero. To be leant on,
    by `CLEARLY` standard errors; to be heard, by `SURE` for a source that alone finds little of
    what is labelled, at all for one that finds most of it, and not before `HEARD` turns. Leaning
    goes before listening: it gained more wherever both helped. leans: the last model leant on it;
    then it does until that costs one standard error, for the turns chosen next are hard ones and
    tell little at first. Over many small batches chance will pass the bound now and then: where
    leaning helps nothing, that cost nothing either (docs/results/transfer.md).
    """
    rows = _some(pool, labelled)
    if len(rows) < FEWEST:
        return Trust(turns=len(labelled))
    plain = pool.unheard()
    told = pool.told(source)
    gold = _gold(pool, rows, labelled)
    heard = plain.with_told(told, source)
    halves = np.arange(len(rows)) % 2
    without = _surprise(pool, plain, rows, labelled, halves, gold)
    gain, error = _saved(without, _surprise(pool, heard, rows, labelled, halves, gold))
    lift, doubt = 0.0, 0.0
    if source.prior is not None:
        leaning = _surprise(pool, plain, rows, labelled, halves, gold, source.prior)
        lift, doubt = _saved(without, leaning)
    agreement = _agreement(plain, rows, told, gold)
    leans = lift > doubt * (-1.0 if leans else CLEARLY)
    listens = not leans and gain > error * (0.0 if agreement > MOST else SURE)
    listens = listens and len(labelled) >= HEARD
    return Trust(listens, gain, error, agreement, len(labelled), leans, lift, doubt)


def _saved(without: Doubles, within: Doubles) -> tuple[float, float]:
    """Mean difference of two surprises turn by turn, and its standard error."""
    saved = without - within
    return float(saved.mean()), float(saved.std(ddof=1) / np.sqrt(len(saved)))


def _some(pool: Pool, labelled: Mapping[int, Sequence[Span]]) -> Ints:
    """At most `ENOUGH` labelled turns and about `TOKENS` tokens, in an order fixed by chance."""
    lengths = pool.unheard().lengths
    rows = np.asarray([row for row in sorted(labelled) if lengths[row]], np.int64)
    rows = rows[np.random.default_rng(0).permutation(len(rows))[:ENOUGH]]
    return rows[: max(FEWEST, int(np.searchsorted(np.cumsum(lengths[rows]), TOKENS)))]


def _gold(pool: Pool, rows: Ints, labelled: Mapping[int, Sequence[Span]]) -> list[Floats]:
    """1 for each sensitive token of each row, else 0."""
    found = []
    for row, text in zip(rows.tolist(), pool.texts(rows.tolist()), strict=True):
        tags = spans_to_tags(tokenise(text), labelled[row])
        found.append(np.asarray([tag != OUTSIDE for tag in tags], np.float32))
    return found


def _surprise(
    pool: Pool,
    encoding: Encoding,
    rows: Ints,
    labelled: Mapping[int, Sequence[Span]],
    halves: Ints,
    gold: Sequence[Floats],
    prior: Weights | None = None,
) -> Doubles:
    """Negated log-probability of each row's labels under a model of the half it is not in."""
    found = np.zeros(len(rows))
    settings = replace(CrfSettings(), max_iterations=ITERATIONS)
    for half in (0, 1):
        taught, held = np.flatnonzero(halves != half), np.flatnonzero(halves == half)
        own = rows[taught].tolist()
        spans = [labelled[row] for row in own]
        said = np.zeros(encoding.tokens, np.float32)
        try:
            tagger = CrfTagger(settings=settings)
            tagger.fit_rows(
                LabelledRows(encoding, own, pool.texts(own), spans), "binary", prior=prior
            )
            said = sensitivity(encoding, tagger.weights, rows[held])
        except (OneClassOnly, EmptyPool):
            pass  # nothing sensitive in this half: it expects nothing in the other
        for place in held.tolist():
            begin, end = encoding.starts[rows[place]], encoding.starts[rows[place] + 1]
            found[place] = _log_loss(said[begin:end], gold[place])
    return found


def _log_loss(said: Floats, gold: Floats) -> float:
    safe = np.clip(said.astype(np.float64), _FLOOR, 1 - _FLOOR)
    return float(-(gold * np.log(safe) + (1 - gold) * np.log(1 - safe)).sum())


def _agreement(encoding: Encoding, rows: Ints, told: Floats, gold: Sequence[Floats]) -> float:
    """F1 of "sensitive" when the source alone decides."""
    said = [told[encoding.starts[row] : encoding.starts[row + 1]] > 0.5 for row in rows]
    found, right = np.concatenate(said), np.concatenate(gold) > 0.5
    total = int(found.sum() + right.sum())
    return 2 * int((found & right).sum()) / total if total else 0.0
