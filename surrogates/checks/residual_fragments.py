"""Pieces of a labelled code said again without a label: "[M-KT 4821]. Also KT, 4821".

A number, a plate or an address is repeated by its first or last signs, in figures, words or single
letters. Nothing holds back so few of them; near the code they tell it. Called by `issues`, before
`residual_numbers`, on the finished dialogue.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from surrogates import notices
from surrogates.checks.relations.numbers.unlabelled import ENDS, is_end
from surrogates.checks.residual_numbers import (
    GOES_ON,
    NEAR,
    PART,
    counted,
    raise_again,
)
from surrogates.dates.calendars import Calendar
from surrogates.dates.runs import calendars_of
from surrogates.folding import AND, PARTICLES, fold, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import Numerals, spoken_in
from surrogates.numbers.identifiers.doors import CUE as HOUSE
from surrogates.numbers.identifiers.doors import GROUP
from surrogates.rewrite import Item, outside
from surrogates.scene import Scene
from surrogates.search.projections import digits_said

_CODES = (Kind.PHONE, Kind.ID, Kind.CARD, Kind.ZIP)
_ADDRESSES = (Kind.EMAIL, Kind.USER)
_LEAST = 3  # signs of a piece that begins or ends a code
_PAIR = 2  # letters of a block of it, or letters and figures of an address
_SURE = 4  # signs from which on a piece is told wherever it is said
_INITIALS = 4  # letters of an address that are said one by one
_MOST = 12  # words and figures of a piece
_BLOCK = re.compile(r"[^\W\d_]+|\d+")
_LETTER = re.compile(r"(?<![^\W_])[^\W\d_](?![^\W_'’´·])")
_CAPITALS = re.compile(r"(?<![^\W_])[^\W\d_]{2,4}(?![^\W_])")
_HOUSE = re.compile(r"\d{1,5}\s?[a-z]\b", re.IGNORECASE)
_GAP = re.compile(r"[\s,.\-–/]{0,3}")
_STOP = re.compile(r"\s*(?:[.,;:!?)»\"]|$)")
# What may stand behind a number that counts nothing, and before an hour or a day of the month.
_FREE_TEXT = "para per por pour for fur is es est ist da dira a"
_FREE = AND | PARTICLES | frozenset(_FREE_TEXT.split())
_BEFORE_DAYS_TEXT = "el la las les le the at a um am den dia l to till"
_BEFORE_DAYS = frozenset(_BEFORE_DAYS_TEXT.split())


@dataclass(frozen=True, slots=True)
class _Code:
    """A labelled code, and the pieces of it that its surrogate has no more."""

    item: Item
    pieces: frozenset[str]
    pairs: frozenset[str]  # two figures that it begins or ends with, or has in a group


@dataclass(frozen=True, slots=True)
class _Said:
    """What a word, a figure or a letter says."""

    start: int
    end: int
    signs: str


def inspect(scene: Scene) -> None:
    """Raises CODE_AGAIN for every unlabelled piece of a labelled code near it."""
    codes = list(_codes(scene))
    if not codes:
        return
    numerals = spoken_in(scene.dialogue.lang, scene.lexicon)[0]
    calendar = calendars_of(scene)[0]
    for turn, start, text in outside(scene.dialogue, scene.items):
        said = list(_said(text, scene.lexicon))
        at = 0
        while at < len(said):
            size, code = _longest(scene, codes, turn, text, said[at:], numerals, calendar)
            if code is not None:
                begin, end = said[at].start, said[at + size - 1].end
                notice, signs = notices.CODE_AGAIN, "".join(s.signs for s in said[at : at + size])
                sure = signs in code.pieces or _is_end(text[:begin], text[end:], numerals)
                notice = notice if sure else notice._replace(severity="info")
                raise_again(scene, notice, code.item, turn, start + begin, start + end)
            at += size


def _codes(scene: Scene) -> Iterator[_Code]:
    for item in scene.items:
        pieces = _pieces(scene, item, item.text)
        pieces -= _pieces(scene, item, scene.surrogates[item.index])
        pairs = _pairs(scene, item, item.text) if item.kind in _CODES else frozenset()
        pairs -= _pairs(scene, item, scene.surrogates[item.index])
        if pieces or pairs:
            yield _Code(item, pieces, pairs)


def _pairs(scene: Scene, item: Item, text: str) -> frozenset[str]:
    """The two figures that a long number begins and ends with, and those of its groups."""
    if not any(c.isdecimal() for c in text):
        text = _signs_in_words(text, scene.lexicon)
    blocks = [block for block in _BLOCK.findall(text) if block.isdecimal()]
    figures = "".join(blocks)
    if len(figures) <= _LEAST:
        return frozenset()
    return frozenset({figures[:_PAIR], figures[-_PAIR:], *(b for b in blocks if len(b) == _PAIR)})


def _pieces(scene: Scene, item: Item, text: str) -> frozenset[str]:
    """What can be said of a code and tells it."""
    if item.kind in _ADDRESSES:
        return _of_address(text)
    if item.kind is Kind.STREET or item.cue in (HOUSE, GROUP):
        return frozenset(fold(m).replace(" ", "") for m in _HOUSE.findall(text))
    if item.kind not in _CODES:
        return frozenset()
    blocks = _BLOCK.findall(fold(text))
    signs = "".join(blocks)
    if not any(c.isdecimal() for c in signs):  # in words
        signs = _signs_in_words(text, scene.lexicon)
        blocks = [signs]
    if not any(c.isdecimal() for c in signs):
        return frozenset()  # a password
    ends = {end for n in range(_LEAST, len(signs) + 1) for end in (signs[:n], signs[-n:])}
    if item.kind is Kind.ZIP:
        ends = {signs}
    lettered = {b for b in blocks if b.isalpha() and len(b) >= _PAIR and text.isupper()}
    return frozenset(ends | lettered | {b for b in blocks if len(b) >= _LEAST and b.isdecimal()})


def _of_address(text: str) -> frozenset[str]:
    """The figures of a name in an address, and its initials."""
    blocks = _BLOCK.findall(fold(text.partition("@")[0]))
    return frozenset(
        b for b in blocks if len(b) >= _PAIR and (b.isdecimal() or len(b) <= _INITIALS)
    )


@lru_cache(maxsize=4096)
def _signs_in_words(text: str, lexicon: Lexicon) -> str:
    """What a number in words or letters says."""
    return "".join(each.signs for each in _said(text, lexicon))


def _said(text: str, lexicon: Lexicon) -> Iterator[_Said]:
    """Figures and number words, single letters, and two to four capitals in a row."""
    found: dict[tuple[int, int], str] = {}
    for sign in digits_said(text, 0, lexicon):
        found[sign.start, sign.end] = found.get((sign.start, sign.end), "") + sign.char
    for match in (*_LETTER.finditer(text), *_CAPITALS.finditer(text)):
        if len(match[0]) == 1 or match[0].isupper():
            found.setdefault(match.span(), fold(match[0]))
    for (start, end), signs in sorted(found.items()):
        yield _Said(start, end, signs)


def _longest(
    scene: Scene,
    codes: list[_Code],
    turn: int,
    text: str,
    said: list[_Said],
    numerals: Numerals,
    calendar: Calendar,
) -> tuple[int, _Code | None]:
    """How many of the first ones are the longest piece of a code, and of which; (1, None)."""
    row = 1
    while row < min(len(said), _MOST) and _GAP.fullmatch(text[said[row - 1].end : said[row].start]):
        row += 1
    for size in range(row, 0, -1):
        signs = "".join(each.signs for each in said[:size])
        before, after = text[: said[0].start], text[said[size - 1].end :]
        if PART.search(before) or GOES_ON.match(after):
            continue
        if signs.isdecimal() and counted(after, scene, numerals, calendar):
            continue
        whole = signs.isalpha() and all(len(each.signs) > 1 for each in said[:size])
        for code in codes:
            if signs in code.pairs and code.item.turn <= turn <= code.item.turn + NEAR:
                one = size == 1 or text[said[0].start : said[size - 1].end].isdecimal()
                if _is_end(before, after, numerals) or (one and _is_alone(before, after)):
                    return size, code
            if signs not in code.pieces or not _is_near(code.item, turn, len(signs)):
                continue
            if whole and code.item.kind in _ADDRESSES:
                continue  # its letters are said one by one
            return size, code
    return 1, None


def _is_end(before: str, after: str, numerals: Numerals) -> bool:
    """Whether the words beside a number say that another one begins or ends with it."""
    return any(is_end(before, after, klass, numerals) for klass in ENDS)


def _is_alone(before: str, after: str) -> bool:
    """Whether a number counts nothing that is said, and is no hour and no day of a month."""
    following = words(after)[:1]
    free = _STOP.match(after) is not None or (following and following[0] in _FREE)
    return bool(free) and _BEFORE_DAYS.isdisjoint(words(before)[-1:])


def _is_near(item: Item, turn: int, size: int) -> bool:
    if size >= _SURE and item.kind in _CODES:
        return True
    return item.turn <= turn <= item.turn + NEAR
