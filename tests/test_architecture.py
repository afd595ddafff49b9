"""Files say what they are for and stay small enough to be read. `make lint` holds the layers."""

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("antifaz", "webapp", "annotation", "learning", "surrogates")
ROOM = 15  # modules that a reader keeps in mind


def test_every_file_says_what_it_is_for_and_is_short() -> None:
    for folder in (*PACKAGES, "benchmarks", "building"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if "migrations" in path.parts or not text.strip():
                continue
            assert text.lstrip().startswith(('"""', "#!")), f"{path} has no opening docstring"
            assert text.count("\n") <= 400, f"{path} has more than 400 lines"


def test_commands_are_thin() -> None:
    for path in ROOT.glob("*/management/commands/*.py"):
        assert path.read_text(encoding="utf-8").count("\n") <= 70, f"{path} is not thin"


def test_no_folder_is_a_heap() -> None:
    """More modules than a room holds stand in one folder only where its `__init__` says why: that
    it is flat. Migrations are in the order of their numbers."""
    modules = [
        path
        for folder in (*PACKAGES, "static/js", "tests")
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in {".py", ".js"} and path.name not in {"__init__.py", "conftest.py"}
    ]
    assert modules
    sizes = Counter(path.parent for path in modules if path.parent.name != "migrations")
    for folder, size in sizes.items():
        if size > ROOM:
            assert re.search(r"\bflat\b", said_of(folder), re.IGNORECASE), (
                f"{folder} holds {size} modules, more than {ROOM}"
            )


def test_every_folder_of_modules_says_what_lives_there() -> None:
    for package in PACKAGES:
        for init in (ROOT / package).rglob("__init__.py"):
            if init.parent.name != "migrations":
                sentence = re.match(r"\S.*?[.:](\s|$)", said_of(init.parent), re.DOTALL)
                assert sentence, f"{init} has no opening sentence"


def said_of(folder: Path) -> str:
    """The docstring of a folder's `__init__`."""
    init = folder / "__init__.py"
    if not init.exists():
        return ""
    return ast.get_docstring(ast.parse(init.read_text(encoding="utf-8"))) or ""
