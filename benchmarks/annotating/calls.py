"""Timed HTTP calls with the standard library alone, and percentiles: for every server measured."""

import http.client
import json
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said, and how long the whole answer took to come."""

    status: int
    body: str
    ms: float

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Session:
    """One person's cookies and headers on a server of this machine."""

    port: int
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)

    def call(
        self, method: str, path: str, body: str = "", kind: str = "application/json"
    ) -> Answer:
        headers = dict(self.headers)
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body:
            headers["Content-Type"] = kind
        clock = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(method, path, body.encode() or None, headers)
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        took = 1000 * (time.perf_counter() - clock)
        for line in response.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        return Answer(response.status, text, took)

    def must(self, method: str, path: str, fields: Any = None) -> Answer:
        """A call that has to succeed; `fields` travel as JSON."""
        answer = self.call(method, path, json.dumps(fields) if fields is not None else "")
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:200]}")
        return answer


def together(do: Callable[[int], float], people: int, times: int) -> list[float]:
    """Milliseconds of `do(person)`: everybody at once, each one after the other without a pause."""
    with ThreadPoolExecutor(people) as crowd:
        each = crowd.map(lambda person: [do(person) for _ in range(times)], range(people))
        return [took for person in each for took in person]


def spread(name: str, values: Sequence[float], *shares: int) -> dict[str, float]:
    """Percentiles as figures, `NAME_p95_ms` and so on, with the count of samples beside them."""
    if not values:
        return {}
    figures: dict[str, float] = {
        f"{name}_p{share}_ms": round(float(np.percentile(values, share)), 1) for share in shares
    }
    return figures | {f"{name}_n": len(values)}


def named(prefix: str, figures: Mapping[str, float]) -> dict[str, float]:
    """The same figures under a longer name."""
    return {f"{prefix}_{key}": value for key, value in figures.items()}
