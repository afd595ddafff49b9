"""A program behind an address: only this machine's, and nothing that it does wrong passes."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from learning.errors import LearningError, SourceMalformed, SourceRefused, SourceSilent
from learning.source.address import AddressSource, check_address
from learning.types import Utterance

pytestmark = pytest.mark.loopback
TURNS = [Utterance("me llamo Amaia"), Utterance("sí"), Utterance("")]
Answer = Callable[[list[dict[str, Any]]], Any]


class Program:
    """What answers; `answer` makes its body of the turns that it was asked for."""

    def __init__(self) -> None:
        self.answer: Answer = fine
        self.status = 200
        self.headers: dict[str, str] = {}
        self.asked: list[dict[str, Any]] = []
        self.drip = 0.0
        program = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                program.serve(self)

            def log_message(self, *_: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = False  # each is waited for

            def handle_error(self, request: Any, client_address: Any) -> None:
                """Whoever asked has hung up."""

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/tell"

    def serve(self, request: BaseHTTPRequestHandler) -> None:
        body = json.loads(request.rfile.read(int(request.headers["Content-Length"])))
        self.asked.append(body)
        told = self.answer(body["turns"])
        data = told if isinstance(told, bytes) else json.dumps(told).encode()
        request.send_response(self.status)
        for name, value in self.headers.items():
            request.send_header(name, value)
        request.end_headers()
        for place in range(len(data)) if self.drip else ():
            request.wfile.write(data[place : place + 1])
            request.wfile.flush()
            time.sleep(self.drip)
        if not self.drip:
            request.wfile.write(data)


def fine(turns: list[dict[str, Any]]) -> Any:
    """Sensitive are words that begin with a capital."""
    return {
        "turns": [
            {"id": turn["id"], "sensitive": [float(word.istitle()) for word in turn["tokens"]]}
            for turn in turns
        ]
    }


@pytest.fixture
def program() -> Iterator[Program]:
    made = Program()
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_tokens_go_and_probabilities_come(program: Program) -> None:
    told = AddressSource(program.url).tell(TURNS)
    assert [turn.tolist() for turn in told.sensitive] == [[0, 0, 1], [0], []]
    (asked,) = program.asked
    assert asked["version"] == 1
    assert [turn["tokens"] for turn in asked["turns"]] == [["me", "llamo", "Amaia"], ["sí"], []]
    assert set(asked) == {"version", "turns"} and set(asked["turns"][0]) == {"id", "tokens"}


def test_in_batches_with_progress(program: Program) -> None:
    shares: list[float] = []
    told = AddressSource(program.url, batch=2).tell(
        TURNS * 2, lambda done, _phase: shares.append(done)
    )
    assert [len(asked["turns"]) for asked in program.asked] == [2, 2, 2]
    assert len(told.sensitive) == 6 and shares[-1] == 1.0


def test_turns_in_another_order_are_put_right_by_their_ids(program: Program) -> None:
    program.answer = lambda turns: fine(turns[::-1])
    assert AddressSource(program.url).tell(TURNS).sensitive[0].tolist() == [0, 0, 1]


def test_null_is_a_token_that_was_not_read(program: Program) -> None:
    program.answer = lambda turns: {
        "turns": [{"id": t["id"], "sensitive": [1, *[None] * 9][: len(t["tokens"])]} for t in turns]
    }
    told = AddressSource(program.url).tell(TURNS)
    assert told.read[0].tolist() == [True, False, False]


def with_labels(turns: list[dict[str, Any]]) -> Any:
    return {
        "turns": [
            {
                "id": turn["id"],
                "sensitive": [0.9] * len(turn["tokens"]),
                "labels": {
                    "NAME": [0.6] * len(turn["tokens"]),
                    "PRICE": [0.3] * len(turn["tokens"]),
                },
            }
            for turn in turns
        ]
    }


def test_labels_and_those_of_them_that_count(program: Program) -> None:
    program.answer = with_labels
    told = AddressSource(program.url).tell(TURNS[:1])
    assert told.labels == ("NAME", "PRICE") and told.sensitive[0][0] == pytest.approx(0.9)
    told = AddressSource(program.url, labels=("NAME",)).tell(TURNS[:1])
    assert told.labels == ("NAME",) and told.sensitive[0][0] == pytest.approx(0.6)
    with pytest.raises(SourceMalformed, match="none of the labels"):
        AddressSource(program.url, labels=("TOWN",)).tell(TURNS[:1])


def changed(**fields: Any) -> Answer:
    def answer(turns: list[dict[str, Any]]) -> Any:
        told = fine(turns)
        told["turns"][0] |= fields
        return told

    return answer


@pytest.mark.parametrize(
    "answer",
    [
        lambda turns: b"no JSON Amaia",
        lambda turns: b"[" * 100_000,
        lambda turns: [],
        lambda turns: {"turns": 3},
        lambda turns: {"turns": fine(turns)["turns"][:1]},
        lambda turns: {"turns": fine(turns)["turns"] + fine(turns)["turns"]},
        lambda turns: fine([{**turn, "id": str(place)} for place, turn in enumerate(turns)]),
        lambda turns: b" " * 1_000_000 + json.dumps(fine(turns)).encode(),
        changed(sensitive=[0, 0]),
        changed(sensitive=[0, 0, 0, 1]),
        changed(sensitive=[0, 0, float("nan")]),
        changed(sensitive=[0, 0, 2]),
        changed(sensitive=[0, 0, True]),
        changed(sensitive=[0, 0, "Amaia"]),
        changed(sensitive={"Amaia": 1}),
        changed(tokens=["me", "llamo", "Jon"]),  # another turn's answer
        changed(labels=[1]),
        changed(labels={"NAME": [0.1]}),
        changed(labels={"NAME": ["Amaia", 0, 0]}),
        changed(labels={"NAME": [1, 1, 1], "TOWN": [1, 1, 1]}),
    ],
)
def test_what_is_no_answer_is_one_sentence_without_a_text(answer: Answer, program: Program) -> None:
    program.answer = answer
    with pytest.raises(SourceMalformed) as caught:
        AddressSource(program.url).tell(TURNS)
    assert str(caught.value).endswith(".") and "Amaia" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("drip", [0.0, 0.05])
def test_one_that_is_too_slow(drip: float, program: Program) -> None:
    program.drip = drip
    if not drip:
        program.answer = lambda turns: time.sleep(1) or fine(turns)
    began = time.monotonic()
    with pytest.raises(SourceSilent, match="in time"):
        AddressSource(program.url, seconds=0.4).tell(TURNS)
    assert time.monotonic() - began < 0.95 + drip * 20


def test_nobody_there(program: Program) -> None:
    with pytest.raises(SourceSilent, match="Nothing answers"):
        AddressSource("http://127.0.0.1:9/tell", seconds=2).tell(TURNS)
    program.status = 500
    with pytest.raises(SourceSilent, match="500"):
        AddressSource(program.url).tell(TURNS)


def test_it_sends_nobody_on(program: Program) -> None:
    other = Program()
    program.status, program.headers = 307, {"Location": other.url}
    with pytest.raises(SourceRefused, match="another address"):
        AddressSource(program.url).tell(TURNS)
    assert other.asked == []
    other.server.shutdown()
    other.server.server_close()


def test_no_proxy_is_asked(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    AddressSource(program.url).tell(TURNS)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "Amaia",
        "ftp://127.0.0.1/",
        "file:///etc/passwd",
        "http://",
        "http://user:word@127.0.0.1/",
        "http://127.0.0.1:99999/",
        "http://127.0.0.1/a b",
        "http://127.0.0.1/\r\nX: y",
        "http://10.0.0.1/",
        "http://0.0.0.0/",
        "http://169.254.169.254/",
        "http://[::ffff:10.0.0.1]/",
        "http://127.0.0.1.example.org/",
        "http://example.org/",
        "http://localhost.example.org/",
    ],
)
def test_what_is_not_of_this_machine_is_refused(url: str) -> None:
    with pytest.raises(SourceRefused):
        AddressSource(url)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8000/x?y=1", "http://localhost/", "http://[::1]:1/"]
)
def test_this_machine_is_allowed(url: str) -> None:
    assert check_address(url)


def test_what_was_allowed_is_one_origin() -> None:
    allowed = ["https://nlp.example.org:8443"]
    assert check_address("https://nlp.example.org:8443/tell", allowed)
    for other in (
        "http://nlp.example.org:8443/",
        "https://nlp.example.org/",
        "https://example.org",
    ):
        with pytest.raises(SourceRefused):
            check_address(other, allowed)


def test_a_name_that_leads_elsewhere_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = [(2, 1, 6, "", ("192.0.2.7", 80))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_args, **_named: elsewhere)
    with pytest.raises(SourceRefused, match="does not lead to this machine"):
        AddressSource("http://localhost:80/", seconds=1).tell(TURNS)


def test_another_release_is_another_version(program: Program) -> None:
    assert AddressSource(program.url).version != AddressSource(program.url, release="2").version
    assert issubclass(SourceSilent, LearningError)
