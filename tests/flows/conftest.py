"""A real installation for stories: its own data folder, `manage.py serve` or a bare worker, on
SQLite with the file queue, and on PostgreSQL with Redis."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.conftest import REQUIRED, missing
from tests.flows.desk import browser_context_args, desk, stage  # noqa: F401 (fixtures of the folder)
from tests.processes import warm
from tests.tables import copy_tables, create_database, drop_database, postgres_template
from webapp.start_up.supervisor import child_commands

ROOT = Path(__file__).resolve().parents[2]
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/15")
# What comes is not late: the machine has other work.
PATIENCE = 400  # seconds
expect.set_options(timeout=60_000)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Installation:
    """One installation of Antifaz in a folder, run through its own commands in child processes."""

    def __init__(self, folder: Path, **env: str) -> None:
        self.data = folder
        keep = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}}
        self.env = {
            **keep,
            "ANTIFAZ_DATA": str(folder),
            "SIGN_IN_LIMITS": "1",
            "LANG": "C.UTF-8",
            **env,
        }
        self.children: list[subprocess.Popen[bytes] | warm.Staying] = []
        self.port = 0

    @property
    def on_postgres(self) -> bool:
        return "DATABASE_URL" in self.env

    def manage(self, *args: str, check: bool = True, stdin: str = "") -> str:
        done = warm.run("manage.py", *args, env=self.env, stdin=stdin)
        assert done.returncode == 0 or not check, done.stderr[-3000:]
        return done.stdout

    def python(self, code: str) -> Any:
        """Run code in the installation; it leaves its answer in `answer`."""
        done = self.manage(
            "shell",
            "--no-imports",
            "-c",
            f"{code}\nimport json; print('ANSWER' + json.dumps(answer))",
        )
        return json.loads(done.rpartition("ANSWER")[2])

    def start(self, *command: str) -> warm.Staying:
        """A command that goes on beside the test."""
        child = warm.start(*command, env=self.env, log=self.next_log(command))
        self.children.append(child)
        return child

    def start_anew(self, *command: str) -> subprocess.Popen[bytes]:
        """The same, by a Python that has not imported a thing."""
        with self.next_log(command).open("wb") as log:
            child = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.children.append(child)
        return child

    def next_log(self, command: Sequence[str]) -> Path:
        return self.data / f"{Path(command[0]).name}-{len(self.children)}.log"

    def worker(self, *, gives_way: bool = False) -> warm.Staying:
        """gives_way: its jobs do, to whatever else runs here."""
        child = self.start(*child_commands("127.0.0.1", 0, threads=8)["worker"][1:])
        if not gives_way:
            threading.Thread(target=keep_hurrying, args=(child,), daemon=True).start()
        return child

    def web(self) -> str:
        """Start the web server that `serve` starts; returns the address once a page answers."""
        self.port = free_port()
        child = self.start(*child_commands("127.0.0.1", self.port, threads=8)["web"][1:])
        return self.when_it_answers(child)

    def serve(self, *options: str) -> str:
        """Start everything by the one command; returns the address once the first page answers."""
        self.port = free_port()
        child = self.start_anew("manage.py", "serve", "--port", str(self.port), *options)
        threading.Thread(target=keep_hurrying, args=(child,), daemon=True).start()
        return self.when_it_answers(child)

    def when_it_answers(self, child: "subprocess.Popen[bytes] | warm.Staying") -> str:
        address = f"http://127.0.0.1:{self.port}"

        def answers() -> bool:
            assert child.poll() is None, self.logs()
            with (
                contextlib.suppress(OSError),
                urllib.request.urlopen(f"{address}/health", timeout=2) as page,
            ):
                return bool(page.status == 200)
            return False

        wait_until(answers, "the first page")
        return address

    def logs(self) -> str:
        return "\n".join(p.read_text(errors="replace")[-2000:] for p in self.data.glob("*.log"))

    def stop(self) -> None:
        """At once: what they would put back in order is looked at by nobody any more."""
        for child in self.children:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()


def descendants(pid: int) -> set[int]:
    """A process, those that it started, those that they started... (Linux)."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ended a moment ago
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    family: set[int] = set()
    more = {pid}
    while more:
        family |= more
        more = {each for each, parent in parents.items() if parent in more}
    return family


def hurry(worker: int) -> None:
    """Its jobs give way to people; on a busy machine, where nobody works, they would for ever."""
    own = os.getpriority(os.PRIO_PROCESS, 0)
    for pid in descendants(worker):
        with contextlib.suppress(OSError):
            if os.getpriority(os.PRIO_PROCESS, pid) > own:
                os.setpriority(os.PRIO_PROCESS, pid, own)
                Path(f"/proc/{pid}/autogroup").write_text("0", encoding="ascii")


def keep_hurrying(worker: "subprocess.Popen[bytes] | warm.Staying") -> None:
    while worker.poll() is None:
        hurry(worker.pid)
        time.sleep(0.3)


def wait_until(true: Callable[[], Any], what: str) -> Any:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if answer := true():
            return answer
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come within {PATIENCE} s")


@contextlib.contextmanager
def postgres_database(*, tables: bool = True) -> Iterator[str]:
    """A fresh database on a real PostgreSQL, with our tables or without: its address."""
    name = f"antifaz_{uuid.uuid4().hex[:10]}"
    address = create_database(name, postgres_template() if tables else "template1")
    try:
        yield address
    finally:
        drop_database(name)


@pytest.fixture
def redis_url() -> str:
    import redis

    try:
        with redis.Redis.from_url(REDIS, socket_connect_timeout=2) as server:
            server.ping()
    except redis.RedisError:
        missing("no Redis answers (TEST_REDIS_URL)")
    return REDIS


# SQLite with the file queue, then PostgreSQL with Redis.
BOTH = ["sqlite", pytest.param("postgres", marks=pytest.mark.services)]
# For what takes minutes: with the services where they have to be there, else without.
ONE = BOTH[REQUIRED]


@pytest.fixture(params=BOTH)
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Installation]:
    """An installation without tables, for who shows that they are made."""
    with install(request, tmp_path) as place:
        yield place


@pytest.fixture(params=BOTH)
def installation(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Installation]:
    """An installation with its tables, and nothing in them."""
    with install(request, tmp_path, tables=True) as place:
        yield place


@contextlib.contextmanager
def install(
    request: pytest.FixtureRequest, folder: Path, tables: bool = False
) -> Iterator[Installation]:
    """An installation on the database that the request names, stopped and taken away at the end."""
    with contextlib.ExitStack() as after:
        env = {}
        if request.param == "postgres":
            env = {
                "DATABASE_URL": after.enter_context(postgres_database(tables=tables)),
                "REDIS_URL": request.getfixturevalue("redis_url"),
                "CELERY_QUEUE": f"antifaz-{uuid.uuid4().hex[:8]}",
            }
        elif tables:
            copy_tables(folder)
        place = Installation(folder, **env)
        after.callback(place.stop)
        yield place
