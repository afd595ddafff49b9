"""What cannot be closed to others is refused in production, and said elsewhere."""

from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from webapp.start_up import checks, private_files


@pytest.fixture
def stuck(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder on a disk that knows no permissions, or of somebody else."""
    data_dir.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", lambda *_: None)
    monkeypatch.setattr(private_files.os, "umask", lambda mask: mask)
    return data_dir


def test_production_refuses_a_folder_that_stays_open(
    stuck: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PRODUCTION = True
    monkeypatch.setattr(checks, "insecure_settings", list)
    with pytest.raises(ImproperlyConfigured, match=r"for its owner alone \(0700\), and is 0755"):
        checks.require_safe_start()


def test_elsewhere_it_is_said(stuck: Path, caplog: pytest.LogCaptureFixture) -> None:
    checks.require_safe_start()
    assert f"{stuck} must be for its owner alone" in caplog.text


def test_what_is_private_is_left_alone(data_dir: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(private_files.os, "umask", lambda mask: mask)
    data_dir.chmod(0o500)
    assert private_files.close_private_files() == []
    assert data_dir.stat().st_mode & 0o777 == 0o500
