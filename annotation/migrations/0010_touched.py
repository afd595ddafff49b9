"""Steps keep which readings they changed, so that a reading that is lost is noticed."""

from typing import Any

from django.db import migrations, models


def tell_steps(apps: Any, schema_editor: Any) -> None:
    """What the steps that were taken before changed, from their events."""
    Step = apps.get_model("annotation", "Step")
    SpanEvent = apps.get_model("annotation", "SpanEvent")
    labels: dict[int, int] = {}  # of each reading, so far
    touched: dict[int, list[list[int]]] = {}
    rows = SpanEvent.objects.order_by("pk").values_list(
        "step", "reading", "reading__turn", "before", "after"
    )
    for step, reading, turn, before, after in rows.iterator(2000):
        more = sum(row[3] == "accepted" for row in after)
        less = sum(row[3] == "accepted" for row in before)
        labels[reading] = max(0, labels.get(reading, 0) + more - less)
        touched.setdefault(step, []).append([turn, labels[reading]])
    pks = list(touched)
    for first in range(0, len(pks), 500):
        some = [Step(pk=pk, touched=touched[pk]) for pk in pks[first : first + 500]]
        Step.objects.bulk_update(some, ["touched"])


class Migration(migrations.Migration):
    dependencies = [("annotation", "0009_replacement_rules")]

    operations = [
        migrations.AddField("step", "touched", models.JSONField(default=list)),
        migrations.RunPython(tell_steps, migrations.RunPython.noop),
    ]
