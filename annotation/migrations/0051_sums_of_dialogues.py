from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0050_measurement_parts"),
    ]

    operations = [
        migrations.AddField(
            model_name="dialoguefigures",
            name="sums",
            field=models.JSONField(default=dict),
        ),
        # Workers count all dialogues anew; until then pages go through the turns.
        migrations.RunSQL(
            "INSERT INTO annotation_toucheddialogue (dialogue_id)"
            " SELECT id FROM annotation_dialogue",
            migrations.RunSQL.noop,
            elidable=True,
        ),
    ]
