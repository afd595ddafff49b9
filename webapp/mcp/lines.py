"""JSON-RPC 2.0, a message a line: what is read, what is written, and how an error is told.

Called by `serving` and `session`. No error repeats what was sent.
"""

import json
from collections.abc import Mapping
from typing import Any, BinaryIO

LONGEST = 4 * 1024 * 1024  # bytes of a line
# As JSON-RPC has them; the last is ours: refused by a rule of the project.
NO_JSON, NO_REQUEST, NO_METHOD, BAD_PARAMS, BROKEN = -32700, -32600, -32601, -32602, -32603
REFUSED = -32000
Message = dict[str, Any]


class Wrong(Exception):
    """A request that gets an error; `sentence` is for people, `code` of `data` for programs."""

    def __init__(self, number: int, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.number, self.sentence, self.code = number, sentence, code


def read_line(stream: BinaryIO) -> bytes | None:
    """The next line that is not empty; None at the end, b"" for one that is too long."""
    while line := stream.readline(LONGEST + 1):
        if len(line) > LONGEST:
            while line and not line.endswith(b"\n"):
                line = stream.readline(LONGEST)
            return b""
        if line.strip():
            return line
    return None


def parse(line: bytes) -> Message:
    """A message. Raises Wrong."""
    if not line:
        raise Wrong(NO_REQUEST, f"The line is longer than {LONGEST // 1024**2} MB.")
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        raise Wrong(NO_JSON, "The line is no JSON; expected one object of JSON-RPC 2.0.") from None
    if isinstance(said, list):
        raise Wrong(NO_REQUEST, "Batches are not taken; expected one object a line.")
    if not isinstance(said, dict) or said.get("jsonrpc") != "2.0":
        raise Wrong(NO_REQUEST, 'Expected an object of JSON-RPC with "jsonrpc": "2.0".')
    return said


def id_of(said: Mapping[str, Any]) -> int | str | None:
    """What a request is called by; None where it has no name that may be one."""
    name = said.get("id")
    return name if isinstance(name, int | str) and not isinstance(name, bool) else None


def error_of(wrong: Wrong, name: int | str | None) -> Message:
    error: Message = {"code": wrong.number, "message": wrong.sentence}
    if wrong.code:
        error["data"] = {"code": wrong.code}
    return {"jsonrpc": "2.0", "id": name, "error": error}


def written(message: Message) -> bytes:
    """A line; letters outside ASCII as escapes, so that no encoding of a pipe matters."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"
