"""Which dates the words around call a birth: "nací el [3 de mayo de 1958]", "Geboren? - [1958]"."""

import re
from collections.abc import Sequence

from surrogates.dates.calendars import Calendar
from surrogates.dates.resolution import Entry
from surrogates.folding import words
from surrogates.labels import Kind, is_birth_label
from surrogates.rewrite import Item
from surrogates.scene import Scene

_CUE = 4  # words before a year that may say what it is
_LEAD = 2  # words before a date that may open an answer: "nací el"


def is_birth(scene: Scene, entry: Entry, year: Item) -> bool:
    """Whether the words before or behind a date, or a question, say that somebody was born then."""
    if entry.dated.birth or is_birth_label(year.label):
        return True
    around = {*_before(scene, entry), *_behind(scene, year, entry.calendar)}
    asked: Sequence[str] = ()
    last = entry.item.turn - 1  # "When was he born?"
    answered = any(i.kind is Kind.DATE for i in scene.items_by_turn.get(last, ()))
    if last >= 0 and not answered and len(words(scene.before(entry.item))) <= _LEAD:
        asked = entry.calendar.words_of_birth(scene.dialogue.turns[last].text)
    births = entry.calendar.phrases("birth")
    before = f" {' '.join(_before(scene, entry))} "  # "elle est du [2 mai 1987]"
    phrased = any(before.endswith(f" {cue} ") for cue in births if " " in cue)
    return phrased or not {*around, *asked}.isdisjoint(births)


def _before(scene: Scene, entry: Entry) -> Sequence[str]:
    """The words before a date, back to another one where more than "and" parts them; "[1931n] jaio
    zen eta [2019an]" says "born" of the first."""
    item, calendar = entry.item, entry.calendar
    dates = scene.of_kind(scene.items_by_turn.get(item.turn, ()), Kind.DATE)
    last = max((d for d in dates if d.end <= item.start), key=lambda d: d.end, default=None)
    gap = scene.between(last, item) if last is not None else ""
    said = calendar.words_of_birth(gap)
    joins = calendar.phrases("join").keys() | calendar.phrases("range").keys()
    if last is None or joins.issuperset(said):
        return calendar.words_of_birth(scene.before(item)[-40:])[-_CUE:]
    own = said[1:] if re.match(r"\s*\w", gap) else said
    return own[-_CUE:]


def _behind(scene: Scene, year: Item, calendar: Calendar) -> Sequence[str]:
    """The words behind a year that may be of its clause: "am [3. Juni 2007] ist sie geboren"."""
    dates = scene.of_kind(scene.items_by_turn.get(year.turn, ()), Kind.DATE)
    end = min((date.start for date in dates if date.start >= year.end), default=None)
    text = scene.after(year) if end is None else scene.after(year)[: end - year.end]
    clause = calendar.words_of_birth(re.split(r"[.,;:!?]", text)[0])[:_CUE]
    return clause if end is None else clause[:1]
