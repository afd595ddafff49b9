"""Run web server and worker as children of one process; stop both cleanly, leave no orphan.

Used by `manage.py serve`. A child that dies is started again; a child whose parent dies by the
hardest signal is killed by the kernel where it can (Linux), and notices by itself elsewhere.
"""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType

PR_SET_PDEATHSIG = 1
SITE = __name__.removesuffix(".start_up.supervisor")  # it has another in an installed wheel


class PortBusy(Exception):
    """Somebody else listens on the port."""


def check_port(host: str, port: int) -> None:
    """Raise PortBusy if the port cannot be taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortBusy(
                f"Port {port} is taken by another program: stop it, or choose another: PORT=8001."
            ) from error


def child_commands(host: str, port: int, threads: int) -> dict[str, list[str]]:
    """The web server and the worker, as commands of this Python.

    Two web processes share the threads: while one draws a long page, the other saves. A browser
    stays with one of them while its connection lives, and what that one remembers is of use.
    """
    python = [sys.executable, "-m"]
    each = max(1, threads // 2)
    web = f"gunicorn {SITE}.wsgi --bind {host}:{port} --workers 2 --threads {each} --timeout 120"
    web += " --keep-alive 75"
    worker = f"celery --quiet -A {SITE} worker --pool solo --concurrency 1 --loglevel WARNING"
    quiet = "--without-gossip --without-mingle --without-heartbeat"
    return {
        "web": [*python, *web.split(), "--log-level", "warning"],
        "worker": [*python, *worker.split(), *quiet.split()],
    }


def _die_with_parent() -> None:
    """In the child, before exec: ask the kernel for SIGTERM when the parent dies (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Supervisor:
    """Children by name, started again when they die, stopped together."""

    commands: Mapping[str, Sequence[str]]
    grace: float = 10.0
    restart_pause: float = 1.0
    children: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    stopping: bool = False

    def start(self, name: str) -> None:
        # A session of its own: Ctrl-C reaches only us, and we stop the children in order.
        self.children[name] = subprocess.Popen(
            self.commands[name], start_new_session=True, preexec_fn=_die_with_parent
        )

    def run(self) -> None:
        """Start all, watch until SIGTERM or SIGINT, then stop all."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._ask_to_stop)
        try:
            for name in self.commands:
                self.start(name)
            while not self.stopping:
                time.sleep(0.2)
                for name, child in list(self.children.items()):
                    if child.poll() is not None and not self.stopping:
                        print(
                            f"{name} stopped (status {child.returncode}); starting it again",
                            flush=True,
                        )
                        time.sleep(self.restart_pause)
                        self.start(name)
        finally:
            self.stop()

    def stop(self) -> None:
        """SIGTERM to every child, SIGKILL to those that do not go in time."""
        for child in self.children.values():
            if child.poll() is None:
                child.terminate()
        deadline = time.monotonic() + self.grace
        for child in self.children.values():
            try:
                child.wait(timeout=max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()

    def _ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True
