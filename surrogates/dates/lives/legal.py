"""Ages that the law or a rule names, which are the same for everybody: "mayor de edad a los 18"."""

import re

from surrogates.dates.calendars import Calendar
from surrogates.dates.lives.ages import Age
from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene

_LEARNING = 21  # who is older may have learned a trade
_IN_LIFE = frozenset({"learning", "pupil", "retired", "status"})  # no trades
_WORKING = 60  # who is older may have retired
_NEAR = 8  # words of the sentence on each side
_ENDS = re.compile(r"[.;:!?]")


def is_legal(scene: Scene, age: Age, calendar: Calendar) -> bool:
    """Whether words of its sentence say that an age is such a one.

    `of_law` of date_words.tsv holds the ages that a phrase may be said of, and the side on which it
    must touch the age, where it says little alone ("ab 65")."""
    if age.unit != "year" or age.item.kind is not Kind.AGE:
        return False
    before, after = _sides(scene, age.item)
    rest = age.item.text[age.start + len(age.number) :] + after
    said_before = words(_ENDS.split(before.replace("'", " "))[-1])[-_NEAR:]
    said_after = words(_ENDS.split(rest.replace("'", " "))[0])[:_NEAR]
    sides = (f" {' '.join(said_before)} ", f" {' '.join(said_after)} ")
    for phrase, value in calendar.phrases("of_law").items():
        low, high, *side = value.split("-")
        if not int(low) <= age.value <= int(high):
            continue
        if side == ["before"] and sides[0].endswith(f" {phrase} "):
            return True
        if side == ["after"] and sides[1].startswith(f" {phrase} "):
            return True
        if not side and any(f" {phrase} " in text for text in sides):
            return True
    return False


def of_trades(scene: Scene) -> frozenset[int]:
    """Ages that nobody passes, down or up: of who has a trade, and of who has retired."""
    known = {fold(r["form"]): r["group"] for r in scene.lexicon.rows("professions")}
    said = (fold(i.text) for i in scene.items if i.kind is Kind.PROFESSION)
    groups = {known.get(text) or known.get(text.removesuffix("a"), "") for text in said}  # eu
    # "Jubilado, vive con su mujer", under no label.
    outside = {word for text in scene.outside_text for word in words(text)}
    rests = "retired" in groups or any(known.get(word) == "retired" for word in outside)
    retired = {_WORKING} if rests else set()
    return frozenset({_LEARNING} if groups - _IN_LIFE else ()).union(retired)


def _sides(scene: Scene, item: Item) -> tuple[str, str]:
    """The text around an age, as far as no other age of the turn is nearer."""
    ages = [i for i in scene.items_by_turn[item.turn] if i.kind is Kind.AGE and i is not item]
    first = max((i.end for i in ages if i.end <= item.start), default=0)
    last = min((i.start for i in ages if i.start >= item.end), default=None)
    text = scene.dialogue.turns[item.turn].text
    start = (first + item.start) // 2 if first else 0
    end = len(text) if last is None else (item.end + last) // 2
    return text[start : item.start], text[item.end : end]
