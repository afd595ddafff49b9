"""Logging without texts, and without floods. The filters of the log's handler (`settings.LOGGING`).

An exception's message may quote a row, a form, an address with a searched name: only its kind and
the place in the code go out. What our own code logs is written to hold ids and states alone.
"""

import contextlib
import fcntl
import logging
import os
import re
import time
import traceback
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from annotation.services.jobs.database_outages import outage

OURS = "antifaz"


class NoTexts(logging.Filter):
    """Rewrites what libraries log of an error; sets `kind`, the error's name, for `OneASecond`."""

    def filter(self, record: logging.LogRecord) -> bool:
        kind = record.exc_info[0] if record.exc_info else None
        error = record.exc_info[1] if record.exc_info else None
        text = sentence(record)
        if kind is not None and error is not None:
            text = f"{text} [{kind.__name__} in {place_of(error)}]".lstrip()
            if isinstance(error, ImproperlyConfigured):  # ours, for who starts the server
                text = f"{text}: {error}"
        record.kind = outage(error) or (kind.__name__ if kind else "")
        record.msg, record.args = text, ()
        record.exc_info = record.exc_text = record.stack_info = None
        return True


def sentence(record: logging.LogRecord) -> str:
    """What may be said of the message: all of ours; of a library's nothing that quotes a request or
    an error."""
    if isinstance(record.msg, BaseException):
        return type(record.msg).__name__
    if not record.name.startswith(OURS):
        # gunicorn fills in addresses and what a client sent; to "root" speaks who has no name.
        if record.name in {"gunicorn.error", "root"}:
            return re.split(r"[:%]", str(record.msg), maxsplit=1)[0].strip()
        if record.name.startswith("django.security"):
            return f"refused: {record.name.rpartition('.')[2]} {path_of(record)}".rstrip()
        if path_of(record):
            return f"{getattr(record, 'status_code', '')} {path_of(record)}".lstrip()
        if record.exc_info:
            return record.name
    record.args = without_errors(record.args)
    try:
        return record.getMessage()
    except Exception:
        return record.name


def path_of(record: logging.LogRecord) -> str:
    """The address that was asked, never its query."""
    return (
        str(getattr(getattr(record, "request", None), "path", ""))
        .encode("unicode_escape")
        .decode("ascii")
    )


def without_errors(args: Any) -> Any:
    """Exceptions among a message's values become their names."""
    if isinstance(args, tuple):
        return tuple(type(a).__name__ if isinstance(a, BaseException) else a for a in args)
    if isinstance(args, dict):
        return {k: type(v).__name__ if isinstance(v, BaseException) else v for k, v in args.items()}
    return args


def place_of(error: BaseException) -> str:
    """The last places in our own code, and the very last of all."""
    frames = traceback.extract_tb(error.__traceback__)
    own_frames = [frame for frame in frames if "site-packages" not in frame.filename][-3:]
    shown = (
        own_frames
        if frames and own_frames and own_frames[-1] is frames[-1]
        else [*own_frames, *frames[-1:]]
    )
    return " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(shown)) or "no place"


class OneASecond(logging.Filter):
    """Lets one line per second pass of each kind of error; of outages one of all processes.

    While the database is away every request fails, and a disk of logs would be full in minutes.
    """

    def __init__(self) -> None:
        super().__init__()
        self.last: dict[str, float] = {}
        self.left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind = getattr(record, "kind", "")
        if not kind or record.levelno < logging.WARNING:
            return True
        if not self.is_due(kind, shared=kind in {"away", "full"}):
            self.left_out[kind] = self.left_out.get(kind, 0) + 1
            return False
        if more := self.left_out.pop(kind, 0):
            record.msg = f"{record.msg} (and {more} like it)"
        return True

    def is_due(self, kind: str, shared: bool) -> bool:
        now = time.time()
        if 0 <= now - self.last.get(kind, 0) < 1:
            return False
        if shared and not first_of_this_second(kind):
            return False
        if len(self.last) > 1000:
            self.last.clear()
        self.last[kind] = now
        return True


def first_of_this_second(kind: str) -> bool:
    """Between processes: the time of a file says when one of them last spoke of this kind."""
    place = Path(settings.ANTIFAZ_DATA) / "run" / f"log-{kind}"
    with contextlib.suppress(OSError):  # no file to ask: this process counts alone
        if not place.exists():
            place.parent.mkdir(mode=0o700, exist_ok=True)
            place.touch(mode=0o600, exist_ok=False)
            return True
        with place.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # held for microseconds
            if 0 <= time.time() - os.fstat(file.fileno()).st_mtime < 1:
                return False
            os.utime(file.fileno())
    return True
