"""A program behind an address that answers JSON: docs/source-models.md has the two bodies.

Private turns are sent there, so the address is this machine's own unless somebody who may say so
allowed another; what it is resolved to is what is called, no proxy and no redirect is followed, and
no error repeats what was sent or answered.
"""

import contextlib
import http.client
import ipaddress
import json
import secrets
import socket
import ssl
import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import SplitResult, urlsplit

import numpy as np

from learning.errors import SourceMalformed, SourceRefused, SourceSilent
from learning.tokens import words
from learning.told import Told, checked
from learning.types import Card, Flags, Floats, Progress, Utterance

BATCH = 32  # turns a request
SECONDS = 60.0  # from the first byte of a request to the last of its answer
ROOM = 4_096  # bytes an answer may have, a token
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class AddressSource:
    """Asks `url` for batches of turns. `version` is the operator's word for what answers there:
    change it with the program, or what it told before is taken for its answer."""

    url: str
    name: str = "address"
    release: str = "1"
    allowed: Collection[str] = ()  # origins beyond this machine, as "https://host:8443"
    labels: tuple[str, ...] = ()  # those of its labels that count; () all
    seconds: float = SECONDS
    batch: int = BATCH
    card: Card = field(init=False)

    def __post_init__(self) -> None:
        """Raises: SourceRefused."""
        check_address(self.url, self.allowed)
        card: Card = {"kind": "address", "name": self.name, "release": self.release}
        object.__setattr__(self, "card", card)

    @property
    def version(self) -> str:
        return "-".join((self.url, self.release, *sorted(self.labels)))

    def tell(self, utterances: Sequence[Utterance], progress: Progress | None = None) -> Told:
        told: list[_Answer] = []
        for begin in range(0, len(utterances), self.batch):
            part = [words(each.text) for each in utterances[begin : begin + self.batch]]
            told += self._ask(part)
            if progress:
                progress(len(told) / len(utterances), "source")
        return checked(_joined(told, self.labels), utterances)

    def _ask(self, turns: Sequence[Sequence[str]]) -> list["_Answer"]:
        ids = [secrets.token_hex(8) for _ in turns]
        pairs = zip(ids, turns, strict=True)
        asked = {"version": 1, "turns": [{"id": id_, "tokens": list(turn)} for id_, turn in pairs]}
        room = ROOM * (16 + sum(map(len, turns)))
        answer = _parsed(_post(self.url, asked, self.allowed, self.seconds, room))
        if set(answer) != set(ids):
            raise SourceMalformed("The source did not answer for the turns that it was asked for.")
        return [_read(answer[id_], turn) for id_, turn in zip(ids, turns, strict=True)]


@dataclass(frozen=True)
class _Answer:
    sensitive: Floats
    read: Flags
    labels: dict[str, Floats]


def check_address(url: str, allowed: Collection[str] = ()) -> SplitResult:
    """Raises: SourceRefused unless the address is http(s), without a password, and of this machine
    or of an allowed origin. Names are resolved when they are called."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        raise SourceRefused("This is no address: http://127.0.0.1:8000/tell is one.") from None
    if parts.scheme not in _PORTS or not parts.hostname or parts.username is not None:
        raise SourceRefused("This is no address: http://127.0.0.1:8000/tell is one.")
    if any(sign.isspace() or ord(sign) < 32 for sign in url):
        raise SourceRefused("This is no address: http://127.0.0.1:8000/tell is one.")
    if _is_allowed(parts, port, allowed) or _is_loopback(parts.hostname):
        return parts
    raise SourceRefused(
        "This address is not of this machine: whoever runs the server must allow it first."
    )


def _is_allowed(parts: SplitResult, port: int, allowed: Collection[str]) -> bool:
    for origin in allowed:
        known = urlsplit(origin)
        one = (known.scheme, known.hostname, known.port or _PORTS.get(known.scheme))
        if one == (parts.scheme, parts.hostname, port):
            return True
    return False


def _is_loopback(host: str) -> bool:
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _post(url: str, body: object, allowed: Collection[str], seconds: float, room: int) -> bytes:
    """The answer to one request. Raises: SourceSilent, SourceRefused, SourceMalformed."""
    parts = check_address(url, allowed)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    data = json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    late = threading.Event()
    try:
        connection = _connect(parts, allowed, seconds)
        # A source that sends a byte now and then would never run into a socket's own timeout.
        timer = threading.Timer(seconds, _hang_up, (connection, late))
        timer.start()
        try:
            connection.request("POST", path, data, headers)
            with contextlib.closing(connection.getresponse()) as answer:
                _check_status(answer.status)
                given = answer.read(room + 1)
        finally:
            timer.cancel()
            connection.close()
    except (OSError, http.client.HTTPException, ValueError) as error:
        if late.is_set() or isinstance(error, TimeoutError):
            raise SourceSilent("The source did not answer in time.") from None
        raise SourceSilent("Nothing answers at the address of the source.") from None
    if late.is_set():
        raise SourceSilent("The source did not answer in time.")
    if len(given) > room:
        raise SourceMalformed("The source answers more than was asked for.")
    return given


def _hang_up(connection: "_Pinned", late: threading.Event) -> None:
    late.set()
    if connection.wire is not None:
        with contextlib.suppress(OSError):
            connection.wire.shutdown(socket.SHUT_RDWR)


def _connect(parts: SplitResult, allowed: Collection[str], seconds: float) -> "_Pinned":
    """A connection to what the name stands for now, checked again: it may stand for another."""
    host, port = str(parts.hostname), parts.port or _PORTS[parts.scheme]
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    spot = str(found[0][4][0])
    if not _is_allowed(parts, port, allowed) and not _is_loopback(spot):
        raise SourceRefused("The address of the source does not lead to this machine.")
    if parts.scheme == "http":
        return _Pinned(host, port, spot, seconds)
    return _PinnedTls(host, port, spot, seconds)


class _Pinned(http.client.HTTPConnection):
    """Calls the spot that was checked, under the name that was given."""

    def __init__(self, host: str, port: int, spot: str, seconds: float) -> None:
        super().__init__(host, port, timeout=seconds)
        self._spot = spot
        # Kept, for an answer that ends with the connection takes `sock` along while it is read.
        self.wire: socket.socket | None = None

    def connect(self) -> None:
        self.sock = self.wire = socket.create_connection((self._spot, self.port), self.timeout)


class _PinnedTls(_Pinned):
    def connect(self) -> None:
        super().connect()
        context = ssl.create_default_context()
        self.sock = self.wire = context.wrap_socket(self.sock, server_hostname=self.host)


def _check_status(status: int) -> None:
    if 300 <= status < 400:
        raise SourceRefused("The source sends its questions on to another address.")
    if status != 200:
        raise SourceSilent(f"The source answers with the status {status}.")


def _parsed(data: bytes) -> dict[str, dict[str, Any]]:
    """Its turns by id. Raises: SourceMalformed."""
    try:
        turns = json.loads(data)["turns"]
        answer = {str(turn["id"]): dict(turn) for turn in turns}
    except (ValueError, TypeError, KeyError, RecursionError):
        raise SourceMalformed(
            "The source did not answer in the form that it was asked in."
        ) from None
    if len(answer) != len(turns):
        raise SourceMalformed("The source answers for a turn twice.")
    return answer


def _read(turn: dict[str, Any], tokens: Sequence[str]) -> _Answer:
    """What one turn of an answer says. Raises: SourceMalformed."""
    if "tokens" in turn and turn["tokens"] != list(tokens):
        raise SourceMalformed("The source answers for other tokens than it was asked for.")
    given = turn.get("sensitive")
    if not isinstance(given, list) or len(given) != len(tokens):
        raise SourceMalformed(
            "The source gave a turn another number of probabilities than it has tokens."
        )
    if any(isinstance(value, bool) or not isinstance(value, int | float | None) for value in given):
        raise SourceMalformed("The source gave a probability that is no number from 0 to 1.")
    read = np.asarray([value is not None for value in given], np.bool_)
    sensitive = np.asarray([0.0 if value is None else value for value in given], np.float32)
    labels = turn.get("labels", {})
    try:
        named = {str(name): np.asarray(row, np.float32) for name, row in labels.items()}
    except (AttributeError, TypeError, ValueError):
        raise SourceMalformed(
            "The source did not answer in the form that it was asked in."
        ) from None
    if any(row.shape != (len(tokens),) for row in named.values()):
        raise SourceMalformed("The source gave labels to another number of tokens than there are.")
    return _Answer(sensitive, read, named)


def _joined(answers: Sequence[_Answer], counted: Sequence[str]) -> Told:
    """One answer of many; where some labels are counted, "sensitive" is their sum."""
    names = tuple(sorted({name for each in answers for name in each.labels}))
    kept = [name for name in names if not counted or name in counted]
    if counted and names and not kept:
        raise SourceMalformed("The source gives none of the labels that count.")
    shares, sensitive = [], []
    for each in answers:
        nothing = np.zeros(len(each.sensitive), np.float32)
        table = [each.labels.get(name, nothing) for name in kept]
        rows = np.stack(table, axis=1) if kept else np.zeros((len(nothing), 0), np.float32)
        shares.append(np.where(each.read[:, None], rows, np.float32(0)))
        sensitive.append(rows.sum(axis=1) if counted and each.labels else each.sensitive)
    return Told(sensitive, [each.read for each in answers], tuple(kept), shares if kept else ())
