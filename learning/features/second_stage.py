"""Second-stage features: what a first stage found for a word, over all turns, is a feature of it.

A word that stands in one plain place is known in others: two-stage tagging [Krishnan06], by mean
probabilities over a whole pool [Subramanya10]. `crf.first_stage` learns them, `encoding` adds them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from learning.features.attributes import BANDS
from learning.types import Floats, Ids, Ints

SECOND_STAGE_FILE = "beliefs.tsv"  # beside a model
FIRM = (2, 4, 8)  # occurrences from which a mean is firmer
_LEVELS = len(FIRM) + 1
CODES = 1 + (len(BANDS) + 1) * _LEVELS  # 0: the first stage met no such word


@dataclass(frozen=True)
class SecondStage:
    """A code for each word (lower case, digits masked): how many of `BANDS` its mean probability of
    being sensitive passes, and how many of `FIRM` its occurrences reach."""

    of: dict[str, int]

    def codes(self, words: Sequence[str]) -> Ids:
        """The code of each word; 0 for those that the first stage did not meet."""
        return np.asarray([self.of.get(word, 0) for word in words], np.int32)

    def to_lines(self) -> bytes:
        """The file form: per line a word and its code, with a tab between."""
        rows = (f"{word}\t{code}" for word, code in self.of.items())
        return "\n".join(rows).encode("utf-8", "surrogatepass")

    @classmethod
    def from_lines(cls, data: bytes) -> "SecondStage":
        """Raises: ValueError when the data is not what `to_lines` wrote."""
        codes: dict[str, int] = {}
        for line in data.decode("utf-8", "surrogatepass").split("\n"):
            if line:
                word, code = line.split("\t")
                codes[word] = int(code)
        if not all(0 < code < CODES for code in codes.values()):
            raise ValueError("A word has an unknown code.")
        return cls(codes)


def learn_second_stage(words: Sequence[str], numbers: Ints, probabilities: Floats) -> SecondStage:
    """The codes from t tokens: the number of each one's masked word, and the probability that it is
    sensitive. A word that does not occur has none."""
    counts = np.bincount(numbers, minlength=len(words))
    sums = np.bincount(numbers, weights=probabilities, minlength=len(words))
    known = np.flatnonzero(counts)
    bands = np.searchsorted(BANDS, sums[known] / counts[known])
    firm = np.searchsorted(FIRM, counts[known], side="right")
    codes = (1 + bands * _LEVELS + firm).tolist()
    return SecondStage(
        {words[word]: code for word, code in zip(known.tolist(), codes, strict=True)}
    )


def second_stage_attributes(code: int) -> list[str]:
    """Attributes of a token whose word has this code."""
    if code == 0:
        return ["u=none"]
    band, firm = divmod(code - 1, _LEVELS)
    return [f"u={band}", f"u={band}/{firm}"]
