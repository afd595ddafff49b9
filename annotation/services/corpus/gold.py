"""Whose word a turn's labels are: the adjudicated layer, or readers who agree, or the only one.

Called by the queue when the last reader of a turn is through, by steps on a turn that several have
finished, and by adjudication.
"""

from collections.abc import Iterable, Sequence

from django.db.models import Count, Q, QuerySet

from annotation.models import LayerKind, QueryItem, Reading, Span, Turn

DONE = Reading.Status.DONE
SKIPPED = QueryItem.Status.SKIPPED
ENDED = (QueryItem.Status.DONE, SKIPPED)


def settle_item(item: QueryItem) -> None:
    """When everybody who is to read the turn has, say what it holds."""
    ended = list(item.assignments.filter(status__in=ENDED).values_list("status", flat=True))
    if len(ended) >= item.readers:
        item.status = (
            QueryItem.Status.DONE if QueryItem.Status.DONE in ended else QueryItem.Status.SKIPPED
        )
        QueryItem.objects.filter(pk=item.pk).update(status=item.status)
        # A second reading that was skipped says nothing against the first.
        if item.second is None or SKIPPED not in ended:
            settle_turn(item.turn)


def shared_items(turns: Iterable[int]) -> QuerySet[QueryItem]:
    """The items of those turns (ids) that more than one person has finished."""
    read = Count("turn__readings", filter=Q(turn__readings__status=DONE))
    items = QueryItem.objects.filter(turn__in=list(turns)).annotate(read=read).filter(read__gt=1)
    return items.select_related("turn__dialogue__project")


def settle_turn(turn: Turn) -> Reading | None:
    """Choose the turn's gold reading anew; None while there is none."""
    readings = list(Reading.objects.filter(turn=turn, status=DONE).order_by("pk"))
    gold = next((each for each in readings if each.layer == LayerKind.GOLD), None)
    # Several readers who say the same need no adjudication.
    if gold is None and readings and _is_enough(turn, readings):
        gold = readings[0]
    stale = Reading.objects.filter(turn=turn, is_gold=True)
    if gold is None:
        stale.update(is_gold=False)
        return None
    stale.exclude(pk=gold.pk).update(is_gold=False)
    if not gold.is_gold:
        gold.is_gold = True
        gold.save(update_fields=["is_gold"])
    return gold


def _is_enough(turn: Turn, readings: Sequence[Reading]) -> bool:
    if len(readings) == 1:
        return turn.dialogue.project.single_is_gold
    spans_by_reading: dict[int, set[tuple[int, int, int]]] = {
        reading.pk: set() for reading in readings
    }
    spans = Span.objects.filter(reading__in=readings, status=Span.Status.ACCEPTED)
    for reading, start, end, label in spans.values_list("reading", "start", "end", "label"):
        spans_by_reading[reading].add((start, end, label))
    first, *others = spans_by_reading.values()
    return all(other == first for other in others)
