"""d-exposure: how much surer a model is of a secret that it saw than of its rivals [Helali20].

Called by `canaries`. Plain sums, so that each figure can be worked by hand.
"""

import math
from collections.abc import Sequence

from annotation.evidence.errors import EvidenceError

UNSEEN = math.log2(math.e)  # bits on average where the canary's rank is drawn by chance: 1.44


def rank_of(canary: float, rivals: Sequence[float]) -> float:
    """The place of a canary among its rivals by the model's certainty, 1 the surest; those that are
    as sure as it share their places."""
    above = sum(rival > canary for rival in rivals)
    alike = sum(rival == canary for rival in rivals)
    return 1 + above + alike / 2


def d_exposure(canary: float, rivals: Sequence[float]) -> float:
    """Bits: log2 of how many there are, less log2 of the canary's rank among them [COMPRISE].

    The certainties are those that the word has the label. 0 for the last, log2(1 + rivals) for the
    first. Raises: EvidenceError without rivals.
    """
    if not rivals:
        raise EvidenceError("no rivals; expected one or more words beside the canary")
    return math.log2(1 + len(rivals)) - math.log2(rank_of(canary, rivals))
