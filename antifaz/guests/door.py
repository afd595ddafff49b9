"""The door of a guest's server: who may come in, how much may be brought, and what is said outside.

Called by `label_studio` and `inception`, which hand it a table of routes. Neither answers nor the
log hold anything of a text: a failure that we do not know is told by its class alone.
"""

import base64
import binascii
import hmac
import json
import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from annotation.formats.files.strictjson import parse
from annotation.refusals import Refused
from antifaz.values import FormatError

MEBI = 1 << 20
AT_ONCE = 8  # requests whose bodies are in memory together
WAITING = 20.0  # seconds that a further one waits for its place
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
log = logging.getLogger("antifaz.guests")

Body = Mapping[str, Any]
Answer = tuple[int, Mapping[str, Any] | None]
Environ = Mapping[str, Any]
Respond = Callable[..., object]
Route = Callable[[Body], Answer]


class Shut(Refused):
    """What is refused before a body is read; `status` says why."""

    code = "door"


@dataclass(frozen=True, slots=True)
class Lock:
    """token: what who comes must name; "" for nothing. hosts: names under which the server answers
    those who name no token, so that no page of the web can reach it through a browser."""

    token: str = ""
    hosts: frozenset[str] = LOOPBACK
    most: int = 64 * MEBI  # bytes of a body


class Door:
    """A WSGI application: JSON in and out by a table of (method, path) -> route."""

    def __init__(self, routes: Mapping[tuple[str, str], Route], lock: Lock) -> None:
        self._routes = routes
        self._lock = lock
        self._places = threading.BoundedSemaphore(AT_ONCE)

    def __call__(self, environ: Environ, respond: Respond) -> Iterable[bytes]:
        begun = time.monotonic()
        name, (status, value), extra = self._answer(environ)
        took = (time.monotonic() - begun) * 1000
        log.info("%s %d %.0f ms", name, status, took)  # no path: it may hold the token
        data = b"" if value is None else json.dumps(value, ensure_ascii=False).encode()
        said = f"{status} {HTTPStatus(status).phrase}"
        headers = [("Content-Length", str(len(data))), ("Cache-Control", "no-store"), *extra]
        if value is not None:
            headers.append(("Content-Type", "application/json; charset=utf-8"))
        respond(said, headers)
        return [data]

    def _answer(self, environ: Environ) -> tuple[str, Answer, list[tuple[str, str]]]:
        """Name of the route, what to say, and further headers."""
        name = "unknown"
        extra: list[tuple[str, str]] = []
        try:
            path = self._admitted(environ)
            method = str(environ.get("REQUEST_METHOD", ""))
            route = self._routes.get((method, path))
            if route is None:
                there = any(path == each for _method, each in self._routes)
                raise Shut("there is no such address", status=405 if there else 404)
            name = f"{method} {path}"
            return name, self._served(route, environ, method), extra
        except Shut as error:
            _pass_over(environ)
            if error.status == 401:
                extra = [("WWW-Authenticate", 'Basic realm="antifaz"')]
            elif error.status == 503:
                extra = [("Retry-After", "5")]
            return name, _told(error.status, error.code, str(error)), extra
        except (FormatError, Refused) as error:
            return name, _told(error.status, error.code, str(error)), extra
        except Exception as error:
            code = getattr(error, "code", None)
            if isinstance(code, str):  # of `learning`: a sentence without a text
                return name, _told(422, code, str(error)), extra
            log.error("%s: %s", name, type(error).__name__)
            return name, _told(500, "inside", f"a failure inside: {type(error).__name__}"), extra

    def _admitted(self, environ: Environ) -> str:
        """The path without a token in it. Raises Shut for who may not come in."""
        path = str(environ.get("PATH_INFO") or "/")
        if not self._lock.token:
            host = str(environ.get("HTTP_HOST", "")).rpartition(":")
            name = (host[0] if host[2].isdecimal() else "".join(host)).strip("[]")
            if name not in self._lock.hosts:
                raise Shut("this server does not go by that name", status=421)
            return _tidy(path)
        first, _slash, rest = path.lstrip("/").partition("/")
        if _same(first, self._lock.token):  # of who can send no header
            return _tidy(rest)
        if not _same(_said(str(environ.get("HTTP_AUTHORIZATION", ""))), self._lock.token):
            raise Shut("a token is needed", status=401)
        return _tidy(path)

    def _served(self, route: Route, environ: Environ, method: str) -> Answer:
        if method != "POST":
            return route({})
        if not self._places.acquire(timeout=WAITING):
            raise Shut("too many requests at once", status=503)
        try:
            return route(self._body(environ))
        finally:
            self._places.release()

    def _body(self, environ: Environ) -> Body:
        """The JSON object of a request. Raises Shut, FormatError."""
        kind = str(environ.get("CONTENT_TYPE", "")).partition(";")[0].strip().lower()
        if kind != "application/json":  # a form of a page of the web is none
            raise Shut("the body must be application/json", status=415)
        told = str(environ.get("CONTENT_LENGTH") or "")
        if not (told.isascii() and told.isdecimal()):
            raise Shut("the body must say its length", status=411)
        size = int(told[:12])
        if size > self._lock.most:
            raise Shut(f"the body is larger than {self._lock.most} bytes", status=413)
        data = environ["wsgi.input"].read(size)
        if len(data) != size:
            raise Shut("the body is shorter than it says", status=400)
        try:
            value = parse(data.decode("utf-8"), file="body", line=None, whole_file=True)
        except UnicodeDecodeError as error:
            raise Shut(f"the body is no UTF-8 at byte {error.start}", status=400) from None
        return mapping(value, "the body")


def _told(status: int, code: str, sentence: str) -> Answer:
    return status, {"code": code, "error": sentence}


def _pass_over(environ: Environ) -> None:
    """Read what nobody wants, if it is little: who still writes when a connection is closed does
    not hear why."""
    told = str(environ.get("CONTENT_LENGTH") or "")
    if told.isascii() and told.isdecimal() and int(told[:12]) <= MEBI:
        environ["wsgi.input"].read(int(told))


def _tidy(path: str) -> str:
    return "/" + path.strip("/")


def _said(authorization: str) -> str:
    """The token of a header: the password of Basic, or what follows Bearer or Token."""
    scheme, _blank, rest = authorization.partition(" ")
    if scheme.lower() in ("bearer", "token"):
        return rest.strip()
    if scheme.lower() != "basic":
        return ""
    try:
        return base64.b64decode(rest, validate=True).decode().partition(":")[2]
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())


def mapping(value: object, what: str) -> dict[str, Any]:
    """`value` as a JSON object; `what` says what of the request it is. Raises Refused."""
    if not isinstance(value, dict):
        raise Refused(f"{what} must be an object", code="wrong_type", status=400)
    return value


def listed(value: object, what: str) -> list[Any]:
    """The same of a list."""
    if not isinstance(value, list):
        raise Refused(f"{what} must be a list", code="wrong_type", status=400)
    return value


def text(value: object, what: str) -> str:
    """The same of a string."""
    if not isinstance(value, str):
        raise Refused(f"{what} must be a string", code="wrong_type", status=400)
    return value


def number(value: object, what: str) -> int:
    """The same of an integer."""
    if type(value) is not int:
        raise Refused(f"{what} must be an integer", code="wrong_type", status=400)
    return value
