"""The layers point one way, and files stay small enough to be read."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_layers_hold() -> None:
    done = run(str(Path(sys.executable).parent / "lint-imports"), "--no-cache")
    assert done.returncode == 0, done.stdout


def test_style_is_clean() -> None:
    ruff = str(Path(sys.executable).parent / "ruff")
    check = run(ruff, "check", "--no-cache", ".")
    assert check.returncode == 0, check.stdout
    form = run(ruff, "format", "--no-cache", "--check", ".")
    assert form.returncode == 0, form.stdout


def test_types_check() -> None:
    done = run(sys.executable, "-m", "mypy", "--no-error-summary")
    assert done.returncode == 0, done.stdout


def test_every_file_says_what_it_is_for_and_is_short() -> None:
    for folder in ("webapp", "annotation", "learning", "surrogates", "benchmarks"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if "migrations" in path.parts or not text.strip():
                continue
            assert text.lstrip().startswith(('"""', "#!")), f"{path} has no opening docstring"
            assert text.count("\n") <= 400, f"{path} has more than 400 lines"


def test_commands_are_thin() -> None:
    for path in ROOT.glob("*/management/commands/*.py"):
        assert path.read_text(encoding="utf-8").count("\n") <= 70, f"{path} is not thin"
