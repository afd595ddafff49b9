"""Fewer and cheaper indexes name the project of a dialogue: an import rewrites each of them while
it makes its dialogues visible, and nobody else writes to SQLite meanwhile."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0019_names_nobody")]

    operations = [
        migrations.RemoveConstraint("dialogue", "dialogue_named_once"),
        migrations.AlterField(
            "dialogue",
            "project",
            models.ForeignKey(
                "annotation.Project",
                django.db.models.deletion.CASCADE,
                related_name="dialogues",
                db_index=False,
            ),
        ),
        migrations.AddConstraint(
            "dialogue",
            models.UniqueConstraint(fields=["external_id", "project"], name="dialogue_named_once"),
        ),
    ]
