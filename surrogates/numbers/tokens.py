"""The words and figures that numbers are read from; `slots` makes them."""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from surrogates.folding import fold, words

_OTHER_TURN = "|"
_TENS = frozenset("IVX")  # of Roman figures
_BLOCK = 3  # letters in a row of a plate or a code
_INFLECTED = 4  # figures at most with a case behind them: "12345678z" has a letter


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


def may_be_roman(tokens: Sequence[Token], i: int, texts: Sequence[str], counted: Set[str]) -> bool:
    """Whether capitals may be a Roman figure: beside a word for what is `counted` so ("century"),
    or alone in their item and of tens at most. "C" is a door, and "CM1" a class."""
    token = tokens[i]
    text = texts[token.turn]
    if re.match(r"[^\W_]", text[token.end :]) or re.search(r"[^\W_]$", text[: token.start]):
        return False
    beside = {*words(text[: token.start])[-1:], *words(text[token.end :])[:1]}
    if not counted.isdisjoint(beside):
        return True
    alone = sum(t.item == token.item for t in tokens) == 1
    return alone and len(token.text) > 1 and _TENS.issuperset(token.text)


def case_apart(tokens: list[Token], case: str) -> list[Token]:
    """The tokens, with the case behind the last word one of its own: "hogei" and "tik"."""
    if not case:
        return tokens
    last = tokens[-1]
    end, stem = last.end - len(case), last.text.removesuffix(case)
    number = replace(last, end=end, text=stem, key=fold(stem))
    return [*tokens[:-1], number, replace(last, start=end, text=case, key=fold(case))]


def is_ending(tokens: Sequence[Token], i: int, endings: Set[str]) -> bool:
    """Whether small letters behind the last figures of an item are a case: "1332z bukatzen da"."""
    token = tokens[i]
    behind = any(after.item == token.item for after in tokens[i + 1 : i + 2])
    if behind or token.text not in endings or token.lead not in ("", "-"):
        return False
    size = 0
    while size < i and tokens[i - size - 1].text.isdecimal():
        size += 1
        if tokens[i - size].lead:
            break
    return 0 < size <= _INFLECTED
