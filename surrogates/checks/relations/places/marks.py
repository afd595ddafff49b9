"""Marks of a code that can be worked out: the town of a plate, the key of a French number."""

import re
from collections.abc import Iterator

from surrogates import notices
from surrogates.checks.relations.spans import Found, Spans, each_once
from surrogates.folding import digits_only, fold, letters_only, words
from surrogates.labels import Kind
from surrogates.languages.numerals.ordinals import read_ordinal
from surrogates.numbers.identifiers.lettered_starts import plate_code

NEAR = 3  # turns between a plate and its town
_PLATE = re.compile(r"([A-ZÄÖÜ]{2,3})[ -]{1,2}[A-Z]{1,2}[ -]?\d{1,4}[HE]?")
_DISTRICT = re.compile(r"1([0-2]\d)0|75[01](\d\d)|6900(\d)|130(\d\d)")
_MOST = 23  # districts, of Vienna
_WITH_DISTRICTS = frozenset({"wien", "paris", "lyon", "marseille"})
_NIR, _KEY = 13, 97  # digits of a French number of social security, and what its key is made with


def towns(spans: Spans) -> Iterator[Found]:
    """The first letters of a German plate are those of its town: "MR" of Marburg."""
    if spans.lang != "de":
        return
    for plate in each_once(spans.of(Kind.ID)):
        old, new = _PLATE.fullmatch(plate.old), _PLATE.match(plate.new)
        if old is None or new is None:
            continue
        near = [s for s in spans.near(plate, NEAR) if s.kind is Kind.PLACE]
        held = [s for s in near if _is_of(spans, old[1], s.old)]
        if held and not any(_is_of(spans, new[1], s.new) for s in held):
            yield Found(notices.ACRONYM_LOST, plate, (held[0],))


def _is_of(spans: Spans, code: str, town: str) -> bool:
    """Whether the letters are the table's for a town ("HH" of Hamburg), or its own."""
    return plate_code(spans.lexicon, town) == code or _abbreviates(code, town)


def _abbreviates(code: str, town: str) -> bool:
    """Whether letters stand in the name of a town in their order, the first one first."""
    letters = iter(letters_only(town))
    first, *rest = list(fold(code))
    return next(letters, "") == first and all(letter in letters for letter in rest)


def keys(spans: Spans) -> Iterator[Found]:
    """The key of a French number of social security that is said apart fits it still."""
    if spans.lang != "fr":
        return
    for number in spans.of(Kind.ID):
        key = next(
            (s for s in spans.near(number, 1) if s.item.index == number.item.index + 1), None
        )
        if key is None or key.kind not in (Kind.NUMBER, Kind.ID):
            continue
        if _fits(number.old, key.old) and not _fits(number.new, key.new):
            yield Found(notices.KEY_LOST, key, (number,))


def _fits(number: str, key: str) -> bool:
    digits, said = digits_only(number), digits_only(key)
    return len(digits) == _NIR and len(said) == 2 and int(said) == _KEY - int(digits) % _KEY


def districts(spans: Spans) -> Iterator[Found]:
    """The number of a district is in its postal code ("1070 Wien", the seventh), and of a town that
    has districts with numbers."""
    numbers = [s for s in spans.of(Kind.NUMBER, Kind.ID) if s.old != s.new]
    codes = [s for s in spans.of(Kind.ZIP) if _district(s.old)] if numbers else []
    for number in numbers:
        old, new = (_ordinal(spans, text) for text in (number.old, number.new))
        near = [s for s in spans.near(number, NEAR) if s in codes and _district(s.old) == old]
        if old and near and not any(_district(s.new) == new for s in near):
            yield Found(notices.AREA_LOST, number, (near[0],))
            continue
        before = words(number.before)
        beside = {*words(number.after)[:1], *before[-1:], " ".join(before[-2:])}
        if (
            near
            or not 0 < old <= _MOST
            or spans.lexicon.signs("district_number").keys().isdisjoint(beside)
        ):
            continue
        towns = [s for s in spans.near(number, 1) if s.kind is Kind.PLACE]
        held = [s for s in towns if fold(s.old) in _WITH_DISTRICTS]
        if held and not any(fold(s.new) in _WITH_DISTRICTS for s in held):
            yield Found(notices.AREA_LOST, number, (held[0],))


def _district(code: str) -> int:
    """The number of a district that a postal code of Vienna, Paris, Lyon or Marseille says; 0."""
    match = _DISTRICT.fullmatch(code.strip())
    return int(next(filter(None, match.groups()))) if match else 0


def _ordinal(spans: Spans, text: str) -> int:
    """The number that a word or figures say ("siebten", "11e")."""
    figures = re.fullmatch(r"(\d{1,2})(?:\.|\D{1,3})?", text.strip())
    if figures:
        return int(figures[1])
    said = (read_ordinal(n, text) or n.parse(text) for n in spans.spoken)
    return next(filter(None, said), 0)
