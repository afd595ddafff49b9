"""What is known of each dialogue as a whole, its words for the search, and which ones changed. Those
that are there already count as changed: the next worker counts them."""

from typing import Any
import annotation.models.glance
import django.db.models.deletion
from django.db import migrations, models


def touch_all(apps: Any, schema_editor: Any) -> None:
    Dialogue = apps.get_model("annotation", "Dialogue")
    Touched = apps.get_model("annotation", "TouchedDialogue")
    pks = Dialogue.objects.order_by("pk").values_list("pk", flat=True)
    Touched.objects.bulk_create(
        (Touched(dialogue_id=pk) for pk in pks.iterator(2000)), batch_size=2000
    )


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0021_metrics_and_priority"),
    ]

    operations = [
        migrations.CreateModel(
            name="DialogueFigures",
            fields=[
                (
                    "dialogue",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="figures",
                        serialize=False,
                        to="annotation.dialogue",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("held", "held back"),
                            ("differ", "readers differ"),
                            ("unread", "unread"),
                            ("model", "model only"),
                            ("read", "read"),
                            ("approved", "approved"),
                        ],
                        max_length=8,
                    ),
                ),
                ("turns", models.PositiveIntegerField(default=0)),
                ("words", models.PositiveIntegerField(default=0)),
                ("items", models.PositiveIntegerField(default=0)),
                ("unread", models.PositiveIntegerField(default=0)),
                ("unsettled", models.PositiveIntegerField(default=0)),
                ("readers", models.TextField(blank=True)),
                ("agreement", models.FloatField(null=True)),
                ("blocks", models.PositiveIntegerField(null=True)),
                ("warns", models.PositiveIntegerField(null=True)),
                ("notes", models.PositiveIntegerField(null=True)),
                ("issues_old", models.BooleanField(default=False)),
            ],
            options={
                "verbose_name": "figures of a dialogue",
                "verbose_name_plural": "figures of dialogues",
            },
        ),
        migrations.CreateModel(
            name="DialogueWords",
            fields=[
                (
                    "dialogue",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="searched",
                        serialize=False,
                        to="annotation.dialogue",
                    ),
                ),
                ("words", annotation.models.glance.WordsField(blank=True)),
            ],
            options={
                "verbose_name": "words of a dialogue",
                "verbose_name_plural": "words of dialogues",
            },
        ),
        migrations.CreateModel(
            name="TouchedDialogue",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("dialogue_id", models.BigIntegerField(db_index=True)),
            ],
            options={
                "verbose_name": "touched dialogue",
                "verbose_name_plural": "touched dialogues",
            },
        ),
        migrations.AlterField(
            model_name="accessevent",
            name="purpose",
            field=models.CharField(
                choices=[
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
                    ("erase", "erased dialogues"),
                    ("search", "search of the corpus"),
                ],
                max_length=12,
                verbose_name="purpose",
            ),
        ),
        migrations.RunPython(touch_all, migrations.RunPython.noop),
    ]
