"""Ages said figure by figure: "las velas, un [ocho] y un [cinco]", for who is 85.

`ages_apart` calls it once all ages are written.
"""

from collections.abc import Mapping

from surrogates import notices
from surrogates.dates.calendars import Calendar
from surrogates.dates.lives.ages import form_of
from surrogates.folding import apply_case, case_pattern, words
from surrogates.labels import Kind
from surrogates.languages.cardinals import say
from surrogates.rewrite import Item
from surrogates.scene import Scene

_BETWEEN = 2  # words between two figures: "y un"
_TENS = 10
_TWO = 2  # figures of an age


def write_figures(scene: Scene, new: Mapping[int, int], calendar: Calendar) -> None:
    """Writes two numbers of one figure that say an age together as its new one."""
    said = {item.index: _figure(item, calendar) for item in scene.items}
    for row in scene.items_by_turn.values():
        figures = [
            item for item in row if item.kind is Kind.NUMBER and said[item.index] is not None
        ]
        if len(figures) != _TWO:
            continue  # a row of them is a code
        one, two = figures
        if not 0 < len(words(scene.between(one, two))) <= _BETWEEN:
            continue
        now = new.get(_TENS * (said[one.index] or 0) + (said[two.index] or 0))
        if now is None or not _TENS <= now < _TENS * _TENS:
            continue
        for item, figure in zip((one, two), divmod(now, _TENS), strict=True):
            text = scene.surrogates[item.index] = _written(item, figure, calendar)
            if text == item.text:
                scene.told[item.index] = frozenset(words(text))
                scene.raise_issue(notices.AGE_TIED, item)


def _figure(item: Item, calendar: Calendar) -> int | None:
    form = form_of(item.text.strip(), calendar)
    plain = form is not None and not form.ending and form.variant in ("", "cardinal")
    return form.value if form is not None and plain and form.value < _TENS else None


def _written(item: Item, figure: int, calendar: Calendar) -> str:
    if item.text.strip().isdecimal():
        return str(figure)
    return apply_case(say(calendar.lexicon, figure), case_pattern(item.text))
