"""Which errors mean that something outside is missing for a while, and not that we broke: the
database is locked or away, the disk is full.

Asked by jobs and imports for what they say, and by the site's errors, log and health.
"""

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
    if is_disk_full(error):
        return FULL
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    # SQLite's plain "error" is a statement that it cannot run, such as one on a missing column.
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    return None if code is not None and code & 0xFF == sqlite3.SQLITE_ERROR else AWAY


def is_disk_full(error: BaseException | None) -> bool:
    """Whether the error, or one that led to it, says that there is no room: the system's own, and
    what SQLite and PostgreSQL say."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in _FULL_DISK:
            return True
        if getattr(error, "sqlstate", None) == "53100":  # PostgreSQL: disk_full
            return True
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if kind == sqlite3.SQLITE_FULL:
            return True
        # A file beside the database that cannot grow is told as an error of reading and writing.
        if kind in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN} and not _has_room():
            return True
        error = error.__cause__ or error.__context__
    return False


def _has_room() -> bool:
    """Whether there is any room left beside SQLite's file."""
    with contextlib.suppress(OSError):
        return shutil.disk_usage(Path(settings.DATABASES["default"]["NAME"]).parent).free >= LEAST
    return True
