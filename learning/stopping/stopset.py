"""The stop set: a fixed sample of the corpus on which successive models are compared.

It needs no labels. Which turns are in it depends on their keys alone, so it is the same in
every round and in every worker process. `look_at` asks a CRF what it says there; a `Look` is plain
arrays, so that any tagger can make one. Called by `advice` and by the service that advises.
"""

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from learning import storage
from learning.choice.signals import sensitive_or_not
from learning.choice.uncertainty import entropy, reduce_tokens
from learning.crf.finding import Decoder
from learning.crf.marginals import chunks
from learning.crf.pool import Pool
from learning.crf.tagger import CrfTagger
from learning.sampling import ranks
from learning.tokens import OUTSIDE
from learning.types import Doubles, Floats, Ints

SIZE = 2_500  # turns; unlabelled ones cost nothing, and many keep kappa steady [BloodgoodG13]
Codes = npt.NDArray[np.uint16]
Mask = npt.NDArray[np.bool_]


def draw_stop_set(keys: Sequence[int], size: int = SIZE) -> Ints:
    """Places of the `size` keys that a fixed hash puts first, in ascending order."""
    # A turn keeps its rank whatever is labelled; one added later moves only what stands behind.
    return np.sort(np.argsort(ranks(np.asarray(keys, np.int64)), kind="stable")[:size])


@dataclass(frozen=True)
class Look:
    """What one model says about n turns of t tokens."""

    keys: Ints  # n
    starts: Ints  # n + 1 token offsets
    labels: tuple[str, ...]  # "" (no item) first
    codes: Codes  # t: the best label of each token, as its place in `labels`
    outside: Floats  # t: the probability of no item
    unsure: Floats  # t: entropy of the tag probabilities in 0..1 (1: all tags alike)

    @property
    def lengths(self) -> Ints:
        return np.diff(self.starts)

    def without(self, keys: Set[int]) -> "Look":
        """The look on the other turns only."""
        if not keys:
            return self
        keep = ~np.isin(self.keys, np.fromiter(keys, np.int64, len(keys)))
        return self.kept(keep)

    def kept(self, keep: Mask) -> "Look":
        """The look on the turns where `keep` (n) holds."""
        tokens = np.repeat(keep, self.lengths)
        return Look(
            self.keys[keep],
            np.concatenate(([0], np.cumsum(self.lengths[keep]))),
            self.labels,
            self.codes[tokens],
            self.outside[tokens],
            self.unsure[tokens],
        )


@dataclass(frozen=True)
class Kept:
    """A look that later models are compared with, and how many turns its model had learnt from."""

    learnt: int
    look: Look


def shared_tokens(before: Look, now: Look) -> tuple[Ints, Ints, Ints]:
    """Of the turns that both hold, with as many tokens: the places of their tokens in the one and
    in the other, and the n + 1 offsets of the turns there."""
    _, places, others = np.intersect1d(before.keys, now.keys, return_indices=True)
    same = before.lengths[places] == now.lengths[others]
    places, others = np.sort(places[same]), others[same][np.argsort(places[same])]
    sides = []
    for look, rows in ((before, places), (now, others)):
        tokens = [np.arange(look.starts[row], look.starts[row + 1]) for row in rows]
        sides.append(np.concatenate(tokens) if tokens else np.zeros(0, np.int64))
    return sides[0], sides[1], np.concatenate(([0], np.cumsum(before.lengths[places])))


def look_at(pool: Pool, tagger: CrfTagger, rows: Ints, keys: Sequence[int]) -> Look:
    """What `tagger` says about `rows` of the pool; `keys[i]` names row i of the pool."""
    encoding = pool.encoding("target")
    tagger.check(encoding)
    decoder = Decoder(encoding, tagger.weights, tagger.finder)
    lengths = encoding.lengths[rows]
    starts = np.concatenate(([0], np.cumsum(lengths)))
    # Where each token of the encoding stands in the look.
    place = np.full(encoding.tokens, -1, np.int64)
    for begin, row in zip(starts[:-1].tolist(), rows.tolist(), strict=True):
        tokens = slice(int(encoding.starts[row]), int(encoding.starts[row + 1]))
        place[tokens] = np.arange(begin, begin + tokens.stop - tokens.start)
    names = [tag[2:] if tag != OUTSIDE else "" for tag in decoder.tags]
    labels = ("", *sorted({name for name in names if name}))
    code = np.asarray([labels.index(name) for name in names], np.uint16)
    codes = np.zeros(int(starts[-1]), np.uint16)
    outside, unsure = np.ones(len(codes), np.float32), np.zeros(len(codes), np.float32)
    out = code == 0
    for chunk in chunks(encoding, rows):
        best, values = decoder.decode(chunk)
        here = place[chunk.places]
        codes[here] = code[best]
        outside[here] = values[:, out].sum(axis=1)
        if tagger.finder is not None:  # unsure of what is found, not of its name
            values = sensitive_or_not(1.0 - outside[here])
        unsure[here] = entropy(values) / np.log(max(2, values.shape[1]))
    return Look(np.asarray(keys, np.int64)[rows], starts, labels, codes, outside, unsure)


def look_around(
    pool: Pool, tagger: CrfTagger, keys: Sequence[int], drawn: Sequence[int]
) -> tuple[Look, dict[int, float]]:
    """The look on the pool's stop set, and the misses that the model expects in each turn of
    `drawn` (pool indices), which may be in it or not."""
    stop = draw_stop_set(keys)
    look = look_at(pool, tagger, np.union1d(stop, drawn).astype(np.int64), keys)
    expected = dict(zip(look.keys.tolist(), expected_misses(look).tolist(), strict=True))
    in_stop_set = np.isin(look.keys, np.asarray(keys, np.int64)[stop])
    return look.kept(in_stop_set), {index: round(expected[keys[index]], 4) for index in drawn}


def expected_misses(look: Look) -> Doubles:
    """Items that the model expects itself to miss in each turn (n)."""
    # A token taken for no item is one with probability 1 - outside. A bump over neighbours is one
    # item: only its rises count.
    chance = np.where(look.codes == 0, 1.0 - look.outside.astype(np.float64), 0.0)
    before = np.concatenate(([0.0], chance[:-1]))
    before[look.starts[:-1][look.lengths > 0]] = 0.0
    rises = np.where(look.codes == 0, np.maximum(chance - before, 0.0), 0.0)
    return reduce_tokens(rises, look.starts, "sum")


def estimated_f1(look: Look) -> float | None:
    """F1 of "is it an item" per token, by the model's probabilities [Laws08]; None without any."""
    is_found = look.codes != 0
    if not is_found.any():
        return None
    # Found tokens are right with their probability, the others missed with theirs.
    chance = 1.0 - look.outside.astype(np.float64)
    right = float(chance[is_found].sum())
    missed = float(chance[~is_found].sum())
    return 2 * right / (right + int(is_found.sum()) + missed)


def confidence(look: Look) -> Doubles:
    """Mean confidence of each turn with text: 1 - its mean uncertainty."""
    filled = look.lengths > 0
    return 1.0 - reduce_tokens(look.unsure, look.starts, "mean")[filled]


def save_looks(path: Path, kept: Sequence[Kept]) -> None:
    """Write what later models are compared with: keys, lengths, codes. Raises: OSError."""
    held = io.BytesIO()
    parts: dict[str, Any] = {}
    for number, each in enumerate(kept):
        parts |= {
            f"keys{number}": each.look.keys,
            f"lengths{number}": each.look.lengths,
            f"codes{number}": each.look.codes,
            f"labels{number}": np.asarray(each.look.labels, np.str_),
        }
    learnt = np.asarray([each.learnt for each in kept], np.int64)
    np.savez_compressed(held, learnt=learnt, **parts)
    storage.write_synced(path, held.getvalue())


def read_looks(path: Path) -> list[Kept]:
    """The saved looks, with all probabilities 0; none where there are none, or they are damaged, or
    an older version wrote them."""
    try:
        # Opened here: of an archive that is cut, numpy leaves its own file open.
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
            learnt = [int(each) for each in file["learnt"]]
            return [Kept(n, _read(file, str(number))) for number, n in enumerate(learnt)]
    except (OSError, ValueError, KeyError, EOFError, TypeError, zipfile.BadZipFile, zlib.error):
        return []


def _read(file: Mapping[str, npt.NDArray[Any]], number: str) -> Look:
    """Raises: KeyError, ValueError for parts that do not fit each other."""
    keys, codes = (file[name + number] for name in ("keys", "codes"))
    starts = np.concatenate(([0], np.cumsum(file["lengths" + number].astype(np.int64))))
    labels = tuple(str(name) for name in file["labels" + number])
    if len(starts) != len(keys) + 1 or starts[-1] != len(codes):
        raise ValueError("cut")
    if codes.max(initial=0) >= len(labels):
        raise ValueError("no such label")
    nothing = np.zeros(len(codes), np.float32)
    return Look(keys.astype(np.int64), starts, labels, codes.astype(np.uint16), nothing, nothing)
