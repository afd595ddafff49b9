"""What something else says again: a year in a French social security number or an address
("ana1988"), a day with its month for the day ("3/4: the 3rd of April? Not March 4th?").

Such a year moves to another one, or both would show the one of the original; such a day is the
other one's new date the other way round. `resolution` asks.
"""

import re
from collections import Counter
from collections.abc import Sequence

from surrogates.dates.shift import Dated
from surrogates.folding import digits_only, words
from surrogates.labels import ADDRESSES, Kind
from surrogates.languages.letters import negative_words
from surrogates.rewrite import Item
from surrogates.scene import Scene

_FIGURES = re.compile(r"(?<!\d)(?:\d\d|(?:19|20)\d\d)(?!\d)")
_NIR = (13, 15)  # figures of a number of social security, and where its year and month stand
_BIRTH = slice(1, 5)
_MONTHS = 12
_CUE = 3  # words before a date of which one denies it


def mark_again(scene: Scene, dates: Sequence[tuple[Dated, Item]]) -> None:
    """dates: each with its first mention."""
    _mark_swapped(scene, dates)
    _mark_years(scene, [dated for dated, _ in dates])


def _mark_swapped(scene: Scene, dates: Sequence[tuple[Dated, Item]]) -> None:
    """Ties a day that is said less often or denied, and without a weekday, to the one that it is
    mistaken for."""
    whole = {
        item.index: d
        for d, item in dates
        if d.date is not None and {"day", "month"} <= d.moment.parts.keys()
    }
    often = Counter(map(_day, whole.values()))
    items = {item.index: item for _, item in dates}
    for one in whole.values():
        day, month = _day(one)
        same = {n: d for n, d in whole.items() if _day(d) == (month, day) != (day, month)}
        less = often[day, month] - often[month, day]
        denied = less == 0 and all(_is_denied(scene, items[n]) for n in same)
        if not same or not (less > 0 or denied):
            continue
        plain = all("weekday" not in d.moment.parts and d.swapped is None for d in same.values())
        if plain and one.swapped is None:
            one.checks.append(lambda new: new["day"] <= _MONTHS and new["day"] != new["month"])
            for each in same.values():
                each.swapped = one


def _is_denied(scene: Scene, item: Item) -> bool:
    """ "nicht am [7. März]"."""
    return not negative_words(scene.lexicon).isdisjoint(words(scene.before(item))[-_CUE:])


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
