"""Bodies that are read piece by piece as they come, however large; never in memory as a whole."""

from collections.abc import Iterator
from typing import Any, cast

from django.http import HttpRequest

from annotation.refusals import Refused

PIECE = 64 * 1024


class BodyStream:
    """The body of a request as a stream; raises Refused (413) past `most` bytes. With
    `Transfer-Encoding: chunked` it is taken where the server says where it ends."""

    def __init__(self, request: HttpRequest, most: int) -> None:
        environ = getattr(request, "environ", request.META)
        chunked = request.headers.get("Transfer-Encoding", "").lower() == "chunked"
        self._is_over = False
        self._source: Any = request
        if chunked and environ.get("wsgi.input_terminated"):
            self._source = environ["wsgi.input"]
        elif chunked:
            raise Refused("Send the length of the body.", code="length_required", status=411)
        self._most, self._seen = most, 0
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) > most:
            raise self._too_large()

    def read(self, size: int = PIECE) -> bytes:
        piece = cast(bytes, self._source.read(size))
        self._seen += len(piece)
        if self._seen > self._most:
            raise self._too_large()
        return piece

    def lines(self, longest: int) -> Iterator[bytes]:
        """Its lines without their ends; raises Refused for one that is longer than `longest`."""
        rest = b""
        while piece := self.read():
            *whole, rest = (rest + piece).split(b"\n")
            if max(map(len, (*whole, rest))) > longest:
                raise Refused("A line of the body is too long.", code="too_large", status=413)
            yield from whole
        if rest:
            yield rest

    def _too_large(self) -> Refused:
        text = f"The body is larger than {self._most // 1024**2} MB."
        return Refused(text, code="too_large", status=413)
