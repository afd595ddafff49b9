"""The lexicon of a project also says which words name nobody."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0018_workers")]

    operations = [
        migrations.AlterField(
            "lexiconrow",
            "kind",
            models.CharField(
                choices=[
                    ("short", "short form"),
                    ("name", "given name"),
                    ("equal", "the same name in another language"),
                    ("place", "place"),
                    ("none", "names nobody"),
                ],
                max_length=5,
                verbose_name="kind",
            ),
        ),
    ]
