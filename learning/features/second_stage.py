"""What a first reading of unread text believes of each word, as features of the tagger to come.

A word that stands in one plain place is known in others: two-stage tagging, with what the first
stage found for a word as a feature of the second [Krishnan06], by mean probabilities over a whole
pool [Subramanya10]. `first_stage` makes them, `encoding` turns them into features.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from learning.features.attributes import BANDS
from learning.types import Floats, Ids, Ints

BELIEFS_FILE = "beliefs.tsv"  # beside a model
FIRM = (2, 4, 8)  # occurrences from which a belief is firmer
_LEVELS = len(FIRM) + 1
CODES = 1 + (len(BANDS) + 1) * _LEVELS  # 0: nothing is believed


@dataclass(frozen=True)
class Beliefs:
    """A code for each word (lower case, digits masked): how many of `BANDS` its mean probability of
    being sensitive passes, and how many of `FIRM` its occurrences reach."""

    of: dict[str, int]

    def codes(self, words: Sequence[str]) -> Ids:
        """The code of each word; 0 for those of which nothing is believed."""
        return np.asarray([self.of.get(word, 0) for word in words], np.int32)

    def to_lines(self) -> bytes:
        """The file form: a word and its code a line, with a tab between."""
        rows = (f"{word}\t{code}" for word, code in self.of.items())
        return "\n".join(rows).encode("utf-8", "surrogatepass")

    @classmethod
    def from_lines(cls, data: bytes) -> "Beliefs":
        """Raises: ValueError when the data is not what `to_lines` wrote."""
        found: dict[str, int] = {}
        for line in data.decode("utf-8", "surrogatepass").split("\n"):
            if line:
                word, code = line.split("\t")
                found[word] = int(code)
        if not all(0 < code < CODES for code in found.values()):
            raise ValueError("A belief has a code that there is not.")
        return cls(found)


def learn_beliefs(words: Sequence[str], numbers: Ints, probabilities: Floats) -> Beliefs:
    """Beliefs from t tokens: the number of each one's masked word, and the probability that it is
    sensitive. Of words that do not occur nothing is believed."""
    counts = np.bincount(numbers, minlength=len(words))
    sums = np.bincount(numbers, weights=probabilities, minlength=len(words))
    known = np.flatnonzero(counts)
    bands = np.searchsorted(BANDS, sums[known] / counts[known])
    firm = np.searchsorted(FIRM, counts[known], side="right")
    codes = (1 + bands * _LEVELS + firm).tolist()
    return Beliefs({words[word]: code for word, code in zip(known.tolist(), codes, strict=True)})


def believed(code: int) -> list[str]:
    """Attributes of a token of whose word this is believed."""
    if code == 0:
        return ["u=none"]
    band, firm = divmod(code - 1, _LEVELS)
    return [f"u={band}", f"u={band}/{firm}"]
