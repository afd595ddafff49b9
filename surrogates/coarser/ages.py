"""Ages as bands: "38 años" becomes "30-39 años", "7 meses" less than a year, "94" 90 or more."""

import re
from collections.abc import Iterator

from surrogates.coarser.phrases import Coarser, phrase, phrases
from surrogates.dates.calendars import Calendar, calendar_of
from surrogates.folding import digits_only, words
from surrogates.rewrite import Item
from surrogates.scene import Scene


def coarser_ages(scene: Scene, item: Item) -> Iterator[Coarser]:
    """The band of an age; nothing where no number is read."""
    calendar = calendar_of(scene.lexicon)
    units = calendar.phrases("unit")
    ends = [match.start() for match in re.finditer(r"[ -]", item.text)]
    for end in reversed([*ends, len(item.text)]):
        value = _value(item.text[:end], calendar)
        if value is None:
            continue
        rest = item.text[end:]
        following = next(iter((*words(rest), *words(scene.after(item)[:20]))), "")
        unit = units.get(following, "year")
        lexicon = scene.lexicon
        if unit != "year":
            within = bool(words(rest))
            young = unit in ("day", "week") or value < 12
            if within and young:
                yield Coarser(phrase(lexicon, "age", "under"))
            return
        band = next((b for b in _bands(scene) if b[0] <= value <= b[1]), None)
        if value == 0:
            if words(rest):
                yield Coarser(phrase(lexicon, "age", "under"))
        elif band is None:
            yield Coarser(phrase(lexicon, "age", "over") + rest)
        else:
            form = phrase(lexicon, "age", "band")
            yield Coarser(form.format(low=band[0], high=band[1]) + rest)
        return


def _bands(scene: Scene) -> Iterator[tuple[int, int]]:
    for row in phrases(scene.lexicon, "age_band"):
        low, high = row["value"].split("-")
        yield int(low), int(high)


def _value(text: str, calendar: Calendar) -> int | None:
    if text.isdecimal():
        return int(text)
    form = None if digits_only(text) else calendar.read_number(text)
    return form.value if form is not None else None
