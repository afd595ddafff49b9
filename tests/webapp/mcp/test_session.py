"""The protocol: how a session begins, what is an error, and that the server goes on after one."""

import json
from datetime import timedelta
from typing import Any, cast

import pytest
from django.db import OperationalError
from django.utils import timezone

from annotation.models import AccessEvent, ApiToken, Project
from annotation.models.programs import Scope
from annotation.services.projects import creation
from tests.webapp.mcp.speaking import BEGIN, answers, refused, request, token_of, told
from webapp.mcp import lines
from webapp.mcp.door import cleaned
from webapp.mcp.serving import answer_line
from webapp.mcp.session import Session
from webapp.mcp.tools import TOOLS

LIST = request("tools/call", 9, name="list_projects")


def test_a_session_begins_and_says_what_there_is() -> None:
    begun, pong, listed = answers(
        "", request("initialize", **BEGIN),
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        request("ping", "p"), request("tools/list", 3),
    )  # fmt: skip
    assert begun["result"]["protocolVersion"] == "2025-06-18"
    assert begun["result"]["capabilities"] == {"tools": {}}
    assert begun["result"]["serverInfo"]["name"] == "antifaz"
    assert pong == {"jsonrpc": "2.0", "id": "p", "result": {}}
    tools = listed["result"]["tools"]
    assert [each["name"] for each in tools] == list(TOOLS)
    for each in tools:
        assert each["inputSchema"]["type"] == "object" and "Scope: " in each["description"]
        assert each["inputSchema"]["additionalProperties"] is False


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-06-18"), ("2030-01-01", "2025-06-18")],
)
def test_the_version_is_negotiated(asked: str, spoken: str) -> None:
    (begun,) = answers("", request("initialize", **BEGIN | {"protocolVersion": asked}))
    assert begun["result"]["protocolVersion"] == spoken


BAD = [
    ("{broken", None, lines.NO_JSON),
    (b"\xff\xfe{}", None, lines.NO_JSON),
    ("[" * 100_000, None, lines.NO_JSON),
    ("9" * 10_000, None, lines.NO_JSON),
    ("[]", None, lines.NO_REQUEST),
    ('"text"', None, lines.NO_REQUEST),
    ({"id": 1, "method": "ping"}, None, lines.NO_REQUEST),
    ({"jsonrpc": "2.0", "id": 1}, 1, lines.NO_REQUEST),
    ({"jsonrpc": "2.0", "id": 1, "method": 5}, 1, lines.NO_REQUEST),
    ({"jsonrpc": "2.0", "id": None, "method": "ping"}, None, lines.NO_REQUEST),
    ({"jsonrpc": "2.0", "id": True, "method": "ping"}, None, lines.NO_REQUEST),
    ({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}, 1, lines.BAD_PARAMS),
    (request("resources/list", 1), 1, lines.NO_METHOD),
    (request("tools/list", 1), 1, lines.NO_REQUEST),  # before it said who it is
    (request("initialize", 1, protocolVersion="x"), 1, lines.BAD_PARAMS),
    (request("initialize", 1, **BEGIN | {"clientInfo": {"name": "\u2028 ¿?"}}), 1,
        lines.BAD_PARAMS),
    (request("initialize", 1, **BEGIN | {"protocolVersion": 5}), 1, lines.BAD_PARAMS),
    ("x" * (lines.LONGEST + 10), None, lines.NO_REQUEST),
]  # fmt: skip


@pytest.mark.parametrize(("line", "name", "number"), BAD)
def test_a_bad_line_is_an_error_and_the_server_goes_on(line: Any, name: Any, number: int) -> None:
    error, pong = answers("", line, request("ping", 7))
    assert (error["id"], error["error"]["code"]) == (name, number)
    sentence = error["error"]["message"]
    assert sentence.endswith(".") and "\n" not in sentence and "broken" not in sentence
    assert pong == {"jsonrpc": "2.0", "id": 7, "result": {}}


def test_what_asks_for_no_answer_gets_none() -> None:
    asked = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "list_projects"}}
    answer = {"jsonrpc": "2.0", "id": 4, "result": {}}
    assert answers("", asked, answer, "", "  ") == []


def test_a_session_begins_once() -> None:
    _begun, again = answers("", request("initialize", **BEGIN), request("initialize", 2, **BEGIN))
    assert again["error"]["code"] == lines.NO_REQUEST


def test_the_agents_name_is_cleaned() -> None:
    assert cleaned("Claude\u202e Code\n<b>") == "Claude Code b"
    assert cleaned("x" * 500) == "x" * 60
    assert cleaned({"a": 1}) == "a 1" and cleaned("ñ") == ""


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"revoked_at": timezone.now()}, "token_revoked"),
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, "token_expired"),
        ({"token_hash": "0" * 64}, "token_unknown"),
    ],
)
def test_a_token_that_ended_opens_nothing(
    change: dict[str, Any], code: str, project: Project, manager: Any
) -> None:
    token = token_of(manager, *Scope.values)
    ApiToken.objects.update(**change)
    for name in TOOLS:
        assert refused(token, name)[:2] == (lines.REFUSED, code)
    assert refused("", "list_projects")[1] == "token_unknown"
    assert not AccessEvent.objects.exists()


def test_it_ends_in_the_middle_of_a_session(project: Project, manager: Any) -> None:
    session = Session(token_of(manager, "figures"), lambda _message: None)
    answer_line(session, json.dumps(request("initialize", **BEGIN)).encode())
    assert "result" in cast(Any, answer_line(session, json.dumps(LIST).encode()))
    ApiToken.objects.update(revoked_at=timezone.now())
    refusal = cast(Any, answer_line(session, json.dumps(LIST).encode()))
    assert refusal["error"]["data"] == {"code": "token_revoked"}


def test_of_the_wrong_arguments_neither_value_nor_name_is_repeated(
    project: Project, manager: Any
) -> None:
    token = token_of(manager, *Scope.values)
    wrong = {"turn": 0, "spans": [{"start": -1, "end": "Zecho", "label": 7}], "Zecho": 1}
    number, code, sentence = refused(
        token, "put_proposals", project="support", dialogue="call-1", turns=[wrong], Zecho="Zecho"
    )
    assert (number, code) == (lines.BAD_PARAMS, "invalid") and "Zecho" not in sentence
    assert "turns.0.spans.0.start: greater_than_equal" in sentence
    assert "arguments: a name that is not known" in sentence
    assert refused(token, "count_project")[2].endswith("project: missing.")
    said = request("tools/call", 2, name="count_project", arguments=["support"])
    assert answers(token, request("initialize", **BEGIN), said)[1]["error"]["code"] == -32602
    for text in ("a\0b", "\ud800"):
        assert refused(token, "count_project", project=text)[1] == "invalid"
        given = {"project": "support", "dialogue": text, "turns": [{"turn": 0, "spans": []}]}
        assert refused(token, "put_proposals", **given)[1] == "invalid"
    for name in ("Zecho", 5, None):
        said = request("tools/call", 2, name=name)
        error = answers(token, request("initialize", **BEGIN), said)[1]["error"]
        assert error["code"] == lines.BAD_PARAMS and "Zecho" not in str(error)


def test_a_failure_of_ours_tells_nothing(
    project: Project,
    manager: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    token = token_of(manager, "figures")
    for error, number in ((ValueError("Zsecret"), "broken"), (OperationalError("Zsecret"), "busy")):

        def fail(_user: Any, error: Exception = error) -> Any:
            raise error

        monkeypatch.setattr(creation, "list_projects", fail)
        told_number, code, sentence = refused(token, "list_projects")
        assert (told_number, code) == (lines.BROKEN, number) and "Zsecret" not in sentence
    assert "tool list_projects: ValueError in fail" in caplog.text
    assert "Zsecret" not in caplog.text


def test_who_asks_too_often_waits(
    project: Project, manager: Any, data_dir: Any, settings: Any
) -> None:
    settings.API_CALLS_A_MINUTE = 2
    token = token_of(manager, "figures")
    assert told(token, "list_projects") == told(token, "list_projects")
    assert refused(token, "list_projects")[1] == "too_often"
