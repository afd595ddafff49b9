"""A session ends when nobody works with it for a while, and at the latest some hours after signing
in, however busy it is. A middleware, and a receiver of the signal of signing in."""

import time
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends.base import UpdateError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from webapp.requests import POLL

BEGAN, SEEN = "began", "seen"
NOTE_EVERY = 60  # seconds: not every request writes


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest, **_: object) -> None:
    request.session[BEGAN] = request.session[SEEN] = int(time.time())


def idle_sessions(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def respond(request: HttpRequest) -> HttpResponse:
        if request.session.session_key and SESSION_KEY in request.session:
            look_at(request)
        return get_response(request)

    return respond


def look_at(request: HttpRequest) -> None:
    """End the session, or note that somebody is there: before the view, so that a database that is
    away spoils no answer to what was done already."""
    session, now = request.session, int(time.time())
    began, seen = session.get(BEGAN, now), session.get(SEEN, 0)
    is_idle = seen and now - seen >= settings.SESSION_IDLE_SECONDS
    if is_idle or now - began >= settings.SESSION_COOKIE_AGE:
        session.flush()
        return
    every = min(NOTE_EVERY, settings.SESSION_IDLE_SECONDS // 10)
    if now - seen >= every and not request.headers.get(POLL):
        session[BEGAN], session[SEEN] = began, now
        try:
            session.save()
        except UpdateError:  # it ended in another window meanwhile, or the database is away
            if not session.exists(session.session_key or ""):
                session.flush()
                return
        session.modified = False
