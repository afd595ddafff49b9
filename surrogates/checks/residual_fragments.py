"""Pieces of a labelled code said again without a label: "[M-KT 4821]. Also KT, 4821".

A number, a plate or an address is repeated by its first or last signs, in figures, words or single
letters, by name or with a word for each. So few of them, near the code, may tell it; all of them
show it. Called by `issues`, before `residual_numbers`, on the finished dialogue.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from surrogates import notices
from surrogates.checks.letters_outside import letters_in
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
from surrogates.folding import AND, PARTICLES, fold, signs_only, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import Numerals, spoken_in
from surrogates.numbers.identifiers.doors import CUE as HOUSE
from surrogates.numbers.identifiers.doors import GROUP
from surrogates.rewrite import Item, outside
from surrogates.scene import Scene
from surrogates.search.projections import digits_said, without_sign_words

_CODES = (Kind.PHONE, Kind.ID, Kind.CARD, Kind.ZIP)
_ADDRESSES = (Kind.EMAIL, Kind.USER)
_LEAST = 3  # signs of a piece that begins or ends a code
_PAIR = 2  # letters of a block of it, or letters and figures of an address
_SURE = 4  # signs from which on a piece is told wherever it is said
_INITIALS = 4  # letters of an address that are said one by one
_WHOLE = 6  # letters and figures of a code that hold the text back where all of them are said
_MOST = 12  # words and figures of a piece
_BLOCK = re.compile(r"[^\W\d_]+|\d+")
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
    ends: frozenset[str]  # two letters, said one by one


@dataclass(frozen=True, slots=True)
class _Said:
    """What a word, a figure or a letter says."""

    start: int
    end: int
    signs: str
    sure: bool = True  # it is no other word
    apart: bool = False  # a letter said by itself, which is no word
    together: bool = False  # letters that are written as one


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
                signs = "".join(s.signs for s in said[at : at + size])
                told = signs in code.pieces | code.ends
                sure = told or _is_end(text[:begin], text[end:], numerals)
                whole = len(signs) >= _WHOLE and signs == fold(signs_only(code.item.text))
                shown = whole and any(map(str.isalpha, signs)) and code.item.kind in _CODES
                severity = "block" if shown else "warn" if sure else "info"
                notice = notices.CODE_AGAIN._replace(severity=severity)
                raise_again(scene, notice, code.item, turn, start + begin, start + end)
            at += size


def _codes(scene: Scene) -> Iterator[_Code]:
    for item in scene.items:
        pieces = _pieces(scene, item, item.text)
        pieces -= _pieces(scene, item, scene.surrogates[item.index])
        pairs = _pairs(scene, item, item.text) if item.kind in _CODES else frozenset()
        pairs -= _pairs(scene, item, scene.surrogates[item.index])
        ends = _ends(item.text) - _ends(scene.surrogates[item.index]) if pieces else frozenset()
        if pieces or pairs:
            yield _Code(item, pieces, pairs, ends)


def _pairs(scene: Scene, item: Item, text: str) -> frozenset[str]:
    """The two figures that a long number begins and ends with, and those of its groups."""
    if not any(c.isdecimal() for c in text):
        text = _signs_in_words(text, scene.lexicon)
    blocks = [block for block in _BLOCK.findall(text) if block.isdecimal()]
    figures = "".join(blocks)
    if len(figures) <= _LEAST:
        return frozenset()
    return frozenset({figures[:_PAIR], figures[-_PAIR:], *(b for b in blocks if len(b) == _PAIR)})


def _ends(code: str) -> frozenset[str]:
    """The letters that begin and end a block of more: "LB" and "BB" of "4774 LBB"."""
    blocks = [block for block in _BLOCK.findall(fold(code)) if block.isalpha()]
    if not code.isupper() or not any(map(str.isdecimal, code)):
        return frozenset()
    return frozenset(end for b in blocks if len(b) > _PAIR for end in (b[:_PAIR], b[-_PAIR:]))


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
    """Figures and number words, letters that are said, and two to four capitals in a row."""
    found: dict[tuple[int, int], _Said] = {}
    letters = letters_in(text, lexicon)
    taken = {place for each in letters for place in range(each.start, each.end)}
    counts: set[int] = set()
    for sign in digits_said(text, 0, lexicon):
        if sign.start not in taken:
            place = sign.start, sign.end
            counts.update(range(*place))
            before = found[place].signs if place in found else ""
            found[place] = _Said(*place, before + sign.char)
    for each in letters:
        if each.start not in counts:  # "cincuenta y dos"
            sure = each.sure or (each.style == "char" and len(each.letters) == 1)
            place = each.start, each.end
            found[place] = _Said(*place, each.letters, sure=sure, apart=each.sure)
    for match in _CAPITALS.finditer(text):
        if match[0].isupper() and match.start() not in taken:
            found.setdefault(match.span(), _Said(*match.span(), fold(match[0]), together=True))
    for _, each_said in sorted(found.items()):
        yield each_said


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
    while row < min(len(said), _MOST):
        one, two = said[row - 1], said[row]
        gap = without_sign_words(text[one.end : two.start], scene.lexicon)
        if one.apart and two.apart and gap.strip() in AND:  # "Z for zebra and T for Tommy"
            gap = ""
        if not _GAP.fullmatch(gap):
            break
        row += 1
    for size in range(row, 0, -1):
        signs = "".join(each.signs for each in said[:size])
        before, after = text[: said[0].start], text[said[size - 1].end :]
        if PART.search(before) or GOES_ON.match(after):
            continue
        if signs.isdecimal() and counted(after, scene, numerals, calendar):
            continue
        letters = [each for each in said[:size] if each.signs.isalpha()]
        if letters and not any(each.sure for each in letters):
            continue  # "52 de", "a"
        whole = signs.isalpha() and all(each.together for each in said[:size])
        apart = all(each.apart for each in said[:size])
        for code in codes:
            if signs in code.pairs and code.item.turn <= turn <= code.item.turn + NEAR:
                single = size == 1 or text[said[0].start : said[size - 1].end].isdecimal()
                if _is_end(before, after, numerals) or (single and _is_alone(before, after)):
                    return size, code
            is_piece = signs in code.pieces or (apart and signs in code.ends)
            if not is_piece or not _is_near(code.item, turn, len(signs)):
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
