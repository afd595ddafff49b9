"""What the database does by itself: it notes each dialogue in which something changed, and keeps
the index of words in step with its table.

Installed after each migration and taken away before it (`annotation.apps`): SQLite makes a table
anew when a column changes, and would lose them. Whoever writes, by whatever way, is followed.
"""

from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

TOUCHED, TURNS, WORDS = "annotation_toucheddialogue", "annotation_turn", "annotation_dialoguewords"
INDEX = "annotation_wordindex"
# Tables of which a row belongs to a turn, and the columns that count where a row is changed.
OF_TURNS = {
    "annotation_reading": "status, is_gold, done_at, version",
    "annotation_span": 'status, start, "end", label_id',
}
OF_DIALOGUE = "approved_at, split, tool_import_id"
# A model that has read the corpus changes who has read every dialogue of its project.
TAGGED = "NEW.status = 'done' AND NEW.kind = 'tag'"


def install_triggers(using: str = "default", **_: Any) -> None:
    """Make what is not there; nothing before the tables are."""
    connection = connections[using]
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        if not {TOUCHED, WORDS, *OF_TURNS} <= tables:
            return
        remove_triggers(using)
        statements = _sqlite() if connection.vendor == "sqlite" else _postgres()
        for statement in statements:
            cursor.execute(statement)


def remove_triggers(using: str = "default", **_: Any) -> None:
    """Take away all that `install_triggers` makes, but not the index of words."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for name, table in _installed(connection, cursor):
            of = "" if connection.vendor == "sqlite" else f" ON {table}"
            cursor.execute(f"DROP TRIGGER {name}{of}")


def tidy_index(connection: BaseDatabaseWrapper) -> None:
    """Write the index of words anew without what was deleted; PostgreSQL does it with its table."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {INDEX}({INDEX}) VALUES ('rebuild')")


def _installed(connection: BaseDatabaseWrapper, cursor: CursorWrapper) -> list[tuple[str, str]]:
    if connection.vendor == "sqlite":
        cursor.execute(
            "SELECT name, tbl_name FROM sqlite_master"
            " WHERE type = 'trigger' AND name LIKE 'follow_%%'",
            [],
        )
    else:
        cursor.execute(
            "SELECT tgname, tgrelid::regclass::text FROM pg_trigger"
            " WHERE NOT tgisinternal AND tgname LIKE 'follow\\_%%'",
            [],
        )
    return list(cursor.fetchall())


def _sqlite() -> list[str]:
    """One writer at a time: a dialogue that is noted is not noted again."""

    def note(dialogues: str) -> str:
        return (
            f"INSERT INTO {TOUCHED} (dialogue_id) SELECT dialogue_id FROM ({dialogues}) AS these "
            f"WHERE NOT EXISTS (SELECT 1 FROM {TOUCHED} AS noted"
            " WHERE noted.dialogue_id = these.dialogue_id);"
        )

    statements = []
    for table, columns in OF_TURNS.items():
        for event, row in (("INSERT", "NEW"), (f"UPDATE OF {columns}", "NEW"), ("DELETE", "OLD")):
            turn = f"SELECT dialogue_id FROM {TURNS} WHERE id = {row}.turn_id"
            name = f"follow_{table}_{event.split()[0].lower()}"
            statements.append(
                f"CREATE TRIGGER {name} AFTER {event} ON {table} BEGIN {note(turn)} END"
            )
    for event in ("INSERT", f"UPDATE OF {OF_DIALOGUE}"):
        statements.append(
            f"CREATE TRIGGER follow_dialogue_{event.split()[0].lower()} AFTER {event} "
            f"ON annotation_dialogue BEGIN {note('SELECT NEW.id AS dialogue_id')} END"
        )
    all_of = "SELECT id AS dialogue_id FROM annotation_dialogue WHERE project_id = NEW.project_id"
    statements += [
        "CREATE TRIGGER follow_tagging AFTER UPDATE OF status ON annotation_trainingrun "
        f"WHEN {TAGGED} BEGIN {note(all_of)} END",
        f"CREATE VIRTUAL TABLE IF NOT EXISTS {INDEX} USING fts5(words, content='{WORDS}', "
        "content_rowid='dialogue_id', tokenize='ascii', detail=none)",
    ]
    out = (
        f"INSERT INTO {INDEX}({INDEX}, rowid, words) VALUES ('delete', OLD.dialogue_id, OLD.words);"
    )
    put = f"INSERT INTO {INDEX}(rowid, words) VALUES (NEW.dialogue_id, NEW.words);"
    for event, does in (("INSERT", put), ("UPDATE", out + put), ("DELETE", out)):
        statements.append(
            f"CREATE TRIGGER follow_words_{event.lower()} AFTER {event} ON {WORDS} BEGIN {does} END"
        )
    return statements


def _postgres() -> list[str]:
    """Once a statement, and whether noted or not: people who write wait for no row of others."""
    note = f"INSERT INTO {TOUCHED} (dialogue_id)"
    bodies = {
        "follow_turns": f"{note} SELECT DISTINCT turn.dialogue_id FROM changed"
        f" JOIN {TURNS} AS turn ON turn.id = changed.turn_id",
        "follow_dialogues": f"{note} SELECT DISTINCT changed.id FROM changed",
        "follow_tagged": f"{note} SELECT id FROM annotation_dialogue"
        " WHERE project_id = NEW.project_id",
    }
    statements = [
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN {body}; RETURN NULL; END $$"
        for name, body in bodies.items()
    ]
    for table in OF_TURNS:
        for event, rows in (("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD")):
            statements.append(
                f"CREATE TRIGGER follow_{table}_{event.lower()} AFTER {event} ON {table}"
                f" REFERENCING {rows} TABLE AS changed FOR EACH STATEMENT"
                " EXECUTE FUNCTION follow_turns()"
            )
    for event in ("INSERT", "UPDATE"):
        statements.append(
            f"CREATE TRIGGER follow_dialogue_{event.lower()} AFTER {event} ON annotation_dialogue"
            " REFERENCING NEW TABLE AS changed FOR EACH STATEMENT"
            " EXECUTE FUNCTION follow_dialogues()"
        )
    statements += [
        "CREATE TRIGGER follow_tagging AFTER UPDATE OF status ON annotation_trainingrun"
        f" FOR EACH ROW WHEN ({TAGGED}) EXECUTE FUNCTION follow_tagged()",
        f"CREATE INDEX IF NOT EXISTS {INDEX} ON {WORDS} USING gin (words)",
    ]
    return statements
