"""The words and figures that numbers are read from; `slots` makes them."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

_OTHER_TURN = "|"
_BLOCK = 3  # letters in a row of a plate or a code


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


def is_written(tokens: Sequence[Token], token: Token, plain: Set[str], mixed: bool) -> bool:
    """Whether two or three letters are no letter's name ("ka") but a part of a written code: in
    capitals beside figures ("KA-LM 482"), or beside others that name none ("ka lm 482").

    `plain`: words that may stand among names of letters; `mixed`: not all of the turn is capitals.
    """
    if not 1 < len(token.text) <= _BLOCK:
        return False
    beside = [t for t in tokens if t.item == token.item]
    others = (t for t in beside if t.text.isalpha() and 1 < len(t.text) <= _BLOCK)
    strange = any(t.key not in plain for t in others)
    figures = any(t.text.isdecimal() for t in beside)
    capitals = all(t.text.isupper() for t in beside if t.text.isalpha())
    pair = capitals and len(token.text) < _BLOCK and mixed  # "EF", then "91"
    return pair or (figures and (capitals or strange))
