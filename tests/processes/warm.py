"""Runs Python commands in forks of one process that has the libraries already (`forking`).

A command of ours begins with two seconds of imports. A fork skips these alone: its environment,
settings, apps and database connections are its own.
"""

import atexit
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
_lock = threading.Lock()
_server: "subprocess.Popen[str] | None" = None


class Staying:
    """A command that goes on beside us, as far as `subprocess.Popen` is needed."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.ended = False

    def poll(self) -> int | None:
        """None while it lives; how it ended is not known here."""
        if not self.ended:
            try:
                os.kill(self.pid, 0)
            except ProcessLookupError:
                self.ended = True
        return 0 if self.ended else None

    def wait(self) -> None:
        while self.poll() is None:
            time.sleep(0.01)


def run(
    *arguments: str, env: Mapping[str, str], stdin: str = "", timeout: int = 300
) -> "subprocess.CompletedProcess[str]":
    """What `python ARGUMENTS` says and how it ends: `-m MODULE ...`, `-c CODE` or a file."""
    ask = {"arguments": arguments, "env": dict(env), "stdin": stdin, "timeout": timeout}
    answer: list[Any] = _ask(ask)
    return subprocess.CompletedProcess(arguments, *answer)


def start(*arguments: str, env: Mapping[str, str], log: Path) -> Staying:
    """Begin `python ARGUMENTS` in a session of its own; what it says goes to the log."""
    return Staying(_ask({"arguments": arguments, "env": dict(env), "log": str(log)}))


def _ask(ask: dict[str, Any]) -> Any:
    global _server
    with _lock:
        if _server is None:
            _server = _start()
        assert _server.stdin and _server.stdout
        _server.stdin.write(json.dumps(ask) + "\n")
        _server.stdin.flush()
        return json.loads(_server.stdout.readline())


def _start() -> "subprocess.Popen[str]":
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.processes.forking"],
        cwd=ROOT,
        env=os.environ | {"OMP_NUM_THREADS": "1"},  # forks of a process without threads
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(_end, server)
    return server


def _end(server: "subprocess.Popen[str]") -> None:
    with server:
        server.kill()
