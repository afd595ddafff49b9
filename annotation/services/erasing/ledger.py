"""The list of what was erased, outside the database: a restored backup is run against it.

A line of JSON an erasure, without a text: rows are named by their id and the moment at which they
were made, which a backup brings back and a new row never has. Called by `erasure` and `erase`.
"""

import fcntl
import json
import os
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from annotation.refusals import Refused

KINDS = ("dialogues", "project", "account")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the database: its id, and when it was made, to the millisecond."""

    pk: int
    made: str

    @classmethod
    def of(cls, pk: int, made: datetime) -> "Row":
        return cls(pk, made.astimezone(UTC).isoformat("T", "milliseconds"))

    def is_row(self, pk: int, made: datetime) -> bool:
        return self == Row.of(pk, made)


@dataclass(frozen=True, slots=True)
class Entry:
    kind: str
    rows: tuple[Row, ...]  # dialogues; or the project or the person alone
    project: Row | None = None  # whose dialogues went
    by: int | None = None  # id of a person; None on the command line
    counts: dict[str, int] = field(default_factory=dict)
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    at: str = field(default_factory=lambda: timezone.now().isoformat("T", "seconds"))


def ledger_path() -> Path:
    return Path(settings.ERASURE_LEDGER or settings.ANTIFAZ_DATA / "erasures.jsonl")


def write_entry(entry: Entry) -> None:
    """Append an entry and bring it to the disk before anything is deleted. Raises OSError."""
    _append(asdict(entry))


def void_entry(entry: Entry) -> None:
    """Say that an erasure did not happen after all: its transaction failed."""
    _append({"void": entry.id})


def _append(line: dict[str, object]) -> None:
    handle = os.open(ledger_path(), os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        _drop_half_line(handle)
        left = json.dumps(line).encode() + b"\n"
        while left:  # a disk that fills up may take a part, and says so at the next one
            left = left[os.write(handle, left) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def _drop_half_line(handle: int) -> None:
    """A line that a crash cut off: its erasure never began."""
    size = os.lseek(handle, 0, os.SEEK_END)
    kept = size
    while kept and os.pread(handle, 1, kept - 1) != b"\n":
        kept -= 1
    if kept < size:
        os.ftruncate(handle, kept)


def read_own() -> list[Entry]:
    """The entries of this installation's ledger that stand, oldest first."""
    path = ledger_path()
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as lines:
        return list(read_entries(lines, str(path)))


def read_entries(lines: Iterable[str], name: str) -> Iterator[Entry]:
    """The entries that stand, oldest first. Raises Refused, which names the line.

    A last line that was cut off by a crash is left out: nothing was deleted for it.
    """
    entries: dict[str, Entry] = {}
    listed = list(lines)
    for number, line in enumerate(listed, 1):
        if not line.strip() or (number == len(listed) and not line.endswith("\n")):
            continue
        try:
            values = json.loads(line)
            if "void" in values:
                entries.pop(values["void"], None)
                continue
            entry = _entry(values)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise Refused(
                f"{name}:{number}: this is no entry of the ledger; expected a line as `erase` "
                "writes it",
                code="bad_ledger",
            ) from None
        entries[entry.id] = entry
    yield from entries.values()


def _entry(values: dict[str, Any]) -> Entry:
    if values["kind"] not in KINDS:
        raise ValueError
    project = values.get("project")
    return Entry(
        kind=values["kind"],
        rows=tuple(Row(int(row["pk"]), str(row["made"])) for row in values["rows"]),
        project=Row(int(project["pk"]), str(project["made"])) if project else None,
        by=values.get("by"),
        counts=dict(values.get("counts", {})),
        id=str(values["id"]),
        at=str(values["at"]),
    )
