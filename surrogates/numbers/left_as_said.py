"""Numbers that stay as they were said: how long something takes, classes of school beside an age,
how often, what part, how much of a medicine.

`dates.hours.lengths` and `dates.lives.school` tell which are such; what repeats a length right
after it ("[quince] minutos. - ¿[Quince]?") is one, too.
"""

import re

from surrogates import notices
from surrogates.folding import words_apart
from surrogates.labels import Kind
from surrogates.numbers.board import Board, Group, is_dictated, leave
from surrogates.numbers.counted.banknotes import banknotes
from surrogates.numbers.counted.shares import says_share
from surrogates.numbers.sums.values import read_amount, unit_of
from surrogates.rewrite import CLASS, MINUTES
from surrogates.scene import Scene

_WHY = {CLASS: notices.SAID_AROUND, MINUTES: notices.HOUR_STAYS}
_AGAIN = 2  # turns
_CUE = 3  # words
# "850 mg", "2,5 mililitros", but "132 mg/dl" is measured.
_DOSE = re.compile(r"(?i)(?<![^\W\d_])\s?(?:mg|ml|µg|mcg|ui|iu|mil·?l?i[lg]\w*)(?![/\w·]|\s/)")
_MARKS = ".,;:!?¿¡…-"  # before what is said by itself


def keep_as_said(scene: Scene, board: Board) -> None:
    """Marks the numbers that stay, and says so."""
    kept = [
        group
        for group in board.groups
        if _stays(group)
        or _counts_letters(scene, group)
        or says_share(scene, group)
        or _is_dose(scene, group)
    ]
    kept += [
        group
        for group in board.groups
        if group not in kept and any(_repeats(scene, group, one) for one in kept)
    ]
    kept += [
        group for group in board.groups if group not in kept and _is_one_of(scene, group, board)
    ]
    kept += [group for group in banknotes(scene, board) if group not in kept]
    for group in kept:
        if group.stays:
            continue  # "una hora", for its noun
        leave(scene, group)
        scene.withdraw(notices.NUMBER_UNSAYABLE, group.first)  # nothing is to be drawn
        for item in group.items:
            why = notices.DATE_RELATIVE if item.stays else notices.COUNT_STAYS
            why = notices.SAID_AROUND if _is_one(group) else why
            scene.raise_issue(_WHY.get(item.stays, why), item)


def _stays(group: Group) -> bool:
    """Whether a number stays, in one mention or several: "[treinta] y [cinco] minutos"."""
    if group.kind is not Kind.NUMBER or not group.items[-1].stays:
        return False
    return all(item.stays for item in group.items) or not is_dictated(group)


def _is_dose(scene: Scene, group: Group) -> bool:
    """Whether a number says how much of a medicine is in what is taken: no other is sold."""
    text = group.items[-1].text + scene.after(group.items[-1])
    size = len(group.items[-1].text)
    dose = next((m for m in _DOSE.finditer(text) if m.start() <= size), None)
    return group.kind is Kind.NUMBER and dose is not None


def _counts_letters(scene: Scene, group: Group) -> bool:
    """Whether a number says how often a name has the letter behind it: "with [two] [D]s"."""
    if group.kind is not Kind.NUMBER or len(group.items) > 1:
        return False
    row = scene.items_by_turn[group.first.turn]
    after = next((item for item in row if item.start >= group.first.end), None)
    beside = after is not None and scene.between(group.first, after) == " "
    return beside and after is not None and after.kind is Kind.LETTER


def _is_one_of(scene: Scene, group: Group, board: Board) -> bool:
    """Whether a number says "one" as another that stays, or of each day: "he takes [one]? - [one] a
    day"."""
    if not _is_one(group) or group.stays:
        return False
    led = words_apart(scene.before(group.first))[-1:]
    near = (
        one.stays or _is_of_each(scene, one)
        for one in board.groups
        if _is_one(one) and abs(one.first.turn - group.first.turn) <= 1
    )
    return scene.lexicon.cues("numbered").keys().isdisjoint(led) and any(near)


def _is_of_each(scene: Scene, group: Group) -> bool:
    behind = words_apart(scene.after(group.first))
    cues = scene.lexicon.cues("counted")
    return any(" ".join(behind[:size]) in cues for size in range(1, _CUE + 1))


def _is_one(group: Group) -> bool:
    in_words = [slot.style for slot in group.slots] == ["word"]
    return group.kind is Kind.NUMBER and in_words and group.cut.said == "1"


def _repeats(scene: Scene, group: Group, length: Group) -> bool:
    """Whether a number that stands alone says that of a length again."""
    item, numerals = group.first, group.cut.numerals
    if group.kind is not Kind.NUMBER or len(group.items) > 1:
        return False
    if not 0 <= item.turn - length.first.turn <= _AGAIN:
        return False
    said, again = (read_amount(i.text, numerals, scene.lexicon) for i in (length.first, item))
    if said is None or again is None or said.value != again.value:
        return False
    before, after = scene.before(item).rstrip(), scene.after(item).lstrip()
    alone = (not before or before[-1] in _MARKS) and not after[:1].isalpha()
    return alone and not unit_of(again, before, after, numerals, scene.lexicon)
