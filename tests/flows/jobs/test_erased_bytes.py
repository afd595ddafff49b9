"""After an erasure no byte of a canary is left: in the database's files, its log, models, features
and exports, on SQLite and on a PostgreSQL that is set up as `docker/` does it.

What was there before is searched first: each kind of file must have held it.
"""

import contextlib
import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.conftest import missing
from tests.flows.conftest import Installation
from tests.tables import copy_tables

ROOT = Path(__file__).resolve().parents[3]
CANARY, PLAIN = "Zaratustrio", "quixotrabuco"  # one is labelled, the other is said and never found
PLACES = ("database", "models", "cache", "exports")

# Everything that the product makes of a dialogue, by its own services.
WORK = f"""
import uuid
from annotation.models import *
from annotation.services.glance.following import follow_changes
from annotation.services.glance.words import find_dialogues, wanted_of
from annotation.services.guidance import questions
from annotation.services.labelling import spans, steps
from annotation.services.release import exports
from annotation.services.erasing.erasure import work_on_erasure
from annotation.services.jobs.lifecycle import run_job
from annotation.services.labelling.notes import Place, change_note, leave_note
from annotation.services.revision.lexicon import check_fact, teach
from annotation.services.training.loop import work_on_run
from annotation.services.runs.starting import start_run
project = Project.objects.get()
person = User.objects.create_user("ana", password="a-long-password-1")
Member.objects.create(project=project, user=person, role="manager")
kept = project.dialogues.get(external_id="call-{CANARY}")
turn = kept.turns.get(position=0)
label = project.labels.get(name="male name")
for at in (0, 2):
    spans.add_span(turn, person, op_id=uuid.uuid4(), version=at, start=0, end=4, label=label)
    steps.undo_step(turn, person, op_id=uuid.uuid4(), version=at + 1)
Question.objects.create(turn=turn, op_id=uuid.uuid4(), text="¿{CANARY}?", asked_by=person)
noted = leave_note(Place(kept, turn), person, op_id=uuid.uuid4(), text="{CANARY}?")
change_note(noted, person, op_id=uuid.uuid4(), text="{CANARY}!", seen=1)
row = teach(project, person, "es", check_fact("name", "{CANARY}", "", "m"))
taught = [{{"kind": "teach", "mentions": [], "value": str(row.pk), "all": False}},
          {{"kind": "surrogate", "mentions": [], "value": "{CANARY}", "all": False}}]
Decision.objects.create(dialogue=kept, user=person, action="edit", constraints=taught)
Decision.objects.filter(dialogue=kept).update(undone_at="2026-01-01T00:00:00Z")
for kind in ("seed", "round"):
    run = start_run(project, kind=kind)
    run_job(TrainingRun, run.pk, work_on_run)
    run.refresh_from_db()
    assert run.status == "done", run.error
export = exports.start_export(project, person, format="jsonl", strategy="typed")
run_job(Export, export.pk, exports.write_export)
export.refresh_from_db()
follow_changes()
for word in ("{CANARY}", "{PLAIN}"):
    assert find_dialogues(wanted_of(word)) == {{kept.pk}}, word
answer = [export.status, export.error, export.summary]
"""
AFTER = """
from annotation.models import *
from annotation.services.jobs.lifecycle import run_job
from annotation.services.training.loop import work_on_run
waiting = list(TrainingRun.objects.filter(status="queued"))
for run in waiting:
    run_job(TrainingRun, run.pk, work_on_run)
    run.refresh_from_db()
answer = [[run.kind, run.status, run.error, run.folder] for run in waiting]
"""
ON_A_PAGE = f"""
from annotation.models import *
from annotation.services.erasing.erasure import erase_dialogues
project = Project.objects.get()
erase_dialogues(project, list(project.dialogues.filter(external_id="call-{CANARY}")),
    user=User.objects.get(username="ana"))
answer = project.dialogues.count()
"""
JOB = """
from annotation.models import *
from annotation.services.erasing.erasure import work_on_erasure
from annotation.services.jobs.lifecycle import run_job
erasure = Erasure.objects.get()
run_job(Erasure, erasure.pk, work_on_erasure)
erasure.refresh_from_db()
answer = [erasure.status, erasure.error, erasure.left]
"""


def corpus() -> str:
    """Forty short calls, all read, and one with the canary in each place that a file can name."""
    names = ["Ana", "Luis", "Marta", "Iker", "Rosa", "Juan", "Eva", "Raúl", "Nora", "Hugo"]
    rows = []
    for place in range(40):
        name = names[place % 10]
        said = f"hola me llamo {name} y tengo la avería {place}"
        spans = [{"start": 14, "end": 14 + len(name), "label": "male name"}]
        turns = [{"speaker": "a", "text": said, "spans": spans}]
        turns.append({"speaker": "b", "text": "vale un momento por favor", "spans": []})
        rows.append({"id": f"c{place}", "lang": "es", "turns": turns})
    said = f"hola me llamo {CANARY} y digo {PLAIN} {PLAIN}"
    spans = [{"start": 14, "end": 14 + len(CANARY), "label": "male name"}]
    turns = [{"speaker": "a", "text": said, "spans": spans, "note": CANARY}] * 3
    rows.append({"id": f"call-{CANARY}", "lang": "es", "meta": {"who": CANARY}, "turns": turns})
    return "\n".join(json.dumps(row) for row in rows)


def hits(folders: Sequence[Path]) -> set[str]:
    """Files below the folders whose bytes or names hold a canary, in any case."""
    words = [CANARY.lower().encode(), PLAIN.encode()]
    found = set()
    for folder in folders:
        for path in folder.rglob("*"):
            if path.suffix == ".log" or not path.is_file():
                continue
            with contextlib.suppress(FileNotFoundError):
                data = path.read_bytes().lower()
                if any(word in data for word in words) or CANARY.lower() in path.name.lower():
                    found.add(str(path.relative_to(folder)))
    return found


@pytest.fixture
def sqlite_place(tmp_path: Path) -> Iterator[tuple[Installation, list[Path]]]:
    copy_tables(tmp_path)
    # Another process that has the database open, as the web server has: the log stays beside it.
    with contextlib.closing(sqlite3.connect(tmp_path / "antifaz.sqlite3")) as other:
        other.execute("SELECT count(*) FROM annotation_project").fetchone()
        yield Installation(tmp_path), [tmp_path]


@pytest.fixture
def postgres_place(tmp_path: Path) -> Iterator[tuple[Installation, list[Path]]]:
    """A PostgreSQL of this test's own, with the settings of compose.yml and the role of docker/."""
    binaries = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not binaries:
        missing("no initdb is installed")
    cluster = Path(tempfile.mkdtemp(prefix="antifaz-erased-"))
    as_other = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if as_other:
        shutil.chown(cluster, "postgres")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])

    def call(*words: str, **env: str) -> None:
        done = subprocess.run(
            [*as_other, *words], capture_output=True, text=True, check=False, timeout=120,
            env={**os.environ, "LC_ALL": "C.UTF-8", **env}, cwd="/",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr

    tools, data = binaries[-1].parent, str(cluster / "data")
    call(str(tools / "initdb"), "-D", data, "-U", "postgres", "--auth=trust", "--no-sync")
    options = f"-p {port} -k {cluster} -h 127.0.0.1 {' '.join(server_options())}"
    call(
        str(tools / "pg_ctl"),
        "-D",
        data,
        "-w",
        "-l",
        f"{cluster}/server.log",
        "-o",
        options,
        "start",
    )
    try:
        password = cluster / "password"
        password.write_text("secret")
        password.chmod(0o644)
        script = cluster / "role.sh"
        script.write_text((ROOT / "docker/postgres/10-antifaz.sh").read_text())
        script.chmod(0o644)
        call(
            "sh", str(script), POSTGRES_USER="postgres", PGHOST=str(cluster), PGPORT=port,
            DATABASE_PASSWORD_FILE=str(password),
        )  # fmt: skip
        url = f"postgres://antifaz:secret@127.0.0.1:{port}/antifaz"
        place = Installation(tmp_path, DATABASE_URL=url)
        place.manage("migrate", "--verbosity", "0")
        yield place, [tmp_path, cluster]
    finally:
        call(str(tools / "pg_ctl"), "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(cluster, ignore_errors=True)


def server_options() -> list[str]:
    """The `-c` options of the postgres service in compose.yml."""
    compose = (ROOT / "docker/compose.yml").read_text()
    command = re.search(r"command: \[postgres, (.+)\]", compose)
    assert command
    return command[1].split(", ")


def back_up(place: Installation, saved: Path) -> None:
    """As docs/install.md has it: the database by its own means, then the folder."""
    shutil.copytree(place.data, saved, ignore=shutil.ignore_patterns("antifaz.sqlite3*", "*.log"))
    with (
        contextlib.closing(sqlite3.connect(place.data / "antifaz.sqlite3")) as live,
        contextlib.closing(sqlite3.connect(saved / "antifaz.sqlite3")) as copy,
    ):
        live.backup(copy)


def prepare(place: Installation, folders: list[Path], database: str) -> None:
    """A corpus with all that is made of it; each kind of file holds a canary."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:  # outside of what is searched
        file.write(corpus())
        file.flush()
        place.manage("import_corpus", "calls", file.name, "--create", "--as", "gold")
    status, error, summary = place.python(WORK)
    assert status == "done", error
    assert summary["dialogues"] == 41, summary
    if database == "postgres":
        # Statistics hold samples of values; relation files what a checkpoint brought there.
        sql = "ANALYZE; CHECKPOINT"
        place.python(
            f"from django.db import connection as c; c.cursor().execute({sql!r}); answer=1"
        )
    before = hits(folders)
    where = {
        "database": any(name.startswith(("antifaz.sqlite3", "data/base/")) for name in before),
        "log": database == "sqlite" or any("pg_wal" in name for name in before),
        **{name: any(each.startswith(name) for each in before) for name in PLACES[1:]},
    }
    assert all(where.values()), (where, before)


def sampled(first: str = "SELECT") -> str:
    """Code that tells of which columns with words PostgreSQL holds samples."""
    words = "'%.text', '%dialoguewords.words', '%.reason', '%.constraints', '%.payload'"
    sql = "SELECT tablename || '.' || attname FROM pg_stats WHERE tablename LIKE 'annotation%' "
    sql += f"AND (tablename || '.' || attname) LIKE ANY (ARRAY[{words}])"
    return (
        "from django.db import connection\ncursor = connection.cursor()\n"
        f"cursor.execute({first!r})\ncursor.execute({sql!r})\n"
        "answer = sorted(name for (name,) in cursor.fetchall())"
    )


def test_no_byte_is_left_on_sqlite(
    sqlite_place: tuple[Installation, list[Path]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    place, folders = sqlite_place
    saved = tmp_path_factory.mktemp("saved") / "data"
    prepare(place, folders, "sqlite")
    back_up(place, saved)
    done = json.loads(
        place.manage("erase", "dialogue", "calls", f"call-{CANARY}", "--yes", "--json")
    )
    assert (done["erased"], done["left"]) == (True, [])
    assert hits(folders) == set()
    (again,) = place.python(AFTER)
    assert again[:3] == ["round", "done", ""] and (place.data / again[3]).is_dir()
    assert hits(folders) == set()
    # The backup of before, restored elsewhere, and the newest ledger beside it.
    restored = Installation(saved)
    assert {name.partition("/")[0] for name in hits([saved])} >= {"antifaz.sqlite3", *PLACES[1:]}
    ledger = str(place.data / "erasures.jsonl")
    done = json.loads(restored.manage("erase", "--replay", "--ledger", ledger, "--json"))
    assert (done["entries"], done["again"]) == (1, 1)
    assert hits([saved]) == set()


@pytest.mark.services
def test_no_byte_is_left_on_postgresql(postgres_place: tuple[Installation, list[Path]]) -> None:
    """As a page does it: rows and files at once, the database by the job."""
    place, folders = postgres_place
    prepare(place, folders, "postgres")
    assert place.python(ON_A_PAGE) == 40
    assert hits([place.data]) == set()  # before any worker did a thing
    assert place.python(JOB) == ["done", "", []]
    assert hits(folders) == set()
    (again,) = place.python(AFTER)
    assert again[:3] == ["round", "done", ""]
    assert hits(folders) == set()
    # Tables that are empty afterwards keep no samples of what was in them.
    place.python(sampled("ANALYZE"))
    assert "annotation_turn.text" in place.python(sampled())
    done = json.loads(place.manage("erase", "project", "calls", "--yes", "--json"))
    assert (done["erased"], done["left"]) == (True, [])
    assert place.python(sampled()) == []
