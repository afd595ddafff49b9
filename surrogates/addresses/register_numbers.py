"""Belgian national register numbers: "79.06.23-248.84", the birth, a serial number and its check.

Called by `policies.entity` once dates are written. One begins with the new date of the birth that
the dialogue says, else with a date near its own; the serial is odd for men, as it was. Two figures
are the check: 97 less the rest of the nine others by 97, with a 2 in front for births from 2000
[Royal decree of 3 April 1984].
"""

import re
from datetime import date, timedelta

from surrogates import draw, notices
from surrogates.addresses.birth_numbers import write_digits
from surrogates.addresses.numbers_of_people import Date, dates_now
from surrogates.labels import Kind
from surrogates.numbers.board import Board, Group
from surrogates.numbers.identifiers.checksums import repair_for
from surrogates.scene import Scene
from surrogates.things.geography.abroad.regions_abroad import neighbour_land

_WRITTEN = re.compile(r"\s*\d\d\.\d\d\.\d\d[\s.-]+\d{3}[\s.-]+\d\d\s*")
_DIGITS = re.compile(r"\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{5}")
_SERIAL = slice(6, 9)
_LAND = "Belgique"
_TURN = 30  # two figures of a year above are of the last century, where nothing else tells
_MOST_DAYS = 900  # that a birth of which nothing is said moves back
_LAST = 998


def follow_register(scene: Scene, board: Board) -> None:
    """Writes such numbers anew; one that cannot be written so is flagged."""
    numbers = [group for group in board.groups if _is_one(scene, group)]
    dates = dict(dates_now(scene)) if numbers else {}
    for group in numbers:
        was, now = group.cut.said, board.now(group.values)
        told = [new for old, new in dates.items() if _figures(old) == was[:6]]
        year, month, day = told[0] if told else _near(scene, was)
        serial = max(int(now[_SERIAL]) % _LAST, 2) // 2 * 2 - int(was[_SERIAL]) % 2
        body = f"{_figures((year, month, day))}{serial:03d}"
        if not write_digits(scene, board, group, f"{body}{_check(body, year):02d}"):
            scene.raise_issue(notices.BIRTH_UNLIKE, group.first, group.keys)


def _is_one(scene: Scene, group: Group) -> bool:
    """Whether a number is written as these are, or has their date in Belgium, or their check."""
    said = group.cut.said
    if group.kind is not Kind.ID or group.failed or group.stays or not _DIGITS.fullmatch(said):
        return False
    if any(_WRITTEN.fullmatch(item.text) for item in group.items):
        return True
    theirs = any(_check(said[:9], year) == int(said[9:]) for year in (1900, 2000))
    return repair_for(said, Kind.ID) is None and (theirs or neighbour_land(scene) == _LAND)


def _check(body: str, year: int) -> int:
    return 97 - int(("2" if year >= 2000 else "") + body) % 97


def _figures(day: Date) -> str:
    return f"{day[0] % 100:02d}{day[1]:02d}{day[2]:02d}"


def _near(scene: Scene, was: str) -> Date:
    """A day of birth some time before the one that a number tells."""
    year, month, day = int(was[:2]), int(was[2:4]), int(was[4:6])
    fits = [c for c in (1900, 2000) if _check(was[:9], c) == int(was[9:])]
    century = fits[0] if len(fits) == 1 else 1900 if year > _TURN else 2000
    begin = date(century + year, month, 1) + timedelta(days=day - 1)
    days = draw.Stream(scene.seed("birth of a number", was)).choice(range(1, _MOST_DAYS))
    born = begin - timedelta(days=days)
    return born.year, born.month, born.day
