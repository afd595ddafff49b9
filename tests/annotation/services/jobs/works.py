"""Works for tests of processes: none of them asks the database."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from annotation.refusals import Refused


def never_begin(pipe: Any) -> None:
    """In place of what a process does first."""
    signal.pause()


def do_nothing(job: Any, report: Any) -> None:
    report(1.0, "measuring")


def hang(job: Any, report: Any) -> None:
    """A loop that is busy and goes nowhere, and starts a process that outlives it. It says the same
    again and again, as a parent does that waits for a large model."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(job.phase).write_text(f"{os.getpid()} {child.pid}")
    while True:
        report(0.25, "training")
        time.sleep(0.01)


def go_on_slowly(job: Any, report: Any) -> None:
    for step in range(8):
        time.sleep(0.3)
        report(step / 8, "training")


def refuse(job: Any, report: Any) -> None:
    raise Refused("There is no unread turn.")


def stumble(job: Any, report: Any) -> None:
    raise KeyError("Francisco Olabarri")


def be_killed(job: Any, report: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def crash(job: Any, report: Any) -> None:
    os.abort()


def take_memory(job: Any, report: Any) -> None:
    bytearray(512 * 1024 * 1024)


def wait_to_be_stopped(job: Any, report: Any) -> None:
    """Cleans up when it is asked to end."""
    try:
        while True:
            report(0.5, "training")
            time.sleep(0.01)
    finally:
        Path(job.phase).write_text("cleaned up")
