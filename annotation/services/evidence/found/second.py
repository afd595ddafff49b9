"""Turns that were drawn by chance for a second reader, as each of the two readers read them.

Called by `checked.reader_turns`. They weigh what they weighed when they were drawn; the first
reading is what it was then, so that a label that is set right later hides no miss.
"""

from collections import defaultdict
from collections.abc import Sequence

from annotation.convert import label_span
from annotation.evidence.recall.types import Checked
from annotation.models import Project, Reading, Span, Turn
from annotation.services.evidence.found.joining import joined
from annotation.services.evidence.second_readings.met import MetTurn, read_met
from learning.types import Span as Found
from learning.types import overlaps


def second_turns(project: Project) -> dict[int, list[Checked]]:
    """Turn (its id) -> both readings, of sheets that are through, as the test takes them.

    What a turn holds: what a curator decided since, else all that either of them marked."""
    judged = {each.row.turn_id: each for each in read_met(project).judged}
    if not judged:
        return {}
    spans: defaultdict[int, list[Found]] = defaultdict(list)
    accepted = Span.objects.filter(reading__turn__in=judged, status=Span.Status.ACCEPTED)
    rows = accepted.order_by("start", "end").values_list("reading", "start", "end", "label__name")
    for pk, start, end, name in rows:
        spans[pk or 0].append(label_span(start, end, name))
    readers = dict(Reading.objects.filter(turn__in=judged).values_list("pk", "reader"))
    turns = Turn.objects.in_bulk(list(judged))
    return {
        pk: _both(each, turns[pk], spans, readers) for pk, each in judged.items() if pk in turns
    }


def _both(
    each: MetTurn, turn: Turn, spans: dict[int, list[Found]], readers: dict[int, int]
) -> list[Checked]:
    row = each.row
    own = spans.get(each.second_pk or 0, [])
    decided = spans.get(each.gold_pk, []) if each.gold_pk else None
    named = [*spans.get(row.reading_id or 0, []), *(decided or ()), *own]
    first = [label_span(start, end, _label(start, end, named)) for start, end in row.first]
    # What nobody claims any more is no item; it was marked all the same.
    said = joined([*(span for span in first if span.label), *own])
    gold = tuple(said if decided is None else decided)
    place = (turn.dialogue_id, turn.position, turn.speaker, turn.text, gold)
    pairs = ((row.reading_id, first), (each.second_pk, own))
    return [
        Checked(*place, tuple(found), readers.get(pk or 0, 0), row.weight) for pk, found in pairs
    ]


def _label(start: int, end: int, named: Sequence[Found]) -> str:
    """The label of what was marked there, by who marks it now; "" where nobody does."""
    place = label_span(start, end, "")
    return next((span.label for span in named if overlaps(span, place)), "")
