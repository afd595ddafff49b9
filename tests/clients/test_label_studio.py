"""Label Studio itself: its server takes what we export, people label there, and it comes back; its
converter finds our labels. LABEL_STUDIO names the environment that it is installed in."""

import io
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from annotation.formats import DialogueValue, SpanValue, TurnValue, read_corpus, write_corpus
from tests.antifaz.guests.conftest import model

__all__ = ["model"]  # a fixture
ROOT = Path(__file__).resolve().parents[2]
PLACE = Path(os.environ.get("LABEL_STUDIO", "/none")) / "bin"
pytestmark = [
    pytest.mark.clients,
    pytest.mark.loopback,
    pytest.mark.skipif(not PLACE.is_dir(), reason="LABEL_STUDIO names no environment that has it"),
]
TOKEN = "0123456789abcdef0123456789abcdef01234567"
CONFIG = """<View><Labels name="label" toName="text"><Label value="name"/>
<Label value="place"/></Labels><Text name="text" value="$text"/></View>"""
CALLS = [
    DialogueValue(
        "call-1",
        "es",
        (
            TurnValue("agente", "😀 hola, soy Marta", (SpanValue(12, 17, "name"),)),
            TurnValue("B 2", "de 👩\u200d💻 San  Sebastián", (SpanValue(7, 21, "place"),)),
        ),
    ),
    DialogueValue("call-2", "eu", (TurnValue("A", "bai, n\u0303o שלום"),)),
]


def exported(some: list[DialogueValue]) -> bytes:
    out = io.BytesIO()
    write_corpus("label-studio", some, out)
    return out.getvalue()


def core(some: list[DialogueValue]) -> Any:
    return [
        (each.id, each.lang, [(t.speaker, t.text, [(s.start, s.end, s.label) for s in t.spans])
         for t in each.turns]) for each in some
    ]  # fmt: skip


class Server:
    """A server with an empty database, and what one asks it."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        options = {
            "data-dir": folder, "database": folder / "ls.sqlite3", "port": self.port,
            "username": "ana@example.org", "password": "a-long-password-1", "user-token": TOKEN,
        }  # fmt: skip
        self.told = folder / "log"
        self.log = self.told.open("wb")
        self.process = subprocess.Popen(
            [str(PLACE / "label-studio"), "start", "--no-browser", "--enable-legacy-api-token",
             *(word for name, value in options.items() for word in (f"--{name}", str(value)))],
            stdout=self.log, stderr=subprocess.STDOUT, cwd=folder,
            env={"PATH": os.environ["PATH"], "COLLECT_ANALYTICS": "0", "HOME": str(folder),
                 "ML_BLOCK_LOCAL_IP": "false", "SSRF_PROTECTION_ENABLED": "false"},
        )  # fmt: skip

    def ask(self, path: str, body: Any = None) -> Any:
        data = (
            None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        )
        headers = {"Authorization": f"Token {TOKEN}", "Content-Type": "application/json"}
        address = f"http://127.0.0.1:{self.port}/api/{path}"
        with urllib.request.urlopen(urllib.request.Request(address, data, headers)) as answer:
            return answer.read()

    def wait(self) -> None:
        while self.process.poll() is None:
            try:
                self.ask("projects/")
            except OSError:
                time.sleep(1)
            else:
                return
        pytest.fail(f"the server of Label Studio did not start:\n{self.told.read_text()[-2000:]}")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()
        self.log.close()


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all: it takes half a minute to start."""
    server = Server(tmp_path_factory.mktemp("label-studio"))
    yield server
    server.stop()


@pytest.fixture
def server(started: Server) -> Server:
    started.wait()
    return started


def test_there_and_back(server: Server) -> None:
    project = json.loads(server.ask("projects/", {"title": "calls", "label_config": CONFIG}))["id"]
    told = json.loads(server.ask(f"projects/{project}/import", exported(CALLS)))
    assert (told["task_count"], told["annotation_count"]) == (2, 2)
    back = server.ask(f"projects/{project}/export?exportType=JSON")
    assert core(read_corpus("auto", back, filename="x.json")) == core(CALLS)

    tasks = json.loads(back)
    [task] = [each for each in tasks if each["data"]["dialogue_id"] == "call-2"]
    result = {
        "from_name": "label", "to_name": "text", "type": "labels",
        "value": {"start": 5, "end": 8, "text": "n\u0303o", "labels": ["place"]},
    }  # fmt: skip
    server.ask(f"tasks/{task['id']}/annotations/", {"result": [result]})
    again = server.ask(f"projects/{project}/export?exportType=JSON")
    _first, second = read_corpus("auto", again, filename="x.json")
    assert [(s.start, s.end, s.label) for s in second.turns[0].spans] == [(5, 8, "place")]
    assert exported(read_corpus("auto", again, filename="x.json")) == again


@pytest.fixture
def backend(model: Path, tmp_path: Path) -> Iterator[str]:
    """The address of `antifaz guest label-studio`."""
    words = ["--models", str(tmp_path / "models"), "--model", str(model), "--port", "0"]
    guest = subprocess.Popen(
        [sys.executable, "-m", "antifaz", "guest", "label-studio", *words],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert guest.stdout is not None
        yield guest.stdout.readline().split()[-1]
    finally:
        guest.kill()
        guest.communicate()


def test_it_asks_our_backend_for_suggestions(server: Server, backend: str) -> None:
    config = CONFIG.replace('value="place"', 'value="NAME"')
    asked = {"title": "rooms", "label_config": config}
    project = json.loads(server.ask("projects/", asked))["id"]
    said = {"url": backend, "project": project, "title": "antifaz"}
    server.ask("ml/", said)  # refused where it does not answer /health and /setup
    [there] = json.loads(server.ask(f"ml?project={project}"))
    assert (there["state"], there["error_message"]) == ("CO", None)
    task = {"data": {"text": "😀 I am Harriet and I want a room"}}
    server.ask(f"projects/{project}/import", [task])
    [shown] = json.loads(server.ask(f"tasks?project={project}&fields=all"))["tasks"]
    server.ask(f"tasks/{shown['id']}/")  # opening a task asks for its predictions
    body = {"ordering": [], "selectedItems": {"all": True, "excluded": []}, "filters": None}
    path = f"dm/actions?id=retrieve_tasks_predictions&project={project}"
    server.ask(path, body)
    [kept] = json.loads(server.ask(f"predictions/?task={shown['id']}"))[:1]
    [result] = kept["result"]
    assert result["value"] | {"score": 0} == {
        "start": 7, "end": 14, "text": "Harriet", "labels": ["NAME"], "score": 0,
    }  # fmt: skip


def test_its_converter_finds_our_labels(tmp_path: Path) -> None:
    tasks = [{"id": n} | task for n, task in enumerate(json.loads(exported(CALLS)), 1)]  # its own
    (tmp_path / "tasks.json").write_text(json.dumps(tasks), encoding="utf-8")
    (tmp_path / "config.xml").write_text(CONFIG, encoding="utf-8")
    names = {"-i": "tasks.json", "-c": "config.xml", "-o": "out"}
    options = [word for name, file in names.items() for word in (name, str(tmp_path / file))]
    done = subprocess.run(
        [str(PLACE / "label-studio-converter"), "export", *options, "-f", "CONLL2003"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    rows = (tmp_path / "out" / "result.conll").read_text(encoding="utf-8").splitlines()
    tagged = [(row.split()[0], row.split()[-1]) for row in rows if row and row[-2:] != " O"]
    assert [each for each in tagged if each[0] != "-DOCSTART-"] == [
        ("Marta", "B-name"),
        ("San", "B-place"),
        ("Sebastián", "I-place"),
    ]
