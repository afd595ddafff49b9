"""Failed sign-ins are no longer kept in the database, and those that were are erased: names that
people typed, some of them passwords in the wrong field, and addresses."""

from django.db import migrations

TABLES = ("accessattemptexpiration", "accessattempt", "accessfailurelog", "accesslog")


class Migration(migrations.Migration):
    dependencies = [("annotation", "0016_erasure")]

    operations = [
        migrations.RunSQL(f"DROP TABLE IF EXISTS axes_{table}", migrations.RunSQL.noop)
        for table in TABLES
    ]
