"""The protocol's own SDK as a client: it begins, lists, calls and hears of progress and errors."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from annotation.models import AccessEvent, Project
from tests.clients.installed import client
from tests.webapp.mcp.speaking import token_of
from webapp.mcp.lines import REFUSED
from webapp.mcp.tools import TOOLS

mcp = client("mcp")
pytestmark = pytest.mark.clients
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.django_db(transaction=True)
def test_the_sdk_speaks_with_the_server(project: Project, manager: Any, tmp_path: Path) -> None:
    import anyio

    env = {
        "PATH": os.environ["PATH"],
        "ANTIFAZ_TOKEN": token_of(manager, "figures"),
        "ANTIFAZ_DATA": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
    }
    words = [str(ROOT / "manage.py"), "mcp"]
    server = mcp.StdioServerParameters(command=sys.executable, args=words, env=env)

    async def speak() -> tuple[list[str], Any, Any]:
        async with mcp.Client(mcp.stdio_client(server)) as session:
            listed = await session.list_tools()
            counted = await session.call_tool("count_project", {"project": "support"})
            with pytest.raises(mcp.MCPError) as refusal:
                await session.call_tool("simulate", {"project": "support"})
            return [each.name for each in listed.tools], counted, refusal.value

    names, counted, refusal = anyio.run(speak)
    assert names == list(TOOLS)
    assert counted.structured_content["turns"] == 7 and not counted.is_error
    assert refusal.error.code == REFUSED and "scope" in refusal.error.message
    assert AccessEvent.objects.get().detail["tool"] == "count_project"
