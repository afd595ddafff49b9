"""How many tries at signing in there are, counted before a password is hashed. Called by `sign_in`.

By address: ten in a minute, fifty in a quarter of an hour; of IPv6 a /64 is one address. By name:
after five failures of anybody, each address waits between its own tries at that name, longer with
every failure. Its first try is never refused, and a browser that has signed in under the name is
not slowed by others at all: so strangers slow each other down, and lock nobody out.

The counts are a small SQLite file of their own beside the data, shared by the processes: a flood
costs the database nothing. It holds keyed hashes, no name and no address, for fifteen minutes.
"""

import contextlib
import ipaddress
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from django.conf import settings
from django.utils.crypto import salted_hmac

WINDOW = 900.0  # seconds for which a try counts
FREE = 5  # failures at a name before anybody waits
LONGEST = 300.0  # seconds between two tries of one address at one name
PER_ADDRESS: tuple[tuple[float, int], ...] = ((60.0, 10), (WINDOW, 50))
PER_NEIGHBOURHOOD: tuple[tuple[float, int], ...] = (
    (60.0, 40),
)  # of an IPv6 /48, which one customer may have whole
PER_BROWSER = 10

T = TypeVar("T")
_guard = threading.Lock()
_open: dict[Path | None, sqlite3.Connection] = {}


class TooManyTries(Exception):
    """Not hashed; `wait`: seconds until it is worth trying again."""

    def __init__(self, wait: float) -> None:
        super().__init__("too many tries")
        self.wait = max(1, round(wait + 0.5))


@dataclass(frozen=True, slots=True)
class Try:
    rows: tuple[int, ...]
    is_stranger: bool


def key_of(kind: str, value: str) -> str:
    """What stands in the file, and in the browser's cookie, for a name or an address."""
    return salted_hmac(f"antifaz.sign-in.{kind}", value, algorithm="sha256").hexdigest()[:32]


def networks_of(address: str) -> tuple[str, str]:
    """What counts as one address, and what as its neighbourhood; the same except for IPv6."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address, address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped), str(parsed.ipv4_mapped)
        near, wide = (ipaddress.ip_network((parsed, n), strict=False) for n in (64, 48))
        return str(near), str(wide)
    return address, address


def begin_try(name: str, address: str, browser: str | None) -> Try:
    """Count one try. `browser`: the id of one that has signed in under this name. Raises
    TooManyTries, and then nothing is counted."""
    now = time.time()

    def begin(file: sqlite3.Connection) -> Try:
        file.execute("DELETE FROM tries WHERE at < ? OR at > ?", (now - WINDOW, now + 1))
        if browser is not None:
            browser_key = key_of("browser", browser)
            if len(tries(file, browser_key)) < PER_BROWSER:
                return Try(add(file, now, [browser_key]), is_stranger=False)
        return Try(add(file, now, stranger_keys(file, now, name, address)), is_stranger=True)

    return counted(begin)


def stranger_keys(file: sqlite3.Connection, now: float, name: str, address: str) -> list[str]:
    """Under what a stranger's try is counted. Raises TooManyTries."""
    near, wide = networks_of(address)
    limited = [(key_of("address", near), PER_ADDRESS)]
    if wide != near:
        limited.append((key_of("neighbourhood", wide), PER_NEIGHBOURHOOD))
    for key, limits in limited:
        for window, most in limits:
            if len(recent := tries(file, key, now - window)) >= most:
                raise TooManyTries(recent[-most] + window - now)
    named, here = key_of("name", name), key_of("name here", f"{name}\n{wide}")
    failures, own = len(tries(file, named)), tries(file, here)
    if failures >= FREE and own:
        wait = own[-1] + min(LONGEST, 2.0 ** min(failures - FREE, 20)) - now
        if wait > 0:
            raise TooManyTries(wait)
    return [*(key for key, _ in limited), named, here]


def forget_try(done: Try) -> None:
    """It was no guess: the password was right, or none was compared."""
    rows = [(row,) for row in done.rows]
    counted(lambda file: file.executemany("DELETE FROM tries WHERE rowid = ?", rows))


def tries(file: sqlite3.Connection, key: str, since: float = 0) -> list[float]:
    rows = file.execute("SELECT at FROM tries WHERE key = ? AND at > ? ORDER BY at", (key, since))
    return [at for (at,) in rows]


def add(file: sqlite3.Connection, now: float, keys: list[str]) -> tuple[int, ...]:
    insert = "INSERT INTO tries (key, at) VALUES (?, ?)"
    return tuple(int(file.execute(insert, (key, now)).lastrowid or 0) for key in keys)


def counted(work: Callable[[sqlite3.Connection], T]) -> T:
    """Do this with the counts, in one transaction: those of the file, or of memory where that
    cannot be used (a full disk)."""
    place = Path(settings.ANTIFAZ_DATA) / "run" / "sign_in.sqlite3"
    with _guard:
        try:
            return in_transaction(place, work)
        except (sqlite3.Error, OSError) as error:
            _open.pop(place, None)
            is_damaged = isinstance(error, sqlite3.DatabaseError) and not isinstance(
                error, sqlite3.OperationalError
            )
            if is_damaged:  # begin anew
                with contextlib.suppress(OSError):
                    place.unlink()
            return in_transaction(None, work)


def in_transaction(place: Path | None, work: Callable[[sqlite3.Connection], T]) -> T:
    file = begun(place)
    try:
        answer = work(file)
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:  # a full disk may have ended it
            file.execute("ROLLBACK")
        raise
    return answer


def begun(place: Path | None) -> sqlite3.Connection:
    """A connection that is kept, with a transaction begun."""
    if place not in _open:
        if place is not None:
            place.parent.mkdir(mode=0o700, exist_ok=True)
        new = sqlite3.connect(
            place or ":memory:", timeout=2, isolation_level=None, check_same_thread=False
        )
        new.execute("PRAGMA journal_mode=WAL")
        new.execute("PRAGMA synchronous=OFF")
        new.execute("CREATE TABLE IF NOT EXISTS tries (key TEXT NOT NULL, at REAL NOT NULL)")
        new.execute("CREATE INDEX IF NOT EXISTS by_key ON tries (key, at)")
        _open[place] = new
    _open[place].execute("BEGIN IMMEDIATE")
    return _open[place]
