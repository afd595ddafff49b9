"""Plates that tell a year. When a car was registered: Spanish ones by their letters, given out in
order since 2000, British ones by their figures ("71" from September 2021). Any that somebody chose:
German ones by their figures ("HI-KW 1958, wegen Jahrgang [1958]").

Where a year is said near such a plate and fits it, the new plate is of the year that the date
became. Called by `policies.entity` once dates are written, before letters are spelled.
"""

import re
from bisect import bisect_right
from calendar import month_abbr
from collections.abc import Sequence

from surrogates import draw, notices
from surrogates.codes import ConstraintKind
from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.languages.places.prefixes import SPAIN
from surrogates.numbers.identifiers.plates import ORDER
from surrogates.rewrite import Item
from surrogates.scene import Scene

NEAR = 2  # turns between a plate and the year of the car
_SPANISH = re.compile(rf"(\d{{4}}[\s-]?)([{ORDER}]{{2}})([{ORDER}])")
_BRITISH = re.compile(r"([A-Z]{2})(\d{2})(\s?[A-Z]{3})")
_YEAR = re.compile(r"(?<!\d)(20\d\d)(?!\d)")
# The first two letters in the midst of each year from 2001 on: no other year has them.
_MIDST = """
BJ-BP BV-CB CG-CN CX-DB DJ-DR DZ-FD FM-FT GC-GH GN-GR GX-GZ HD-HG HK-HM HR-HT
HX-HZ JF-JJ JP-JT JZ-KD KJ-KP KV-LB LG-LJ LN-LR LV-LX MD-MG MN-MS MX-NC NJ-NK
"""
_CHOSEN = re.compile(r"[A-ZÄÖÜ]{1,3}[\s-][A-Z]{1,2}[\s-]?(\d{4}|\d\d)")
_FULL = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SPANS = _MIDST.split()
_FIRST = 2001
_PLATED = re.compile(r"(\d\d)[- ](?:plate|reg)", re.I)
_HALF, _MARCH, _SEPTEMBER = 50, 3, 9
_MONTHS = [name.lower() for name in month_abbr]


def follow_registrations(scene: Scene) -> None:
    """Writes such plates anew."""
    dates = scene.of_kind(scene.items, Kind.DATE)
    plates = scene.of_kind(scene.items, Kind.ID) if dates else []
    for plate in plates:
        if scene.constraint_for(ConstraintKind.SURROGATE, plate) is not None:
            continue
        near = [d for d in dates if abs(d.turn - plate.turn) <= NEAR]
        for date in sorted(near, key=lambda d: abs(d.index - plate.index)):
            old, new = (_YEAR.search(t) for t in (date.text, scene.surrogates.get(date.index, "")))
            if old is None or new is None:
                continue
            written = _spanish(scene, plate, int(old[1]), int(new[1]))
            written = written or _british(scene, plate, date, int(old[1]), int(new[1]))
            if written:
                scene.surrogates[plate.index] = written
                break
    for plate in scene.of_kind(scene.items, Kind.ID):
        _follow_figures(scene, plate)
    for plate in plates:
        _follow_chosen(scene, plate, [d for d in dates if d.turn == plate.turn])


def _follow_figures(scene: Scene, plate: Item) -> None:
    """Writes the figures of a British plate where they are said of it: "it's a [19] plate"."""
    was = _BRITISH.fullmatch(plate.text.strip())
    now = _BRITISH.fullmatch(scene.surrogates.get(plate.index, ""))
    if scene.lexicon.lang != "en" or was is None or now is None:
        return
    for item in scene.of_kind(scene.items, Kind.NUMBER, Kind.DATE, Kind.ID):
        said = _PLATED.match(item.text + scene.after(item))
        if said is None or said[1] != was[2] or abs(item.turn - plate.turn) > NEAR:
            continue
        scene.surrogates[item.index] = now[2] + item.text[len(was[2]) :]
        scene.withdraw(notices.SAID_AROUND, item)


def _follow_chosen(scene: Scene, plate: Item, dates: Sequence[Item]) -> None:
    """Writes the year of a date beside it into a plate whose figures were that year."""
    chosen = _CHOSEN.fullmatch(plate.text.strip())
    for date in dates if chosen is not None else ():
        old, new = (_FULL.search(t) for t in (date.text, scene.surrogates.get(date.index, "")))
        assert chosen is not None
        if old is None or new is None or chosen[1] not in (old[0], old[0][2:]):
            continue
        for other in scene.of_kind(scene.items, Kind.ID):
            now = scene.surrogates.get(other.index, "")
            typed = scene.constraint_for(ConstraintKind.SURROGATE, other)
            if other.text == plate.text and typed is None and _CHOSEN.fullmatch(now):
                scene.surrogates[other.index] = now[: -len(chosen[1])] + new[0][-len(chosen[1]) :]
        return


def _rank(letters: str) -> int:
    return ORDER.index(letters[0]) * len(ORDER) + ORDER.index(letters[1])


def _spanish(scene: Scene, plate: Item, old: int, new: int) -> str:
    """The new plate with the letters of the new year; "" where the old one does not tell its."""
    was = _SPANISH.fullmatch(plate.text.strip())
    now = _SPANISH.fullmatch(scene.surrogates.get(plate.index, ""))
    if scene.lexicon.lang not in SPAIN or was is None or now is None:
        return ""
    starts = [_rank(span[:2]) for span in _SPANS]
    told = _FIRST + bisect_right(starts, _rank(was[2])) - 1
    if old not in (told, told + 1) or not 0 <= new - _FIRST < len(_SPANS):
        return ""
    first, last = (_rank(span) for span in _SPANS[new - _FIRST].split("-"))
    stream = draw.Stream(scene.seed("letters of a year", plate.text))
    series = stream.choice(range(first, last + 1))
    letters = ORDER[series // len(ORDER)] + ORDER[series % len(ORDER)]
    return now[1] + letters + now[3]


def _british(scene: Scene, plate: Item, date: Item, old: int, new: int) -> str:
    """The same with the figures of the half year that the month beside the year tells."""
    was = _BRITISH.fullmatch(plate.text.strip())
    now = _BRITISH.fullmatch(scene.surrogates.get(plate.index, ""))
    if scene.lexicon.lang != "en" or was is None or now is None:
        return ""
    later = int(was[2]) > _HALF
    if old % 100 - int(was[2]) % _HALF not in (0, int(later)):  # until February of the next year
        return ""
    if month := _month(scene, date):
        later = not _MARCH <= month < _SEPTEMBER
        new -= month < _MARCH
    return f"{now[1]}{new % 100 + _HALF * later:02d}{now[3]}"


def _month(scene: Scene, date: Item) -> int:
    """The month that a year is said with, as it is written now; 0 for none."""
    row = [
        i for i in scene.items_by_turn[date.turn] if 0 <= date.start - i.start <= len("September ")
    ]
    for item in row:
        for word in re.findall(r"[a-z]{3}", fold(scene.surrogates.get(item.index, ""))):
            if item.kind is Kind.DATE and word in _MONTHS:
                return _MONTHS.index(word)
    return 0
