"""Files of a request on their way to the disk: counted, cut off past the limit, never in memory.

Django hands each piece to `CappedUpload` as it arrives. `cap_requests` refuses what says at the
beginning that it is too large.
"""

import contextlib
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.http import HttpRequest, HttpResponse

from webapp.views.errors import plain_page

Answer = Callable[[HttpRequest], HttpResponse]
FORM_BYTES = 1024 * 1024  # around the files


class CappedUpload(TemporaryFileUploadHandler):
    """Keeps one byte more of a file than is allowed, and drops the rest: whoever looks at its size
    sees that it is too large. Of somebody who did not sign in it keeps nothing.

    A full disk is told when all has been read: an answer to somebody who still sends is cut off
    with the connection, and nobody sees it.
    """

    trouble: OSError | None = None

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        person = getattr(self.request, "user", None)
        known = person is not None and person.is_authenticated
        self.left = settings.UPLOAD_LIMIT + 1 if known else 0
        self.kept = 0
        try:
            super().new_file(*args, **kwargs)
        except OSError as error:
            self.trouble = error

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        kept = raw_data[: self.left]
        self.left, self.kept = self.left - len(kept), self.kept + len(kept)
        if self.trouble is None:
            try:
                self.file.write(kept)
            except OSError as error:
                self.trouble = error
                with contextlib.suppress(OSError):
                    self.file.close()  # its room is wanted for labels

    def file_complete(self, file_size: int) -> Any:
        return None if self.trouble else super().file_complete(min(file_size, self.kept))

    def upload_complete(self) -> None:
        if self.trouble is not None:
            raise self.trouble


def cap_requests(get_response: Answer) -> Answer:
    """A request that says that it is larger than all files together may be is not read at all. Of
    one that broke off, the file that was being sent goes at once: Django leaves that to the
    collection of garbage, which may be long in coming."""

    def respond(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        streamed = request.path_info.startswith("/api/")  # they count by themselves
        if not streamed and length.isdecimal() and int(length) > settings.UPLOAD_TOTAL + FORM_BYTES:
            return plain_page(request, "errors/413.html", 413)
        try:
            return get_response(request)
        finally:
            if request.content_type == "multipart/form-data":
                for handler in request.upload_handlers:
                    handler.upload_interrupted()

    return respond
