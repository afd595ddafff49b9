"""Answers for requests that went wrong; none of them repeats what was sent.

`broken`, `unreadable` and `busy` ask neither session nor database nor a page's templates: they
have to answer when nothing else can.
"""

import contextlib
import random
import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation

from annotation.services.jobs.database_outages import AWAY, FULL, outage
from webapp.access import managers_for


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "errors/csrf.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "errors/404.html", status=404)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    match = request.resolver_match
    slug = match.kwargs.get("slug", "") if match else ""
    context = {"managers": managers_for(request, slug) if slug else []}
    return render(request, "errors/403.html", context, status=403)


def unreadable(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return plain_page(request, "errors/400.html", 400)


def broken(request: HttpRequest) -> HttpResponse:
    """What no view caught. Django calls this while it handles the error, so that is at hand."""
    drop_upload(request)
    kind = outage(sys.exc_info()[1])
    if kind == AWAY:
        return busy(request, "errors/503.html")
    if kind == FULL:
        return plain_page(request, "errors/507.html", 507, wait=30)
    return plain_page(request, "errors/500.html", 500)


def drop_upload(request: HttpRequest) -> None:
    """The file that was being written when the disk was full, or the reader broke, goes now."""
    for handler in getattr(request, "_upload_handlers", []):
        if (file := getattr(handler, "file", None)) is not None:
            with contextlib.suppress(OSError):
                file.close()


def busy(request: HttpRequest, template: str) -> HttpResponse:
    """Again in some seconds; not all at the same one."""
    return plain_page(request, template, 503, wait=random.randint(2, 5))


def plain_page(
    request: HttpRequest, template: str, status: int, wait: int | None = None
) -> HttpResponse:
    """A page that needs nothing; `wait`: seconds after which it is worth trying again."""
    is_read = request.method in {"GET", "HEAD"}
    with translation.override(translation.get_language_from_request(request)):
        context = {"is_read": is_read, "wait": wait, "language": translation.get_language()}
        response = HttpResponse(render_to_string(template, context), status=status)
        response.headers["Content-Language"] = str(translation.get_language())
    # The middleware that sets these on other answers may be the one that failed.
    response.headers["Cache-Control"] = "no-store, private"
    response.headers["X-Frame-Options"] = "DENY"
    if wait is not None:
        response.headers["Retry-After"] = str(wait)
        if is_read and not request.headers.get("HX-Request"):
            response.headers["Refresh"] = str(wait)
    return response
