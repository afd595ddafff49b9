"""What the set-up says when the machine is not fit for it: one clear sentence, and no traceback."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def set_up(folder: Path, python: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(ROOT / "docker" / "setup.sh"), python, ""],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"]},
    )


def stand_in(folder: Path, name: str, script: str) -> str:
    """A program that answers as another machine's Python would."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_no_python(tmp_path: Path) -> None:
    done = set_up(tmp_path, "python-that-is-not-there")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "Python 3.11 or newer" in done.stderr


def test_an_old_python(tmp_path: Path) -> None:
    old = stand_in(tmp_path, "old", '[ "$1" = --version ] && echo Python 3.9.2 && exit 0; exit 1')
    done = set_up(tmp_path, old)
    assert done.returncode == 1
    assert "this is Python 3.9.2" in done.stderr
    assert "make PYTHON=" in done.stderr


@pytest.mark.parametrize(
    ("says", "expected"),
    [
        ("error: command 'gcc' failed: No such file or directory", "no C compiler was found"),
        ("ERROR: Could not find a version that satisfies", "Installing failed"),
    ],
)
def test_an_installation_that_fails(tmp_path: Path, says: str, expected: str) -> None:
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    stand_in(tmp_path / ".venv" / "bin", "python", f'echo "{says}"; exit 1')
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).touch()
    done = set_up(tmp_path, stand_in(tmp_path, "fit", "exit 0"))
    assert done.returncode == 1
    assert expected in done.stderr
    assert not list((tmp_path / ".venv").glob(".installed-*"))
