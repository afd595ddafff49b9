"""Which errors mean that something outside is missing for a while, and not that we broke: the
database is locked or away, the disk is full. Asked by `views/errors.py`, `logs.py`, `health.py`."""

import contextlib
import errno
import shutil
import sqlite3
from pathlib import Path

from django.conf import settings
from django.db import InterfaceError, OperationalError

LEAST = 128 * 1024  # bytes; SQLite makes room for its index of the log by 32 KiB

AWAY = "away"
FULL = "full"

_FULL_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def outage(error: BaseException | None) -> str | None:
    """AWAY, FULL, or None for an error of our own."""
    if isinstance(error, OSError) and error.errno in _FULL_DISK:
        return FULL
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    cause = error.__cause__
    if getattr(cause, "sqlstate", None) == "53100":  # PostgreSQL: disk_full
        return FULL
    code = getattr(cause, "sqlite_errorcode", None)
    if code is None:
        return AWAY
    if code & 0xFF == sqlite3.SQLITE_FULL:
        return FULL
    # A file beside the database that cannot grow is told as an error of reading and writing.
    if code & 0xFF in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN} and is_disk_full():
        return FULL
    # Its plain "error" is a statement that it cannot run, such as one on a column that is missing.
    return None if code & 0xFF == sqlite3.SQLITE_ERROR else AWAY


def is_disk_full() -> bool:
    """Whether there is no room left beside SQLite's file."""
    with contextlib.suppress(OSError):
        return shutil.disk_usage(Path(settings.DATABASES["default"]["NAME"]).parent).free < LEAST
    return False
