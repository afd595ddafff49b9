"""What it takes to start another annotation server from its own interpreter."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from annotating.texts import ORDINARY, Document, token

PASSWORD = "a-long-password-1"
LABELS = ("name", "place", "phone", "date")


class RivalFailed(RuntimeError):
    """The rival cannot be measured here; the message says why."""


def run_command(
    command: list[str], env: Mapping[str, str], cwd: Path | None = None, said: str = ""
) -> str:
    """What the command prints; `said` goes to its standard input."""
    done = subprocess.run(
        command, env=dict(env), cwd=cwd, input=said, capture_output=True, text=True
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise RivalFailed(f"it does not start: {reason}")
    return done.stdout


def version_of(python: Path, package: str) -> str:
    """Name and version of the package in that environment."""
    code = f"from importlib.metadata import version; print(version({package!r}))"
    return f"{package} {run_command([str(python), '-c', code], clean_environment()).strip()}"


def clean_environment() -> dict[str, str]:
    """Our environment without what is meant for our own server or interpreter."""
    ours = ("DATABASE_URL", "REDIS_URL", "DJANGO_", "ANTIFAZ_", "SECRET_KEY", "PYTHON", "VIRTUAL_")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def free_tokens(document: Document) -> Iterator[tuple[int, int]]:
    """Places of tokens without a label, in the whole text: the second of each three."""
    place = 0
    for turn in document.turns:
        for number in range(1, ORDINARY, 3):
            start, end = token(number)
            yield place + start, place + end
        place += len(turn) + 1
