"""Refuses what cannot be read as it says it is: another charset than UTF-8, a multipart body that
breaks off. A middleware; Django alone would take half a form for a whole one."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError

UNDERSTOOD = {"utf-8", "utf8", "us-ascii", "ascii"}
TAIL = 1024  # bytes at the end of a body in which its last boundary is looked for


class WholeBody:
    """A multipart body on its way to the parser; raises at its end if the last boundary lacks."""

    def __init__(self, stream: Any, boundary: str) -> None:
        self.stream = stream
        self.end = b"--" + boundary.encode("ascii", "replace") + b"--"
        self.tail = b""

    def read(self, *size: int) -> bytes:
        piece: bytes = self.stream.read(*size)
        if piece:
            self.tail = (self.tail + piece[-TAIL:])[-TAIL - len(self.end) :]
        if (not piece or not size) and self.end not in self.tail:
            raise MultiPartParserError("The body ends before its last boundary.")
        return piece

    def readline(self, *size: int) -> bytes:
        line: bytes = self.stream.readline(*size)
        return line


def readable_requests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def respond(request: HttpRequest) -> HttpResponse:
        named = request.content_params or {}
        if named.get("charset", "utf-8").strip().lower() not in UNDERSTOOD:
            raise BadRequest("The charset is not UTF-8.")
        if request.content_type == "multipart/form-data" and "boundary" in named:
            body: Any = WholeBody(request._stream, named["boundary"])
            request._stream = body
        return get_response(request)

    return respond
