"""Years inside codes: "ST/0384617/2025", "F-2026/0147", "12 C 345/24".

A new one is of a few years before, so that it is no year to come; `addresses.year_ends` makes it
that of a date.
"""

import re
from collections.abc import Iterator

from surrogates.labels import Kind
from surrogates.numbers.board import Board, Group, Relation
from surrogates.numbers.identifiers.checksums import SSN, is_free, repair_for

_CITIZEN = re.compile(r"1\.[01]\d\d\.\d{3}\.\d{3}")  # of Colombia
_INSURED = re.compile(r"[0-4]\d/\d{8}/?\d\d$")  # of Spain, by their province
_YEAR = re.compile(r"(?<!\d)(?:19[5-9]|20[0-4])\d(?!\d)|(?<=\d[/-])[12]\d$")
_BEFORE = range(1, 5)


def limit_years(group: Group, board: Board) -> None:
    """Leaves the years of a code some years before them."""
    if group.kind is Kind.ID and group.slots and group.slots[0].style == "figure":
        first = re.match(r"[1-9]\d{0,2}(?!\d)", group.first.text)
        if first is not None:  # "12 C 345/24" is of the twelfth chamber
            board.limit(group.values[0], "123456789")
    if group.kind is Kind.ID and _INSURED.match(group.first.text):
        board.limit(group.values[0], "1234")
    if group.kind is Kind.ID and _CITIZEN.fullmatch(group.first.text):
        board.limit(group.values[0], "1")
        board.limit(group.values[1], "01")
    for start, was in years_in(group):
        near = tuple(f"{int(was) - n:0{len(was)}d}" for n in _BEFORE)
        values = tuple(group.values[start : start + len(was)])
        group.relations.append(Relation(values, near))


def years_in(group: Group) -> Iterator[tuple[int, str]]:
    """Where a free code has a year among its figures and letters, and which."""
    known = repair_for(group.cut.said, group.kind) is not None and not is_free(group.first.text)
    if group.kind is not Kind.ID or known or SSN.fullmatch(group.first.text):
        return
    places: dict[tuple[int, int], int] = {}
    at = 0
    for slot in group.slots:
        if slot.style == "keyword":
            continue
        first = slot.tokens[0]
        if slot.style == "figure":
            places[first.item, first.start] = at
        at += len(slot.was)
    for number, item in enumerate(group.items):
        for match in _YEAR.finditer(item.text):
            if len(item.text.strip()) > len(match[0]) or len(group.items) > 1:
                start = places.get((number, item.start + match.start()), -1)
                if start >= 0 and group.cut.said[start : start + len(match[0])] == match[0]:
                    yield start, match[0]
