"""`llms.txt` is what its generator makes, in the form that programs expect, and leads somewhere."""

import importlib.util
import json
import re
from types import ModuleType
from typing import Any

import pytest

from antifaz.command_line.listing import GROUPS
from tests.building.installs import ROOT

LINE = re.compile(r"- \[[^\]]+\]\(([^)\s]+)\): \S.*[.?]")
KEPT = (ROOT / "llms.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def llms() -> ModuleType:
    spec = importlib.util.spec_from_file_location("llms", ROOT / "building" / "llms.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_file_is_what_its_generator_makes(llms: ModuleType) -> None:
    """Where this fails: .venv/bin/python building/llms.py"""
    assert llms.text_of() == KEPT


def test_it_has_the_form_that_programs_expect() -> None:
    title, summary, *rest = KEPT.strip().split("\n\n")
    assert title == "# Antifaz" and summary.startswith("> ") and summary.endswith(".")
    sections = KEPT.split("\n## ")[1:]
    assert rest and len(sections) == 8
    for section in sections:
        _head, *lines = section.strip().split("\n")
        assert [line for line in lines[1:] if not LINE.fullmatch(line)] == []


def test_every_link_leads_somewhere() -> None:
    links = LINE.findall(KEPT)
    for link in links:
        path, _sign, pointer = link.partition("#")
        if path == "/api/openapi.json":
            continue
        assert (ROOT / path).is_file(), link
        value: Any = json.loads((ROOT / path).read_text(encoding="utf-8")) if pointer else None
        for part in pointer.split("/")[1:]:
            value = value[part.replace("~1", "/").replace("~0", "~")]
    guides = {str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md")}
    assert guides - {"docs/README.md"} <= set(links)
    commands = {name for group in GROUPS.values() for name in group}
    assert {name for name in commands if f"- [antifaz {name}](" not in KEPT} == set()
