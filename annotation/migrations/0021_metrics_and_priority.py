"""A model has metrics and a query has a priority: neither is called a score."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("annotation", "0020_dialogue_indexes")]

    operations = [
        migrations.RenameField("trainingrun", "scores", "metrics"),
        migrations.RenameField("queryitem", "score", "priority"),
    ]
