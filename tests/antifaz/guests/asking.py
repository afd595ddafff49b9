"""Asks a guest's server as a tool does, without a socket."""

import io
import json
from typing import Any

from antifaz.guests.door import Door


def ask(door: Door, method: str, path: str, body: object = None, **more: Any) -> tuple[int, Any]:
    """Status and JSON of the answer; `more` are further keys of the WSGI environment."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    if method == "GET":
        data = b""
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "HTTP_HOST": "127.0.0.1:9090",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(data)),
        "wsgi.input": io.BytesIO(data),
        **more,
    }
    said: list[Any] = []
    (answer,) = door(environ, lambda *given: said.extend(given))
    status, headers = said
    assert dict(headers)["Content-Length"] == str(len(answer))
    return int(status.partition(" ")[0]), json.loads(answer) if answer else None
