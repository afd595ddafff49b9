"""Annotations are fetched from the one Label Studio that is named, with either kind of token."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from antifaz.guests.label_studio import Home
from antifaz.values import Refused

TASKS = [{"id": 1, "data": {"text": "I am Harriet"}}]
EXPORT = "/api/projects/7/export"


class _Studio(BaseHTTPRequestHandler):
    """As Label Studio 1.23 answers: a personal token is exchanged for one that lasts minutes."""

    def _say(self, status: int, value: object, **headers: str) -> None:
        data = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        for name, said in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, said)
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        fine = self.path == "/api/token/refresh" and body == {"refresh": "a.b.c"}
        self._say(200 if fine else 401, {"access": "short"} if fine else {})

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if self.headers["Authorization"] not in ("Token legacy", "Bearer short"):
            self._say(401, {"detail": "Harriet"})
        elif path == EXPORT:
            self._say(200, TASKS)
        elif path.endswith("/8/export"):
            self._say(302, b"", Location=EXPORT)
        else:
            self._say(200, b"Harriet")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def studio() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), _Studio) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.mark.loopback
@pytest.mark.parametrize("key", ["legacy", "a.b.c"])
def test_annotated_tasks_are_fetched(studio: str, key: str) -> None:
    assert Home(studio, key).tasks(7) == TASKS


@pytest.mark.loopback
@pytest.mark.parametrize(
    ("key", "project", "why"),
    [
        ("wrong", 7, "answers 401"),
        ("x.y.z", 7, "answers 401"),
        ("legacy", 8, "answers 302"),  # no redirect is followed
        ("legacy", 9, "no JSON"),
    ],
)
def test_what_fails_is_told_without_what_came(
    studio: str, key: str, project: int, why: str
) -> None:
    with pytest.raises(Refused, match=why) as refused:
        Home(studio, key).tasks(project)
    assert "Harriet" not in str(refused.value)


@pytest.mark.loopback
def test_nobody_is_there() -> None:
    with HTTPServer(("127.0.0.1", 0), _Studio) as server:
        port = server.server_port
    with pytest.raises(Refused, match="cannot be reached"):
        Home(f"http://127.0.0.1:{port}", "legacy").tasks(7)
