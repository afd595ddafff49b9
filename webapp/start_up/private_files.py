"""The data folder and the files of SQLite are for their owner alone. Every start looks (`checks`):
what is open to others is closed, and said in one line; what cannot be closed is a problem."""

import contextlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

log = logging.getLogger("antifaz.start")


def close_private_files() -> list[str]:
    """From now on new files are private; those there are closed. Gives a sentence for each that
    could not be."""
    os.umask(0o077)
    return [problem for path, mode in private_files() if (problem := close(path, mode))]


def private_files() -> Iterator[tuple[Path, int]]:
    """Each with the mode that it may have at most."""
    yield settings.ANTIFAZ_DATA, 0o700
    yield settings.ANTIFAZ_DATA / "secret_key", 0o600
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        for ending in ("", "-wal", "-shm", "-journal"):
            yield Path(f"{database['NAME']}{ending}"), 0o600


def mode_of(path: Path) -> int | None:
    """Permissions; None where nothing is (the -wal of SQLite comes and goes)."""
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        return None


def close(path: Path, mode: int) -> str:
    """Empty, or what is wrong."""
    before = mode_of(path)
    if before is None or not before & ~mode:
        return ""
    with contextlib.suppress(OSError):  # somebody else's file; what counts is its mode
        path.chmod(before & mode)
    now = mode_of(path)
    if now is not None and now & ~mode:
        return f"{path} must be for its owner alone ({mode:04o}), and is {now:04o}."
    log.warning("%s was open to other users (%04o): closed (%04o)", path, before, before & mode)
    return ""
