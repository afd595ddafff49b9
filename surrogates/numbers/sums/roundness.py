"""Round amounts stay as round: a withdrawal of "200 €" is of 300, and "19,99" ends in 99; so do
numbers that are said to be about right ("ungefähr [143.000]"). Pay is at most about twice as much
or half as much: "[1 950 euros] par mois".

Called by `replacement` before what hangs together is written, which keeps it where sums allow.
"""

from collections.abc import Iterator, Sequence
from itertools import count, takewhile

from surrogates import draw
from surrogates.folding import fold
from surrogates.numbers.board import Board
from surrogates.numbers.sums.beside import is_about, is_pay
from surrogates.numbers.sums.said import Said, grain_of, is_as_round
from surrogates.numbers.sums.totals import said_amounts, set_text, written
from surrogates.numbers.sums.values import CENTS, MONEY, PERCENT
from surrogates.scene import Scene

_SHAPED = 1000  # numbers below have a shape
_MOST = 200  # that are tried
_PAY = 0.6, 1.8  # of what it was


def keep_roundness(scene: Scene, board: Board) -> None:
    """Writes round sums of money anew that became others; equal ones alike."""
    pieces = {i.index for group in board.groups for i in group.items
              if len({fold(item.text) for item in group.items}) > 1}  # fmt: skip
    said = [each for each in said_amounts(scene, board) if each.item.index not in pieces]
    by_value: dict[int, list[Said]] = {}
    for each in said:
        by_value.setdefault(each.value, []).append(each)
    taken = {each.new for each in said} | by_value.keys()
    for value, alike in by_value.items():
        money = any(each.unit == MONEY for each in alike)
        pay = money and any(is_pay(scene, each) for each in alike)
        low, high = (int(value * part) for part in _PAY) if pay else (1, 0)
        about = any(is_about(scene, each) for each in alike)
        units = {each.unit for each in alike} - {MONEY, ""}
        others = any(each.is_end or (about and each.measured) for each in alike)
        others = others or PERCENT in units or (bool(units) and not about)
        fits = is_as_round(value, alike[0].new) and (not pay or low <= alike[0].new <= high)
        if not (money or about) or others or fits:
            continue
        stream = draw.Stream(scene.seed("round amount", str(value), [e.item for e in alike]))
        rounds = _near(value, low, high) if pay else _rounds(value, alike[0].new)
        for new in stream.shuffled([v for v in rounds if v not in taken]):
            texts = [written(scene, each, new) for each in alike]
            if all(texts) and all(_has_shape(each, new) for each in alike):
                taken.add(new)
                for each, text in zip(alike, texts, strict=True):
                    set_text(scene, each.item, text)
                break


def _has_shape(said: Said, new: int) -> bool:
    """Whether a new amount in words is made as the old one is: "zweihundertfünfzig"."""
    old, whole = said.value // CENTS, new // CENTS
    if said.old.pieces[0].reading is None or max(old, whole) >= _SHAPED:
        return True
    return said.numerals.shape(old) == said.numerals.shape(whole)


def _near(old: int, low: int, high: int) -> Sequence[int]:
    """Amounts in these bounds that are as round as one, with its cents."""
    whole, cents = divmod(old, CENTS)
    grain = grain_of(whole) * CENTS
    step = grain * max(1, (high - low) // grain // _MOST)
    return range(-(-low // grain) * grain + cents, high + 1, step)


def _rounds(old: int, drawn: int) -> Sequence[int]:
    """Amounts as long and as round as one, among which is none that is rounder than it."""
    whole, cents = divmod(old, CENTS)
    if cents:
        return [drawn // CENTS * CENTS + cents]
    grain, low = grain_of(whole), 10 ** (len(str(whole)) - 1)
    every: Iterator[int] = takewhile(lambda v: v < 10 * low, count(max(low, grain), grain))
    return [value * CENTS for value in every][:_MOST]
