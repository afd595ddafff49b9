"""Rewrites the database's pages, so that what was deleted is not readable in its files either.

Called by the erasing job. SQLite overwrites deleted rows by itself (secure_delete); here its log
is emptied and its file rewritten. PostgreSQL keeps dead rows in its pages, and samples of values in
its statistics, until a table is rewritten; its log keeps them until its segments are removed.
"""

import time
from collections.abc import Callable, Sequence

from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Model
from django.utils.translation import gettext as _

from annotation import models
from annotation.refusals import Refused
from annotation.services.storage.triggers import tidy_index

Report = Callable[[float, str], None]
PATIENCE = 60.0  # seconds that a reader may hold up the emptying of SQLite's log
# What could not be done: only an administrator of the database can.
LOG, STATISTICS = "log", "statistics"

# Tables in which people's words stand, or what was made of them.
TEXTS: tuple[type[Model], ...] = (
    models.Turn,
    models.Dialogue,
    models.DialogueWords,
    models.Question,
    models.Note,
    models.IntruderTry,
    models.AuditTurn,
    models.Departure,
    models.Measurement,
    models.Decision,
    models.Step,
    models.Span,
    models.LexiconRow,
    models.TrainingRun,
    models.Export,
    models.Import,
    LogEntry,
)
OF_PROJECT: tuple[type[Model], ...] = (
    models.Project,
    models.Guideline,
    models.Label,
    models.Member,
    models.Batch,
    models.Alarm,
    models.ToolImport,
    models.SourceTraining,
    models.SourceModel,
    models.AccessEvent,
    models.Terms,
    models.Bundle,
    models.BundleSignature,
)
OF_ACCOUNT: tuple[type[Model], ...] = (
    models.User,
    models.TrainingRun,
    models.BundleSignature,
    LogEntry,
    Session,
)


def tables_of(kind: str) -> list[str]:
    """The tables in which an erasure of this kind leaves dead rows with text."""
    rows = {"dialogues": TEXTS, "project": TEXTS + OF_PROJECT, "account": OF_ACCOUNT}[kind]
    return [model._meta.db_table for model in rows]


def rewrite_pages(tables: Sequence[str], report: Report) -> list[str]:
    """Rewrite what deleted rows stood in; returns codes of what this database did not allow.

    Raises Refused where others held the database too long: the job is tried again then.
    """
    if connection.in_atomic_block:
        return []  # nothing is deleted yet as others see it
    if connection.vendor == "sqlite":
        _rewrite_sqlite(report)
        return []
    return _rewrite_postgres(tables, report)


def _rewrite_sqlite(report: Report) -> None:
    tidy_index(connection)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        until = time.monotonic() + PATIENCE
        while True:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy = bool(cursor.fetchone()[0])
            if not busy:
                return
            if time.monotonic() > until:
                raise Refused(busy_sentence(), code="busy")
            report(0.5, "database")
            time.sleep(0.2)


def _rewrite_postgres(tables: Sequence[str], report: Report) -> list[str]:
    with connection.cursor() as cursor:
        for place, table in enumerate(tables):
            report(0.2 + 0.6 * place / len(tables), "database")
            name = connection.ops.quote_name(table)
            try:
                # Samples of values are drawn anew first, the old ones go with their table below.
                cursor.execute(f"VACUUM (FULL, ANALYZE) {name}")
                _forget_samples(cursor, table)
            except DatabaseError as error:
                if "LockNotAvailable" in type(error.__cause__).__name__:
                    raise Refused(busy_sentence(), code="busy") from None
                raise
        left = []
        if not _allowed(cursor, "VACUUM FULL pg_catalog.pg_statistic"):
            left.append(STATISTICS)
        log = ("CHECKPOINT", "SELECT pg_switch_wal()", "CHECKPOINT")
        if not all(_allowed(cursor, statement) for statement in log):
            left.append(LOG)
        return left


def _forget_samples(cursor: CursorWrapper, table: str) -> None:
    """An empty table has nothing to draw samples from, and keeps those of what was in it: a column
    forgets them when it gets a type, be it the one it has. Numbers, dates and what triggers look
    at hold no words."""
    name = connection.ops.quote_name(table)
    cursor.execute(f"SELECT EXISTS (SELECT FROM {name})")
    if cursor.fetchone()[0]:
        return
    cursor.execute(
        """
        SELECT quote_ident(a.attname), format_type(a.atttypid, a.atttypmod)
        FROM pg_attribute AS a
        JOIN pg_type AS kind ON kind.oid = a.atttypid AND kind.typcategory NOT IN ('B', 'D', 'N')
        JOIN pg_stats AS s ON s.tablename = %s AND s.attname = a.attname
        WHERE a.attrelid = %s::regclass AND s.schemaname = current_schema()
          AND NOT EXISTS (
            SELECT FROM pg_depend AS d
            WHERE d.classid = 'pg_trigger'::regclass AND d.refclassid = 'pg_class'::regclass
              AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum
          )
        """,
        [table, name],
    )
    if columns := cursor.fetchall():
        changes = ", ".join(f"ALTER COLUMN {column} TYPE {kind}" for column, kind in columns)
        cursor.execute(f"ALTER TABLE {name} {changes}")


def _allowed(cursor: object, statement: str) -> bool:
    """Whether the database's role may do this, and did it."""
    try:
        cursor.execute(statement)  # type: ignore[attr-defined]
    except DatabaseError:
        return False
    return True


def busy_sentence() -> str:
    return _("The database was too busy to rewrite its pages; this is tried again by itself.")


def left_sentences(left: Sequence[str]) -> list[str]:
    """What is still to be done by who administers the database."""
    sentences = {
        LOG: _(
            "PostgreSQL's log (pg_wal) may hold what was erased until it is overwritten: see "
            "docs/install.md, Erasing."
        ),
        STATISTICS: _(
            "PostgreSQL's statistics may hold samples of what was erased: a superuser runs "
            "VACUUM FULL pg_statistic."
        ),
    }
    return [sentences[code] for code in left if code in sentences]
