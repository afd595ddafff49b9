"""What the tests of pages share: models are tried here, and the Spanish texts are compiled into a
folder of its own."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.processes.probing import no_probe

__all__ = ["no_probe"]  # a fixture
ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = Path("webapp/locale/es/LC_MESSAGES/django.po")


def compile_into(
    folder: Path, code: str = "es", catalogue: Path = ROOT / CATALOGUE
) -> subprocess.CompletedProcess[str]:
    """What docker/setup.sh does, into another folder."""
    where = folder / code / "LC_MESSAGES"
    where.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "babel.messages.frontend", "compile", "-l", code]
    return subprocess.run(
        [*command, "-i", str(catalogue), "-o", str(where / "django.mo")],
        capture_output=True,
        text=True,
    )


@pytest.fixture
def spanish(tmp_path: Path, settings: Any) -> None:
    """The catalogue compiled for this test alone: .mo files are not in git."""
    done = compile_into(tmp_path / "locale")
    assert done.returncode == 0, done.stderr
    settings.LOCALE_PATHS = [tmp_path / "locale"]  # Django drops its loaded texts on this
