"""What a source told of a pool's own turns teaches a prior: where the pool's taggers may begin.

So any source helps as one with weights of its own does (`prior`), and the tagger that begins there
asks nobody when it reads a new turn: a slow or absent source costs a round nothing, and no text
leaves for it again. It is learning from another model's answers as if they were labels [Lee13], of
those turns alone of which the source is sure throughout: its mistakes are mostly in the others
(docs/results/transfer.md). Called by `transfer`.
"""

import hashlib
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from learning.crf import warm
from learning.crf.modelfile import Weights
from learning.crf.pool import Pool
from learning.crf.settings import CrfSettings
from learning.crf.tagger import CrfTagger, in_or_out
from learning.source.several import Several
from learning.tokens import OUTSIDE
from learning.told import Source
from learning.types import Flags, Ints

FEWEST = 50  # turns that were read whole, below which nothing is taught
MOST = 3_000  # turns that are learnt from, for the time that it takes
SURE = 0.15  # from 0 or 1: how near each probability of a turn that teaches must be


class Prior(NamedTuple):
    """Where taggers may begin, and that which is tried on the labels in its place."""

    weights: Weights
    judged: Weights


def priors_of(pool: Pool, source: Source) -> dict[str, Prior]:
    """Where taggers of the pool may begin, by name; "" is its own, or of all together.

    Raises: what the source's `tell` raises.
    """
    if isinstance(source, CrfTagger):
        return {} if source.prior is None else {"": Prior(source.prior, source.prior)}
    priors: dict[str, Prior] = {}
    taught = _taught(pool, source)
    if taught is not None:
        # Taught by answers without doubt it has none either: one turn where it is wrong outweighs
        # all others in the log loss. At half its strength few labels show what it is worth.
        state, moves = 0.5 * taught.state, 0.5 * taught.transitions
        priors[""] = Prior(taught, replace(taught, state=state, transitions=moves))
    if isinstance(source, Several):
        for part in source.parts:
            for prior in priors_of(pool, part).values():
                priors[part.version] = prior
    return priors


def _taught(pool: Pool, source: Source) -> Weights | None:
    """None where too little was read, or all that was read is of one class."""
    chances, read = pool.told_by(source)
    is_sure = read & ((chances <= SURE) | (chances >= 1 - SURE))
    rows = whole_rows(pool, is_sure)
    encoding = pool.plain_encoding()
    tags = []
    for row in rows.tolist():
        turn = chances[encoding.starts[row] : encoding.starts[row + 1]]
        tags.append(in_or_out([OUTSIDE if chance <= 0.5 else "I-" for chance in turn]))
    kinds = {tag for row in tags for tag in row}
    if len(rows) < FEWEST or len(kinds) < 2:
        return None
    digest = hashlib.blake2b(digest_size=16)  # of what is taught
    for part in (rows, chances > 0.5, is_sure):
        digest.update(np.ascontiguousarray(part).tobytes())
    name = f"taught-{digest.hexdigest()}"
    if name in pool.taught:
        return pool.taught[name]
    path = pool.side_file(name)
    weights = warm.read_start(path) if path else None
    if weights is None:
        weights = warm.train(encoding, rows.tolist(), tags, CrfSettings(), None)
        if path:
            warm.keep_start(path, weights)
    pool.taught[name] = weights
    return weights


def whole_rows(pool: Pool, kept: Flags) -> Ints:
    """Some turns with a token all of whose tokens are kept: at most `MOST`, fixed by chance."""
    encoding = pool.plain_encoding()
    some = np.flatnonzero(encoding.lengths > 0)
    unread = np.add.reduceat(~kept, encoding.starts[:-1][some]) if len(some) else some
    rows = some[np.asarray(unread) == 0]
    chosen = np.random.default_rng(0).permutation(len(rows))[:MOST]
    return np.sort(rows[chosen])
