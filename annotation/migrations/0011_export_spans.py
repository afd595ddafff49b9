"""An export says whether it marks its items; those that were made before do."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0010_touched")]

    operations = [
        migrations.AddField(
            "export", "spans", models.CharField(default="marked", max_length=6)
        ),
        migrations.AlterField(
            "export", "spans", models.CharField(default="none", max_length=6)
        ),
    ]
