"""Codes of letters and figures that are read out beside their label: "[LK19 VXD]. Lima Kilo one
nine, Victor X-ray Delta", "[4821 KTW]. Kilo, Tango, Whisky". Called by `leaks`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from surrogates.folding import fold, signs_only
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.search.projections import Sign, digits_said, letters_said, without_sign_words
from surrogates.types import Mention

_LEAST = 6  # signs, a letter among them; `checks.residual_fragments` warns of fewer
_WHOLE = 4  # signs of the shortest code that is told by all of them
_GAP = re.compile(r"[\s.,;:/()\-–—…]{0,4}")
_CODES = (Kind.ID, Kind.ZIP)


def codes_of(items: Iterable[Item]) -> dict[str, str]:
    """Folded signs of each code that has letters and figures -> the key of its mention."""
    codes = {fold(signs_only(i.text)): i.key for i in items if i.kind in _CODES}
    return {c: key for c, key in codes.items() if not (c.isdecimal() or c.isalpha())}


def read_out(
    turns: Iterable[tuple[int, str, Sequence[Mention]]], codes: Mapping[str, str], lexicon: Lexicon
) -> Iterator[tuple[list[Sign], str]]:
    """Stretches of these codes that stand in no mention, and the key of the code's own."""
    for turn, text, mentions in turns if codes else ():
        chars = list(text)
        for each in mentions:
            chars[each.start : each.end] = "|" * (each.end - each.start)
        for row in _rows("".join(chars), turn, lexicon):
            yield from _stretches(row, codes)


def _rows(text: str, turn: int, lexicon: Lexicon) -> Iterator[list[Sign]]:
    """Letters and figures that nothing but separators stands between."""
    letters = [sign for row in letters_said([(turn, text)], lexicon) for sign in row]
    if not letters:
        return
    taken = {place for sign in letters for place in range(sign.start, sign.end)}
    figures = (s for s in digits_said(text, turn, lexicon) if s.start not in taken)
    row: list[Sign] = []
    for sign in sorted((*letters, *figures), key=lambda s: s.start):
        gap = text[row[-1].end : sign.start] if row else ""
        if gap and not _GAP.fullmatch(without_sign_words(gap, lexicon)):
            yield row
            row = []
        row.append(sign)
    yield row


def _stretches(row: Sequence[Sign], codes: Mapping[str, str]) -> Iterator[tuple[list[Sign], str]]:
    said, at = "".join(sign.char for sign in row), 0
    while at < len(said):
        ends = range(len(said), at + _WHOLE - 1, -1)
        found = (
            (end, key)
            for end in ends
            for code, key in codes.items()
            if end - at >= min(_LEAST, len(code)) and said[at:end] in code
        )
        end, key = next(found, (at, ""))
        stretch = list(row[at:end])
        if any(sign.char.isalpha() for sign in stretch):
            yield stretch, key
        at = max(end, at + 1)
