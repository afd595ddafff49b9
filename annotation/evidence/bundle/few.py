"""A count that is printed alone: below 10 it is "< 10". Apart from `counts`, which needs scipy."""

FEW = "< 10"
LEAST = 10


def small(number: int) -> int | str:
    """The count itself, or "< 10"."""
    return FEW if 0 < number < LEAST else number
