"""Work that was saved before: spans find their reading, events their step, items their people."""

import uuid
from typing import Any

from django.db import migrations
from django.db.models import Count, OuterRef, Subquery

WALKS = ("undo", "redo")


def carry_over(apps: Any, schema_editor: Any) -> None:
    Reading = apps.get_model("annotation", "Reading")
    Span = apps.get_model("annotation", "Span")
    whose = Reading.objects.filter(turn=OuterRef("turn"), reader=OuterRef("author"))
    spans = Span.objects.filter(author__isnull=False)
    spans.update(reading=Subquery(whose.values("pk")[:1]))
    for turn, author in spans.filter(reading=None).values_list("turn", "author").distinct():
        reading, _new = Reading.objects.get_or_create(turn_id=turn, reader_id=author)
        spans.filter(turn_id=turn, author_id=author).update(reading=reading)
    counts = (
        Span.objects.filter(reading__isnull=False, status="accepted")
        .order_by()
        .values_list("reading")
        .annotate(n=Count("pk"))
    )
    readings = {r.pk: r for r in Reading.objects.all()}
    for pk, n in counts:
        readings[pk].label_count = n
    Reading.objects.bulk_update(readings.values(), ["label_count"], batch_size=500)
    _make_steps(apps)
    _make_assignments(apps)


def _make_steps(apps: Any) -> None:
    """One step an event. What was taken back stays so, and is not done again."""
    SpanEvent = apps.get_model("annotation", "SpanEvent")
    Step = apps.get_model("annotation", "Step")
    seen: set[tuple[int, uuid.UUID]] = set()
    for event in SpanEvent.objects.select_related("reading__turn").order_by("pk").iterator(500):
        author = event.reading.reader_id
        op_id = event.op_id
        while (author, op_id) in seen:  # an id was unique in its reading only
            op_id = uuid.uuid4()
        seen.add((author, op_id))
        step = Step.objects.create(
            author_id=author,
            dialogue_id=event.reading.turn.dialogue_id,
            op_id=op_id,
            kind=event.kind,
            request=event.request,
            state="void" if event.undone or event.kind in WALKS else "done",
        )
        Step.objects.filter(pk=step.pk).update(created_at=event.created_at)
        SpanEvent.objects.filter(pk=event.pk).update(step=step)


def _make_assignments(apps: Any) -> None:
    QueryItem = apps.get_model("annotation", "QueryItem")
    Assignment = apps.get_model("annotation", "Assignment")
    held = QueryItem.objects.filter(reader__isnull=False).select_related("batch")
    Assignment.objects.bulk_create(
        (
            Assignment(
                item=item,
                reader_id=item.reader_id,
                status=item.status,
                assigned_at=item.assigned_at or item.batch.created_at,
            )
            for item in held
        ),
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [("annotation", "0002_teams")]
    operations = [migrations.RunPython(carry_over, migrations.RunPython.noop)]
