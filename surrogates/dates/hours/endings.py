"""Basque endings on figures, of a day ("gaur 13a da") and a clock, which follow how they are said.

"8:30ean" is "zortzi eta hogeita hamarrean", "9:40an" "berrogeian", "16:00etan" "hamaseietan". What
time it is, is said of several hours: "9:40ak dira"."""

import re
from collections.abc import Iterable
from dataclasses import replace

from surrogates.dates.calendars import Calendar, Form
from surrogates.dates.resolution import Entry
from surrogates.folding import words
from surrogates.scene import Scene

_PLURAL = "plural_"
_SEVERAL = "ak"
_ARTICLE = "absolutive"
_LETTERS = re.compile(r"(-?)([^\W\d_]+)")


def ending_on_clock(
    calendar: Calendar, after: str, outside: str, hour: int, minute: int
) -> str | None:
    """`after`, the text behind the figures, with the ending that the new ones ask for; None where
    that stands outside the label and is another one."""
    match = _LETTERS.match(after or outside)
    name = calendar.hour_ending(match[2]) if match is not None else ""
    if match is None or not name:
        return after
    if minute and match[2] == _SEVERAL:
        letters: str | None = _SEVERAL
    elif minute or hour == 1:
        letters = calendar.on_figure(minute or 1, name)
    else:
        letters = calendar.on_figure(hour, _PLURAL + name)
    if not after:
        return after if letters == match[2] else None
    return f"{match[1]}{letters}{after[match.end() :]}" if letters is not None else None


def tell_endings(scene: Scene, entries: Iterable[Entry]) -> None:
    """Gives a day its article where its own number swallows that: "11 da" is "hamaika da"."""
    for entry in entries:
        part, item = entry.dated.moment.parts.get("day"), entry.owners.get("day")
        calendar = entry.calendar
        if part is None or item is None or calendar.lang != "eu" or part.style != "figure":
            continue
        following = words(scene.after(item))[:1]
        ends = entry.base + part.end == item.end and not part.form.ending
        cued = ends and not calendar.phrases("copula").keys().isdisjoint(following)
        if cued and calendar.on_figure(part.value, _ARTICLE) == "":
            form = Form(part.value, "", _ARTICLE)
            entry.dated.moment.parts["day"] = replace(part, form=form)
