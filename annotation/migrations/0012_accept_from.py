"""Where "Accept all" begins, so that it never begins with proposals of which no model is sure."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0011_export_spans")]

    operations = [
        migrations.AddField(
            "project",
            "accept_from",
            models.FloatField(default=0.8, verbose_name="confidence from which all are accepted"),
        ),
    ]
