"""Trees and environments for tests of what is installed. Nothing here is run in this process."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STORY = Path(__file__).with_name("story.py")
STAGE = "import sys; from pathlib import Path; from wheel_tree import stage\n"
STAGE += "stage(Path(sys.argv[1]), Path(sys.argv[2]))"


def run(
    *command: str | Path, cwd: Path, seconds: int = 300, **more: str
) -> "subprocess.CompletedProcess[str]":
    """A command with variables of its own; what it says is at hand where it fails."""
    return subprocess.run(
        [str(each) for each in command], cwd=cwd, env=clean(more), timeout=seconds,
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def clean(more: Mapping[str, str]) -> dict[str, str]:
    """The variables without those that say where our code, data and settings are."""
    ours = ("ANTIFAZ_", "DJANGO_", "DATABASE_", "PYTHON", "XDG_", "PIP_NO_INDEX")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, **more}


def staged(out: Path) -> Path:
    """The tree of a wheel: a folder to be put on the path."""
    out.mkdir()
    done = run(sys.executable, "-c", STAGE, ROOT, out, cwd=ROOT / "building")
    assert done.returncode == 0, done.stderr
    return out


def told(python: str | Path, folder: Path, *, path: Sequence[Path] = ()) -> str:
    """What the story says where `python` runs it, in a folder of nobody."""
    folder.mkdir()
    where = {"PYTHONPATH": os.pathsep.join(map(str, path))} if path else {}
    done = run(python, STORY, folder, cwd=folder, HOME=str(folder), **where)
    assert done.returncode == 0, done.stderr
    return done.stdout


def files_in(folder: Path) -> set[str]:
    """What is in a folder, without what Python compiles."""
    every = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {str(path) for path in every if "__pycache__" not in path.parts}
