"""Server and worker processes for the benchmark of annotating, and a database of its own."""

import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Job:
    """A command with its environment and folder."""

    command: list[str]
    env: Mapping[str, str]
    cwd: Path = ROOT


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(job: Job, port: int = 0, *, seconds: float = 60) -> Iterator[None]:
    """The process as long as the block lasts; with a port, from when somebody answers there."""
    process = subprocess.Popen(
        job.command,
        cwd=job.cwd,
        env=dict(job.env),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        until = time.monotonic() + seconds
        while port and not _answers(port):
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{Path(job.command[0]).name} did not start")
            time.sleep(0.1)
        yield
    finally:
        _stop(process)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _stop(process: subprocess.Popen[bytes]) -> None:
    """The process and its children: they are a session of their own."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(10)
        except ProcessLookupError:
            break
        except subprocess.TimeoutExpired:
            continue
    process.wait()


@contextmanager
def own_database(server: str) -> Iterator[str]:
    """A new, empty database on a PostgreSQL server; dropped at the end. Yields its URL."""
    import psycopg

    name = f"antifaz_bench_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True, connect_timeout=3) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    base, _, query = server.partition("?")
    try:
        yield f"{base.rpartition('/')[0]}/{name}" + (f"?{query}" if query else "")
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def our_server(port: int) -> Job:
    """The web server as `make run` starts it."""
    from webapp.start_up.supervisor import child_commands

    command = child_commands("127.0.0.1", port, 8)["web"]
    return Job(command, os.environ)


def our_worker() -> Job:
    """The worker as `make run` starts it."""
    from webapp.start_up.supervisor import child_commands

    return Job(child_commands("127.0.0.1", 0, 8)["worker"], os.environ)
