"""A kind of identifier: what it looks like, and how a new value becomes valid."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from stdnum import luhn

Repair = Callable[[str], str]


@dataclass(frozen=True)
class Scheme:
    """A kind of identifier: its pattern, a test beyond it, and how a new value becomes valid."""

    pattern: str
    repair: Repair
    test: Callable[[str], bool] = lambda text: True
    # Position -> characters that a new value may have there; "" keeps the original's.
    fixed: Mapping[int, str] = field(default_factory=dict)


def luhn_of(text: str) -> str:
    """A number whose last figure is that of Luhn."""
    return text[:-1] + str(luhn.calc_check_digit(text[:-1]))


def checked(repair: Repair) -> Callable[[str], bool]:
    """The test of a kind whose check tells it from other numbers of its length."""

    def holds(text: str) -> bool:
        return repair(text) == text

    return holds
