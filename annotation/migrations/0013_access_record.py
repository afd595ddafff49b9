"""The record says for what purpose and from which address a dialogue was shown, and is only added to."""

from typing import Any

from django.conf import settings
from django.db import migrations, models

PURPOSES = [
    ("label", "labelling"),
    ("propagate", "every occurrence"),
    ("history", "history of labels"),
    ("question", "questions"),
    ("marked", "flagged or skipped turns"),
    ("differences", "differences of readers"),
    ("learning", "hard turns of a model"),
    ("adjudicate", "adjudication"),
    ("revise", "revision"),
    ("replaced", "revision, originals hidden"),
    ("api", "read by a program"),
    ("import", "imported texts"),
    ("export", "made an export"),
    ("download", "downloaded an export"),
    ("source", "taught a source model from its turns"),
]
PAGES = {"history": "history", "marked": "marked", "learning": "learning", "team": "differences"}


def purpose_of(detail: dict[str, Any]) -> str:
    """What the rows of before said in their detail; "" for labelling and revision themselves."""
    if "question" in detail:
        return "question"
    if detail.get("scope") == "project":
        return "propagate"
    if "named" in detail:
        return "adjudicate"
    if detail.get("by") == "api":
        return "api"
    return PAGES.get(detail.get("page", ""), "")


def name_purposes(apps: Any, schema_editor: Any) -> None:
    AccessEvent = apps.get_model("annotation", "AccessEvent")
    found: dict[str, list[int]] = {}
    rows = AccessEvent.objects.filter(purpose__in=["label", "revise"]).order_by("pk")
    for pk, detail in rows.values_list("pk", "detail").iterator(2000):
        if purpose := purpose_of(detail):
            found.setdefault(purpose, []).append(pk)
    for purpose, pks in found.items():
        for first in range(0, len(pks), 500):
            AccessEvent.objects.filter(pk__in=pks[first : first + 500]).update(purpose=purpose)


class Migration(migrations.Migration):
    dependencies = [("annotation", "0012_accept_from")]

    operations = [
        migrations.RenameField("accessevent", "action", "purpose"),
        migrations.AlterField(
            "accessevent",
            "purpose",
            models.CharField(choices=PURPOSES, max_length=12, verbose_name="purpose"),
        ),
        migrations.AddField(
            "accessevent",
            "address",
            models.CharField(blank=True, default="", max_length=45, verbose_name="address"),
            preserve_default=False,
        ),
        migrations.AlterField(
            "accessevent",
            "user",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="person",
            ),
        ),
        migrations.AlterField(
            "accessevent",
            "project",
            models.ForeignKey(
                db_index=False,
                on_delete=models.deletion.CASCADE,
                related_name="access_events",
                to="annotation.project",
            ),
        ),
        migrations.AlterField(
            "accessevent",
            "dialogue",
            models.ForeignKey(
                blank=True,
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=models.deletion.DO_NOTHING,
                related_name="+",
                to="annotation.dialogue",
                verbose_name="dialogue",
            ),
        ),
        migrations.AddIndex(
            "accessevent",
            models.Index(fields=["user", "dialogue", "created_at"], name="event_of_person"),
        ),
        migrations.AddIndex(
            "accessevent",
            models.Index(fields=["project", "created_at"], name="event_of_project"),
        ),
        migrations.RunPython(name_purposes, migrations.RunPython.noop),
    ]
