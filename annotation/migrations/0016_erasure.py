"""What was erased, and the work that is left to do for it."""
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0015_text_hashes'),
    ]

    operations = [
        migrations.AlterField(
            model_name='accessevent',
            name='purpose',
            field=models.CharField(choices=[('label', 'labelling'), ('propagate', 'every occurrence'), ('history', 'history of labels'), ('question', 'questions'), ('marked', 'flagged or skipped turns'), ('differences', 'differences of readers'), ('learning', 'hard turns of a model'), ('adjudicate', 'adjudication'), ('revise', 'revision'), ('replaced', 'revision, originals hidden'), ('api', 'read by a program'), ('import', 'imported texts'), ('export', 'made an export'), ('download', 'downloaded an export'), ('source', 'taught a source model from its turns'), ('erase', 'erased dialogues')], max_length=12, verbose_name='purpose'),
        ),
        migrations.CreateModel(
            name='Erasure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('queued', 'waiting'), ('running', 'running'), ('done', 'done'), ('failed', 'failed'), ('cancelled', 'cancelled')], default='queued', max_length=9)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('claim', models.CharField(blank=True, max_length=36)),
                ('progress', models.FloatField(default=0)),
                ('phase', models.CharField(blank=True, max_length=40)),
                ('error', models.CharField(blank=True, max_length=300)),
                ('heartbeat_at', models.DateTimeField(blank=True, null=True)),
                ('queued_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('kind', models.CharField(choices=[('dialogues', 'dialogues'), ('project', 'a project'), ('account', 'an account')], max_length=9)),
                ('counts', models.JSONField(default=dict)),
                ('choice', models.CharField(choices=[('retrain', 'train them again, from what is left'), ('withdraw', 'withdraw them; the next round makes a new one')], default='retrain', max_length=8)),
                ('paths', models.JSONField(default=list)),
                ('tables', models.JSONField(default=list)),
                ('looks', models.PositiveSmallIntegerField(default=0)),
                ('left', models.JSONField(blank=True, default=list)),
                ('project', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='erasures', to='annotation.project')),
                ('requested_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'erasure',
                'verbose_name_plural': 'erasures',
                'ordering': ['-pk'],
            },
        ),
    ]
