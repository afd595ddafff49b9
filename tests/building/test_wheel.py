"""Wheel, sdist and editable install in environments of their own, beside packages of the index that
have names which ours have in the checkout: `surrogates` and `learning`."""

import json
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from tests.building.installs import ROOT, files_in, run, told
from tests.conftest import REQUIRED

pytestmark = pytest.mark.skipif(not REQUIRED, reason="asks the index: REQUIRE_SERVICES=1 runs it")

SDIST = "import sys; sys.path.insert(0, 'building'); import backend; "
SDIST += "print(backend.build_sdist(sys.argv[1]))"
BOTH = """
import antifaz, json, learning, surrogates
assert surrogates.decode("\\ud83d\\ude00") == "\\U0001f600"  # theirs: a codec
ours = antifaz.Turn("A", "Soy Ana", (antifaz.Span(4, 7, "female name"),))
result = antifaz.pseudonymise(antifaz.Dialogue("x", "es", (ours,)), key=bytes(32))
assert "Ana" not in result.dialogue.turns[0].text
try:
    antifaz.train([], "nowhere")
except antifaz.ExtraNeeded as error:
    assert error.extra == "learn"
homes = [each.__file__ for each in (antifaz, learning, surrogates)]
print(json.dumps(homes))
"""


def environment(folder: Path) -> Path:
    """The Python of a new, empty environment."""
    done = run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return folder / "bin" / "python"


def install(python: Path, *what: str | Path) -> str:
    """Empty, or what pip says."""
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
    done = run(*pip, *what, cwd=python.parent)
    return "" if done.returncode == 0 else done.stderr


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    python = environment(tmp_path_factory.mktemp("builder") / "venv")
    if why := install(python, "setuptools>=77", "babel>=2.14", "wheel"):
        pytest.skip(f"the index cannot be reached: {why.splitlines()[-1]}")
    return python


@pytest.fixture(scope="module")
def sdist(builder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checkout as an sdist has it, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    notes = ROOT / "antifaz.egg-info"  # setuptools writes it beside the code
    was_there = notes.exists()
    done = run(builder, "-c", SDIST, folder, cwd=ROOT)
    if not was_there:
        shutil.rmtree(notes, ignore_errors=True)
    assert done.returncode == 0, done.stderr
    name = done.stdout.splitlines()[-1]
    unpacked = run("tar", "-xzf", name, cwd=folder)
    assert unpacked.returncode == 0, unpacked.stderr
    return folder / name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def wheel(builder: Path, sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel that is built from the sdist."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--python", builder, "wheel", "--quiet", "--no-deps"]
    done = run(*pip, "--no-build-isolation", "--wheel-dir", folder, sdist, cwd=folder)
    assert done.returncode == 0, done.stderr
    (path,) = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel, and with their packages put in after it."""
    python = environment(tmp_path_factory.mktemp("installed") / "venv")
    assert install(python, wheel) == ""
    assert install(python, "surrogates", "learning") == ""
    return python


def test_a_wheel_of_the_sdist_is_one_package_with_all_of_the_checkout(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.partition("/")[0] for name in names}
    assert sorted(top for top in tops if not top.endswith(".dist-info")) == ["antifaz"]
    folders = ("annotation", "learning", "static", "surrogates", "templates", "webapp")
    for folder in folders:
        wanted = {f"antifaz/{folder}/{name}" for name in files_in(ROOT / folder)}
        wanted = {name for name in wanted if not name.endswith((".po", ".mo", ".pyc"))}
        assert wanted <= set(names)
    assert "antifaz/webapp/locale/es/LC_MESSAGES/django.mo" in names and "antifaz/py.typed" in names


def test_ours_and_theirs_in_one_process(installed: Path, tmp_path: Path) -> None:
    done = run(installed, "-c", BOTH, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    site = {str(Path(home).parents[1]) for home in json.loads(done.stdout)}
    assert len(site) == 1 and "site-packages" in site.pop()


def test_the_story_is_one_everywhere(
    installed: Path, builder: Path, sdist: Path, tmp_path: Path
) -> None:
    here = told(sys.executable, tmp_path / "checkout", path=[ROOT])
    (site,) = (installed.parents[1] / "lib").glob("python*/site-packages")
    before = files_in(site)
    assert told(installed, tmp_path / "wheel") == here
    assert files_in(site) == before  # nothing is written among installed packages
    assert install(builder, "--no-build-isolation", "--editable", sdist) == ""
    assert told(builder, tmp_path / "editable") == here


def test_the_plain_install_is_small_and_says_what_lacks(installed: Path, tmp_path: Path) -> None:
    (site,) = (installed.parents[1] / "lib").glob("python*/site-packages")
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    assert size < 50_000_000
    done = run(installed.with_name("antifaz"), "serve", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "antifaz serve needs the extra web: pip install 'antifaz[web]'\n"
