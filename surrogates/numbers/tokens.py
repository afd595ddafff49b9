"""The words and figures that numbers are read from; `slots` makes them."""

from dataclasses import dataclass

_OTHER_TURN = "|"


@dataclass(frozen=True, slots=True)
class Token:
    """A figure or word at [start, end) of a turn."""

    turn: int
    start: int
    end: int
    text: str
    key: str
    item: int  # the place of its item in the group, -1 between items
    lead: str = _OTHER_TURN  # the text since the token before
