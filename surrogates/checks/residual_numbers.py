"""Numbers said again without a label: "Ich bin [einundzwanzig], ja, einundzwanzig".

Nothing holds back numbers of a few digits, which many a text says by chance; beside the labelled
one, with the same value, they tell it. Called by `issues` on the finished dialogue, whatever the
strategy.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from surrogates import notices
from surrogates.codes import IssueCode
from surrogates.dates.calendars import Calendar
from surrogates.dates.runs import calendars_of
from surrogates.folding import fold
from surrogates.labels import DIGITS, Kind
from surrogates.languages.numerals import Numerals, spoken_in
from surrogates.numbers.sums.values import CENTS, MONEY, currencies, pieces_of, read_amount
from surrogates.rewrite import Item, outside
from surrogates.scene import Scene
from surrogates.types import overlap

NEAR = 2  # turns after the labelled one
_LEAST = 10  # smaller numbers are in any text
_SHORT = 100  # below, a number that counts something else is another one
PART = re.compile(r"[\d:/@#_+\-–]$")  # what a number is a part of
GOES_ON = re.compile(r"[:/@_\-–]\d|[\-–]?[^\W\d_]")
_WORD = re.compile(r"\s*([€$£%]|[^\W\d_]+)")
_YEAR = "year"
_PLURAL_S = frozenset({"es", "ca", "en", "fr"})


@dataclass(frozen=True, slots=True)
class _Labelled:
    """A labelled number that has become another one."""

    item: Item
    value: int  # in cents
    unit: str


def inspect(scene: Scene) -> None:
    """Raises NUMBER_AGAIN for every unlabelled number that is a labelled one, said near it."""
    spoken = spoken_in(scene.dialogue.lang, scene.lexicon)
    calendar = calendars_of(scene)[0]
    labelled: dict[int, list[_Labelled]] = {}
    for each in _labelled(scene, spoken, calendar):
        for turn in range(each.item.turn, each.item.turn + NEAR + 1):
            labelled.setdefault(turn, []).append(each)
    for turn, start, text in outside(scene.dialogue, scene.items) if labelled else ():
        near = labelled.get(turn, ())
        for numerals in spoken if near else ():
            for begin, end, value in _numbers(text, numerals, scene):
                unit = counted(text[end:], scene, numerals, calendar)
                owner = next((e for e in near if _is_again(e, value, unit)), None)
                if owner is not None:
                    place = turn, start + begin, start + end
                    raise_again(scene, notices.NUMBER_AGAIN, owner.item, *place)


def _labelled(scene: Scene, spoken: Sequence[Numerals], calendar: Calendar) -> Iterator[_Labelled]:
    for item in scene.items:
        if item.kind not in DIGITS or item.index in scene.kept or scene.told.get(item.index):
            continue
        for numerals in spoken:
            old = read_amount(item.text, numerals, scene.lexicon)
            if old is None or old.value < _LEAST * CENTS:
                continue
            new = read_amount(scene.surrogates[item.index], numerals, scene.lexicon)
            if new is None or new.value != old.value:
                following = old.text[old.end :] + scene.after(item)
                unit = counted(following, scene, numerals, calendar)
                if any(c in old.text for c in "€$£"):
                    unit = MONEY
                elif item.kind is Kind.AGE:
                    unit = unit or _YEAR
                yield _Labelled(item, old.value, unit)
            break


def _numbers(text: str, numerals: Numerals, scene: Scene) -> Iterator[tuple[int, int, int]]:
    """(start, end, cents) of the numbers that are no part of a time, a date or a longer one; of two
    that are one amount ("forty-two euros fifty") the whole of it first."""
    said = [
        piece
        for piece in pieces_of(text, numerals)
        if piece.reading is not None
        or not (PART.search(text[: piece.start]) or GOES_ON.match(text[piece.end :]))
    ]
    for one, two in pairwise(said):
        both = (
            read_amount(text[one.start : two.end], numerals, scene.lexicon) if one.value else None
        )
        if both is not None and len(both.pieces) > 1:
            yield one.start, two.end, both.value
    for piece in said:
        yield piece.start, piece.end, piece.value if piece.point else piece.value * CENTS


def counted(after: str, scene: Scene, numerals: Numerals, calendar: Calendar) -> str:
    """What a number counts, by the word behind it; "" where that is not said."""
    match = _WORD.match(after)
    word = fold(match[1]) if match is not None else ""
    if word in currencies(scene.lexicon) or word in ("€", "$", "£"):
        return MONEY
    if word in calendar.phrases("unit"):
        return calendar.phrases("unit")[word] or word
    plural = len(word) > 3 and word.endswith("s") and numerals.lang in _PLURAL_S
    return word if word == "%" or word in numerals.nouns or plural else ""


def _is_again(labelled: _Labelled, value: int, unit: str) -> bool:
    if value != labelled.value:
        return False
    other = unit and unit != labelled.unit
    return not other or (not labelled.unit and value >= _SHORT * CENTS)


def raise_again(
    scene: Scene, notice: notices.Notice, owner: Item, turn: int, start: int, end: int
) -> None:
    """One issue at a place; a year that is told again has its own."""
    told = (IssueCode.RESIDUAL_YEAR, IssueCode.RESIDUAL_MENTION)
    here = (i for i in scene.issues if i.turn == turn and i.code in told)
    if any(overlap((issue.start, issue.end), (start, end)) for issue in here):
        return
    text = scene.dialogue.turns[turn].text[start:end]
    place = Item(-1, turn, start, end, owner.label, owner.kind, text, owner.key, "")
    scene.raise_issue(notice, place)
