"""Amounts that add up: "treinta euros y diez de envío, cuarenta en total" adds up afterwards too.

Called by `replacement` when all numbers are written. A total is known by a word beside it and by
what it is: the sum of the amounts right before it, or a price times a count.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import accumulate, pairwise

from surrogates import notices
from surrogates.folding import fold, words
from surrogates.languages.numerals import Numerals
from surrogates.numbers.board import Group
from surrogates.numbers.slots import COUNTED
from surrogates.rewrite import Item
from surrogates.scene import Scene

NEAR = 3  # turns before a total in which its parts are said
_MOST = 6  # parts
_AROUND = 30  # characters beside a total that hold its word
_FIGURES = re.compile(r"(?<![\d.,])(\d{1,6})(?:([.,])(\d\d))?(?![\d.,]*\d)")


@dataclass(frozen=True, slots=True)
class _Amount:
    """A number that a mention counts with, and where it stands in the text."""

    value: Decimal
    start: int
    end: int
    mark: str = ""  # before the decimals
    spoken: bool = False


@dataclass(frozen=True, slots=True)
class _Said:
    """An amount, and what it became."""

    item: Item
    numerals: Numerals
    old: _Amount
    new: _Amount


def keep_totals(scene: Scene, groups: Sequence[Group]) -> None:
    """Writes totals anew where their parts changed; flags those that cannot be said."""
    said = list(_said(scene, groups)) if _is_told(scene, groups) else []
    for place, total in enumerate(said):
        if not _is_total(scene, total):
            continue
        parts = [p for p in said[:place] if total.item.turn - p.item.turn <= NEAR][-_MOST:]
        new = _adds_up(parts, total.old.value)
        if new is None or new == total.new.value:
            continue
        values = total.old.value, total.new.value
        alike = [each for each in said if (each.old.value, each.new.value) == values]
        texts = {each.item: _written(scene, each, new) for each in alike}
        if all(text and fold(text) != fold(item.text) for item, text in texts.items()):
            for item, text in texts.items():
                _set(scene, item, text)
        else:
            scene.raise_issue(notices.TOTAL_LOST, total.item)


def _is_told(scene: Scene, groups: Sequence[Group]) -> bool:
    """Whether any turn with an amount says the word of a total."""
    turns = {(item.turn, group.cut.numerals) for group in groups for item in group.items}
    return any(
        not numerals.forms("total").isdisjoint(words(scene.dialogue.turns[turn].text))
        for turn, numerals in turns
    )


def _said(scene: Scene, groups: Sequence[Group]) -> Iterator[_Said]:
    """The amounts of the dialogue in its order, each in one mention."""
    counted = [g for g in groups if g.kind in COUNTED and not g.failed]
    items = [(item, group.cut.numerals) for group in counted for item in group.items]
    for item, numerals in sorted(items, key=lambda each: (each[0].turn, each[0].start)):
        old, new = _read(item.text, numerals), _read(scene.surrogates[item.index], numerals)
        if old is not None and new is not None:
            yield _Said(item, numerals, old, new)


def _read(text: str, numerals: Numerals) -> _Amount | None:
    figures = list(_FIGURES.finditer(text))
    if figures:
        match = figures[0]
        value = Decimal(f"{match[1]}.{match[3] or 0}")
        return _Amount(value, *match.span(), match[2] or "") if len(figures) == 1 else None
    ends = [m.end() for m in re.finditer(r"\S+", text)]
    for end in reversed(ends):
        number = numerals.parse(text[:end])
        if number is not None:
            return _Amount(Decimal(number), 0, end, spoken=True)
    return None


def _is_total(scene: Scene, said: _Said) -> bool:
    item = said.item
    beside = {*words(scene.before(item)[-_AROUND:]), *words(scene.after(item)[:_AROUND])}
    return not beside.isdisjoint(said.numerals.forms("total"))


def _adds_up(parts: Sequence[_Said], total: Decimal) -> Decimal | None:
    """What the parts make now, where they made the total: the last of them added, or two
    multiplied."""
    back = parts[::-1]
    sums = zip(
        accumulate(p.old.value for p in back), accumulate(p.new.value for p in back), strict=True
    )
    for size, (old, new) in enumerate(sums, 1):
        if size > 1 and old == total:
            return new
    for one, two in pairwise(back):
        if one.old.value * two.old.value == total and min(one.old.value, two.old.value) > 1:
            return one.new.value * two.new.value
    return None


def _written(scene: Scene, said: _Said, new: Decimal) -> str:
    """The surrogate with another amount in its form; "" where it cannot be said so."""
    text, amount = scene.surrogates[said.item.index], said.new
    if amount.spoken:
        spoken = said.numerals.say(int(new)) if new == int(new) and new < 1_000_000 else ""
        return text[: amount.start] + spoken + text[amount.end :] if spoken else ""
    if not amount.mark and new != int(new):
        return ""
    figures = f"{new:.2f}".replace(".", amount.mark) if amount.mark else str(int(new))
    return text[: amount.start] + figures + text[amount.end :]


def _set(scene: Scene, item: Item, text: str) -> None:
    scene.surrogates[item.index] = text
    scene.cards[:] = [
        replace(card, surrogate=text) if card.mentions == (item.key,) else card
        for card in scene.cards
    ]
