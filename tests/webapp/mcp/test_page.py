"""docs/guests/mcp.md: its requests are what the server takes, its tools and roles what there is."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from annotation.models import Project
from annotation.models.programs import Scope
from tests.webapp.mcp.speaking import answers, token_of
from webapp.access import RIGHTS
from webapp.management.commands.mcp import TOKEN
from webapp.mcp.tools import TOOLS

PAGE = Path(__file__).resolve().parents[3] / "docs" / "guests" / "mcp.md"


@pytest.fixture
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_its_requests_are_answered(page: str, labelled: Project, manager: Any) -> None:
    lines = re.findall(r'^    (\{"jsonrpc".*\})$', page, re.MULTILINE)
    got = answers(token_of(manager, "figures"), *lines)
    assert len(got) == len(lines) == 3 and all("result" in each for each in got)


def test_its_configuration_names_the_command_and_the_variable(page: str) -> None:
    (said,) = re.findall(r'^    \{"mcpServers".*?\n\n', page, re.MULTILINE | re.DOTALL)
    server = json.loads(said)["mcpServers"]["antifaz"]
    assert (server["command"], server["args"]) == ("antifaz", ["mcp"])
    assert TOKEN in server["env"] and TOKEN not in " ".join(server["args"])


def test_its_table_lists_every_tool_with_its_scope(page: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]*`(\w+)` \|", page, re.MULTILINE)
    assert rows == [(each.name, each.scopes[0]) for each in TOOLS.values()]
    assert {scope for _name, scope in rows} <= set(Scope.values)
    assert {role for role, may in RIGHTS.items() if "evidence" in may} == {"steward", "manager"}
    assert {role for role, may in RIGHTS.items() if "overview" not in may} == {"intruder"}
