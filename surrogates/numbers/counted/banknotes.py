"""Banknotes and coins are of few values: "a note of [20] and three of [10]", and the [50] that they
make stay.

The words are rows "banknote" of cues.tsv: "before" the number ("billet de"), or "after" it and its
currency ("euro note"). `left_as_said` asks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from surrogates.folding import words_apart
from surrogates.labels import Kind
from surrogates.numbers.board import Board, Group
from surrogates.numbers.sums.values import CENTS, SYMBOLS, currencies, read_amount
from surrogates.scene import Scene

_VALUES = frozenset(n * CENTS for n in (1, 2, 5, 10, 20, 50, 100, 200, 500))
_BEHIND = 3  # words
_MARKS = "".join(SYMBOLS) + "-"


@dataclass(frozen=True, slots=True)
class _Said:
    group: Group
    value: int
    before: Sequence[str]  # words, up to the mention before
    after: Sequence[str]


def banknotes(scene: Scene, board: Board) -> Iterator[Group]:
    """The numbers that are the value of a note or a coin, how many there are of it, and what all of
    a turn make."""
    said = [each for group in board.groups for each in _said(scene, group)]
    for turn in dict.fromkeys(each.group.first.turn for each in said):
        row = [each for each in said if each.group.first.turn == turn]
        kept: list[_Said] = []
        total = 0
        for last, each in zip([None, *row], row, strict=False):
            led = _led(scene, each, bool(kept)) if each.value in _VALUES else None
            if led is None:
                continue
            times = _times(each, led)
            if last is not None and led and _stand_apart(scene, last, each) == led:
                times = last.value // CENTS  # "[three] of [10]"
                kept.append(last)
            kept.append(each)
            total += each.value * (times or 1)
        yield from (each.group for each in row if each in kept or (kept and each.value == total))
        values = {each.value for each in kept}
        again = (e.group for e in said if e.value in values and e not in row)
        yield from (group for group in again if group.tied)


def _said(scene: Scene, group: Group) -> Iterator[_Said]:
    item = group.first
    if group.kind is not Kind.NUMBER or len(group.items) > 1:
        return
    amount = read_amount(item.text, group.cut.numerals, scene.lexicon)
    if amount is not None:
        texts = (scene.before(item).rstrip(_MARKS), scene.after(item).lstrip(_MARKS))
        yield _Said(group, amount.value, *(words_apart(text.replace("-", " ")) for text in texts))


def _led(scene: Scene, said: _Said, again: bool) -> int | None:
    """How many words before a number belong to the note; None where it is none."""
    cues = scene.lexicon.cues("banknote")
    behind = [w for w in said.after[:_BEHIND] if said.group.cut.numerals.read(w) is None]
    money = tuple(word for word in currencies(scene.lexicon) if len(word) > 1)
    if behind and behind[0].startswith(money):  # "euroko"
        behind = behind[1:]
    if cues.get(next(iter(behind), "")) == "after":
        return 0
    for cue in (cue.split() for cue, side in cues.items() if side == "before"):
        if list(said.before[-len(cue) :]) == cue:
            return len(cue)
        if again and said.before[-1:] == tuple(cue[-1:]) and _is_counted(said):
            return 1  # "and three of [10]"
    return None


def _is_counted(said: _Said) -> bool:
    """Whether a count, labelled or not, stands before the word that leads a number."""
    return len(said.before) == 1 or said.group.cut.numerals.read(said.before[-2]) is not None


def _stand_apart(scene: Scene, one: _Said, other: _Said) -> int:
    """How many words stand between two mentions of a turn."""
    return len(words_apart(scene.between(one.group.first, other.group.first)))


def _times(said: _Said, led: int) -> int | None:
    """How many notes of a value there are, where that is said outside the labels."""
    rest, numerals = said.before[: len(said.before) - led], said.group.cut.numerals
    beside = (*rest[-1:], *(said.after[1:2] if not led else ()))  # "10 euroko [hiru] billete"
    read = (numerals.read(word) for word in beside)
    return next((each.value for each in read if each is not None), None)
