"""Frees digits that another rendering of a number holds: "treinta" said again as "tres", "cero".

While "treinta" may only become other tens, the "cero" must stay, and a placeholder for it alone
would tell which digit is genuine. So "treinta" may become any number of two digits. No digit of a
card number's pieces has to stay. Called by `replacement` before a number is drawn.
"""

from collections.abc import Sequence

from surrogates.labels import Kind
from surrogates.numbers.amounts import any_number
from surrogates.numbers.board import DIGITS, SHORTEST_CARD, Board, Group, is_card_piece, is_dictated
from surrogates.numbers.slots import COUNTED, Slot

_SCHEMES = frozenset("3456")  # first digits of the usual cards
_LONG = 3  # digits of a piece that differs as a whole, whichever of them chance lets come back


def free_pieces(component: Sequence[Group], board: Board) -> bool:
    """Frees words whose shape leaves a piece of their digits no other value; whether any was."""
    stuck = {root for group in component for root in _stuck(group, board)}
    freed = False
    for group in component if stuck else ():
        if not is_dictated(group):
            continue  # an amount keeps its shape: "treinta euros"
        for slot in group.slots:
            if _is_word(slot) and not stuck.isdisjoint(map(board.root, slot.values)):
                (style,) = group.styles_of([slot])
                values = set(slot.values)
                group.relations = [r for r in group.relations if values.isdisjoint(r.values)]
                group.relations.append(any_number(group.cut.numerals, slot, style))
                freed = True
    return freed


def card_limits(component: Sequence[Group], board: Board) -> dict[int, frozenset[str]]:
    """What the digits of a card number's pieces may become: any in a longer piece, so that a digit
    says nothing of what it was; in a short one another than it was, wherever one is left."""
    limits: dict[int, frozenset[str]] = {}
    for group in component:
        if is_card_piece(group):
            limits |= {v: others for v in group.values if (others := _drawn_from(group, v, board))}
    tied = {board.root(v): others for v, others in limits.items()}
    for group in component:
        first = group.values[0] if len(group.values) >= SHORTEST_CARD else -1
        if group.kind is Kind.CARD and first >= 0 and board.root(first) in tied:
            # A whole card still begins with a digit that cards begin with.
            limits[first] = (tied[board.root(first)] & _SCHEMES) or tied[board.root(first)]
    return limits


def _drawn_from(group: Group, value: int, board: Board) -> frozenset[str]:
    place = next(s.tokens[0].item for s in group.slots if value in s.values)
    size = sum(len(s.values) for s in group.slots if s.tokens[0].item == place)
    return board.domains.get(board.root(value), DIGITS) if size >= _LONG else _others(value, board)


def _others(value: int, board: Board) -> frozenset[str]:
    """What a digit may become, except what it was."""
    return board.domains.get(board.root(value), DIGITS) - {board.variables[value].was}


def _is_word(slot: Slot) -> bool:
    return slot.style == "word" and slot.reading is not None and 1 < len(slot.was) < 4


def _stuck(group: Group, board: Board) -> set[str]:
    """Digits of the pieces that must stay as they are and would be left to placeholders."""
    if is_card_piece(group):
        return {board.root(v) for v in group.values if not _others(v, board)}
    if group.kind not in COUNTED or len(group.items) < 2:
        return set()
    stuck: set[str] = set()
    for place in range(len(group.items)):
        values = [v for s in group.slots if s.tokens[0].item == place for v in s.values]
        if not any(_others(v, board) for v in values):
            stuck.update(map(board.root, values))
    return stuck
