"""The loop of the server: a line in, an answer out, until the other side closes.

Called by the command `mcp`. One message at a time; a bad one is answered and the next is read.
"""

from collections.abc import Callable
from typing import BinaryIO

from webapp.mcp.lines import (
    BAD_PARAMS,
    NO_REQUEST,
    Message,
    Wrong,
    error_of,
    id_of,
    parse,
    read_line,
    written,
)
from webapp.mcp.session import Session


def serve(
    token: str, lines: BinaryIO, out: BinaryIO, *, ready: Callable[[], None] = lambda: None
) -> int:
    """How many requests were answered; `ready` is called before each. Raises OSError where nobody
    reads any more."""

    def send(message: Message) -> None:
        out.write(written(message))
        out.flush()

    session, answered = Session(token, send), 0
    while (line := read_line(lines)) is not None:
        ready()
        reply = answer_line(session, line)
        if reply is not None:
            send(reply)
            answered += 1
    return answered


def answer_line(session: Session, line: bytes) -> Message | None:
    """What is sent back; None for a notification, or for an answer to what nobody asked."""
    name = None
    try:
        said = parse(line)
        name = id_of(said)
        method, params = said.get("method"), said.get("params", {})
        if not isinstance(method, str):
            if "result" in said or "error" in said:
                return None
            raise Wrong(NO_REQUEST, "Expected a method, in letters.")
        if "id" not in said:
            return None
        if name is None:
            raise Wrong(NO_REQUEST, "Expected an id that is a text or a whole number.")
        if not isinstance(params, dict):
            raise Wrong(BAD_PARAMS, "Expected params by name, as an object.")
        return {"jsonrpc": "2.0", "id": name, "result": session.answer(method, params)}
    except Wrong as wrong:
        return error_of(wrong, name)
