"""People who label while things break: each step is sent until the server has it, as the page does.

`Person.kept` is what the server acknowledged; the test compares it with the database.
"""

import http.client
import random
import re
import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from urllib.parse import urlencode

WORDS = 120  # of a turn; every word can be labelled once
THINK = 0.9  # seconds between two steps of a person, about
PATIENCE = 60.0  # seconds for which a step is sent again before the person gives up


def text_of(number: int) -> str:
    return " ".join(f"w{number:02}x{word:03}" for word in range(WORDS))


LENGTH = len("w00x000")


@dataclass
class Log:
    """What all of them were answered, by time."""

    saved: list[tuple[float, float]] = field(default_factory=list)  # when sent and acknowledged
    explained: Counter[str] = field(default_factory=Counter)
    unexplained: list[str] = field(default_factory=list)
    repeated: int = 0
    go: threading.Event = field(default_factory=threading.Event)  # not set: people rest

    def __post_init__(self) -> None:
        self.go.set()

    def first_after(self, moment: float) -> float:
        """Seconds until a save was acknowledged that was sent after the moment."""
        return min((end for sent, end in self.saved if sent > moment), default=inf) - moment

    def longest_gap(self) -> float:
        times = sorted(end for _sent, end in self.saved)
        return max((b - a for a, b in pairwise(times)), default=0.0)


@dataclass
class Person:
    """One session, one turn of her own."""

    port: int
    cookie: str
    token: str
    reader: int
    slug: str
    turn: int
    label: int
    log: Log
    stop: threading.Event
    version: int = 0
    word: int = 0
    kept: list[int] = field(default_factory=list)  # words, acknowledged and not taken back
    gave_up: bool = False

    def work(self, seed: int) -> None:
        rng = random.Random(seed)
        while not self.stop.wait(rng.uniform(0.5, 1.5) * THINK) and self.word < WORDS:
            self.log.go.wait()
            if self.kept and rng.random() < 0.1:
                if self.send("undo", {}):
                    self.kept.pop()
                continue
            start = self.word * (LENGTH + 1)
            if self.send("spans", {"start": start, "end": start + LENGTH, "label": self.label}):
                self.kept.append(self.word)
            self.word += 1

    def send(self, verb: str, fields: dict[str, int]) -> bool:
        """One step, until it is acknowledged; its id stays the same."""
        op_id, until, tries = str(uuid.uuid4()), time.monotonic() + PATIENCE, 0
        while time.monotonic() < until:
            tries += 1
            began = time.monotonic()
            status, wait, body = self.ask(verb, {"op_id": op_id, **fields})
            version = re.search(r'data-version="(\d+)"', body)
            if version and status in {200, 409}:
                self.version = int(version[1])
            if status == 200:
                self.log.saved.append((began, time.monotonic()))
                self.log.repeated += tries > 1
                return True
            time.sleep(min(wait, 2.0))
        self.gave_up = True
        return False

    def ask(self, verb: str, fields: dict[str, object]) -> tuple[int, float, str]:
        """Status, seconds to wait, body; a status of 0 is no answer."""
        body = urlencode({"version": self.version, "reader": self.reader, **fields})
        path = f"/p/{self.slug}/turns/{self.turn}/{verb}"
        status, headers, said = call(self, "POST", path, body.encode())
        wait = 0.5
        if status == 0:
            self.log.explained["no connection"] += 1
        elif status in {503, 507} and "Retry-After" in headers and is_ours(headers):
            self.log.explained[str(status)] += 1
            wait = float(headers["Retry-After"])
        elif status == 409 and "data-version" in said:
            self.log.explained["409"] += 1
        elif status != 200:
            self.log.unexplained.append(f"{status} to {verb}: {said[:120]!r}")
        return status, wait, said


def is_ours(headers: http.client.HTTPMessage) -> bool:
    """The closed headers are there."""
    policy = headers.get("Content-Security-Policy", "")
    return "default-src 'none'" in policy and "no-store" in headers.get("Cache-Control", "")


def call(
    person: Person, method: str, path: str, body: bytes = b"", kind: str = ""
) -> tuple[int, http.client.HTTPMessage, str]:
    """One request on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", person.port, timeout=30)
    headers = {
        "Cookie": person.cookie,
        "X-CSRFToken": person.token,
        "HX-Request": "true",
        "Content-Type": kind or "application/x-www-form-urlencoded",
    }
    try:
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    except (OSError, http.client.HTTPException):
        return 0, http.client.HTTPMessage(), ""
    finally:
        connection.close()
