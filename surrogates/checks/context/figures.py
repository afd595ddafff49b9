"""Times and years outside the labels, which may go with one that was replaced: "[2.30 pm], come ten
minutes early, so 2.20", "quinto de 1990, [34] años". Called by `context`.
"""

import re
from collections.abc import Iterator

from surrogates.checks.context.words import Cue, Sentence
from surrogates.checks.relations.spans import Spans
from surrogates.dates.hours.minutes import minutes_in
from surrogates.labels import Kind

_YEAR = re.compile(r"(?<![\w.,/-])(?:19\d\d|20[0-4]\d)(?![\w/-]|[.,]\d)")
_YEARLY = frozenset({Kind.DATE, Kind.AGE})


def figures_beside(spans: Spans, sentence: Sentence) -> Iterator[Cue]:
    """Those of a sentence in whose turn a time, or a date or an age, is labelled."""
    if not sentence.words:
        return
    base, turn = sentence.start, sentence.turn
    row = spans.scene.items_by_turn.get(turn, ())
    kinds = {item.kind for item in row}
    if Kind.TIME not in kinds and kinds.isdisjoint(_YEARLY):
        return
    text = list(spans.turn_text(turn))
    for item in row:
        text[item.start : item.end] = "\x00" * (item.end - item.start)
    said = "".join(text[base : sentence.words[-1].end])
    if Kind.TIME in kinds:
        for start, end, _ in minutes_in(said, spans.calendars[0]):
            yield Cue("hour", "", turn, base + start, base + end)
    for match in _YEAR.finditer(said) if kinds & _YEARLY else ():
        yield Cue("year", "", turn, base + match.start(), base + match.end())
