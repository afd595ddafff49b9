"""docs/guests/: examples of Python run, commands and requests are what the servers take."""

import doctest
import json
import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest

from antifaz.command_line.guest import parser
from antifaz.guests import inception, label_studio
from antifaz.guests.door import Lock
from antifaz.guests.models import Models
from tests.antifaz.guests.asking import ask

PAGES = Path(__file__).resolve().parents[3] / "docs" / "guests"


def commands(page: str, begin: str) -> list[list[str]]:
    lines = (PAGES / page).read_text(encoding="utf-8").splitlines()
    return [shlex.split(line) for line in lines if line.startswith(f"    {begin} ")]


def test_no_page_is_longer_than_a_screen_or_two() -> None:
    pages = sorted(PAGES.glob("*.md"))
    assert [page.stem for page in pages] == [
        "inception",
        "label-studio",
        "mcp",
        "presidio",
        "spacy",
    ]
    assert max(len(page.read_text(encoding="utf-8").splitlines()) for page in pages) <= 60


@pytest.mark.parametrize(
    ("page", "needs"), [("presidio", ("presidio_analyzer", "presidio_anonymizer")),
                        ("spacy", ("spacy",))],
)  # fmt: skip
def test_examples(
    page: str, needs: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if missing := [name for name in needs if find_spec(name) is None]:
        pytest.skip(f"{', '.join(missing)} is not installed")
    monkeypatch.chdir(tmp_path)
    tried = doctest.testfile(str(PAGES / f"{page}.md"), module_relative=False, encoding="utf-8")
    assert tried.attempted > 8 and tried.failed == 0


@pytest.mark.parametrize("page", ["label-studio", "inception"])
def test_commands_and_requests(page: str, models: Models) -> None:
    begun = [parser().parse_args(words[2:]) for words in commands(f"{page}.md", "antifaz guest")]
    assert len(begun) >= 2 and {each.tool for each in begun} == {page}
    door = (
        inception.application(models, Lock())
        if page == "inception"
        else label_studio.application(label_studio.Backend(models), Lock())
    )
    asked = commands(f"{page}.md", "curl")
    assert asked
    for words in asked:
        (path,) = (re.sub(r"http://[^/]+", "", each) for each in words if each.startswith("http"))
        body = json.loads(words[words.index("-d") + 1]) if "-d" in words else None
        status, said = ask(door, "POST" if body else "GET", path, body)
        assert status == 200 and (body is None or '"NAME"' in json.dumps(said).replace("\\", ""))
