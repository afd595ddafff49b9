"""The database's tables, made once and copied by whoever needs them: making them takes seconds.

The copy of SQLite outlives a run, until a model, a migration or a trigger changes.
"""

import fcntl
import hashlib
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
import psycopg

from tests.conftest import OF_THE_RUN, missing
from tests.processes import warm

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / ".pytest_cache" / "tables"
POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgres://root@127.0.0.1:5432/postgres")
TEMPLATE = OF_THE_RUN / "postgres_template"  # holds its name


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One process at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def copy_tables(folder: Path, name: str = "antifaz.sqlite3") -> Path:
    """A migrated database without a row of ours, in this folder."""
    return Path(shutil.copy(_sqlite(), folder / name))


def _sqlite() -> Path:
    sources = sorted((ROOT / "annotation").glob("m[io]*/*.py"))  # models and migrations
    sources.append(ROOT / "annotation/services/storage/triggers.py")
    content = b"".join(source.read_bytes() for source in sources) + django.__version__.encode()
    path = KEPT / f"{hashlib.sha256(content).hexdigest()[:16]}.sqlite3"
    with alone(KEPT):
        if not path.is_file():
            for old in KEPT.glob("*.sqlite3"):
                old.unlink()
            with tempfile.TemporaryDirectory(dir=KEPT) as folder:
                migrate(ANTIFAZ_DATA=folder)
                Path(folder, "antifaz.sqlite3").rename(path)
    return path


def postgres_template() -> str:
    """The name of a migrated database for all processes of the run."""
    with alone(OF_THE_RUN):
        if not TEMPLATE.exists():
            name = f"antifaz_{uuid.uuid4().hex[:10]}"
            migrate(DATABASE_URL=create_database(name))
            TEMPLATE.write_text(name, encoding="ascii")
    return TEMPLATE.read_text(encoding="ascii")


def drop_template() -> None:
    if TEMPLATE.exists():
        drop_database(TEMPLATE.read_text(encoding="ascii"))


def migrate(**environment: str) -> None:
    env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    done = warm.run("manage.py", "migrate", "--verbosity", "0", env=env | environment)
    assert done.returncode == 0, done.stderr


def create_database(name: str, template: str = "template1") -> str:
    """A fresh database on a real PostgreSQL, a copy of the template: its address."""
    _tell_postgres(f"CREATE DATABASE {name} TEMPLATE {template}")
    return POSTGRES.rpartition("/")[0] + f"/{name}"


def drop_database(name: str) -> None:
    _tell_postgres(f"DROP DATABASE {name} WITH (FORCE)")


def _tell_postgres(command: str) -> None:
    try:
        server = psycopg.connect(POSTGRES, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError:
        missing("no PostgreSQL answers (TEST_POSTGRES_URL)")
    with server:
        server.execute(command)
