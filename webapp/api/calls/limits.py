"""How often one may ask: calls of a token (or of a person who is signed in) in a minute.

The counts are a small SQLite file beside the data, shared by the processes of the web server: a
flood costs the database nothing. Whoever asks more often gets 429 with `Retry-After`.
"""

import sqlite3
import threading
import time
from pathlib import Path

from django.conf import settings

WINDOW = 60  # seconds
_guard = threading.Lock()
_open: dict[Path | None, sqlite3.Connection] = {}


def count_call(who: str, most: int) -> int:
    """Count a call; 0 if it may go on, else the seconds until the next window. `most` 0: no limit.

    Two windows are weighed, so that nobody gets twice as much around the turn of a minute.
    """
    if not most:
        return 0
    now = time.time()
    number = int(now // WINDOW)
    passed = now % WINDOW / WINDOW
    with _guard:
        try:
            before, here = _counted(_place(), who, number)
        except (sqlite3.Error, OSError):  # a full disk: this process counts alone
            before, here = _counted(None, who, number)
    if before * (1 - passed) + here <= most:
        return 0
    return max(1, round(WINDOW - now % WINDOW)) if here > most else max(1, round(WINDOW / most))


def _place() -> Path:
    return Path(settings.ANTIFAZ_DATA) / "run" / "api_calls.sqlite3"


def _counted(place: Path | None, who: str, number: int) -> tuple[int, int]:
    """Calls of the window before and of this one, with the call that is counted now."""
    try:
        file = _file(place)
        with file:
            file.execute(
                "INSERT INTO calls (who, number, n) VALUES (?, ?, 1) "
                "ON CONFLICT (who, number) DO UPDATE SET n = n + 1",
                (who, number),
            )
            rows = dict(
                file.execute(
                    "SELECT number, n FROM calls WHERE who = ? AND number >= ?", (who, number - 1)
                ).fetchall()
            )
            if rows[number] == 1:
                file.execute("DELETE FROM calls WHERE number < ?", (number - 1,))
    except (sqlite3.Error, OSError):
        _open.pop(place, None)
        raise
    return rows.get(number - 1, 0), rows[number]


def _file(place: Path | None) -> sqlite3.Connection:
    if place not in _open:
        if place is not None:
            place.parent.mkdir(mode=0o700, exist_ok=True)
        new = sqlite3.connect(place or ":memory:", timeout=1, check_same_thread=False)
        new.execute("PRAGMA journal_mode=WAL")
        new.execute("PRAGMA synchronous=OFF")
        new.execute(
            "CREATE TABLE IF NOT EXISTS calls "
            "(who TEXT, number INTEGER, n INTEGER, PRIMARY KEY (who, number))"
        )
        _open[place] = new
    return _open[place]
