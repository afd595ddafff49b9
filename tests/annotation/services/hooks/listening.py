"""A receiver of hooks on this machine, and the clock of their queue."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

from django.db.models.functions import Now

from annotation.models import HookDelivery


class Listener(HTTPServer):
    """Keeps what it is sent; answers with `status`."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.status, self.headers = 200, {}

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def url(self) -> str:
        return f"{self.base}/told?x=1"

    @property
    def deliveries(self) -> list[str]:
        return [headers["Antifaz-Delivery"] for _path, headers, _data in self.got]


class Handler(BaseHTTPRequestHandler):
    server: Listener

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, dict(self.headers), data))
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        pass


@contextmanager
def listening() -> Iterator[Listener]:
    server = Listener()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def let_time_pass() -> None:
    """What waits for its next try, or for the end of a claim, is due."""
    waiting = HookDelivery.objects.filter(status="waiting")
    waiting.update(next_at=Now())
    waiting.exclude(claimed_until=None).update(claimed_until="2000-01-01T00:00Z")
