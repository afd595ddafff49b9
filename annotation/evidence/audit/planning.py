"""How many items a second reader must meet when their number is fixed beforehand. Called by the
plan of a second reading."""

from scipy.stats import binom

from annotation.evidence.errors import EvidenceError

MOST = 10_000_000  # items; whoever asks for more asks for nothing that can be read


def check_goal(recall: float, confidence: float) -> None:
    """Raises EvidenceError unless both lie between 0 and 1."""
    for name, value in (("recall", recall), ("confidence", confidence)):
        if not 0 < value < 1:
            raise EvidenceError(f"The {name} is {value:g}; expected a number between 0 and 1.")


def items_needed(recall: float, confidence: float, missed: int = 0) -> int:
    """The fewest items of which `missed` may be missed, so that a recall of at least `recall` is
    shown with `confidence`: the smallest n with P(X <= missed) <= 1 - confidence, where X counts
    the misses among n items of which each is missed with chance 1 - recall (exact binomial; the
    one-sided bound of [ClopperPearson34]). .99 and .95: 299, 473, 628, ... 1,049 with five.

    Raises EvidenceError for numbers outside (0, 1), or where no number that can be read is enough.
    """
    check_goal(recall, confidence)
    if missed < 0:
        raise EvidenceError(f"There are {missed} missed items; expected 0 or more.")

    def is_enough(items: int) -> bool:
        return bool(binom.cdf(missed, items, 1 - recall) <= 1 - confidence)

    high = missed + 1
    while not is_enough(high):
        high *= 2
        if high > MOST:
            raise EvidenceError(
                f"A recall of {recall:g} at {confidence:g} needs over {MOST:,} items; expected a "
                "goal that people can reach."
            )
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high
