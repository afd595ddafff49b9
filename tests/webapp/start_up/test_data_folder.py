"""Where data are kept unless somebody says it: in a checkout beside the code, else with people."""

from pathlib import Path

import pytest

from webapp.start_up.environment import data_folder


def test_a_checkout_keeps_its_own(tmp_path: Path) -> None:
    (tmp_path / "manage.py").touch()
    assert data_folder(tmp_path) == tmp_path / "data"


@pytest.mark.parametrize(
    ("share", "wanted"),
    [("/srv/share", "/srv/share/antifaz"), ("", "~"), ("relative", "~")],
)
def test_an_installed_package_writes_nothing_beside_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share: str, wanted: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", share)
    monkeypatch.setenv("HOME", "/home/ana")
    home = Path(wanted.replace("~", "/home/ana/.local/share/antifaz"))
    assert data_folder(tmp_path) == home
