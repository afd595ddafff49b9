"""One state of the database for all that a computation reads, however many queries it takes.

Called by rounds, exports and figures: people label and import while they read.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from typing import Any

from django.db import connection, transaction

_here = local()


def in_snapshot() -> bool:
    """Whether this thread reads in a snapshot now: nothing can be written."""
    return getattr(_here, "reading", False)


@contextmanager
def one_snapshot() -> Iterator[None]:
    """Everything read inside is of one moment, and nothing can be written; within a transaction or
    another snapshot, it is that one's state.

    PostgreSQL: REPEATABLE READ, READ ONLY. SQLite: a transaction that takes no lock, so that nobody
    who writes waits for it. Also a decorator.
    """
    if connection.in_atomic_block:
        yield
        return
    begin = _sqlite if connection.vendor == "sqlite" else _postgres
    with begin():
        _here.reading = True
        try:
            yield
        finally:
            _here.reading = False


@contextmanager
def _postgres() -> Iterator[None]:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def _sqlite() -> Iterator[None]:
    connection.ensure_connection()
    database: Any = connection
    usual, database.transaction_mode = database.transaction_mode, "DEFERRED"
    try:
        _query_only("ON")
        with transaction.atomic():
            yield
    finally:
        database.transaction_mode = usual
        _query_only("OFF")


def _query_only(state: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA query_only={state}")
