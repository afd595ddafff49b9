"""Ranges that no subscriber gets (reserved.tsv): telephone numbers for films and examples.

A telephone surrogate takes one where its class has one (`phone_classes`) and the words leave room,
otherwise it may be somebody's, and the dialogue says so once. An American social security number
takes one that is never issued.
"""

import re
from functools import lru_cache

from surrogates.labels import Kind, canonical
from surrogates.languages.schema import FOLDER, read_table
from surrogates.numbers.board import Group
from surrogates.numbers.identifiers.checksums import SSN, is_identifier
from surrogates.numbers.identifiers.phone_classes import (
    TRUNK,
    Limits,
    begun,
    class_of,
    dialled,
    leading,
    options_of,
)

_ABROAD = re.compile(r"\s*\+\s?(\d{1,3})[\s.(-]")
_SSN_LABELS = frozenset({"ssn", "us_ssn"})


@lru_cache(maxsize=1)
def ranges() -> tuple[tuple[str, str], ...]:
    """(country, pattern of digits) of every telephone range, of all languages' tables."""
    return tuple((country, pattern) for kind, country, pattern in _reserved() if kind == "phone")


@lru_cache(maxsize=1)
def _reserved() -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (row["kind"], row["country"], row["pattern"].replace(" ", ""))
        for path in sorted(FOLDER.glob("*/reserved.tsv"))
        for row in read_table(path)
        if row["kind"] in ("phone", "ssn")
    )


def limits_for(group: Group, lang: str) -> list[Limits]:
    """What each reserved range asks of a group's variables; ranges most like the original first."""
    if is_social_security(group, lang):
        return [
            {v: frozenset(o) for v, o in zip(group.values, options_of(pattern), strict=True)}
            for kind, _, pattern in _reserved()
            if kind == "ssn"
        ]
    number = dialled(group, lang)
    if number is None:
        return []
    digits = group.cut.said
    klass = class_of(number.country, number.national)
    ranked: list[tuple[int, Limits]] = []
    for country, pattern in ranges():
        example = "".join(options[0] for options in options_of(pattern))
        if country != number.country or (klass and class_of(country, example) != klass):
            continue
        if number.code and country in TRUNK:
            pattern = pattern.removeprefix("0")
        options = [*digits[: number.code], *options_of(pattern)]
        if len(options) != len(digits):
            continue
        alike = next((i for i, c in enumerate(options) if digits[i] not in c), len(digits))
        pairs = zip(group.values, options, strict=True)
        ranked.append((-alike, {v: frozenset(c) for v, c in pairs}))
    ranked.sort(key=lambda r: r[0])
    return [limits for _, limits in ranked]


def is_social_security(group: Group, lang: str) -> bool:
    """Whether a number is a whole American social security number, by its label or its shape."""
    digits = group.cut.said
    if group.kind is not Kind.ID or len(digits) != 9 or not digits.isdecimal():
        return False
    item = group.first
    return (
        canonical(item.label) in _SSN_LABELS
        or item.cue == "ssn"
        or (lang.startswith("en") and SSN.fullmatch(item.text) is not None)
    )


def code_limits(group: Group, lang: str) -> Limits:
    """The country's code stays, and so does the 0 that stands for it at home."""
    number = begun(group, lang)
    abroad = _ABROAD.match(group.first.text) if group.kind is Kind.PHONE else None
    if number is None and abroad is not None:  # a country of no table, and the first digit at home
        size = len(abroad[1]) + 1
        pairs = zip(group.values[:size], group.cut.said[:size], strict=False)
        return {v: frozenset(c) for v, c in pairs}
    size = leading(group, lang) or (number.code if number is not None else 0)
    pairs = zip(group.values[:size], group.cut.said[:size], strict=True)
    return {v: frozenset(c) for v, c in pairs}


def is_assignable(group: Group, lang: str) -> bool:
    """Whether a surrogate of this number, drawn freely, may belong to somebody."""
    if group.kind is Kind.PHONE:
        return dialled(group, lang) is not None
    return is_identifier(group.cut.said, group.kind)
