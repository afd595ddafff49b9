"""The real process: the command, its pipes, its token in the environment, and how it ends."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from annotation.models import AccessEvent, Project
from tests.webapp.mcp.speaking import BEGIN, request, token_of

ROOT = Path(__file__).resolve().parents[3]


def started(folder: Path, **env: str) -> subprocess.Popen[bytes]:
    database = f"sqlite:///{connection.settings_dict['NAME']}"
    known = {name: value for name, value in os.environ.items() if name != "ANTIFAZ_TOKEN"}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-m", "antifaz", "mcp"], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe,
        env=known | {"DATABASE_URL": database, "ANTIFAZ_DATA": str(folder)} | env,
    )  # fmt: skip


def ask(server: subprocess.Popen[bytes], said: dict[str, Any] | bytes) -> Any:
    assert server.stdin is not None and server.stdout is not None
    server.stdin.write((said if isinstance(said, bytes) else json.dumps(said).encode()) + b"\n")
    server.stdin.flush()
    return json.loads(server.stdout.readline())


@pytest.mark.django_db(transaction=True)
def test_a_process_speaks_the_protocol_and_ends_in_order(
    project: Project, manager: Any, tmp_path: Path
) -> None:
    server = started(tmp_path, ANTIFAZ_TOKEN=token_of(manager, "figures"))
    try:
        begun = ask(server, request("initialize", 1, **BEGIN))
        assert begun["result"]["protocolVersion"] == "2025-06-18"
        assert ask(server, b"{broken")["error"]["code"] == -32700
        names = {each["name"] for each in ask(server, request("tools/list", 2))["result"]["tools"]}
        assert {"count_project", "put_proposals"} <= names
        given = {"name": "count_project", "arguments": {"project": "support"}}
        counted = ask(server, request("tools/call", 3, **given))
        assert counted["result"]["structuredContent"]["turns"] == 7
        out, err = server.communicate()  # closes its standard input
    finally:
        server.kill()
        server.wait()
    assert (server.returncode, out) == (0, b"")
    assert not [word for word in (b"afz_", b"Francisco", b"Traceback") if word in err]
    assert AccessEvent.objects.get().detail["agent"] == "test-agent"


def test_it_stops_when_it_is_told(tmp_path: Path, db: None) -> None:
    server = started(tmp_path, ANTIFAZ_TOKEN="afz_none")
    try:
        assert ask(server, request("ping", 1))["result"] == {}
        server.send_signal(signal.SIGTERM)
        out, err = server.communicate()
    finally:
        server.kill()
        server.wait()
    assert (server.returncode, out) == (143, b"") and err.endswith(b"stopped\n")


def test_without_a_token_it_does_not_begin(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from antifaz import command_line

    monkeypatch.delenv("ANTIFAZ_TOKEN", raising=False)
    with pytest.raises(SystemExit) as stop:
        command_line.main(["mcp"])
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert said.strip().endswith("ANTIFAZ_TOKEN is not set; expected a token of the account's page")
