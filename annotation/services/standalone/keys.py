"""Keys of draws in files of 32 random bytes.

Called by `pseudonyms`. Who has the key and a text can redo its surrogates.
"""

import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from annotation.refusals import Refused

SIZE = 32  # bytes


def read_key(path: str) -> bytes:
    """The key of a file. Raises Refused for one that is none, OSError."""
    key = Path(path).read_bytes()
    if len(key) != SIZE:
        raise Refused(f"{path}: {len(key)} bytes; expected a key of {SIZE} bytes", code="bad_key")
    return key


def others_may_read(path: str) -> bool:
    """Whether a key file is there and can be read by others than its owner (in groups of POSIX)."""
    place = Path(path)
    if os.name != "posix" or not place.exists():
        return False
    return bool(stat.S_IMODE(place.stat().st_mode) & (stat.S_IRGRP | stat.S_IROTH))


@contextmanager
def new_key(path: str, is_needed: Callable[[], bool] = lambda: False) -> Iterator[bytes]:
    """A new key, in a file that only its owner reads; gone again where the work with it fails,
    unless it is needed to go on.

    Raises Refused where the file is there already: an old key is never written over.
    """
    key = secrets.token_bytes(SIZE)
    try:
        place = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Refused(
            f"{path}: is there already; expected a new file, or --key to use this one",
            code="key_exists",
        ) from None
    try:
        with os.fdopen(place, "wb") as stream:
            stream.write(key)
            stream.flush()
            os.fsync(stream.fileno())
        yield key
    except BaseException:
        if not is_needed():
            Path(path).unlink(missing_ok=True)
        raise
