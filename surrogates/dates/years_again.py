"""Years that something else says again: a French social security number, an address ("ana1988").

Such a date moves to another year, or both would show the one of the original. `resolution` asks.
"""

import re
from collections.abc import Iterable

from surrogates.dates.shift import Dated
from surrogates.folding import digits_only
from surrogates.labels import ADDRESSES, Kind
from surrogates.scene import Scene

_FIGURES = re.compile(r"(?<!\d)(?:\d\d|(?:19|20)\d\d)(?!\d)")
_NIR = (13, 15)  # figures of a number of social security, and where its year and month stand
_BIRTH = slice(1, 5)


def mark_years_again(scene: Scene, dates: Iterable[Dated]) -> None:
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
