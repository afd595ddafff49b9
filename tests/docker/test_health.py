"""The probes of web and worker, run as the container engine runs them."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

PROBE = Path(__file__).parents[2] / "docker" / "health.py"


def run_probe(what: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROBE), what]
    return subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


class OnlyItsName(BaseHTTPRequestHandler):
    """Answers like Antifaz: well under its own name, 400 under any other."""

    def do_GET(self) -> None:
        self.send_response(200 if self.headers["Host"] == "antifaz.test" else 400)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def port() -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), OnlyItsName)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def test_web_is_asked_under_a_name_that_it_accepts(port: int) -> None:
    assert run_probe("web", PORT=str(port), ALLOWED_HOSTS="antifaz.test").returncode == 0


def test_web_that_answers_badly_is_not_well(port: int) -> None:
    probe = run_probe("web", PORT=str(port), ALLOWED_HOSTS="other.test")
    assert probe.returncode == 1
    assert "web is not well" in probe.stderr


def test_web_that_does_not_answer_is_not_well() -> None:
    assert run_probe("web", PORT="9", ALLOWED_HOSTS="antifaz.test").returncode == 1


def sign(data: Path, name: str, seconds: float = 0) -> None:
    place = data / "workers" / name
    place.parent.mkdir(exist_ok=True)
    place.touch()
    then = place.stat().st_mtime - seconds
    os.utime(place, (then, then))


def test_worker_with_a_fresh_sign_is_well(tmp_path: Path) -> None:
    sign(tmp_path, f"{socket.gethostname()}-7")
    sign(tmp_path, f"{socket.gethostname()}-6", 3600)  # of the process before
    assert run_probe("worker", ANTIFAZ_DATA=str(tmp_path)).returncode == 0


def test_worker_with_an_old_sign_is_not_well_whatever_another_says(tmp_path: Path) -> None:
    sign(tmp_path, f"{socket.gethostname()}-7", 61)
    sign(tmp_path, "another-7")
    probe = run_probe("worker", ANTIFAZ_DATA=str(tmp_path))
    assert probe.returncode == 1
    assert "seconds old" in probe.stderr


def test_worker_that_never_lived_is_not_well(tmp_path: Path) -> None:
    assert run_probe("worker", ANTIFAZ_DATA=str(tmp_path)).returncode == 1


def test_unknown_probe_is_a_usage_error() -> None:
    assert run_probe("redis").returncode == 1
