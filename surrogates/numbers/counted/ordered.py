"""Amounts of which one is below the other: "entre diez y doce", "10-12", "28 von 30", "3 de 5".

The two ends of a range rise as they did, a part is no more than its whole. A whole that is a usual
maximum (marks out of ten, of a hundred) stays as it is: with another one the marks say nothing.
Called by `replacement` before anything is drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.numerals import percent_sign
from surrogates.numbers.amounts import amounts_of
from surrogates.numbers.board import Board, Group, Relation, leave
from surrogates.numbers.counted.shares import is_share
from surrogates.numbers.slots import COUNTED
from surrogates.numbers.sums.values import SYMBOLS, currencies, time_words
from surrogates.scene import Scene

_DASHES = ("-", "–", "—")
_THOUSANDS = 3  # figures
_BEHIND = "after"  # value of a cue behind the whole: "30etik 28"
_FEW, _STEP, _MOST = 12, 5, 200  # what a usual maximum is at most, or a multiple of
_DECIDED = (ConstraintKind.SURROGATE, ConstraintKind.PLACEHOLDER)


@dataclass(frozen=True, slots=True)
class _Amount:
    """One amount of a group, and where it stands in its turn."""

    group: Group
    values: list[int]
    turn: int
    start: int
    end: int
    ordinal: bool

    def said(self, board: Board) -> int:
        was = board.was(self.values)
        return int(was) if was.isdecimal() and not self.ordinal else -1


def order_ranges(scene: Scene, board: Board) -> None:
    """What rose still rises."""
    for one, two in _neighbours(board, COUNTED):
        low, high = board.was(one.values), board.was(two.values)
        if not low.isdecimal() or not high.isdecimal() or int(low) >= int(high):
            continue
        if _is_range(scene, one, two):
            board.rising.append((one.values, two.values))


def limit_parts(scene: Scene, board: Board) -> None:
    """A part is at most its whole."""
    for one, two in _neighbours(board, (Kind.NUMBER,)):
        part, whole = _part_and_whole(scene, one, two) or (None, None)
        if part is None or whole is None or not 0 <= part.said(board) <= whole.said(board):
            continue
        if any(_is_decided(scene, each.group) for each in (part, whole)):
            continue
        if any(_says_share(each, part.turn) for each in board.groups):
            for group in {id(g): g for g in (part.group, whole.group)}.values():
                _leave(scene, group)  # "only half came, 12 of 24"
            continue
        free = not (whole.group.stays or part.group.stays)
        joined = len(whole.group.items) > 1  # a piece that stays would tell of the others
        if free and (joined or not _is_maximum(scene, two, whole, board)):
            if part.said(board) < whole.said(board):
                board.rising.append((part.values, whole.values))
            continue
        _keep(scene, whole, board)
        if not part.group.stays:
            _limit(scene, part, whole.said(board), board)


def _says_share(group: Group, turn: int) -> bool:
    """Whether a number near by says what part it is."""
    item, cut = group.first, group.cut
    near = abs(item.turn - turn) <= 1 and group.kind is Kind.NUMBER
    return near and is_share(item.text, cut.numerals, cut.lexicon)


def _is_decided(scene: Scene, group: Group) -> bool:
    return any(
        scene.constraint_for(kind, item) is not None for kind in _DECIDED for item in group.items
    )


def _keep(scene: Scene, whole: _Amount, board: Board) -> None:
    said = board.was(whole.values)
    for group in board.groups:  # "of [30] children [28] came, so [28] of [30]"
        same = group.kind is Kind.NUMBER and group.cut.said == said and len(group.items) == 1
        if same and not _is_decided(scene, group) and not _is_money(scene, group):
            _leave(scene, group)
    if len(whole.group.values) == len(whole.values):
        _leave(scene, whole.group)
        return
    for value in whole.values:  # in one span with its part
        board.limit(value, board.variables[value].was)


def _is_money(scene: Scene, group: Group) -> bool:
    before, after = scene.around(group.first)
    beside = (*group.first.text, *before.rstrip()[-1:], *after.lstrip()[:1])
    money = currencies(group.cut.lexicon)
    return not SYMBOLS.isdisjoint(beside) or not money.isdisjoint(words(after)[:1])


def _leave(scene: Scene, group: Group) -> None:
    if not group.stays:
        leave(scene, group)
        scene.withdraw(notices.NUMBER_UNSAYABLE, group.first)
        scene.raise_issue(notices.COUNT_STAYS, group.first, group.keys)


def _limit(scene: Scene, part: _Amount, whole: int, board: Board) -> None:
    """Leaves a part what is not above its whole; where that is nothing but itself it stays."""
    was, size = part.said(board), len(part.values)
    top = whole + (was == whole)
    fits = [n for n in range(10 ** (size - 1), top) if len(str(n)) == size]
    fits = [n for n in fits if _may_be(str(n), part, board)]
    if set(fits) <= {was}:
        _leave(scene, part.group)
        return
    part.group.relations.append(Relation(tuple(part.values), tuple(map(str, fits))))


def _may_be(new: str, part: _Amount, board: Board) -> bool:
    pairs = zip(part.values, new, strict=True)
    if not all(char in board.variables[value].domain for value, char in pairs):
        return False
    relations = [r for r in part.group.relations if list(r.values) == part.values]
    return all(new in relation.options for relation in relations)


def _is_maximum(scene: Scene, last: _Amount, whole: _Amount, board: Board) -> bool:
    """Whether marks are given out of a number, and no money or time."""
    said = whole.said(board)
    if not 1 < said <= _MOST or (said > _FEW and said % _STEP):
        return False
    text = scene.dialogue.turns[last.turn].text
    after, lexicon = text[last.end :], whole.group.cut.lexicon
    if not SYMBOLS.isdisjoint((*text[: last.start].rstrip()[-1:], *after.lstrip()[:1])):
        return False
    if percent_sign(whole.group.cut.numerals).match(after.lstrip()):
        return False
    return (currencies(lexicon) | time_words(lexicon)).isdisjoint(words(after)[:1])


def _part_and_whole(scene: Scene, one: _Amount, two: _Amount) -> tuple[_Amount, _Amount] | None:
    """The two in this order where the words between them say so."""
    gap = fold(scene.dialogue.turns[one.turn].text[one.end : two.start])
    cues = one.group.cut.lexicon.cues("out_of")
    said = " ".join(words(gap))
    if cues.get(said) == _BEHIND and not gap[:1].isspace():
        return two, one
    if cues.get(said) == "" and not set(gap) & set(".,;:!?"):
        return one, two
    return (one, two) if gap.strip() == "/" else None


def _neighbours(board: Board, kinds: tuple[Kind, ...]) -> Iterator[tuple[_Amount, _Amount]]:
    """Amounts that follow each other in one turn."""
    amounts = [
        _Amount(group, values, token.turn, token.start, last.tokens[-1].end,
                "ordinal" in (first.style, last.style))
        for group in board.groups
        if group.kind in kinds
        for first, last, values in amounts_of(group)
        for token in first.tokens[:1]
    ]  # fmt: skip
    amounts.sort(key=lambda each: (each.turn, each.start, each.end))
    whole: list[_Amount] = []
    for each in amounts:
        if whole and _goes_on(whole[-1], each):  # "62 000"
            values = [*whole[-1].values, *each.values]
            whole[-1] = replace(whole[-1], values=values, end=each.end)
        else:
            whole.append(each)
    return ((one, two) for one, two in pairwise(whole) if one.turn == two.turn)


def _goes_on(one: _Amount, two: _Amount) -> bool:
    """Whether figures are the thousands of those behind them."""
    beside = one.group is two.group and one.turn == two.turn and two.start - one.end == 1
    return beside and len(two.values) == two.end - two.start == _THOUSANDS


def _is_range(scene: Scene, one: _Amount, two: _Amount) -> bool:
    text = scene.dialogue.turns[one.turn].text
    gap = fold(text[one.end : two.start]).strip()
    if gap in _DASHES:
        return True
    numerals = one.group.cut.numerals
    before = fold(text[: one.start]).split()[-1:]
    return gap in numerals.forms("to") and bool(numerals.forms("from").intersection(before))
