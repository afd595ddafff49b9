"""What the words beside an amount say that it is: about right, pay, a part of a total."""

import re
from collections.abc import Iterable

from surrogates.folding import words
from surrogates.numbers.sums.said import Said
from surrogates.scene import Scene

_BEFORE, _AFTER = 4, 2  # words beside an amount that say that it is about right
_PART_BEFORE, _PART_AFTER = 5, 4  # the same, that it is a part
_CLAUSE = re.compile(r"[.,;:!?]\s")
_SENTENCE = re.compile(r"[.!?…]\s")


def is_about(scene: Scene, said: Said) -> bool:
    """Whether an amount is said to be about right: "rund", "à peu près"."""
    before, after = _sides(scene, said)
    beside = f" {' '.join(before[-_BEFORE:])} | {' '.join(after[:_AFTER])} "
    return _has(beside, said.numerals.forms("around"))


def is_pay(scene: Scene, said: Said) -> bool:
    """Whether the sentence of an amount, or the question right before it, speaks of pay."""
    item = said.item
    before, after = scene.around(item)
    text = f"{_SENTENCE.split(before)[-1]} | {_SENTENCE.split(after)[0]}"
    asked = scene.dialogue.turns[item.turn - 1].text.rstrip() if item.turn else ""
    if asked.endswith("?"):
        text = f"{_SENTENCE.split(asked)[-1]} | {text}"
    return _has(f" {' '.join(words(text))} ", scene.lexicon.cues("salary"))


def is_part(scene: Scene, said: Said) -> bool:
    """Whether an amount is said to be a part of a price: "a deposit of [100]"."""
    before, after = _sides(scene, said)
    beside = f" {' '.join(before[-_PART_BEFORE:])} | {' '.join(after[:_PART_AFTER])} "
    return _has(beside, scene.lexicon.cues("part"))


def _sides(scene: Scene, said: Said) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of the clause before and behind a number."""
    before = scene.before(said.item) + said.item.text[: said.old.pieces[0].start]
    after = said.item.text[said.old.end :] + scene.after(said.item)
    return words(_CLAUSE.split(before)[-1]), words(_CLAUSE.split(after)[0])


def _has(text: str, forms: Iterable[str]) -> bool:
    return any(f" {' '.join(words(form))} " in text for form in forms)
