"""An installation as docker/entrypoint.sh starts it, whose every part can be killed: web with two
processes of four threads, worker, a Redis of its own, a database behind a wire, a small disk."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.chaos.proxy import Wire
from tests.flows.conftest import Installation, free_port
from tests.processes import warm

DISK = 64  # MiB
WEB = (
    "-m gunicorn webapp.wsgi --bind 127.0.0.1:{port} --workers 2 --threads 4"
    " --timeout 60 --graceful-timeout 30 --keep-alive 5 --log-level warning"
    " --worker-tmp-dir /dev/shm --no-control-socket"
)
WORKER = (
    "-m celery -A webapp worker -P solo -c 1 --loglevel WARNING"
    " --without-gossip --without-mingle --without-heartbeat"
)


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[str]:
    """Mount one; gives why there is none, or an empty text."""
    folder.mkdir(mode=0o700)
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}m,mode=0700", "tmpfs", str(folder)]
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("mount"):
        yield "a small disk can be mounted by root on Linux only"
        return
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        yield f"no disk could be mounted: {done.stderr.strip()}"
        return
    try:
        yield ""
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill_disk(folder: Path) -> Path:
    """Not a byte is left; gives the file that takes them."""
    filler = folder / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(b"\0" * 65536)
    with contextlib.suppress(OSError), filler.open("ab", buffering=0) as file:
        while True:
            file.write(b"\0")
    return filler


class Site(Installation):
    """Parts by name; each is started, killed and started again."""

    def __init__(self, folder: Path, logs: Path, **env: str) -> None:
        super().__init__(folder, OMP_NUM_THREADS="1", **env)
        self.log_folder = logs
        self.port, self.redis_port = free_port(), free_port()
        self.parts: dict[str, subprocess.Popen[bytes] | warm.Staying] = {}
        self.wire: Wire | None = None
        self.database = ""

    def connect(self, database: str, redis: str | None) -> None:
        """Use this PostgreSQL, behind a wire; and this Redis, or one of its own."""
        real = urlsplit(database)
        self.database = database
        self.wire = Wire(real.hostname or "127.0.0.1", real.port or 5432)
        self.env |= {
            "DATABASE_URL": f"postgres://{real.username}@127.0.0.1:{self.wire.port}{real.path}",
            "REDIS_URL": redis or f"redis://127.0.0.1:{self.redis_port}/0",
            "CELERY_QUEUE": f"antifaz-chaos-{os.getpid()}",
        }

    def begin(self, part: str) -> None:
        log = self.log_folder / f"{part}.log"
        if part != "redis":
            command = WORKER if part == "worker" else WEB.format(port=self.port)
            self.parts[part] = warm.start(*command.split(), env=self.env, log=log)
            return
        own = self.log_folder / "redis"
        own.mkdir(exist_ok=True)
        command = f"redis-server --port {self.redis_port} --bind 127.0.0.1 --dir {own}"
        with log.open("ab") as output:
            self.parts[part] = subprocess.Popen(
                [*command.split(), "--appendonly", "yes", "--save", ""],
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def kill(self, part: str) -> None:
        os.killpg(self.parts[part].pid, signal.SIGKILL)
        self.parts[part].wait()

    def kill_one_child(self, part: str) -> None:
        pid = self.parts[part].pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        os.kill(int(children[0]), signal.SIGKILL)

    def is_up(self) -> bool:
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def terminate_connections(self) -> None:
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        end += "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        with psycopg.connect(self.database, autocommit=True) as database:
            database.execute(end)

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.database) as database:
            return database.execute(sql).fetchall()

    def stop(self) -> None:
        for part in self.parts.values():
            if part.poll() is None:
                os.killpg(part.pid, signal.SIGKILL)
                part.wait()
        if self.wire is not None:
            self.wire.cut()
        super().stop()

    def log_of(self, part: str) -> str:
        path = self.log_folder / f"{part}.log"
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


@contextlib.contextmanager
def stopping(site: Site) -> Iterator[Site]:
    """Nothing of it is left behind, however the story ends."""
    try:
        yield site
    finally:
        site.stop()
