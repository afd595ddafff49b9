"""Bring the database up to date once, however many containers start at the same moment.

PostgreSQL holds an advisory lock meanwhile; who comes second waits, then finds nothing to do.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")

import django

LOCK = 0x616E7469  # any number, the same in every container
PATIENCE = 600.0  # seconds


@contextmanager
def one_at_a_time(patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock in a connection of its own: migrations may close the ordinary one."""
    from django.db import connection

    if connection.vendor != "postgresql":
        yield
        return
    own = connection.copy("migration_lock")
    try:
        with own.cursor() as cursor:
            deadline = time.monotonic() + patience
            # Asked again and again, because lock_timeout would end a plain wait after seconds.
            while not _taken(cursor):
                if time.monotonic() > deadline:
                    sys.exit("Another migration has been running for too long.")
                time.sleep(0.5)
            yield
    finally:
        own.close()  # the lock goes with the connection


def _taken(cursor: Any) -> bool:
    cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
    return bool(cursor.fetchone()[0])


if __name__ == "__main__":
    django.setup()
    from django.core.management import call_command

    from webapp.start_up.checks import require_safe_start

    require_safe_start()
    with one_at_a_time():
        call_command("migrate", interactive=False)
