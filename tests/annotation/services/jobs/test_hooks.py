"""Hooks: who is told, what, how it is signed, and where nothing is sent."""

import hashlib
import hmac
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from annotation.models import Export, Import, Project
from annotation.services.jobs import hooks
from tests import schemas

SECRET = "a-secret-of-the-operator-0123456789"


class Listener(HTTPServer):
    """Keeps what it is sent; answers with `status`."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.status, self.headers = 200, {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/told?x=1"


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


@pytest.fixture
def listener(settings: Any, monkeypatch: Any) -> Iterator[Listener]:
    monkeypatch.setattr(hooks, "PAUSES", (0.0, 0.0))
    server = Listener()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    settings.HOOKS, settings.HOOK_SECRET = [server.url], SECRET
    settings.HOOK_NETWORKS = ["127.0.0.0/8"]
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def tell(job: Any) -> bool:
    thread = hooks.tell_hooks(job)
    if thread is not None:
        thread.join(20)
    return thread is not None


@pytest.mark.loopback
def test_who_listens_is_told_and_can_check_it(listener: Listener, project: Project) -> None:
    job = Export.objects.create(project=project, format="jsonl", status="done")
    assert tell(job)
    [(path, headers, data)] = listener.got
    body = json.loads(data)
    schemas.check("hook", body)
    assert path == "/told?x=1" and headers["Antifaz-Delivery"]
    assert (body["event"], body["id"], body["project"]) == ("export.done", job.pk, "support")
    assert set(body) == {"event", "id", "project", "at"}
    moment, given = (part.partition("=")[2] for part in headers["Antifaz-Signature"].split(","))
    wanted = hmac.new(SECRET.encode(), f"{moment}.".encode() + data, hashlib.sha256).hexdigest()
    assert given == wanted


@pytest.mark.loopback
def test_what_waits_for_somebody_is_told_and_what_goes_on_is_not(
    listener: Listener, project: Project
) -> None:
    draft = Import.objects.create(project=project, status=Import.DRAFT)
    assert tell(draft)
    for status in ("queued", "running"):
        assert not tell(Import.objects.create(project=project, status=status))
    assert [json.loads(data)["event"] for _p, _h, data in listener.got] == ["import.draft"]


@pytest.mark.loopback
def test_no_redirect_is_followed_and_a_failure_is_tried_again(
    listener: Listener, project: Project, caplog: Any
) -> None:
    listener.status, listener.headers = 302, {"Location": listener.url + "&again"}
    assert tell(Export.objects.create(project=project, status="failed"))
    assert [path for path, _h, _d in listener.got] == ["/told?x=1"] * 2
    assert "hook 1: status 302" in caplog.text and "/told" not in caplog.text


@pytest.mark.loopback
def test_who_does_not_answer_is_left(settings: Any, monkeypatch: Any) -> None:
    settings.HOOK_SECRET, settings.HOOK_NETWORKS = SECRET, ["127.0.0.1/32"]
    monkeypatch.setattr(hooks, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(Exception) as caught:  # noqa: PT011 (a time-out or a hung-up line)
            hooks.deliver(url, b"{}", "x")
    assert isinstance(caught.value, OSError | hooks.http.client.HTTPException)


@pytest.mark.parametrize(
    "spot",
    ["127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "::1", "fd00::1", "0.0.0.0",
     "::ffff:10.0.0.1", "100.64.0.1", "fe80::1%eth0"],
)  # fmt: skip
def test_private_networks_are_not_called_unless_they_are_named(spot: str, settings: Any) -> None:
    settings.HOOK_NETWORKS = []
    assert not hooks.may_call(spot)
    settings.HOOK_NETWORKS = ["10.1.0.0/16"]
    assert hooks.may_call(spot) == (spot == "10.1.2.3")
    assert hooks.may_call("93.184.216.34")


def test_a_name_that_leads_inside_is_refused(settings: Any, monkeypatch: Any) -> None:
    settings.HOOK_NETWORKS = []
    answers = [(0, 0, 0, "", ("93.184.216.34", 80)), (0, 0, 0, "", ("10.0.0.1", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: answers)
    with pytest.raises(hooks.HookRefused):
        hooks.deliver("http://hooks.example/x", b"{}", "x")


@pytest.mark.parametrize("url", ["ftp://a/b", "http://", "file:///etc/passwd", "http://u:p@a/",
                                 "http://a:port/"])  # fmt: skip
def test_only_plain_addresses(url: str) -> None:
    with pytest.raises(hooks.HookRefused):
        hooks.check_url(url)


def test_without_addresses_nobody_is_told(project: Project) -> None:
    assert not tell(Export.objects.create(project=project, status="done"))
