"""Floors and house numbers said again without a label: "[2º], al segundo", "number [7] ... seven".

They are too small for `residual_numbers`: the words beside them say that they are the same. Called
by `issues` on the finished dialogue, whatever the strategy.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from surrogates import notices
from surrogates.checks.relations.numbers.unlabelled import stems_of_numbers
from surrogates.checks.residual_numbers import NEAR, counted, raise_again
from surrogates.dates.runs import calendars_of
from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.numerals import Numerals, spoken_in
from surrogates.numbers.identifiers.doors import CUE
from surrogates.numbers.sums.values import pieces_of
from surrogates.rewrite import Item, outside
from surrogates.scene import Scene

_FIGURES = re.compile(r"\d{1,3}")
_WORD = re.compile(r"[^\W\d_]+")
_BREAK = re.compile(r"(?:^|[.,;:!?¿¡(«\"])\s*$")
_STOP = re.compile(r"\s*(?:[.,;:!?)»\"]|$)")
# Before a floor that is said by its number alone: "al segundo", "im ersten".
_AT_TEXT = "al el del au le du im am vom zum the to l"
_AT = frozenset(_AT_TEXT.split())
_IS = frozenset({"es", "is", "ist", "est", "da", "era", "was", "war", "etait"})


@dataclass(frozen=True, slots=True)
class _Low:
    """A floor or a house number that has become another one."""

    item: Item
    value: int
    floor: bool


def inspect(scene: Scene) -> None:
    """Raises NUMBER_AGAIN for every floor and low house number that is said again near it."""
    spoken = spoken_in(scene.dialogue.lang, scene.lexicon)
    lows = list(_lows(scene, spoken))
    if not lows:
        return
    calendar = calendars_of(scene)[0]
    for turn, start, text in outside(scene.dialogue, scene.items):
        near = [low for low in lows if low.item.turn <= turn <= low.item.turn + NEAR]
        for numerals in spoken if near else ():
            for begin, end, value, sure in _floors(text, numerals, scene):
                low = next((e for e in near if e.floor and e.value == value), None)
                if low is not None:
                    notice = notices.NUMBER_AGAIN
                    notice = notice if sure else notice._replace(severity="info")
                    raise_again(scene, notice, low.item, turn, start + begin, start + end)
            for piece in pieces_of(text, numerals):
                before, after = text[: piece.start], text[piece.end :]
                low = next((e for e in near if e.value == piece.value), None)
                if low is None or counted(after, scene, numerals, calendar):
                    continue
                if _is_alone(before, after, numerals):
                    notice = notices.NUMBER_AGAIN._replace(severity="info")
                    place = turn, start + piece.start, start + piece.end
                    raise_again(scene, notice, low.item, *place)


def _lows(scene: Scene, spoken: tuple[Numerals, ...]) -> Iterator[_Low]:
    floors = frozenset(scene.lexicon.cues("floor"))
    for item in scene.items:
        if item.kind not in (Kind.STREET, Kind.NUMBER) or item.index in scene.kept:
            continue
        old, ordered = _value(item.text, spoken)
        new, _ = _value(scene.surrogates[item.index], spoken)
        if not old or old == new:
            continue
        beside = (*words(scene.before(item))[-2:], *words(scene.after(item))[:2])
        floor = _is_floor(beside, floors) or (ordered and item.cue == CUE)
        if floor or item.cue == CUE:
            yield _Low(item, old, floor)


def _is_floor(said: Iterable[str], floors: Collection[str]) -> bool:
    """Whether one of the words is a floor's, in any of its cases ("solairutik")."""
    return any(word.startswith(form.removesuffix("a")) for word in said for form in floors)


def _value(text: str, spoken: tuple[Numerals, ...]) -> tuple[int, bool]:
    """The one number of a text, and whether it is an ordinal."""
    figures = _FIGURES.findall(text)
    if len(figures) == 1:
        return int(figures[0]), not text.strip().isdecimal()
    for numerals in spoken:
        for word in words(text):
            if (order := numerals.ordinals.get(word)) is not None and order.klass == "ordinal":
                return order.value, True
            if (value := numerals.parse(word)) is not None and not figures:
                return value, False
    return 0, False


def _floors(text: str, numerals: Numerals, scene: Scene) -> Iterator[tuple[int, int, int, bool]]:
    """(start, end, value) of each ordinal that may be a floor, and whether it can be no other."""
    floors = scene.lexicon.cues("floor")
    stems = stems_of_numbers(text, numerals)
    for match in _WORD.finditer(text):
        key = fold(stems[match.start() : match.end()].strip())
        order = numerals.ordinals.get(key)
        if order is None or order.klass != "ordinal":
            continue
        before, after = text[: match.start()], text[match.end() :]
        named = _is_floor((*words(before)[-2:], *words(after)[:2]), floors)
        cased = len(key) < match.end() - match.start()
        led = words(before)[-1:] and words(before)[-1] in _AT and _STOP.match(after) is not None
        if named or cased or led:
            yield match.start(), match.end(), order.value, named or cased


def _is_alone(before: str, after: str, numerals: Numerals) -> bool:
    """Whether a number stands by itself, or is said to be one: "number seven", "¿Siete es ...?"."""
    led = _BREAK.search(before) or not numerals.forms("label").isdisjoint(words(before)[-1:])
    return bool(led) and (_STOP.match(after) is not None or words(after)[:1] in {(w,) for w in _IS})
