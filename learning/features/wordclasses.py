"""Classes of words that are used alike, learnt from a corpus that nobody has labelled yet.

A word is described by the words beside it; words of like neighbours fall into one class, at three
grains. A tagger that has seen `Bilbao` labelled then guesses at `Gasteiz`: names, streets and
numbers of the pool are known by their company before anybody reads them. `encoding` adds the
classes to a word's attributes [Brown92; Miller04].
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.sparse

from learning.features.attributes import digits_masked
from learning.storage import sha256
from learning.threads import one_thread
from learning.types import Floats, Ids, Ints

CLASSES_FILE = "classes.tsv"  # beside a model or a pool's features
GRAINS = (16, 64, 256)  # classes at each grain, fewer where there are few words
DIMENSIONS = 50
NEIGHBOURS = 2_000  # most frequent words that count as company
LEAST = 2  # a word met once has no company to speak of
FEWEST = 2 * GRAINS[0]  # words below which classes would be noise
SAMPLE = 2_000_000  # tokens that are looked at: more of a corpus says no more of its common words
_PLACES = (-1, 1, -2, 2)


@dataclass(frozen=True)
class WordClasses:
    """The class of each word at each grain; words are in lower case with digits masked."""

    of: dict[str, tuple[int, ...]]

    def names(self, word: str) -> list[str]:
        """Attributes for a word as it stands in a text."""
        classes = self.of.get(digits_masked(word))
        if classes is None:
            return ["c=none"]
        return [f"c{grain}={number}" for grain, number in enumerate(classes)]

    def to_lines(self) -> bytes:
        """The file form: a word and its classes a line, with tabs between."""
        rows = ("\t".join((word, *map(str, numbers))) for word, numbers in self.of.items())
        return "\n".join(rows).encode("utf-8", "surrogatepass")

    @classmethod
    def from_lines(cls, data: bytes) -> "WordClasses":
        """Raises: ValueError when the data is not what `to_lines` wrote."""
        classes: dict[str, tuple[int, ...]] = {}
        for line in data.decode("utf-8", "surrogatepass").split("\n"):
            if line:
                word, *numbers = line.split("\t")
                classes[word] = tuple(int(number) for number in numbers)
        return cls(classes)

    @cached_property
    def key(self) -> str:
        """Tells one set of classes from another."""
        return sha256(self.to_lines())[:16]


@one_thread()
def learn_classes(vocabulary: Sequence[str], word_ids: Ids, starts: Ints) -> WordClasses | None:
    """Classes of a corpus given as word numbers (t tokens; n + 1 utterance starts).

    vocabulary: the word of each number; number 0 is the edge. None for a corpus of few words.
    Always the same for the same corpus. Of more than SAMPLE tokens, utterances drawn by chance are
    read: a word that none of them has is in no class.
    """
    masked, numbers = _masked(vocabulary)
    word_ids, starts = _sampled(word_ids, starts)
    tokens = numbers[word_ids]
    counts = np.bincount(tokens, minlength=len(masked))
    counts[0] = 0
    known = np.flatnonzero(counts >= LEAST)
    if len(known) < FEWEST:
        return None
    known = known[np.argsort(-counts[known], kind="stable")]
    vectors = _vectors(_company(tokens, starts, known, len(masked)))
    classes = [_cluster(vectors, min(size, len(known) // 2)) for size in GRAINS]
    columns = np.stack(classes, axis=1).tolist()
    return WordClasses(
        {
            masked[word]: tuple(numbers)
            for word, numbers in zip(known.tolist(), columns, strict=True)
        }
    )


def _masked(vocabulary: Iterable[str]) -> tuple[list[str], Ids]:
    """Distinct masked words, and the number of each vocabulary entry among them; 0 is the edge."""
    seen: dict[str, int] = {}
    numbers = [seen.setdefault(digits_masked(word), len(seen)) for word in vocabulary]
    return list(seen), np.asarray(numbers, np.int32)


def _sampled(word_ids: Ids, starts: Ints) -> tuple[Ids, Ints]:
    """Whole utterances with SAMPLE tokens at most, in order, and where they start."""
    if len(word_ids) <= SAMPLE:
        return word_ids, starts
    lengths = np.diff(starts)
    drawn = np.random.default_rng(0).permutation(len(lengths))
    drawn = np.sort(drawn[: np.searchsorted(np.cumsum(lengths[drawn]), SAMPLE, "right")])
    kept = np.zeros(len(lengths), bool)
    kept[drawn] = True
    return word_ids[np.repeat(kept, lengths)], np.concatenate(([0], np.cumsum(lengths[drawn])))


def _company(tokens: Ids, starts: Ints, known: Ints, words: int) -> scipy.sparse.csr_matrix:
    """How often each known word has each frequent word (or an edge) at each of four places."""
    row_of = np.full(words, -1, np.int64)
    row_of[known] = np.arange(len(known))
    company = known[:NEIGHBOURS]
    width = len(company) + 2  # two columns more: before the first and after the last token
    column_of = np.full(words, -1, np.int64)
    column_of[company] = np.arange(2, width)
    lengths = np.diff(starts)
    offsets = np.arange(len(tokens)) - np.repeat(starts[:-1], lengths)
    sizes = np.repeat(lengths, lengths)
    rows, columns = [], []
    own = row_of[tokens]
    for part, shift in enumerate(_PLACES):
        beside = offsets + shift
        inside = (beside >= 0) & (beside < sizes)
        place = np.where(inside, np.arange(len(tokens)) + shift, 0)
        column = np.where(inside, column_of[tokens[place]], (beside >= 0).astype(np.int64))
        kept = (own >= 0) & (column >= 0)
        rows.append(own[kept])
        columns.append(column[kept] + part * width)
    rows_, columns_ = np.concatenate(rows), np.concatenate(columns)
    ones = np.ones(len(rows_), np.float32)
    shape = (len(known), len(_PLACES) * width)
    return scipy.sparse.coo_matrix((ones, (rows_, columns_)), shape=shape).tocsr()


def _vectors(counts: scipy.sparse.csr_matrix) -> Floats:
    """Unit vectors: positive pointwise mutual information, reduced by SVD [Levy15]."""
    from sklearn.decomposition import TruncatedSVD
    from sklearn.preprocessing import normalize

    rows = np.asarray(counts.sum(axis=1)).ravel()
    columns = np.asarray(counts.sum(axis=0)).ravel()
    ppmi = counts.tocoo()
    expected = rows[ppmi.row] * columns[ppmi.col] / max(1.0, float(rows.sum()))
    ppmi.data = np.maximum(np.log(ppmi.data / np.maximum(expected, 1e-12)), 0)
    ppmi = ppmi.tocsr()
    ppmi.eliminate_zeros()
    size = min(DIMENSIONS, min(ppmi.shape) - 1)
    reduced = TruncatedSVD(size, n_iter=3, random_state=0).fit_transform(ppmi)
    return np.asarray(normalize(reduced), dtype=np.float32)


def _cluster(vectors: Floats, count: int) -> Ints:
    from sklearn.cluster import MiniBatchKMeans

    model = MiniBatchKMeans(count, random_state=0, n_init=3, batch_size=2048)
    return np.asarray(model.fit_predict(vectors), dtype=np.int64)
