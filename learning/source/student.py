"""What a source told of a pool's own turns teaches a prior: where the pool's taggers may begin.

So any source helps as one with weights of its own does (`prior`), and the tagger that begins there
asks nobody when it reads a new turn: a slow or absent source costs a round nothing, and no text
leaves for it again. It is learning from another model's answers [Hinton15], taken as labels where
they are above a half. Called by `transfer`.
"""

import hashlib

import numpy as np

from learning.crf import warm
from learning.crf.modelfile import Weights
from learning.crf.pool import Pool
from learning.crf.settings import CrfSettings
from learning.crf.tagger import CrfTagger, in_or_out
from learning.source.several import Several
from learning.tokens import OUTSIDE
from learning.told import Source
from learning.types import Ints

FEWEST = 50  # turns that were read whole, below which nothing is taught
MOST = 3_000  # turns that are learnt from, for the time that it takes


def priors_of(pool: Pool, source: Source) -> dict[str, Weights]:
    """Where taggers of the pool may begin, by name; "" is its own, or of all together.

    Raises: what the source's `tell` raises.
    """
    if isinstance(source, CrfTagger):
        return {} if source.prior is None else {"": source.prior}
    priors: dict[str, Weights] = {}
    taught = _taught(pool, source)
    if taught is not None:
        priors[""] = taught
    if isinstance(source, Several):
        for part in source.parts:
            for weights in priors_of(pool, part).values():
                priors[part.version] = weights
    return priors


def _taught(pool: Pool, source: Source) -> Weights | None:
    """None where too little was read, or all that was read is of one class."""
    chances, read = pool.told_by(source)
    rows = whole_rows(pool, read)
    encoding = pool.plain_encoding()
    spans = [slice(int(encoding.starts[row]), int(encoding.starts[row + 1])) for row in rows]
    tags = [
        in_or_out([OUTSIDE if chance <= 0.5 else "I-" for chance in chances[each]])
        for each in spans
    ]
    kinds = {tag for row in tags for tag in row}
    if len(rows) < FEWEST or len(kinds) < 2:
        return None
    digest = hashlib.blake2b(digest_size=16)
    for part in (rows, chances > 0.5, read):
        digest.update(np.ascontiguousarray(part).tobytes())
    path = pool.side_file(f"taught-{digest.hexdigest()}")
    kept = warm.read_start(path) if path else None
    if kept is not None:
        return kept
    weights = warm.go_on(encoding, rows.tolist(), tags, CrfSettings(), None)
    if path:
        warm.keep_start(path, weights)
    return weights


def whole_rows(pool: Pool, read: np.ndarray) -> Ints:
    """The turns of which every token was read, at most `MOST`, in an order fixed by chance."""
    encoding = pool.plain_encoding()
    some = np.flatnonzero(encoding.lengths > 0)
    unread = np.add.reduceat(~read, encoding.starts[:-1][some]) if len(some) else some
    rows = some[np.asarray(unread) == 0]
    chosen = np.random.default_rng(0).permutation(len(rows))[:MOST]
    return np.sort(rows[chosen])
