"""What something else says again: a year in a French social security number or an address
("ana1988"), a day with its month for the day ("3/4: the 3rd of April? Not March 4th?").

Such a year moves to another one, or both would show the one of the original; such a day is the
other one's new date the other way round. `resolution` asks.
"""

import re
from collections import Counter
from collections.abc import Sequence

from surrogates.dates.shift import Dated
from surrogates.folding import digits_only
from surrogates.labels import ADDRESSES, Kind
from surrogates.scene import Scene

_FIGURES = re.compile(r"(?<!\d)(?:\d\d|(?:19|20)\d\d)(?!\d)")
_NIR = (13, 15)  # figures of a number of social security, and where its year and month stand
_BIRTH = slice(1, 5)
_MONTHS = 12


def mark_again(scene: Scene, dates: Sequence[Dated]) -> None:
    _mark_swapped(dates)
    _mark_years(scene, dates)


def _mark_swapped(dates: Sequence[Dated]) -> None:
    """Ties a day that is said less often, and without a weekday, to the one that it is mistaken
    for."""
    whole = [d for d in dates if d.date is not None and {"day", "month"} <= d.moment.parts.keys()]
    often = Counter(_day(d) for d in whole)
    for one in whole:
        day, month = _day(one)
        other = next((d for d in whole if _day(d) == (month, day) != (day, month)), None)
        if other is None or often[day, month] <= often[month, day]:  # two days of their own
            continue
        same = [d for d in whole if _day(d) == (month, day)]
        plain = all("weekday" not in d.moment.parts and d.swapped is None for d in same)
        if plain and one.swapped is None:
            one.checks.append(lambda new: new["day"] <= _MONTHS and new["day"] != new["month"])
            for each in same:
                each.swapped = one


def _day(dated: Dated) -> tuple[int, int]:
    return dated.moment.value("day") or 0, dated.moment.value("month") or 0


def _mark_years(scene: Scene, dates: Sequence[Dated]) -> None:
    """Marks the years of such dates as ones that must change."""
    numbers = (digits_only(item.text) for item in scene.of_kind(scene.items, Kind.ID))
    births = {number[_BIRTH] for number in numbers if len(number) in _NIR}
    addresses = scene.of_kind(scene.items, *ADDRESSES)
    figures = {said for item in addresses for said in _FIGURES.findall(item.text)}
    for dated in dates if births or figures else ():
        if dated.said("year") is None or dated.year is None:
            continue
        short, month = f"{dated.year % 100:02d}", dated.said("month") or 0
        if f"{short}{month:02d}" in births or not figures.isdisjoint((short, str(dated.year))):
            dated.alone |= {"year"}
