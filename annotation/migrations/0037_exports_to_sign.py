from django.db import migrations, models


def mark_those_that_wait(apps, schema_editor):
    """Files of a project that has a data steward wait for her; so do those that were asked for
    before this column."""
    Export, Member = (apps.get_model("annotation", name) for name in ("Export", "Member"))
    guarded = Member.objects.filter(role="steward", disabled_at=None).values("project")
    Export.objects.filter(project__in=guarded).update(to_sign=True)


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0036_possible_words_and_longer_keys'),
    ]

    operations = [
        migrations.AddField(
            model_name='export',
            name='to_sign',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.RunPython(mark_those_that_wait, migrations.RunPython.noop, elidable=True),
    ]
