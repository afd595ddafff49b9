"""When the issues of a dialogue were counted: what changed since is told from what did not."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0027_approvals")]

    operations = [
        migrations.AddField(
            model_name="dialoguefigures",
            name="issues_at",
            field=models.DateTimeField(null=True),
        ),
    ]
