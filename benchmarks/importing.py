"""How long an import takes, how much memory, and whom it keeps waiting.

650,000 turns of clinical notes, without labels, in a process of its own on a new SQLite database,
while another writes again and again (`lock_max_ms`: the longest that it waited). Then a corpus of
25,655 dialogues (30 MB) by the import page of a server with its worker, while a person saves a
label every half second. The baseline writes the same rows one by one (a part of them, times as
many). Then a corpus of the size of ES-Port goes in with its labels and out again, on SQLite and on
PostgreSQL (TEST_POSTGRES_URL, where one answers). Last, other formats are read alone, each in a
process of its own.
"""

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from annotating.servers import own_database
from common import DATA, ROOT, answer, arguments, load, need_data
from importing_parts.lock import LockProbe

DATABASE = "antifaz.sqlite3"
CORPUS = "meddocan-background.unlabelled.jsonl.gz"
TURNS = {False: 650_000, True: 20_000}  # by --quick
DIALOGUES = {False: 25_655, True: 1_000}
READ = {False: 65_000, True: 5_000}  # turns in other formats
WHOLE = {False: 1_170, True: 100}  # dialogues of 56 turns
QUIET = {False: 30, True: 3}  # seconds
GOALS = {"rss_mb": 300, "lock_max_ms": 200, "page_lock_max_ms": 200, "annotator_errors": 1}


def main() -> None:
    options = arguments(__doc__ or "")
    need_data(CORPUS)
    notes = [f"load average before: {load()}"]
    with tempfile.TemporaryDirectory(prefix="antifaz-bench-") as folder:
        path = repeated(Path(folder) / "notes.jsonl", TURNS[options.quick])
        tables = new_database(Path(folder))
        with installation(tables) as env:
            probe = LockProbe(f"{env['ANTIFAZ_DATA']}/{DATABASE}")
            probe.start()
            figures = part(env, "alone", str(path))
            probe.end()
            figures["lock_max_ms"] = probe.longest
        with installation(tables) as env:
            baselines = part(env, "alone", str(path), "--naive")
        path = dialogues(Path(folder) / "calls.jsonl", DIALOGUES[options.quick])
        with installation(tables) as env:
            figures |= part(env, "beside", str(path), str(QUIET[options.quick]))
            figures |= part(env, "formats", str(READ[options.quick]))
        figures |= named("sqlite", whole_corpus(tables, WHOLE[options.quick]))
        with postgres() as url:
            if url:
                found = whole_corpus(tables, WHOLE[options.quick], DATABASE_URL=url)
                figures |= named("postgres", found)
            else:
                notes.append("PostgreSQL left out: none answers")
    late = [key for key, goal in GOALS.items() if figures[key] >= goal]
    notes += [f"goal not met: {key} {figures[key]:g}" for key in late]
    notes.append(f"load average after: {load()}")
    answer("importing", figures, baselines, options.json, notes)


def whole_corpus(tables: Path, dialogues: int, **env: str) -> dict[str, Any]:
    with installation(tables) as own:
        return part(own | env, "whole", str(dialogues))


def named(database: str, found: dict[str, Any]) -> dict[str, Any]:
    return {f"{database}_{key}": value for key, value in found.items()}


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a new database with tables, or "" where no server answers."""
    import psycopg

    server = os.environ.get("TEST_POSTGRES_URL", "postgres://root@127.0.0.1:5432/postgres")
    with ExitStack() as stack:
        try:
            url = stack.enter_context(own_database(server))
        except psycopg.OperationalError:
            yield ""
            return
        with tempfile.TemporaryDirectory(prefix="antifaz-bench-") as folder:
            migrate(environment(Path(folder)) | {"DATABASE_URL": url})
        yield url


def environment(folder: Path) -> dict[str, str]:
    """The environment of an installation in a folder."""
    left_out = {"DATABASE_URL", "REDIS_URL", "ANTIFAZ_ENV"}
    env = {key: value for key, value in os.environ.items() if key not in left_out}
    env |= {"ANTIFAZ_DATA": str(folder), "LOG_LEVEL": "ERROR"}
    env |= {"DJANGO_SETTINGS_MODULE": "webapp.settings"}
    return env | {"PYTHONPATH": os.pathsep.join([str(ROOT / "benchmarks"), str(ROOT)])}


def new_database(folder: Path) -> Path:
    """A database with its tables and nothing in them: made once, it takes longer than a part."""
    migrate(environment(folder))
    return folder / DATABASE


def migrate(env: dict[str, str]) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"]
    subprocess.run(command, env=env, cwd=ROOT, check=True)


@contextmanager
def installation(tables: Path) -> Iterator[dict[str, str]]:
    """The environment of a folder and a new database of its own."""
    with tempfile.TemporaryDirectory(prefix="antifaz-bench-") as folder:
        shutil.copy(tables, folder)
        yield environment(Path(folder))


def part(env: dict[str, str], name: str, *given: str) -> dict[str, Any]:
    """What a part measured, in a process of its own."""
    command = [sys.executable, "-m", f"importing_parts.{name}", *given]
    done = subprocess.run(command, env=env, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def records() -> Iterator[dict[str, Any]]:
    """The notes of the corpus, again and again, each time under other ids."""
    again = 0
    while True:
        with gzip.open(DATA / CORPUS, "rt", encoding="utf-8") as stream:
            for line in stream:
                record = json.loads(line)
                yield record | {"id": f"{again}-{record['id']}"}
        again += 1


def repeated(path: Path, turns: int) -> Path:
    """So many turns of notes in a file."""
    with path.open("w", encoding="utf-8") as out:
        for record in records():
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
            turns -= len(record["turns"])
            if turns <= 0:
                return path
    return path


def dialogues(path: Path, count: int) -> Path:
    """So many dialogues of about 1.2 kB, cut from the notes."""
    with path.open("w", encoding="utf-8") as out:
        for record in records():
            for first in range(0, len(record["turns"]), 6):
                turns = [dict(turn) for turn in record["turns"][first : first + 6]]
                turns[0]["text"] += f" ({count})"  # a text of its own
                own = record | {"id": f"{count}", "turns": turns}
                out.write(json.dumps(own, ensure_ascii=False) + "\n")
                count -= 1
                if not count:
                    return path
    return path


if __name__ == "__main__":
    main()
