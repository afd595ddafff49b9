"""The tree of a wheel works without the checkout, under its one name, and writes nothing there.

No package is installed for it: it lies on the path, beside what this Python has.
"""

import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.building.installs import ROOT, clean, files_in, run, staged, told

# Imports everything, with the names of the checkout refused.
EVERYTHING = """
import os, sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("annotation", "learning", "surrogates", "webapp"):
            raise ImportError(f"{name} is no name of ours here")
sys.meta_path.insert(0, Refuse())
os.environ["DJANGO_SETTINGS_MODULE"] = "antifaz.webapp.settings"
import importlib, pkgutil, django
django.setup()
import antifaz
names = [each.name for each in pkgutil.walk_packages(antifaz.__path__, "antifaz.")]
theirs = {"pyspark", "presidio_analyzer", "presidio_anonymizer", "spacy", "srsly"}  # of extras
for name in names:
    try:
        name.endswith("__main__") or importlib.import_module(name)
    except ModuleNotFoundError as error:
        assert error.name in theirs, error.name
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.utils.module_loading import import_string
from antifaz.annotation.services.jobs.broker import KINDS
call_command("check", "--fail-level", "WARNING")
call_command("makemigrations", "--check", "--dry-run", verbosity=0)
assert {"annotation", "webapp"} <= {each.label for each in apps.get_app_configs()}
assert all(import_string(kind.work) for kind in KINDS.values())
assert dict(settings.LANGUAGES).keys() >= {"en", "es"}
print(len(names), settings.ANTIFAZ_DATA)
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return staged(tmp_path_factory.mktemp("wheel") / "tree")


def test_it_holds_one_package_with_all_that_belongs_to_it(tree: Path) -> None:
    assert {each.name for each in tree.iterdir() if each.is_dir()} == {"antifaz"}
    there = files_in(tree / "antifaz")
    assert {"py.typed", "llms.txt", "templates/base.html", "static/css/antifaz.css"} <= there
    assert "webapp/locale/es/LC_MESSAGES/django.mo" in there
    assert not any(name.endswith((".po", ".pyc")) for name in there)
    folders = ("annotation", "antifaz", "learning", "surrogates", "webapp")
    wanted = {path for name in folders for path in (ROOT / name).rglob("*.py")}
    assert len([name for name in there if name.endswith(".py")]) == len(wanted)


def test_every_module_can_be_imported_and_no_name_of_the_checkout_is_left(
    tree: Path, tmp_path: Path
) -> None:
    before = files_in(tree)
    path = {"PYTHONPATH": str(tree), "XDG_DATA_HOME": str(tmp_path / "share")}
    done = run(sys.executable, "-W", "ignore", "-c", EVERYTHING, cwd=tmp_path, **path)
    assert done.returncode == 0, done.stderr
    number, data = done.stdout.splitlines()[-1].split()
    assert int(number) > 1000 and data == str(tmp_path / "share" / "antifaz")
    assert files_in(tree) == before


def test_the_story_is_that_of_the_checkout(tree: Path, tmp_path: Path) -> None:
    before = files_in(tree)
    here = told(sys.executable, tmp_path / "checkout", path=[ROOT])
    assert told(sys.executable, tmp_path / "wheel", path=[tree]) == here
    assert files_in(tree) == before


@pytest.mark.worker
def test_the_site_is_served_and_keeps_its_data_with_the_person(tree: Path, tmp_path: Path) -> None:
    before = files_in(tree)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "antifaz", "serve", "--no-demo", "--port", str(port)],
        cwd=tmp_path, env=clean({"PYTHONPATH": str(tree), "HOME": str(tmp_path)}),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        page = _got(f"http://127.0.0.1:{port}/sign-in", server)
        (style,) = re.findall(r'href="([^"]+antifaz\.css)"', page)
        assert "Entrar" in page and "{" in _got(f"http://127.0.0.1:{port}{style}", server)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)
    data = tmp_path / ".local" / "share" / "antifaz"
    assert (data / "secret_key").exists() and (data / "antifaz.sqlite3").exists()
    assert files_in(tree) == before


def _got(address: str, server: "subprocess.Popen[bytes]", seconds: float = 150) -> str:
    until = time.monotonic() + seconds
    while True:
        try:
            request = urllib.request.Request(address, headers={"Accept-Language": "es"})
            with urllib.request.urlopen(request, timeout=10) as answer:
                return str(answer.read().decode())
        except OSError:
            assert server.poll() is None and time.monotonic() < until
            time.sleep(0.2)
