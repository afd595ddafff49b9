"""How tests speak to the server: lines in, messages out, without a process."""

import io
import json
from collections.abc import Iterable
from typing import Any

from annotation.services.access.tokens import create_token
from webapp.mcp.serving import serve

BEGIN = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test-agent", "version": "1"},
}


def token_of(owner: Any, *scopes: str, project: Any = None) -> str:
    return create_token(owner, name="agent", days=1, scopes=scopes, project=project)[1]


def request(method: str, number: Any = 1, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def answers(token: str, *lines: str | bytes | dict[str, Any]) -> list[dict[str, Any]]:
    """All messages that come back."""
    out = io.BytesIO()
    serve(token, io.BytesIO(b"".join(_lines(lines))), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def _lines(lines: Iterable[str | bytes | dict[str, Any]]) -> Iterable[bytes]:
    for line in lines:
        said = json.dumps(line) if isinstance(line, dict) else line
        yield (said.encode() if isinstance(said, str) else said) + b"\n"


def call(token: str, tool: str, **arguments: Any) -> dict[str, Any]:
    """The answer of a call, in a session of its own."""
    said = request("tools/call", 2, name=tool, arguments=arguments)
    _begun, answer = answers(token, request("initialize", **BEGIN), said)
    return answer


def told(token: str, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers; it must be the same twice."""
    answer = call(token, tool, **arguments)
    assert "error" not in answer, answer
    result = answer["result"]
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    assert result["isError"] is False
    structured: dict[str, Any] = result["structuredContent"]
    return structured


def refused(token: str, tool: str, **arguments: Any) -> tuple[int, str, str]:
    """The error's number, code and sentence."""
    error = call(token, tool, **arguments)["error"]
    sentence: str = error["message"]
    assert sentence and "\n" not in sentence
    return error["code"], error.get("data", {}).get("code", ""), sentence
