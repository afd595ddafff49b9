"""Signing in: limited before it is hashed, known browsers recognised, refusals said on a page.

`few_at_a_time` is the middleware that keeps threads free for others; `LimitedBackend` is what
`authenticate` asks (the site's form and the administration's alike); `SignInAnswers` is the
middleware that answers for it and keeps the browser's cookie.
"""

import secrets
import threading
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from annotation.models import User
from webapp.addresses import client_address
from webapp.sign_in.hashing import Busy, as_stranger
from webapp.sign_in.limits import TooManyTries, begin_try, forget_try, key_of
from webapp.views.errors import busy, plain_page

HALF_A_YEAR = 180 * 24 * 3600
NAMES = 8  # accounts that one browser may know
SALT = "antifaz.known-browser"
PLACES = ("/sign-in", "/admin/login/", "/invitation/accept")
ROOM = {True: threading.BoundedSemaphore(2), False: threading.BoundedSemaphore(1)}


class LimitedBackend(ModelBackend):
    """Django's own, behind the limits. Raises TooManyTries and Busy, which the middleware says."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **values: object,
    ) -> User | None:
        if request is None or username is None or not settings.SIGN_IN_LIMITS:
            return super().authenticate(request, username, password, **values)
        known = known_browser(request)
        name = key_of("name", username)
        browser = known["id"] if name in known["names"] else None
        done = begin_try(username, client_address(request) or "", browser)
        try:
            with as_stranger(done.is_stranger):
                user = super().authenticate(request, username, password, **values)
        except Busy:
            forget_try(done)
            raise
        if user is None:
            raise PermissionDenied  # the next backend would hash once more
        forget_try(done)
        names = [name, *(each for each in known["names"] if each != name)][:NAMES]
        request.known_browser = {"id": known["id"], "names": names}  # type: ignore[attr-defined]
        return user


def known_browser(request: HttpRequest) -> dict[str, Any]:
    """The browser's id and the accounts that signed in with it; a new one knows none."""
    try:
        content = signing.loads(
            request.COOKIES.get(settings.KNOWN_BROWSER_COOKIE_NAME, ""),
            salt=SALT,
            max_age=HALF_A_YEAR,
        )
    except signing.BadSignature:
        return {"id": secrets.token_hex(16), "names": []}
    return {"id": str(content["id"]), "names": list(content["names"])}


def few_at_a_time(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Of the threads that answer people two may sign strangers in, and one known browsers; the rest
    are sent away before anything is asked. Outermost except for the headers: it costs little.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        if request.method != "POST" or not request.path.endswith(PLACES):
            return get_response(request)
        if not settings.SIGN_IN_LIMITS:
            return get_response(request)
        room = ROOM[not known_browser(request)["names"]]
        if not room.acquire(blocking=False):
            return busy(request, "errors/busy_sign_in.html")
        try:
            return get_response(request)
        finally:
            room.release()

    return respond


class SignInAnswers:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if known := getattr(request, "known_browser", None):
            response.set_cookie(
                settings.KNOWN_BROWSER_COOKIE_NAME,
                signing.dumps(known, salt=SALT),
                max_age=HALF_A_YEAR,
                secure=settings.HTTPS,
                httponly=True,
                samesite="Lax",
            )
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, TooManyTries):
            return plain_page(request, "errors/429.html", 429, wait=error.wait)
        if isinstance(error, Busy):
            return busy(request, "errors/busy_sign_in.html")
        return None
